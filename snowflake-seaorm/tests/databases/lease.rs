//! Stores of node leases.

use sea_orm::{ConnectOptions, Database};
use snowflake_core::lease::conformance;
use snowflake_seaorm::lease::{LeaseStore, up};

/// A test for each database, with its URL and a connection to it.
macro_rules! on_each {
    ($($(#[$attribute:meta])* async fn $name:ident($url:ident: String, $db:ident: DatabaseConnection) $body:block)*) => {$(
        $(#[$attribute])*
        mod $name {
            use super::*;

            async fn test($url: String) {
                let $db = crate::backend::connect(&$url).await;
                up(&$db).await.unwrap();
                $body
            }

            #[tokio::test]
            async fn sqlite() {
                crate::backend::run_at(sea_orm::DbBackend::Sqlite, test).await;
            }

            #[tokio::test]
            async fn postgres() {
                crate::backend::run_at(sea_orm::DbBackend::Postgres, test).await;
            }

            #[tokio::test]
            async fn mariadb() {
                crate::backend::run_at(sea_orm::DbBackend::MySql, test).await;
            }
        }
    )*};
}

on_each! {
    async fn the_contract_holds_on_connections_of_its_own(url: String, db: DatabaseConnection) {
        drop(db);
        conformance::check_async(|| LeaseStore::new(&url).trust_durability()).await;
    }

    async fn the_contract_holds_on_connections_of_others(url: String, db: DatabaseConnection) {
        drop(db);
        let connections = Database::connect(ConnectOptions::new(url)).await.unwrap();
        conformance::check_async(|| LeaseStore::over(connections.clone()).trust_durability()).await;
    }
}
