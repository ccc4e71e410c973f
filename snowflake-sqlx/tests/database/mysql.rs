//! MariaDB: its tests, and what the suite needs to know of it.

mod suite;
mod unsigned;

use snowflake_kit_core::Dialect;
use sqlx::mysql::{MySql, MySqlConnectOptions};

pub(crate) type Db = MySql;
pub(crate) const DIALECT: Dialect = Dialect::MySql;
pub(crate) type Options = MySqlConnectOptions;

pub(crate) const OTHER_COLUMNS: &[(&str, &str)] =
    &[("INT", "7"), ("TINYINT", "7"), ("TEXT", "'7'"), ("DOUBLE", "7.5")];
pub(crate) const UPSERT: &str =
    "INSERT INTO users VALUES (?, ?) ON DUPLICATE KEY UPDATE name = VALUES(name)";

/// A key that the database counts, and a column of UUIDs.
pub(crate) const COUNTED_KEY: &str = "INT NOT NULL AUTO_INCREMENT PRIMARY KEY";
pub(crate) const UUID: &str = "BINARY(16)";

/// Tables whose key the database counts, of 64 bits and of 32.
pub(crate) const COUNTED: &str =
    "CREATE TABLE notes (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, text TEXT);
     CREATE TABLE small (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, text TEXT)";
pub(crate) const END_COUNTING: &str = "ALTER TABLE notes MODIFY id BIGINT NOT NULL";
pub(crate) const COUNT_AGAIN: &str = "ALTER TABLE notes MODIFY id BIGINT NOT NULL AUTO_INCREMENT";
pub(crate) const WIDEN: &str = "ALTER TABLE small MODIFY id BIGINT NOT NULL AUTO_INCREMENT";
