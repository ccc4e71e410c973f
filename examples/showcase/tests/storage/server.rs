//! A database for one test, on each server.

use std::env;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Once};

use sea_orm::{ConnectionTrait, DatabaseConnection};
use showcase::storage::{self, Orm, Storage};
use snowflake_kit::Node;

/// Where a test runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Server {
    Sqlite,
    Postgres,
    MySql,
}

/// An empty database.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) orm: Orm,
    pub(crate) url: String,
}

impl Place {
    pub(crate) async fn open(&self) -> Arc<dyn Storage> {
        self.open_with(self.orm).await
    }

    pub(crate) async fn open_with(&self, orm: Orm) -> Arc<dyn Storage> {
        storage::open(&self.url.parse().unwrap(), orm).await.unwrap()
    }

    /// What neither ORM would do.
    pub(crate) async fn execute(&self, sql: &str) {
        let db = self.connect().await;
        db.execute_unprepared(sql).await.unwrap();
        db.close().await.unwrap();
    }

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

            crate::backend::everywhere!(@ test, sqlite_seaorm, Sqlite, Seaorm);
            crate::backend::everywhere!(@ test, sqlite_diesel, Sqlite, Diesel);
            crate::backend::everywhere!(@ test, postgres_seaorm, Postgres, Seaorm);
            crate::backend::everywhere!(@ test, postgres_diesel, Postgres, Diesel);
            crate::backend::everywhere!(@ test, mysql_seaorm, MySql, Seaorm);
            crate::backend::everywhere!(@ test, mysql_diesel, MySql, Diesel);
        }
    )*};
    (@ $test:ident, $name:ident, $server:ident, $orm:ident) => {
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn $name() {
            let (server, orm) =
                (crate::backend::Server::$server, showcase::storage::Orm::$orm);
            crate::backend::run(server, orm, $test).await;
        }
    };
}

pub(crate) use everywhere;

/// Runs a test on a database of its own, which is gone afterwards.
pub(crate) async fn run<F, T>(server: Server, orm: Orm, test: T)
where
    F: Future<Output = ()> + Send + 'static,
    T: FnOnce(Place) -> F,
{
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| snowflake_kit::install(Node::fixed(7)).unwrap());

    let variable = match server {
        Server::Sqlite => {
            let folder = tempfile::tempdir().unwrap();
            // No character of it may mean anything to a URL.
            let file = folder.path().join("chat 100%.db");
            let url = format!("sqlite:{}", file.display());
            return test(Place { orm, url }).await;
        }
        Server::Postgres => "SNOWFLAKE_POSTGRES_URL",
        Server::MySql => "SNOWFLAKE_MYSQL_URL",
    };
    let Ok(url) = env::var(variable) else {
        panic!("{variable} is not set: run `cargo xtask test`, or set it to a server's URL");
    };
    let name = unique_name();
    let admin = sea_orm::Database::connect(&url).await.unwrap();
    admin.execute_unprepared(&format!("CREATE DATABASE {name}")).await.unwrap();
    let (start, _) = url.rsplit_once('/').unwrap();
    let place = Place { orm, url: format!("{start}/{name}") };
    let outcome = tokio::spawn(test(place)).await;
    let force = if server == Server::Postgres { " WITH (FORCE)" } else { "" };
    admin.execute_unprepared(&format!("DROP DATABASE {name}{force}")).await.unwrap();
    admin.close().await.unwrap();
    outcome.unwrap_or_else(|failure| resume_unwind(failure.into_panic()));
}

fn unique_name() -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    format!("showcase_{}_{number}", std::process::id())
}
