//! A store, and the ways to be away from it.

use std::error::Error;
use std::fmt;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::slice;

use clap::ValueEnum;
use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend, DbErr, Statement};
use tempfile::TempDir;
use test_servers::{Database, Durability, Server};

use crate::etcd::Etcd;
use crate::proxy::Proxy;

/// Where leases are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StoreKind {
    /// A locked file.
    File,
    /// `SQLite`.
    Sqlite,
    /// `PostgreSQL`.
    Postgres,
    /// `MySQL` or `MariaDB`: whichever server comes first on the search path.
    Mysql,
    /// A cluster of etcd.
    Etcd,
}

impl StoreKind {
    pub(crate) const ALL: &[Self] =
        &[Self::File, Self::Sqlite, Self::Postgres, Self::Mysql, Self::Etcd];
}

impl fmt::Display for StoreKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::File => "file",
            Self::Sqlite => "sqlite",
            Self::Postgres => "postgres",
            Self::Mysql => "mysql",
            Self::Etcd => "etcd",
        })
    }
}

/// The name of a server, which only the server itself knows, and its version.
async fn server(db: &DatabaseConnection) -> Result<Option<String>, DbErr> {
    let backend = db.get_database_backend();
    if backend == DbBackend::Sqlite {
        return Ok(None);
    }
    // PostgreSQL's begins with its name; the others have nothing but a number there.
    let Some(row) = db.query_one_raw(Statement::from_string(backend, "SELECT version()")).await?
    else {
        return Ok(None);
    };
    let version: String = row.try_get_by_index(0)?;
    let is_mariadb = version.contains("MariaDB");
    let name = match backend {
        DbBackend::Postgres => "postgres",
        _ if is_mariadb => "mariadb",
        _ => "mysql",
    };
    let number = version.trim_start_matches("PostgreSQL ");
    let end = number.find(|c: char| c != '.' && !c.is_ascii_digit()).unwrap_or(number.len());
    Ok(Some(format!("{name} {}", &number[..end])))
}

/// A folder for what the processes write.
pub(crate) enum Folder {
    Temporary(TempDir),
    Kept(PathBuf),
}

impl Folder {
    pub(crate) fn temporary() -> Result<Self, Box<dyn Error>> {
        Ok(Self::Temporary(tempfile::tempdir()?))
    }

    pub(crate) fn keep(path: &Path) -> Result<Self, Box<dyn Error>> {
        std::fs::create_dir_all(path)?;
        Ok(Self::Kept(path.to_owned()))
    }

    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Temporary(folder) => folder.path(),
            Self::Kept(folder) => folder,
        }
    }
}

/// A store for all processes.
pub(crate) struct Arena {
    place: Place,
    folder: PathBuf,
    name: String,
}

enum Place {
    File { away: Option<File> },
    Sqlite { away: Option<SqliteConnection> },
    Server { server: Box<Server>, proxy: Proxy },
    Etcd(Etcd),
}

impl Arena {
    pub(crate) fn open(store: StoreKind, folder: &Folder) -> Result<Self, Box<dyn Error>> {
        let server = |database| -> Result<Place, Box<dyn Error>> {
            let server = Server::start(database, Durability::Default, &[])?;
            let proxy = Proxy::start(server.port())?;
            Ok(Place::Server { server: Box::new(server), proxy })
        };
        let place = match store {
            StoreKind::File => Place::File { away: None },
            StoreKind::Sqlite => Place::Sqlite { away: None },
            StoreKind::Postgres => server(Database::Postgres)?,
            StoreKind::Mysql => server(Database::MySql)?,
            StoreKind::Etcd => Place::Etcd(Etcd::start()?),
        };
        let mut arena = Self { place, folder: folder.path().to_owned(), name: store.to_string() };
        if !matches!(store, StoreKind::File | StoreKind::Etcd) {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            if let Some(server) = runtime.block_on(arena.migrate())? {
                arena.name = server;
            }
        }
        Ok(arena)
    }

    /// Whose store it is, with the version if it is a database server.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Makes the table, and asks a server what it is.
    async fn migrate(&self) -> Result<Option<String>, DbErr> {
        let mut url = self.url();
        if let Place::Sqlite { .. } = self.place {
            url.push_str("?mode=rwc");
        }
        let db = sea_orm::Database::connect(url).await?;
        snowflake_kit::sea_orm_2::lease::up(&db).await?;
        let server = server(&db).await?;
        db.close().await?;
        Ok(server)
    }

