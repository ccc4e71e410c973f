//! The tokens of SQL that a database has written down, or has kept as it was written.
//!
//! Together they are the text again, to the byte: what is not changed stays as it is. Parsers print
//! what they have understood, and a string that is printed otherwise than it was read is a way to
//! put statements into a migration.

use std::borrow::Cow;

use snowflake_kit_core::Dialect;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// Comments too.
    Space,
    /// A keyword, a name without quotes, or a number.
    Word,
    /// A name in quotes.
    Name,
    String,
    /// One character, or `::`.
    Sign,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'a> {
    pub(crate) kind: TokenKind,
    pub(crate) text: &'a str,
}

impl Token<'_> {
    pub(crate) fn is_word(&self, words: &[&str]) -> bool {
        self.kind == TokenKind::Word
            && words.iter().any(|word| self.text.eq_ignore_ascii_case(word))
    }

    pub(crate) fn is_sign(&self, sign: &str) -> bool {
        self.kind == TokenKind::Sign && self.text == sign
    }

    /// The name that it is, if it is one.
    pub(crate) fn name(&self) -> Option<Cow<'_, str>> {
        match self.kind {
            TokenKind::Word => Some(self.text.into()),
            TokenKind::Name => Some(self.inside().into()),
            _ => None,
        }
    }

    /// The text of the string that it is, if it is one.
    pub(crate) fn string(&self) -> Option<String> {
        (self.kind == TokenKind::String).then(|| self.inside())
    }

    /// What is between its quotes.
    fn inside(&self) -> String {
        let quote = &self.text[..1];
        self.text[1..self.text.len() - 1].replace(&quote.repeat(2), quote)
    }
}

/// The tokens of a text of PostgreSQL, which its server has written with
/// `standard_conforming_strings`, or of `SQLite`; `None` if a quote is open at its end. Of MariaDB and
/// MySQL, strings with backslashes are not read as they are.
pub(crate) fn tokens(dialect: Dialect, sql: &str) -> Option<Vec<Token<'_>>> {
    let mut tokens = Vec::new();
    let mut rest = sql;
    while let Some(first) = rest.chars().next() {
        let (kind, length) = match first {
            '\'' => (TokenKind::String, quoted(rest, '\'')?),
            '"' => (TokenKind::Name, quoted(rest, '"')?),
            '`' if dialect != Dialect::Postgres => (TokenKind::Name, quoted(rest, '`')?),
            '[' if dialect == Dialect::Sqlite => (TokenKind::Name, rest.find(']')? + 1),
            '-' if rest.starts_with("--") => {
                (TokenKind::Space, rest.find('\n').unwrap_or(rest.len()))
            }
            '/' if rest.starts_with("/*") => {
                (TokenKind::Space, rest[2..].find("*/").map_or(rest.len(), |end| end + 4))
            }
            _ if first.is_ascii_whitespace() => {
                (TokenKind::Space, length_of(rest, |c| c.is_ascii_whitespace()))
            }
            _ if is_of_word(first) => (TokenKind::Word, length_of(rest, is_of_word)),
            _ => (TokenKind::Sign, if rest.starts_with("::") { 2 } else { first.len_utf8() }),
        };
        let (text, after) = rest.split_at(length);
        tokens.push(Token { kind, text });
        rest = after;
    }
    Some(tokens)
}

/// A definition of PostgreSQL that is read the same whatever `standard_conforming_strings` is: a
/// string with backslashes says that they are doubled.
pub(crate) fn conforming(sql: &str) -> String {
    let Some(tokens) = tokens(Dialect::Postgres, sql) else { return sql.to_owned() };
    let texts = tokens.iter().map(|token| match token.kind {
        TokenKind::String if token.text.contains('\\') => {
            format!("E{}", token.text.replace('\\', "\\\\")).into()
        }
        _ => Cow::from(token.text),
    });
    texts.collect()
}

fn is_of_word(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '$') || !character.is_ascii()
}

fn length_of(text: &str, is_in: impl Fn(char) -> bool) -> usize {
    text.find(|character| !is_in(character)).unwrap_or(text.len())
}

/// The length of a text up to the quote that closes it. Two quotes are one of the text.
fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut end = 1;
    loop {
        end += text[end..].find(quote)? + 1;
        if !text[end..].starts_with(quote) {
            return Some(end);
        }
        end += 1;
    }
}

#[cfg(test)]
mod tests {
    use test_databases::hostile::{NAMES, TEXTS};

    use super::*;

    #[test]
    fn tokens_are_the_text() {
        let sql = "CREATE TABLE \"a\"\"b\"(x$$ text -- it's\n DEFAULT 'it''s'::text, [y z] int)";
        let tokens = tokens(Dialect::Sqlite, sql).unwrap();
        assert_eq!(tokens.iter().map(|token| token.text).collect::<String>(), sql);
        let names: Vec<_> = tokens.iter().filter_map(Token::name).collect();
        let words = ["CREATE", "TABLE", "a\"b", "x$$", "text", "DEFAULT", "text", "y z", "int"];
        assert_eq!(names, words);
    }

    #[test]
    fn backslashes_are_doubled_in_strings() {
        let sql = r#"SELECT 'a''\' AS "\", 'b'::text"#;
        assert_eq!(conforming(sql), r#"SELECT E'a''\\' AS "\", 'b'::text"#);
    }

    #[test]
    fn a_hostile_name_or_string_is_one_token() {
        for text in NAMES.iter().chain(TEXTS) {
            for dialect in [Dialect::Postgres, Dialect::Sqlite] {
                let string = format!("'{}'", text.replace('\'', "''"));
                let name = format!("\"{}\"", text.replace('"', "\"\""));
                for (sql, kind) in [(&string, TokenKind::String), (&name, TokenKind::Name)] {
                    let tokens = tokens(dialect, sql).unwrap();
                    assert_eq!((tokens.len(), tokens[0].kind), (1, kind), "{sql}");
                }
                assert_eq!(tokens(dialect, &name).unwrap()[0].name().unwrap(), *text);
            }
        }
        for open in ["'a", "\"a", "'a''"] {
            assert!(tokens(Dialect::Sqlite, open).is_none(), "{open}");
        }
    }
}
