//! PostgreSQL: its tests, and what the suite needs to know of it.

mod arrays;
mod feed;
mod suite;

use snowflake_kit_core::Dialect;
use sqlx::postgres::{PgConnectOptions, Postgres};

pub(crate) type Db = Postgres;
pub(crate) const DIALECT: Dialect = Dialect::Postgres;
pub(crate) type Options = PgConnectOptions;

pub(crate) const OTHER_COLUMNS: &[(&str, &str)] =
    &[("INT4", "7"), ("INT2", "7"), ("TEXT", "'7'"), ("FLOAT8", "7.5")];
pub(crate) const UPSERT: &str =
    "INSERT INTO users VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name";

/// A key that the database counts, and a column of UUIDs.
pub(crate) const COUNTED_KEY: &str = "SERIAL PRIMARY KEY";
pub(crate) const UUID: &str = "UUID";

/// Tables whose key the database counts, of 64 bits and of 32.
pub(crate) const COUNTED: &str = "CREATE TABLE notes (id BIGSERIAL PRIMARY KEY, text TEXT);
     CREATE TABLE small (id SERIAL PRIMARY KEY, text TEXT)";
pub(crate) const END_COUNTING: &str = "ALTER TABLE notes ALTER COLUMN id DROP DEFAULT";
pub(crate) const COUNT_AGAIN: &str =
    "ALTER TABLE notes ALTER COLUMN id SET DEFAULT nextval('notes_id_seq')";
pub(crate) const WIDEN: &str = "ALTER TABLE small ALTER COLUMN id TYPE BIGINT";
