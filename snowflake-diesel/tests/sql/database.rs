//! A database for each test, on servers that are there, and sessions in it.

use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, process};

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::result::Error;
use diesel::sql_types::{BigInt, Nullable};
use diesel_async::AsyncMysqlConnection;
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;
use snowflake_core::Layout;
use snowflake_sql::{Dialect, Functions};

/// A test on each database.
macro_rules! on_each_database {
    ($($(#[$attribute:meta])* fn $name:ident($database:ident: &Database) $body:block)*) => {$(
        $(#[$attribute])*
        mod $name {
            use super::*;

            fn test($database: &Database) $body

            on_each_database!(@ postgres Postgres);
            on_each_database!(@ mariadb MariaDb);
        }
    )*};
    (@ $name:ident $dialect:ident) => {
        #[test]
        fn $name() {
            test(&crate::database::Database::new(snowflake_sql::Dialect::$dialect));
        }
    };
}

/// A test with each dialect: MariaDB stands in for MySQL, whose text it
/// understands.
macro_rules! with_each_dialect {
    ($($(#[$attribute:meta])* fn $name:ident($database:ident: &Database) $body:block)*) => {$(
        $(#[$attribute])*
        mod $name {
            use super::*;

            fn test($database: &Database) $body

            on_each_database!(@ postgres Postgres);
            on_each_database!(@ mariadb MariaDb);
            on_each_database!(@ mysql MySql);
        }
    )*};
}

/// A new database, dropped with this value.
pub(crate) struct Database {
    dialect: Dialect,
    name: String,
    server: String,
}

impl Database {
    pub(crate) fn new(dialect: Dialect) -> Self {
        let variable = match dialect {
            Dialect::Postgres => "SNOWFLAKE_POSTGRES_URL",
            _ => "SNOWFLAKE_MYSQL_URL",
        };
        let Ok(server) = env::var(variable) else {
            panic!(
                "{variable} is not set: run the tests with `cargo xtask test`, which starts the \
                 databases, or set it to the URL of a server"
            );
        };
        Self::on(dialect, server)
    }

    /// One on the server with this URL.
    pub(crate) fn on(dialect: Dialect, server: String) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("snowflake_sql_{}_{number}", process::id());
        Session::open(dialect, &server).run(&format!("CREATE DATABASE {name}"));
        Self { dialect, name, server }
    }

    pub(crate) const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Where it is.
    pub(crate) fn url(&self) -> String {
        let (start, _) = self.server.rsplit_once('/').expect("a URL with a database");
        format!("{start}/{}", self.name)
    }

    pub(crate) fn session(&self) -> Session {
        Session::open(self.dialect, &self.url())
    }

    /// One that is refused while the server is not there.
    pub(crate) fn try_session(&self) -> Option<Session> {
        Session::try_open(self.dialect, &self.url())
    }

    /// The functions of a layout and node 5, or of the only node that there is.
    pub(crate) fn functions(&self, layout: Layout) -> Functions {
        let node = 5.min(layout.max_node());
        Functions::new(self.dialect, layout, node).unwrap()
    }

    /// A session in which they have been created.
    pub(crate) fn with(&self, functions: &Functions) -> Session {
        let mut session = self.session();
        session.run_all(&functions.up());
        session
    }

    /// What yields so many rows, behind `FROM`.
    pub(crate) fn rows(&self, count: u64) -> String {
        match self.dialect {
            Dialect::Postgres => format!("generate_series(1, {count})"),
            _ => format!("seq_1_to_{count}"),
        }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let force = if self.dialect == Dialect::Postgres { " WITH (FORCE)" } else { "" };
        if let Some(mut session) = Session::try_open(self.dialect, &self.server) {
            session.run(&format!("DROP DATABASE {}{force}", self.name));
        }
    }
}

/// A connection.
pub(crate) enum Session {
    Postgres(PgConnection),
    // Diesel's own client needs a library in C; to Diesel this one is the same.
    MariaDb(Box<AsyncConnectionWrapper<AsyncMysqlConnection>>),
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Nullable<BigInt>)]
    id: Option<i64>,
}

impl Session {
    pub(crate) fn open(dialect: Dialect, url: &str) -> Self {
        Self::try_open(dialect, url).unwrap_or_else(|| panic!("no connection to {url}"))
    }

    pub(crate) fn try_open(dialect: Dialect, url: &str) -> Option<Self> {
        match dialect {
            Dialect::Postgres => PgConnection::establish(url).ok().map(Self::Postgres),
            _ => AsyncConnectionWrapper::establish(url).ok().map(|c| Self::MariaDb(Box::new(c))),
        }
    }

    pub(crate) fn try_run(&mut self, sql: &str) -> Result<(), Error> {
        match self {
            Self::Postgres(connection) => connection.batch_execute(sql),
            Self::MariaDb(connection) => connection.batch_execute(sql),
        }
    }

    #[track_caller]
    pub(crate) fn run(&mut self, sql: &str) {
        self.try_run(sql).unwrap_or_else(|error| panic!("{error}\n{sql}"));
    }

    #[track_caller]
    pub(crate) fn run_all(&mut self, statements: &[String]) {
        for statement in statements {
            self.run(statement);
        }
    }

    /// The column `id` of what is found.
    pub(crate) fn try_column(&mut self, sql: &str) -> Result<Vec<Option<i64>>, Error> {
        let query = diesel::sql_query(sql);
        let rows: Vec<Row> = match self {
            Self::Postgres(connection) => query.load(connection),
            Self::MariaDb(connection) => query.load(&mut **connection),
        }?;
        Ok(rows.into_iter().map(|row| row.id).collect())
    }

    #[track_caller]
    pub(crate) fn column(&mut self, sql: &str) -> Vec<Option<i64>> {
        self.try_column(sql).unwrap_or_else(|error| panic!("{error}\n{sql}"))
    }

    /// The same without `NULL`.
    pub(crate) fn try_ids(&mut self, sql: &str) -> Result<Vec<i64>, Error> {
        let column = self.try_column(sql)?;
        Ok(column.into_iter().map(|id| id.expect("no NULL")).collect())
    }

    #[track_caller]
    pub(crate) fn ids(&mut self, sql: &str) -> Vec<i64> {
        self.try_ids(sql).unwrap_or_else(|error| panic!("{error}\n{sql}"))
    }

    /// One value.
    #[track_caller]
    pub(crate) fn value(&mut self, expression: &str) -> Option<i64> {
        let column = self.column(&format!("SELECT {expression} AS id"));
        assert_eq!(column.len(), 1, "{expression}");
        column[0]
    }

    /// How many rows there are in what stands behind `FROM`.
    #[track_caller]
    pub(crate) fn count(&mut self, from: &str) -> i64 {
        self.ids(&format!("SELECT count(*) AS id FROM {from}"))[0]
    }

    #[track_caller]
    pub(crate) fn mint(&mut self, functions: &Functions) -> i64 {
        self.value(&functions.next_id()).expect("no NULL")
    }

    /// What is said when an ID is refused.
    #[track_caller]
    pub(crate) fn refusal(&mut self, functions: &Functions) -> String {
        let minted = self.try_ids(&format!("SELECT {} AS id", functions.next_id()));
        minted.expect_err("minted").to_string()
    }
}
