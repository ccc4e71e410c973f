//! A database for one test, on each server.

use std::sync::Once;

use sea_orm::{
    ConnectOptions, ConnectionTrait, DatabaseConnection, DbBackend, EntityTrait, Schema,
};
use snowflake_kit_core::Dialect;
use test_databases::Database;

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
    let dialect = if backend == DbBackend::Postgres { Dialect::Postgres } else { Dialect::MySql };
    let database = Database::new(dialect);
    let db = connect(database.url()).await;
    test(db.clone()).await;
    db.close().await.unwrap();
}

/// Creates the tables of entities, in this order.
macro_rules! create_tables {
    ($db:expr, $($entity:expr),+ $(,)?) => {
        $(crate::backend::create_table(&$db, $entity).await;)+
    };
}

pub(crate) async fn create_table(db: &DatabaseConnection, entity: impl EntityTrait) {
    let create = Schema::new(db.get_database_backend()).create_table_from_entity(entity);
    let create = db.get_database_backend().build(&create);
    db.execute_unprepared(&create.sql).await.unwrap();
}

pub(crate) async fn connect(url: &str) -> DatabaseConnection {
    // One connection: a transaction that another one waits for would be found.
    let mut options = ConnectOptions::new(url);
    options.max_connections(1);
    sea_orm::Database::connect(options).await.unwrap()
}

/// All tests of this process mint under one node.
pub(crate) fn install_node() {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| snowflake_kit_mint::install(snowflake_kit_mint::Node::fixed(7)).unwrap());
}
