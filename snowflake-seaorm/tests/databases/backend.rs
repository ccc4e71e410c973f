//! A database for one test, on each server.

use std::panic::resume_unwind;
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs};

use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend, EntityTrait, Schema,
};

/// A test for each database: `SQLite`, PostgreSQL, MariaDB.
macro_rules! on_each_database {
    ($($(#[$attribute:meta])* async fn $name:ident($db:ident: DatabaseConnection) $body:block)*) => {$(
        $(#[$attribute])*
        mod $name {
            use super::*;

            async fn test($db: DatabaseConnection) $body

            #[tokio::test]
            async fn sqlite() {
                crate::backend::run(sea_orm::DbBackend::Sqlite, test).await;
            }

            #[tokio::test]
            async fn postgres() {
                crate::backend::run(sea_orm::DbBackend::Postgres, test).await;
            }

            #[tokio::test]
            async fn mariadb() {
                crate::backend::run(sea_orm::DbBackend::MySql, test).await;
            }
        }
    )*};
}

/// Runs a test on a database of its own, which is gone afterwards.
pub(crate) async fn run<F, T>(backend: DbBackend, test: T)
where
    F: Future<Output = ()> + Send + 'static,
    T: FnOnce(DatabaseConnection) -> F + Send + 'static,
{
    install_node();
    if backend == DbBackend::Sqlite {
        return test(connect("sqlite::memory:").await).await;
    }
    let connected = async move |url: String| {
        let db = connect(&url).await;
        test(db.clone()).await;
        db.close().await.unwrap();
    };
    run_at(backend, connected).await;
}

/// Runs a test with the URL of a database of its own, which is gone afterwards.
pub(crate) async fn run_at<F, T>(backend: DbBackend, test: T)
where
    F: Future<Output = ()> + Send + 'static,
    T: FnOnce(String) -> F,
{
    let name = unique_name();
    let Some(server) = Server::of(backend) else {
        let folder = env::temp_dir().join(name);
        fs::create_dir(&folder).unwrap();
        let url = format!("sqlite://{}?mode=rwc", folder.join("database").display());
        let outcome = tokio::spawn(test(url)).await;
        fs::remove_dir_all(folder).unwrap();
        return outcome.unwrap_or_else(|failure| resume_unwind(failure.into_panic()));
    };
    let admin = connect(&server.url).await;
    admin.execute_unprepared(&format!("CREATE DATABASE {name}")).await.unwrap();
    let outcome = tokio::spawn(test(server.url_of(&name))).await;
    let force = if backend == DbBackend::Postgres { " WITH (FORCE)" } else { "" };
    admin.execute_unprepared(&format!("DROP DATABASE {name}{force}")).await.unwrap();
    admin.close().await.unwrap();
    outcome.unwrap_or_else(|failure| resume_unwind(failure.into_panic()));
}

/// Creates the tables of entities, in this order.
macro_rules! create_tables {
    ($db:expr, $($entity:expr),+ $(,)?) => {
        $(crate::backend::create_table(&$db, $entity).await;)+
    };
}

pub(crate) async fn create_table(db: &DatabaseConnection, entity: impl EntityTrait) {
    let create = Schema::new(db.get_database_backend()).create_table_from_entity(entity);
    db.execute(&create).await.unwrap();
}

pub(crate) async fn connect(url: &str) -> DatabaseConnection {
    // One connection: a transaction that another one waits for would be found.
    let mut options = ConnectOptions::new(url);
    options.max_connections(1);
    Database::connect(options).await.unwrap()
}

/// All tests of this process mint under one node.
pub(crate) fn install_node() {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| snowflake_mint::install(snowflake_mint::Node::fixed(7)).unwrap());
}

struct Server {
    url: String,
}

impl Server {
    fn of(backend: DbBackend) -> Option<Self> {
        let variable = match backend {
            DbBackend::Postgres => "SNOWFLAKE_POSTGRES_URL",
            DbBackend::MySql => "SNOWFLAKE_MYSQL_URL",
            _ => return None,
        };
        let Ok(url) = env::var(variable) else {
            panic!("{variable} is not set: run `cargo xtask test`, or set it to a server's URL");
        };
        Some(Self { url })
    }

    fn url_of(&self, database: &str) -> String {
        let (server, _) = self.url.rsplit_once('/').unwrap();
        format!("{server}/{database}")
    }
}

fn unique_name() -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    format!("seaorm_{}_{number}", std::process::id())
}
