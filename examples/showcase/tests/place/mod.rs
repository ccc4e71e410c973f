//! A database for one test, on each server. Where the servers are is in the suite's
//! own `server`.

use std::panic::resume_unwind;
use std::process;
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

use sea_orm::{ConnectionTrait, DatabaseConnection};
use snowflake_kit::Node;
use test_servers::Database;
use tokio::task::LocalSet;

use crate::server;

/// Where a test runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum System {
    Sqlite,
    Postgres,
    MariaDb,
}

/// An empty database.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) url: String,
}

impl Place {
    pub(crate) async fn connect(&self) -> DatabaseConnection {
        sea_orm::Database::connect(&self.url).await.unwrap()
    }
}

/// A test for each database.
macro_rules! everywhere {
    ($($(#[$attribute:meta])* async fn $name:ident($place:ident: Place) $body:block)*) => {$(
        $(#[$attribute])*
        mod $name {
            use super::*;

            async fn test($place: Place) $body

            crate::place::everywhere!(@ test, sqlite, Sqlite);
            crate::place::everywhere!(@ test, postgres, Postgres);
            crate::place::everywhere!(@ test, mariadb, MariaDb);
        }
    )*};
    (@ $test:ident, $name:ident, $system:ident) => {
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $name() {
            crate::place::run(crate::place::System::$system, $test).await;
        }
    };
}

pub(crate) use everywhere;

/// Runs a test on a database of its own, which is gone afterwards.
pub(crate) async fn run<F, T>(system: System, test: T)
where
    F: Future<Output = ()> + 'static,
    T: FnOnce(Place) -> F,
{
    // All tests of this process mint under one node, if they mint.
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| snowflake_kit::install(Node::fixed(7)).unwrap());

    let database = match system {
        System::Sqlite => {
            let folder = tempfile::tempdir().unwrap();
            // No character of it may mean anything to a URL.
            let file = folder.path().join("chat 100%.db");
            let url = format!("sqlite:{}", file.display());
            return test(Place { url }).await;
        }
        System::Postgres => Database::Postgres,
        System::MariaDb => Database::MySql,
    };
    // It may have to be started.
    let server = tokio::task::spawn_blocking(move || server::url(database)).await.unwrap();
    let name = unique_name();
    let admin = sea_orm::Database::connect(&server).await.unwrap();
    admin.execute_unprepared(&format!("CREATE DATABASE {name}")).await.unwrap();
    // On this thread: rustc cannot see that futures of SeaORM may go to another one.
    let local = LocalSet::new();
    let outcome = local.spawn_local(test(Place { url: with_database(&server, &name) }));
    let outcome = local.run_until(outcome).await;
    let force = if system == System::Postgres { " WITH (FORCE)" } else { "" };
    admin.execute_unprepared(&format!("DROP DATABASE {name}{force}")).await.unwrap();
    admin.close().await.unwrap();
    outcome.unwrap_or_else(|failure| resume_unwind(failure.into_panic()));
}

/// The URL of another database on a server.
pub(crate) fn with_database(server: &str, name: &str) -> String {
    let (start, _) = server.rsplit_once('/').unwrap();
    format!("{start}/{name}")
}

fn unique_name() -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    format!("showcase_{}_{}", process::id(), NUMBER.fetch_add(1, Ordering::Relaxed))
}
