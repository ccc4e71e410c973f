//! The databases: throwaway servers, and files.

use std::fmt;
use std::time::Duration;

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use diesel_async::AsyncMysqlConnection;
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;
use tempfile::TempDir;
use test_servers::{Durability, Server};

use crate::Failure;
use crate::network::Network;

/// MariaDB through a client in Rust.
pub(crate) type MariaDbConnection = AsyncConnectionWrapper<AsyncMysqlConnection>;

/// A database system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Database {
    /// SQLite, in a file.
    Sqlite,
    /// PostgreSQL.
    Postgres,
    /// MariaDB.
    MariaDb,
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
            Self::MariaDb => "MariaDB",
        })
    }
}

impl Database {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Sqlite, Self::Postgres, Self::MariaDb];
}

/// One that is there for as long as this value lives.
pub(crate) struct Store {
    pub(crate) database: Database,
    place: Place,
}

enum Place {
    File(TempDir),
    Server(Box<Server>),
}

/// What each connection to SQLite says first. The defaults of the clients differ.
pub(crate) const PRAGMAS: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; \
     PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 10000;";

impl Store {
    pub(crate) fn open(database: Database, durability: Durability) -> Result<Self, Failure> {
        let server = |kind| {
            let server = Server::start(kind, durability, &[])?;
            Ok::<_, Failure>(Place::Server(Box::new(server)))
        };
        let place = match database {
            Database::Sqlite => Place::File(TempDir::with_prefix("databases-")?),
            Database::Postgres => server(test_servers::Database::Postgres)?,
            Database::MariaDb => server(test_servers::Database::MySql)?,
        };
        Ok(Self { database, place })
    }

    /// Where it is; a path for SQLite.
    pub(crate) fn url(&self) -> String {
        self.url_at(match &self.place {
            Place::File(_) => 0,
            Place::Server(server) => server.port(),
        })
    }

    /// A network of its own to it, and its URL there; none to a file.
    pub(crate) fn behind(&self, delay: Duration) -> Result<Option<(Network, String)>, Failure> {
        let Place::Server(server) = &self.place else { return Ok(None) };
        let network = Network::start(server.port(), delay)?;
        let url = self.url_at(network.port());
        Ok(Some((network, url)))
    }

    fn url_at(&self, port: u16) -> String {
        match &self.place {
            Place::File(folder) => folder.path().join("database").display().to_string(),
            // Or Diesel's client, once connected, leaves the network for a socket
            // of the server's.
            Place::Server(server) if self.database == Database::MariaDb => {
                server.url_at(port) + "?prefer_socket=false"
            }
            Place::Server(server) => server.url_at(port),
        }
    }

    /// Ends the server as a crash does, and starts it again.
    pub(crate) fn restart(&mut self) -> Result<(), Failure> {
        match &mut self.place {
            Place::File(_) => Ok(()),
            Place::Server(server) => Ok(server.crash()?),
        }
    }
}

/// A connection for what is not measured.
pub(crate) enum Admin {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
    MariaDb(Box<MariaDbConnection>),
}

/// A whole number that a query is asked for.
#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

/// A text.
#[derive(QueryableByName)]
struct Words {
    #[diesel(sql_type = diesel::sql_types::Text)]
    words: String,
}

/// The same on each.
macro_rules! on_each {
    ($admin:expr, $connection:ident => $body:expr) => {
        match $admin {
            Admin::Sqlite($connection) => $body,
            Admin::Postgres($connection) => $body,
            Admin::MariaDb(boxed) => {
                let $connection = &mut **boxed;
                $body
            }
        }
    };
}

impl Admin {
    pub(crate) fn connect(store: &Store) -> Result<Self, Failure> {
        let url = store.url();
        Ok(match store.database {
            Database::Sqlite => Self::Sqlite(sqlite(&url)?),
            Database::Postgres => Self::Postgres(PgConnection::establish(&url)?),
            Database::MariaDb => Self::MariaDb(Box::new(MariaDbConnection::establish(&url)?)),
        })
    }

    /// Executes statements.
    pub(crate) fn execute(&mut self, statements: &str) -> Result<(), Failure> {
        Ok(on_each!(self, connection => connection.batch_execute(statements))?)
    }

    /// Asks for a number of that name.
    pub(crate) fn number(&mut self, query: &str) -> Result<i64, Failure> {
        let query = diesel::sql_query(query);
        let row: Number = on_each!(self, connection => query.get_result(connection))?;
        Ok(row.number)
    }

    /// The version of the database.
    pub(crate) fn version(&mut self) -> Result<String, Failure> {
        let query = diesel::sql_query(match self {
            Self::Sqlite(_) => "SELECT sqlite_version() AS words",
            Self::Postgres(_) => "SELECT split_part(version(), ' ', 2) AS words",
            Self::MariaDb(_) => "SELECT version() AS words",
        });
        let row: Words = on_each!(self, connection => query.get_result(connection))?;
        Ok(row.words)
    }
}

/// A connection to SQLite.
pub(crate) fn sqlite(path: &str) -> Result<SqliteConnection, Failure> {
    let mut connection = SqliteConnection::establish(path)?;
    connection.batch_execute(PRAGMAS)?;
    Ok(connection)
}