    /// Where the processes find it.
    pub(crate) fn url(&self) -> String {
        match &self.place {
            Place::File { .. } => format!("file:{}", self.folder.join("leases").display()),
            Place::Sqlite { .. } => format!("sqlite:{}", self.database().display()),
            Place::Server { server, proxy } => server.url_at(proxy.port()),
            Place::Etcd(etcd) => format!("etcd:{}", etcd.urls()),
        }
    }

    fn database(&self) -> PathBuf {
        self.folder.join("leases.db")
    }

    /// Whether its clock is that of the process which asks it.
    pub(crate) const fn has_no_clock(&self) -> bool {
        !matches!(self.place, Place::Server { .. })
    }

    /// Whether a process that is stopped may keep the others from it.
    pub(crate) const fn is_locked_as_a_whole(&self) -> bool {
        matches!(self.place, Place::File { .. } | Place::Sqlite { .. })
    }

    /// Nobody can reach it, until it is `back`. The answer is whether that was to be
    /// had: a process that is stopped may have a lock, and keeps it as long as
    /// whoever stopped it waits here.
    pub(crate) fn away(&mut self) -> Result<bool, Box<dyn Error>> {
        let (database, lock) = (self.database(), self.folder.join("leases.lock"));
        match &mut self.place {
            Place::File { away } => {
                let lock = File::options().create(true).append(true).open(lock)?;
                match lock.try_lock() {
                    Ok(()) => *away = Some(lock),
                    Err(TryLockError::WouldBlock) => return Ok(false),
                    Err(TryLockError::Error(error)) => return Err(error.into()),
                }
            }
            Place::Sqlite { away } => {
                let mut connection = SqliteConnection::establish(&database.to_string_lossy())?;
                connection.batch_execute("PRAGMA busy_timeout = 1000")?;
                match connection.batch_execute("BEGIN EXCLUSIVE") {
                    Ok(()) => *away = Some(connection),
                    Err(error) if error.to_string() == "database is locked" => return Ok(false),
                    Err(error) => return Err(error.into()),
                }
            }
            Place::Server { proxy, .. } => proxy.close(),
            Place::Etcd(etcd) => etcd.clients().iter().for_each(Proxy::close),
        }
        Ok(true)
    }

    /// Whoever waits for it has waited long enough.
    pub(crate) fn back(&mut self) -> Result<(), Box<dyn Error>> {
        match &mut self.place {
            Place::File { away } => *away = None,
            Place::Sqlite { away } => *away = None,
            Place::Server { proxy, .. } => proxy.open(),
            Place::Etcd(etcd) => {
                etcd.back()?;
                etcd.clients().iter().for_each(Proxy::open);
            }
        }
        Ok(())
    }

    /// The networks between processes and store; for stores that have connections.
    fn networks(&self) -> &[Proxy] {
        match &self.place {
            Place::File { .. } | Place::Sqlite { .. } => &[],
            Place::Server { proxy, .. } => slice::from_ref(proxy),
            Place::Etcd(etcd) => etcd.clients(),
        }
    }

    /// Cuts what is connected now; for stores that have connections.
    pub(crate) fn cut(&self) -> bool {
        self.networks().iter().for_each(Proxy::cut);
        !self.networks().is_empty()
    }

    /// Connections stay, and nothing comes through, until it is `back`.
    pub(crate) fn stall(&self) -> bool {
        self.networks().iter().for_each(Proxy::stall);
        !self.networks().is_empty()
    }

    /// Ends the server without a warning and starts it again; for stores that
    /// have one.
    pub(crate) fn crash(&mut self) -> Result<bool, Box<dyn Error>> {
        match &mut self.place {
            Place::Server { server, proxy } => {
                // PostgreSQL does not end while somebody that connects meanwhile says
                // nothing, and in a network that is stalled nobody says anything.
                proxy.without_server(|| server.crash())?;
                Ok(true)
            }
            Place::Etcd(etcd) => {
                etcd.crash()?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// The members of a store that goes on without one of them.
    pub(crate) fn members(&mut self) -> Option<&mut Etcd> {
        match &mut self.place {
            Place::Etcd(etcd) => Some(etcd),
            _ => None,
        }
    }
}
