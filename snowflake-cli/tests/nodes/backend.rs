//! A database for one test, on each server.

use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU32, Ordering};

use snowflake_lease::table::{self, Dialect};
use sqlx::{AssertSqlSafe, Connection, Executor, MySqlConnection, PgConnection, SqliteConnection};
#[cfg(unix)]
use sqlx::{ColumnIndex, Database, Decode, MySql, Postgres, Row, Sqlite, Type};

/// A database that is there for one test.
pub(crate) struct Backend {
    pub(crate) dialect: Dialect,
    pub(crate) url: String,
}

/// Runs a test on each database, in a module of the test's name.
macro_rules! on_each_database {
    ($($test:ident),* $(,)?) => {$(
        mod $test {
            use snowflake_lease::table::Dialect;

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
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = format!("nodes_{}_{number}", std::process::id());
    let server = match dialect {
        Dialect::Postgres => server("SNOWFLAKE_POSTGRES_URL"),
        Dialect::MySql => server("SNOWFLAKE_MYSQL_URL"),
        _ => {
            let path = env::temp_dir().join(name);
            // Empty: SQLite creates it, the command does not.
            std::fs::write(&path, "").unwrap();
            let url = format!("sqlite://{}", path.display());
            let outcome = catch_unwind(AssertUnwindSafe(|| test(&Backend { dialect, url })));
            std::fs::remove_file(path).unwrap();
            return outcome.unwrap_or_else(|failure| resume_unwind(failure));
        }
    };
    let admin = Backend { dialect, url: server };
    admin.execute(&format!("CREATE DATABASE {name}"));
    let (server, _) = admin.url.rsplit_once('/').unwrap();
    let backend = Backend { dialect, url: format!("{server}/{name}") };
    let outcome = catch_unwind(AssertUnwindSafe(|| test(&backend)));
    let force = if dialect == Dialect::Postgres { " WITH (FORCE)" } else { "" };
    admin.execute(&format!("DROP DATABASE {name}{force}"));
    outcome.unwrap_or_else(|failure| resume_unwind(failure));
}

fn server(variable: &str) -> String {
    let Ok(url) = env::var(variable) else {
        panic!("{variable} is not set: run `cargo xtask test`, or set it to a server's URL");
    };
    url
}

impl Backend {
    /// Runs statements.
    pub(crate) fn execute(&self, sql: &str) {
        async fn on<C>(url: &str, sql: &str)
        where
            C: Connection,
            for<'c> &'c mut C: Executor<'c>,
        {
            let mut connection = C::connect(url).await.unwrap();
            connection.execute(sqlx::raw_sql(AssertSqlSafe(sql.to_owned()))).await.unwrap();
            connection.close().await.unwrap();
        }

        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            match self.dialect {
                Dialect::Postgres => on::<PgConnection>(&self.url, sql).await,
                Dialect::MySql => on::<MySqlConnection>(&self.url, sql).await,
                _ => on::<SqliteConnection>(&self.url, sql).await,
            }
        });
    }

    /// The integers in the first column of an answer.
    #[cfg(unix)]
    pub(crate) fn numbers(&self, sql: &str) -> Vec<i64> {
        self.column(sql)
    }

    /// The text in the first column of the first row.
    #[cfg(unix)]
    pub(crate) fn text(&self, sql: &str) -> String {
        self.column(sql).remove(0)
    }

    #[cfg(unix)]
    fn column<T>(&self, sql: &str) -> Vec<T>
    where
        for<'r> T: Decode<'r, Postgres> + Decode<'r, MySql> + Decode<'r, Sqlite>,
        T: Type<Postgres> + Type<MySql> + Type<Sqlite>,
    {
        async fn of<C, T>(url: &str, sql: &str) -> Vec<T>
        where
            C: Connection,
            for<'c> &'c mut C: Executor<'c, Database = C::Database>,
            usize: ColumnIndex<<C::Database as Database>::Row>,
            for<'r> T: Decode<'r, C::Database> + Type<C::Database>,
        {
            let mut connection = C::connect(url).await.unwrap();
            let query = sqlx::raw_sql(AssertSqlSafe(sql.to_owned()));
            let rows = query.fetch_all(&mut connection).await.unwrap();
            connection.close().await.unwrap();
            rows.iter().map(|row| row.try_get(0).unwrap()).collect()
        }

        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            match self.dialect {
                Dialect::Postgres => of::<PgConnection, T>(&self.url, sql).await,
                Dialect::MySql => of::<MySqlConnection, T>(&self.url, sql).await,
                _ => of::<SqliteConnection, T>(&self.url, sql).await,
            }
        })
    }

    /// The table, as the migration creates it.
    pub(crate) fn create_table(&self) {
        self.execute(&table::up(self.dialect));
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
