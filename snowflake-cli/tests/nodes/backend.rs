//! A database for one test, on each server.

use snowflake_kit_lease::table::{self, Dialect};
use test_databases::{Database, Session};

/// A database that is there for one test.
pub(crate) struct Backend {
    pub(crate) dialect: Dialect,
    pub(crate) url: String,
}

/// Runs a test on each database, in a module of the test's name.
macro_rules! on_each_database {
    ($($test:ident),* $(,)?) => {$(
        mod $test {
            use snowflake_kit_lease::table::Dialect;

            #[test]
            fn on_postgres() {
                crate::backend::run(Dialect::Postgres, super::$test);
            }

            #[test]
            fn on_mysql() {
                crate::backend::run(Dialect::MySql, super::$test);
            }

            #[test]
            fn on_sqlite() {
                crate::backend::run(Dialect::Sqlite, super::$test);
            }
        }
    )*};
}
pub(crate) use on_each_database;

/// Runs a test on a database of its own.
pub(crate) fn run(dialect: Dialect, test: impl FnOnce(&Backend)) {
    let database = Database::new(dialect);
    test(&Backend { dialect, url: database.url().to_owned() });
}

impl Backend {
    /// Runs statements.
    pub(crate) fn execute(&self, sql: &str) {
        Session::open(&self.url).execute(sql);
    }

    /// The integers in the first column of an answer.
    #[cfg(unix)]
    pub(crate) fn numbers(&self, sql: &str) -> Vec<i64> {
        Session::open(&self.url).numbers(sql)
    }

    /// The text in the first column of the first row.
    #[cfg(unix)]
    pub(crate) fn text(&self, sql: &str) -> String {
        Session::open(&self.url).texts(sql).remove(0)
    }

    /// The table, as the migration creates it.
    pub(crate) fn create_table(&self) {
        self.execute(&table::Migration::new(self.dialect).up());
    }

    /// Adds a row: space, node, token, until, holder, claimed and renewed, as
    /// they are written in SQL.
    pub(crate) fn insert(&self, row: &str) {
        self.execute(&format!(
            "INSERT INTO snowflake_leases (space, node, token, until_unix_ms, holder, \
             claimed_unix_ms, renewed_unix_ms) VALUES ({row})"
        ));
    }
}
