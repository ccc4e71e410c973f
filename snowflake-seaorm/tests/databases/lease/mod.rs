//! Stores of node leases.

mod connections;
#[cfg(feature = "tokio")]
mod decimal;
mod refusals;
#[cfg(feature = "tokio")]
#[path = "../../../../snowflake-decimal/tests/common/starts.rs"]
mod starts;

use sea_orm::{ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DbBackend};
use snowflake_lease::{AsyncStore as _, Claim, LeaseRow, Renewal, StoreError, conformance};
use snowflake_seaorm::lease::{LeaseStore, down, up};

/// A test for each database, with its URL.
macro_rules! on_each_url {
    ($($(#[$attribute:meta])* async fn $name:ident($place:ident: Place) $body:block)*) => {$(
        $(#[$attribute])*
        mod $name {
            use super::*;

            async fn test($place: Place) $body

            #[tokio::test]
            async fn sqlite() {
                run(DbBackend::Sqlite, test).await;
            }

            #[tokio::test]
            async fn postgres() {
                run(DbBackend::Postgres, test).await;
            }

            #[tokio::test]
            async fn mariadb() {
                run(DbBackend::MySql, test).await;
            }
        }
    )*};
}

use on_each_url;

/// 2026-01-01T00:00:00Z
const NOW: i64 = 1_767_225_600_000;

/// A database of a test's own.
struct Place {
    backend: DbBackend,
    url: String,
}

async fn run<F: Future<Output = ()> + Send + 'static>(
    backend: DbBackend,
    test: impl FnOnce(Place) -> F,
) {
    crate::backend::run_at(backend, |url| test(Place { backend, url })).await;
}

impl Place {
    /// A connection beside those of the store.
    async fn connect(&self) -> DatabaseConnection {
        crate::backend::connect(&self.url).await
    }

    async fn migrate(&self) {
        up(&self.connect().await).await.unwrap();
    }

    async fn execute(&self, sql: &str) {
        self.connect().await.execute_unprepared(sql).await.unwrap();
    }

    fn store(&self) -> LeaseStore {
        LeaseStore::new(&self.url).trust_durability()
    }

    /// One over a connection that was told this.
    async fn store_over(&self, told: &str) -> LeaseStore {
        let db = self.connect().await;
        if !told.is_empty() {
            db.execute_unprepared(told).await.unwrap();
        }
        LeaseStore::over(db)
    }
}

fn first_claim(node: u32) -> Claim {
    Claim { expected: None, row: LeaseRow { node, token: 1, until: NOW } }
}

fn renewal(node: u32) -> Renewal {
    Renewal { node, token: 1, until: NOW + 1 }
}

fn refused<T: std::fmt::Debug>(result: Result<T, StoreError>, parts: &[&str]) {
    let error = result.unwrap_err().to_string();
    for part in parts {
        assert!(error.contains(part), "{error}");
    }
}

on_each_url! {
    async fn the_contract_holds_on_connections_of_its_own(place: Place) {
        place.migrate().await;
        conformance::check_async(|| place.store()).await;
    }

    async fn several_create_the_table_at_once(place: Place) {
        for _ in 0..3 {
            let mut programs = tokio::task::JoinSet::new();
            for _ in 0..6 {
                let db = place.connect().await;
                programs.spawn(async move { up(&db).await });
            }
            programs.join_all().await.into_iter().collect::<Result<Vec<_>, _>>().unwrap();
            assert!(place.store().claim("shop", &first_claim(7), "web-1").await.unwrap());
            // The migration comes later, and changes nothing.
            place.migrate().await;
            assert_eq!(place.store().read("shop").await.unwrap().rows, [first_claim(7).row]);
            down(&place.connect().await).await.unwrap();
        }
    }

    async fn the_contract_holds_on_connections_of_others(place: Place) {
        place.migrate().await;
        let db = Database::connect(ConnectOptions::new(&place.url)).await.unwrap();
        conformance::check_async(|| LeaseStore::over(db.clone()).trust_durability()).await;
    }
}
