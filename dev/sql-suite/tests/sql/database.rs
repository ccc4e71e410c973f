//! A database for each test, on servers that are there, and sessions in it.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, process};

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::result::Error;
use diesel::sql_types::{BigInt, Nullable};
use diesel_async::AsyncMysqlConnection;
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;
use snowflake_kit_core::Layout;
use snowflake_kit_sql::{Dialect, Functions};
use test_databases::does_not_apply;

/// A test on each server, with the text that is written for it.
macro_rules! on_each_database {
    ($($(#[$attribute:meta])* fn $name:ident($database:ident: &Database) $body:block)*) => {$(
        $(#[$attribute])*
        mod $name {
            use super::*;

            fn test($database: &Database) $body

            #[test]
            fn postgres() {
                test(&crate::database::Database::new(snowflake_kit_sql::Dialect::Postgres));
            }

            #[test]
            fn mysql_or_mariadb() {
                test(&crate::database::Database::of_mysql());
            }
        }
    )*};
}

/// A test with the text of each dialect: MariaDB understands that of MySQL.
macro_rules! with_each_dialect {
    ($($(#[$attribute:meta])* fn $name:ident($database:ident: &Database) $body:block)*) => {$(
        $(#[$attribute])*
        mod $name {
            use super::*;

            fn test($database: &Database) $body

            with_each_dialect!(@ postgres Postgres);
            with_each_dialect!(@ mariadb MariaDb);
            with_each_dialect!(@ mysql MySql);
        }
    )*};
    (@ $name:ident $dialect:ident) => {
        #[test]
        fn $name() {
            crate::database::with_dialect(snowflake_kit_sql::Dialect::$dialect, test);
        }
    };
}

/// Runs a test with the text of a dialect, where the server understands it.
pub(crate) fn with_dialect(dialect: Dialect, test: impl FnOnce(&Database)) {
    let database = Database::new(dialect);
    if dialect == Dialect::MariaDb && database.server == Dialect::MySql {
        does_not_apply("MySQL does not understand what is written for MariaDB");
    } else {
        test(&database);
    }
}

/// A new database, dropped with this value.
pub(crate) struct Database {
    dialect: Dialect,
    /// What the server is, which may understand other dialects.
    server: Dialect,
    name: String,
    url_of_server: String,
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

    /// One of MySQL or MariaDB, with the dialect of the server.
    pub(crate) fn of_mysql() -> Self {
        let mut database = Self::new(Dialect::MySql);
        database.dialect = database.server;
        database
    }

    /// One on the server with this URL.
    pub(crate) fn on(dialect: Dialect, url_of_server: String) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("snowflake_sql_{}_{number}", process::id());
        let mut session = Session::open(dialect, &url_of_server);
        session.run(&format!("CREATE DATABASE {name}"));
        let server = session.server();
        Self { dialect, server, name, url_of_server }
    }

    pub(crate) const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// What the server is.
    pub(crate) const fn server(&self) -> Dialect {
        self.server
    }

    /// Where it is.
    pub(crate) fn url(&self) -> String {
        let (start, _) = self.url_of_server.rsplit_once('/').expect("a URL with a database");
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

    /// What yields so many rows, after `FROM`, and their numbers `n` if they are few.
    pub(crate) fn rows(&self, count: u64) -> String {
        if self.dialect == Dialect::Postgres {
            return format!("generate_series(1, {count}) AS few(n)");
        }
        // MariaDB's tables of numbers are its own. A row for each element, and for each pair of
        // them where they are many.
        let part = |count: u64, name: &str| {
            format!(
                "JSON_TABLE(CONCAT('[1', REPEAT(',1', {count} - 1), ']'), '$[*]' COLUMNS (n FOR \
                 ORDINALITY)) AS {name}"
            )
        };
        if count <= 5_000 {
            return part(count, "few");
        }
        assert!(count.is_multiple_of(1_000), "{count}");
        format!("{}, {}", part(1_000, &format!("of_{count}")), self.rows(count / 1_000))
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let force = if self.dialect == Dialect::Postgres { " WITH (FORCE)" } else { "" };
        if let Some(mut session) = Session::try_open(self.dialect, &self.url_of_server) {
            session.run(&format!("DROP DATABASE {}{force}", self.name));
        }
    }
}

/// A connection.
pub(crate) enum Session {
    Postgres(PgConnection),
    // Diesel's own client needs a library in C; to Diesel this one is the same.
    MySql(Box<AsyncConnectionWrapper<AsyncMysqlConnection>>),
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
            _ => AsyncConnectionWrapper::establish(url).ok().map(|c| Self::MySql(Box::new(c))),
        }
    }

    pub(crate) fn try_run(&mut self, sql: &str) -> Result<(), Error> {
        match self {
            Self::Postgres(connection) => connection.batch_execute(sql),
            Self::MySql(connection) => connection.batch_execute(sql),
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
        let rows: Vec<Row> = match self {
            Self::Postgres(connection) => diesel::sql_query(sql).load(connection),
            // MySQL prepares a statement again if routines were created or dropped meanwhile, as by
            // the tests beside this one, and gives up after three times.
            Self::MySql(connection) => loop {
                match diesel::sql_query(sql).load(&mut **connection) {
                    Err(error) if error.to_string().contains("needs to be re-prepared") => {}
                    result => break result,
                }
            },
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

    /// What the server says that it is.
    fn server(&mut self) -> Dialect {
        static MYSQL: OnceLock<Dialect> = OnceLock::new();
        match self {
            Self::Postgres(_) => Dialect::Postgres,
            // All servers of a run are of one kind.
            Self::MySql(_) => {
                *MYSQL.get_or_init(|| match self.value("VERSION() LIKE '%mariadb%'") {
                    Some(1) => Dialect::MariaDb,
                    _ => Dialect::MySql,
                })
            }
        }
    }

    /// The keys that rows get. `into` inserts them, into a table that nobody else changes.
    #[track_caller]
    pub(crate) fn inserted(&mut self, into: &str, table: &str, key: &str) -> Vec<i64> {
        if self.server() != Dialect::MySql {
            return self.ids(&format!("{into} RETURNING {key} AS id"));
        }
        // MySQL has no RETURNING.
        let all = format!("SELECT {key} AS id FROM {table} ORDER BY 1");
        let before = self.ids(&all);
        self.run(into);
        let mut all = self.ids(&all);
        all.retain(|id| !before.contains(id));
        all
    }

    /// Inserts these [`rows`](Database::rows) into [`table`](crate::sessions::table), and returns
    /// the keys that they get.
    #[track_caller]
    pub(crate) fn insert(&mut self, rows: &str) -> Vec<i64> {
        self.try_insert(rows).unwrap_or_else(|error| panic!("{error}\n{rows}"))
    }

    /// The same, where it may fail.
    pub(crate) fn try_insert(&mut self, rows: &str) -> Result<Vec<i64>, Error> {
        static LAST: AtomicU32 = AtomicU32::new(1_000);
        if self.server() != Dialect::MySql {
            return self.try_ids(&format!("INSERT INTO t (v) SELECT 1 FROM {rows} RETURNING id"));
        }
        // MySQL has no RETURNING: the rows are found by what only they have.
        let number = LAST.fetch_add(1, Ordering::Relaxed);
        self.try_run(&format!("INSERT INTO t (v) SELECT {number} FROM {rows}"))?;
        self.try_ids(&format!("SELECT id FROM t WHERE v = {number} ORDER BY id"))
    }

    /// How many rows there are in what stands after `FROM`.
    #[track_caller]
    pub(crate) fn count(&mut self, from: &str) -> i64 {
        self.ids(&format!("SELECT count(*) AS id FROM {from}"))[0]
    }

    #[track_caller]
    pub(crate) fn mint(&mut self, functions: &Functions) -> i64 {
        self.value(&functions.next_id()).expect("no NULL")
    }

    /// Whether the error of the last statement has this code. Only on MariaDB and MySQL.
    #[track_caller]
    pub(crate) fn has_failed_with(&mut self, sqlstate: &str) -> bool {
        self.run("GET DIAGNOSTICS CONDITION 1 @sqlstate = RETURNED_SQLSTATE");
        self.value(&format!("@sqlstate = '{sqlstate}'")) == Some(1)
    }

    /// What is said when an ID is refused.
    #[track_caller]
    pub(crate) fn refusal(&mut self, functions: &Functions) -> String {
        let minted = self.try_ids(&format!("SELECT {} AS id", functions.next_id()));
        minted.expect_err("minted").to_string()
    }
}
