//! A database for one test, on each server.

use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use sea_orm::{ConnectionTrait, DatabaseConnection};
use showcase::storage::Orm;
use test_servers::{Database, Durability, Server};

/// Where a test runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum System {
    Sqlite,
    Postgres,
    MariaDb,
}

/// An empty database, and what speaks to it.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) orm: Orm,
    pub(crate) url: String,
}

impl Place {
    pub(crate) async fn connect(&self) -> DatabaseConnection {
        sea_orm::Database::connect(&self.url).await.unwrap()
    }
}

/// A test for each database and ORM.
macro_rules! everywhere {
    ($($(#[$attribute:meta])* async fn $name:ident($place:ident: Place) $body:block)*) => {$(
        $(#[$attribute])*
        mod $name {
            use super::*;

            async fn test($place: Place) $body

            crate::place::everywhere!(@ test, sqlite_seaorm, Sqlite, Seaorm);
            crate::place::everywhere!(@ test, sqlite_diesel, Sqlite, Diesel);
            crate::place::everywhere!(@ test, postgres_seaorm, Postgres, Seaorm);
            crate::place::everywhere!(@ test, postgres_diesel, Postgres, Diesel);
            crate::place::everywhere!(@ test, mariadb_seaorm, MariaDb, Seaorm);
            crate::place::everywhere!(@ test, mariadb_diesel, MariaDb, Diesel);
        }
    )*};
    (@ $test:ident, $name:ident, $system:ident, $orm:ident) => {
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $name() {
            let (system, orm) = (crate::place::System::$system, showcase::storage::Orm::$orm);
            crate::place::run(system, orm, $test).await;
        }
    };
}

pub(crate) use everywhere;

/// Runs a test on a database of its own, which is gone afterwards.
pub(crate) async fn run<F, T>(system: System, orm: Orm, test: T)
where
    F: Future<Output = ()> + Send + 'static,
    T: FnOnce(Place) -> F,
{
    let server = match system {
        System::Sqlite => {
            let folder = tempfile::tempdir().unwrap();
            let url = format!("sqlite:{}", folder.path().join("chat.db").display());
            return test(Place { orm, url }).await;
        }
        System::Postgres => server(Database::Postgres).await,
        System::MariaDb => server(Database::MariaDb).await,
    };
    let name = unique_name();
    let admin = sea_orm::Database::connect(&server).await.unwrap();
    admin.execute_unprepared(&format!("CREATE DATABASE {name}")).await.unwrap();
    let outcome = tokio::spawn(test(Place { orm, url: with_database(&server, &name) })).await;
    let force = if system == System::Postgres { " WITH (FORCE)" } else { "" };
    admin.execute_unprepared(&format!("DROP DATABASE {name}{force}")).await.unwrap();
    admin.close().await.unwrap();
    outcome.unwrap_or_else(|failure| resume_unwind(failure.into_panic()));
}

/// As [`run`], on a file.
pub(crate) async fn run_on_a_file<F, T>(test: T)
where
    F: Future<Output = ()> + Send + 'static,
    T: FnOnce(Place) -> F,
{
    run(System::Sqlite, Orm::Seaorm, test).await;
}

/// The URL of another database on a server.
pub(crate) fn with_database(server: &str, name: &str) -> String {
    let (start, _) = server.rsplit_once('/').unwrap();
    format!("{start}/{name}")
}

/// The URL of a server for all tests of this process. Not that of other suites: it
/// may forget what it has acknowledged, so no lease can be had there.
async fn server(database: Database) -> String {
    static POSTGRES: OnceLock<Server> = OnceLock::new();
    static MARIADB: OnceLock<Server> = OnceLock::new();
    let server = match database {
        Database::Postgres => &POSTGRES,
        Database::MariaDb => &MARIADB,
    };
    let url = move || server.get_or_init(|| start(database)).url();
    tokio::task::spawn_blocking(url).await.unwrap()
}

pub(crate) fn start(database: Database) -> Server {
    Server::start(database, Durability::Default, &[]).unwrap()
}

fn unique_name() -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    format!("chat_{}", NUMBER.fetch_add(1, Ordering::Relaxed))
}
