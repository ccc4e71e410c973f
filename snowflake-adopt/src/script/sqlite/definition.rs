//! The statement that created a table of `SQLite`, with some of its words changed. All others
//! stay as they were written.

use std::ops::Range;

use snowflake_kit_core::Dialect;

use crate::token::{Token, TokenKind, tokens};

/// Where the parts of a statement are, as indexes of its tokens.
pub(super) struct Definition<'a> {
    tokens: Vec<Token<'a>>,
    name: usize,
    columns: Vec<ColumnPlace>,
    /// The word, with a column or within `PRIMARY KEY (…)`.
    pub(super) autoincrement: Option<usize>,
    pub(super) is_strict: bool,
    pub(super) has_row_numbers: bool,
}

struct ColumnPlace {
    name: usize,
    /// Empty for a column without a type.
    kind: Range<usize>,
    is_generated: bool,
    is_not_null: bool,
}

/// What becomes of a column.
#[derive(Clone, Copy, Default)]
pub(super) struct Change {
    /// The type that it gets.
    pub(super) kind: Option<&'static str>,
    /// Whether a row without it is to be an error.
    pub(super) stops_counting: bool,
}

/// What begins a constraint of a table.
const CONSTRAINTS: [&str; 5] = ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"];

/// What ends the type of a column.
const OPTIONS: [&str; 11] = [
    "CONSTRAINT",
    "PRIMARY",
    "NOT",
    "NULL",
    "UNIQUE",
    "CHECK",
    "DEFAULT",
    "COLLATE",
    "REFERENCES",
    "GENERATED",
    "AS",
];

impl<'a> Definition<'a> {
    /// Reads a statement, if it is one with so many columns.
    pub(super) fn parse(statement: &'a str, columns: usize) -> Option<Self> {
        let tokens = tokens(Dialect::Sqlite, statement)?;
        let open = tokens.iter().position(|token| token.is_sign("("))?;
        let name = tokens[..open].iter().rposition(|token| token.kind != TokenKind::Space)?;
        let (mut depth, mut begin, mut pieces) = (1_usize, open + 1, Vec::new());
        let mut close = None;
        for (place, token) in tokens.iter().enumerate().skip(open + 1) {
            match token.text {
                _ if token.kind != TokenKind::Sign => {}
                "(" => depth += 1,
                ")" => depth -= 1,
                "," if depth == 1 => {
                    pieces.push(begin..place);
                    begin = place + 1;
                }
                _ => {}
            }
            if depth == 0 {
                pieces.push(begin..place);
                close = Some(place);
                break;
            }
        }
        let options = &tokens[close?..];
        let is_strict = options.iter().any(|token| token.is_word(&["STRICT"]));
        let has_row_numbers = !options.iter().any(|token| token.is_word(&["ROWID"]));
        let places: Vec<_> =
            pieces.into_iter().filter_map(|piece| ColumnPlace::of(&tokens, piece)).collect();
        let autoincrement = tokens.iter().position(|token| token.is_word(&["AUTOINCREMENT"]));
        let is_table =
            tokens.iter().find(|token| token.kind != TokenKind::Space)?.is_word(&["CREATE"]);
        (is_table && places.len() == columns).then_some(Self {
            tokens,
            name,
            columns: places,
            autoincrement,
            is_strict,
            has_row_numbers,
        })
    }

    /// The columns that are stored, and not computed, by their numbers.
    pub(super) fn stored(&self) -> impl Iterator<Item = usize> {
        let columns = self.columns.iter().enumerate();
        columns.filter(|(_, column)| !column.is_generated).map(|(number, _)| number)
    }

