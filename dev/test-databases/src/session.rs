//! Connections beside those of what is tested.

use sqlx::any::{AnyRow, install_default_drivers};
use sqlx::{Any, AnyConnection, AssertSqlSafe, Connection, Decode, Error, Executor, Row, Type};

use crate::runtime::wait;

/// A connection to a database of any kind. It sends statements as they are, so that each kind
/// of statement is possible. Columns of their answers have the types that sqlx knows in each
/// database: cast others to `text`.
pub struct Session(AnyConnection);

impl Session {
    /// Connects. On PostgreSQL, the search path ends with the schema `snowflake_kit`.
    ///
    /// # Panics
    /// If the database does not answer.
    pub fn open(url: &str) -> Self {
        install_default_drivers();
        let mut session = Self(wait(async || AnyConnection::connect(url).await).unwrap());
        if url.starts_with("postgres") {
            // Tests name the kit's table without its schema.
            session.execute(
                "SELECT pg_catalog.set_config('search_path', pg_catalog.concat(\
                 pg_catalog.current_setting('search_path'), ', snowflake_kit'), false)",
            );
        }
        session
    }

    /// Executes statements.
    ///
    /// # Panics
    /// If one of them fails.
    pub fn execute(&mut self, sql: &str) {
        self.try_execute(sql).unwrap_or_else(|error| panic!("{error}: {sql}"));
    }

    /// Executes statements, of which one may fail.
    ///
    /// # Errors
    /// Those of the database.
    pub fn try_execute(&mut self, sql: &str) -> Result<(), Error> {
        self.rows(sql).map(drop)
    }

    /// The integers (`bigint`) in the first column of an answer.
    ///
    /// # Panics
    /// If the query fails, or the column has another type.
    pub fn numbers(&mut self, sql: &str) -> Vec<i64> {
        self.column(sql)
    }

    /// The texts in the first column of an answer.
    ///
    /// # Panics
    /// As [`numbers`](Self::numbers).
    pub fn texts(&mut self, sql: &str) -> Vec<String> {
        self.column(sql)
    }

    fn column<T: Type<Any> + for<'r> Decode<'r, Any>>(&mut self, sql: &str) -> Vec<T> {
        let rows = self.rows(sql).unwrap_or_else(|error| panic!("{error}: {sql}"));
        rows.iter().map(|row| row.try_get(0).unwrap()).collect()
    }

    fn rows(&mut self, sql: &str) -> Result<Vec<AnyRow>, Error> {
        wait(async || self.0.fetch_all(sqlx::raw_sql(AssertSqlSafe(sql))).await)
    }
}
