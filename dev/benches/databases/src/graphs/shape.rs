//! What a graph of rows is made of.

use std::fmt;

use super::CHILDREN;
use crate::store::Database;

/// The levels of a graph. Below the first one, each row has a parent in the level above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A parent and its children.
    Wide,
    /// A user, their blog, its posts, comments on these, reactions to those.
    Deep,
}

/// A level: the rows of one table.
pub(crate) struct Level {
    name: &'static str,
    /// The column that has no key.
    pub(crate) text: &'static str,
    /// How many rows of it a graph has.
    pub(crate) rows: usize,
}

const fn level(name: &'static str, text: &'static str, rows: usize) -> Level {
    Level { name, text, rows }
}

const WIDE: [Level; 2] = [level("parents", "name", 1), level("children", "text", CHILDREN)];

/// The levels of [`Shape::Deep`].
pub(crate) const DEEP: [Level; 5] = [
    level("users", "name", 1),
    level("blogs", "title", 1),
    level("posts", "title", 3),
    level("comments", "text", 9),
    level("reactions", "kind", 27),
];

impl Level {
    /// The name of the table.
    pub(crate) fn table(&self, is_minted: bool) -> String {
        let prefix = if is_minted { "minted" } else { "counted" };
        format!("{prefix}_{}", self.name)
    }
}

impl Shape {
    /// From the first level to the last.
    pub(crate) const fn levels(self) -> &'static [Level] {
        match self {
            Self::Wide => &WIDE,
            Self::Deep => &DEEP,
        }
    }

    /// The tables, minted and counted, with foreign keys and their index.
    pub(crate) fn tables(self, database: Database) -> String {
        let counted = match database {
            Database::Sqlite => "INTEGER PRIMARY KEY NOT NULL",
            Database::Postgres => "BIGSERIAL PRIMARY KEY",
            Database::MariaDb => "BIGINT PRIMARY KEY NOT NULL AUTO_INCREMENT",
        };
        let mut statements = Vec::new();
        for (is_minted, key) in [(true, "BIGINT PRIMARY KEY NOT NULL"), (false, counted)] {
            let mut above: Option<String> = None;
            for level in self.levels() {
                let (table, text) = (level.table(is_minted), level.text);
                statements.push(match above {
                    None => format!("CREATE TABLE {table} (id {key}, {text} TEXT NOT NULL);"),
                    Some(above) => format!(
                        "CREATE TABLE {table} (
                             id {key},
                             parent_id BIGINT NOT NULL,
                             {text} TEXT NOT NULL,
                             FOREIGN KEY (parent_id) REFERENCES {above} (id)
                         );
                         CREATE INDEX {table}_parent ON {table} (parent_id);"
                    ),
                });
                above = Some(table);
            }
        }
        statements.concat()
    }
}

/// The rows of each level: `1 + 10`.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<_> = self.levels().iter().map(|level| level.rows.to_string()).collect();
        f.write_str(&rows.join(" + "))
    }
}