    /// The statement for another table, with columns that are changed.
    pub(super) fn with(&self, table: &str, change: impl Fn(usize) -> Change) -> String {
        let mut texts: Vec<String> =
            self.tokens.iter().map(|token| token.text.to_owned()).collect();
        table.clone_into(&mut texts[self.name]);
        for (number, place) in self.columns.iter().enumerate() {
            let Change { kind, stops_counting } = change(number);
            if let Some(kind) = kind {
                texts[place.kind.clone()].fill(String::new());
                if place.kind.is_empty() {
                    texts[place.name] += " ";
                    texts[place.name] += kind;
                } else {
                    kind.clone_into(&mut texts[place.kind.start]);
                }
            }
            if stops_counting {
                if !place.is_not_null {
                    texts[place.kind.end.max(place.name + 1) - 1] += " NOT NULL";
                }
                if let Some(autoincrement) = self.autoincrement {
                    texts[autoincrement].clear();
                    texts[autoincrement - 1].clear();
                }
            }
        }
        texts.concat()
    }
}

impl ColumnPlace {
    /// The column that a piece between two commas declares, if it does.
    fn of(tokens: &[Token<'_>], piece: Range<usize>) -> Option<Self> {
        let mut depth = 0_usize;
        // What is not in parentheses, nor white space.
        let outside: Vec<usize> = piece
            .filter(|&place| {
                let token = tokens[place];
                let is_outside = depth == 0 && token.kind != TokenKind::Space;
                depth += usize::from(token.is_sign("("));
                depth -= usize::from(token.is_sign(")"));
                is_outside
            })
            .collect();
        let (&name, rest) = outside.split_first()?;
        if tokens[name].is_word(&CONSTRAINTS) {
            return None;
        }
        let options = rest.iter().position(|&place| tokens[place].is_word(&OPTIONS));
        let (of_type, options) = rest.split_at(options.unwrap_or(rest.len()));
        let kind = match (of_type.first(), of_type.last()) {
            (Some(&first), Some(&last)) if tokens[last].is_sign("(") => {
                let close = tokens[last..].iter().position(|token| token.is_sign(")"))?;
                first..last + close + 1
            }
            (Some(&first), Some(&last)) => first..last + 1,
            _ => name + 1..name + 1,
        };
        let is = |place: usize, word: &str| tokens[place].is_word(&[word]);
        let is_not_null = options.windows(2).any(|pair| is(pair[0], "NOT") && is(pair[1], "NULL"));
        let is_generated = options.iter().any(|&place| tokens[place].is_word(&["AS", "GENERATED"]));
        Some(Self { name, kind, is_generated, is_not_null })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_changed_stays() {
        let sql = "CREATE TABLE [a b](id INTEGER PRIMARY KEY AUTOINCREMENT, -- the key, (all)\n\
                   v text default '\\''); DROP TABLE victim; --' CHECK (v <> ')'), n NUMERIC(3, 2), \
                   w, g INT AS (n * 2), u INT NOT NULL, CHECK (n > 1), PRIMARY KEY (id)) STRICT";
        let definition = Definition::parse(sql, 6).unwrap();
        assert!(definition.is_strict && Definition::parse(sql, 7).is_none());
        assert_eq!(definition.stored().collect::<Vec<_>>(), [0, 1, 2, 3, 5]);
        let same = definition.with("[a b]", |_| Change::default());
        assert_eq!(same, sql);
        let change = |number| Change {
            kind: [0, 3].contains(&number).then_some("BIGINT"),
            stops_counting: [0, 5].contains(&number),
        };
        let changed = sql
            .replace("[a b]", "\"new\"")
            .replace("id INTEGER PRIMARY KEY AUTOINCREMENT", "id BIGINT NOT NULL PRIMARY KEY")
            .replace(" w,", " w BIGINT,");
        assert_eq!(definition.with("\"new\"", change), changed);
        // As DB Browser for SQLite writes it.
        let sql = "CREATE TABLE \"a\" (\"id\" INTEGER, PRIMARY KEY(\"id\" AUTOINCREMENT))";
        let changed = Definition::parse(sql, 1).unwrap().with("b", change);
        assert_eq!(changed, "CREATE TABLE b (\"id\" BIGINT NOT NULL, PRIMARY KEY(\"id\"))");
        for not in ["CREATE TABLE a AS SELECT 1", "SELECT (1)", "CREATE TABLE a (b 'c"] {
            assert!(Definition::parse(not, 1).is_none(), "{not}");
        }
    }
}
