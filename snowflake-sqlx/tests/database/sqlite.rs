//! SQLite: its tests, and what the suite needs to know of it.

mod strict;
mod suite;

use snowflake_kit_core::Dialect;
use sqlx::sqlite::{Sqlite, SqliteConnectOptions};

pub(crate) type Db = Sqlite;
pub(crate) const DIALECT: Dialect = Dialect::Sqlite;
pub(crate) type Options = SqliteConnectOptions;

pub(crate) const OTHER_COLUMNS: &[(&str, &str)] = &[("TEXT", "'7'"), ("REAL", "7.5")];
pub(crate) const UPSERT: &str =
    "INSERT INTO users VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name";

/// A key that the database counts, and a column of UUIDs.
pub(crate) const COUNTED_KEY: &str = "INTEGER PRIMARY KEY";
pub(crate) const UUID: &str = "BLOB";

/// Tables whose key the database counts. SQLite has one width of integers.
pub(crate) const COUNTED: &str = "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT);
     CREATE TABLE small (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT)";
pub(crate) const END_COUNTING: &str =
    "CREATE TABLE new_notes (id BIGINT PRIMARY KEY NOT NULL, text TEXT);
     INSERT INTO new_notes (id, text) SELECT id, text FROM notes;
     DROP TABLE notes;
     ALTER TABLE new_notes RENAME TO notes";
pub(crate) const COUNT_AGAIN: &str = "CREATE TABLE old_notes (id INTEGER PRIMARY KEY, text TEXT);
     INSERT INTO old_notes (id, text) SELECT id, text FROM notes;
     DROP TABLE notes;
     ALTER TABLE old_notes RENAME TO notes";
pub(crate) const WIDEN: &str = "";
