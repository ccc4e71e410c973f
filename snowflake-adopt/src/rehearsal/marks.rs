//! Marks in the bodies of routines, by which a rehearsal knows whether each of their statements ran.

use snowflake_kit_core::Dialect;

use crate::token::{Token, TokenKind, tokens};

/// Where in a body something is.
#[derive(Clone, Copy)]
enum Place {
    /// Where a statement begins.
    Start,
    /// Before one of these words, after which another statement begins.
    Before(&'static [&'static str]),
    /// In a statement, or after the `END` of several.
    Inside { is_end: bool },
    /// In a label of PL/pgSQL, before so many `>`.
    Label(u8),
}

/// Before these nothing needs to have run: they end what was begun, or do nothing with a key.
const QUIET: [&str; 12] = [
    "begin",
    "else",
    "elseif",
    "elsif",
    "end",
    "exception",
    "null",
    "raise",
    "resignal",
    "signal",
    "until",
    "when",
];

/// A body with a mark before the first statement of each branch and of what follows it, and the number
/// of marks; `None` if it cannot be followed, as one with a `CASE` within an expression.
pub(super) fn marked(
    dialect: Dialect,
    body: &str,
    mark: impl Fn(usize) -> String,
) -> Option<(String, usize)> {
    let is_postgres = dialect == Dialect::Postgres;
    // A quote of PL/pgSQL in another one, or what MariaDB and MySQL read in another way.
    let odd: &[char] = if is_postgres { &['$'] } else { &['\\', '#'] };
    let is_parameter = |rest: &str| rest.starts_with(|next: char| next.is_ascii_digit());
    if body.match_indices(odd).any(|(at, of)| of != "$" || !is_parameter(&body[at + 1..])) {
        return None;
    }
    let all = tokens(dialect, body)?;
    let next = |at: usize| all[at + 1..].iter().find(|token| token.kind != TokenKind::Space);
    let (mut text, mut count, mut is_due, mut place) = (String::new(), 0, false, Place::Start);
    for (at, token) in all.iter().enumerate() {
        if token.kind == TokenKind::Space {
            text += token.text;
            continue;
        }
        let is = |words: &[&str]| token.is_word(words);
        match place {
            Place::Start => {
                let is_label = !is_postgres && next(at).is_some_and(|sign| sign.is_sign(":"));
                let is_declared = !is_postgres && is(&["declare"]);
                if is_due && !is(&QUIET) && !is_declared {
                    text += &mark(count);
                    count += 1;
                    is_due = false;
                }
                is_due &= is(&["null", "raise"]) || is_declared;
                place = began(is_postgres, token, is_label, &mut is_due);
            }
            Place::Inside { is_end: true } if is(&["case"]) => {}
            _ if is(&["case"]) => return None,
            Place::Before(words) if is(words) => {
                is_due = !is(&["end"]);
                place = if is_due { Place::Start } else { Place::Inside { is_end: true } };
            }
            Place::Inside { is_end } if token.is_sign(";") => {
                is_due |= is_end;
                place = Place::Start;
            }
            Place::Label(1) if token.is_sign(">") => place = Place::Start,
            Place::Label(rest) if token.is_sign(">") => place = Place::Label(rest - 1),
            _ => {}
        }
        text += token.text;
    }
    Some((text, count))
}

/// Where the next statement begins after the first word of one.
fn began(is_postgres: bool, token: &Token<'_>, is_label: bool, is_due: &mut bool) -> Place {
    let is = |words: &[&str]| token.is_word(words);
    if is(&["begin", "else", "loop", "repeat"]) {
        *is_due = true;
        Place::Start
    } else if is(&["exception"]) || is_label || token.is_sign(":") || token.is_sign(";") {
        Place::Start
    } else if is_postgres && token.is_sign("<") {
        Place::Label(2)
    } else if is_postgres && is(&["declare"]) {
        Place::Before(&["begin"])
    } else if is(&["if", "elsif", "elseif", "when", "case"]) {
        Place::Before(&["then"])
    } else if is(&["while", "for", "foreach"]) {
        Place::Before(if is_postgres { &["loop"] } else { &["do"] })
    } else if is(&["until"]) {
        Place::Before(&["end"])
    } else {
        Place::Inside { is_end: is(&["end"]) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(dialect: Dialect, body: &str) -> Option<String> {
        marked(dialect, body, |number| format!("[{number}] ")).map(|(text, _)| text)
    }

    #[test]
    fn each_branch_and_what_follows_it_has_a_mark() {
        for (body, expected) in [
            ("BEGIN RETURN NEW; END", "BEGIN [0] RETURN NEW; END"),
            (
                "DECLARE n int := 1; BEGIN IF a THEN b; ELSIF c THEN NULL; ELSE d; END IF; RETURN NEW; END",
                "DECLARE n int := 1; BEGIN [0] IF a THEN [1] b; ELSIF c THEN NULL; ELSE [2] d; END IF; \
                 [3] RETURN NEW; END",
            ),
            (
                "BEGIN <<x>> FOR r IN SELECT 1 LOOP y := $1; END LOOP x; EXCEPTION WHEN others THEN \
                 RAISE; END;",
                "BEGIN [0] <<x>> FOR r IN SELECT 1 LOOP [1] y := $1; END LOOP x; EXCEPTION WHEN others \
                 THEN RAISE; END;",
            ),
            (
                "BEGIN MERGE INTO a USING b ON c WHEN MATCHED THEN DELETE; DECLARE z int; BEGIN z := 1; \
                 END; CASE q WHEN 1 THEN w; ELSE v; END CASE; END",
                "BEGIN [0] MERGE INTO a USING b ON c WHEN MATCHED THEN DELETE; DECLARE z int; BEGIN [1] \
                 z := 1; END; [2] CASE q WHEN 1 THEN [3] w; ELSE [4] v; END CASE; END",
            ),
        ] {
            assert_eq!(marks(Dialect::Postgres, body).unwrap(), expected);
        }
        let body = "BEGIN DECLARE n INT; x: WHILE a DO SET n = 1; END WHILE; REPEAT SET n = 2; UNTIL n \
                    END REPEAT; SET n = 3; END";
        let expected = "BEGIN DECLARE n INT; [0] x: WHILE a DO [1] SET n = 1; END WHILE; [2] REPEAT [3] \
                        SET n = 2; UNTIL n END REPEAT; [4] SET n = 3; END";
        assert_eq!(marks(Dialect::MariaDb, body).unwrap(), expected);
    }

    #[test]
    fn what_cannot_be_followed_has_none() {
        for body in
            ["BEGIN a := CASE WHEN b THEN c END; END", "BEGIN EXECUTE $q$ IF $q$; END", "BEGIN 'a"]
        {
            assert_eq!(marks(Dialect::Postgres, body), None, "{body}");
        }
    }
}
