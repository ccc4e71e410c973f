//! The store of node leases.

mod connections;
#[cfg(target_os = "linux")]
#[path = "../../../snowflake-mint/tests/common/limits.rs"]
mod limits;
mod refusals;
#[path = "../values/server.rs"]
mod server;
#[path = "../../../snowflake-decimal/tests/common/starts.rs"]
mod starts;

use std::panic::resume_unwind;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use snowflake_core::{Snowflake, SnowflakeId as _};
use snowflake_derive::SnowflakeId;
use snowflake_lease::{
    AsyncStore as _, Claim, LeaseBuilder, LeaseRow, Renewal, conformance, table,
};
use snowflake_postgres::lease::{self, LeaseStore};
use tokio_postgres::{Client, Config};

/// 2026-01-01T00:00:00Z
const NOW: i64 = 1_767_225_600_000;

/// A database of a test's own.
struct Place {
    url: String,
}

/// Runs a test on a database that is gone afterwards.
async fn run<F: Future<Output = ()> + Send + 'static>(test: impl FnOnce(Place) -> F) {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = format!("snowflake_postgres_{}_{number}", process::id());
    let admin = server::connect(&server::url()).await;
    admin.batch_execute(&format!("CREATE DATABASE {name}")).await.unwrap();
    let url = server::url();
    let (start, _) = url.rsplit_once('/').unwrap();
    let outcome = tokio::spawn(test(Place { url: format!("{start}/{name}") })).await;
    admin.batch_execute(&format!("DROP DATABASE {name} WITH (FORCE)")).await.unwrap();
    outcome.unwrap_or_else(|failure| resume_unwind(failure.into_panic()));
}

impl Place {
    fn config(&self) -> Config {
        self.url.parse().unwrap()
    }

    /// A connection besides that of the store.
    async fn connect(&self) -> Client {
        server::connect(&self.url).await
    }

    async fn migrate(&self) {
        lease::up(&self.connect().await).await.unwrap();
    }

    async fn execute(&self, sql: &str) {
        self.connect().await.batch_execute(sql).await.unwrap();
    }

    fn store(&self) -> LeaseStore {
        LeaseStore::new(self.config()).trust_durability()
    }

    /// A store whose connection has these settings.
    fn store_with(&self, options: &str) -> LeaseStore {
        let mut config = self.config();
        config.options(options);
        LeaseStore::new(config).trust_durability()
    }
}

fn first_claim(node: u32) -> Claim {
    Claim { expected: None, row: LeaseRow { node, token: 1, until: NOW } }
}

fn renewal(node: u32) -> Renewal {
    Renewal { node, token: 1, until: NOW + 1 }
}

#[tokio::test]
async fn the_contract_holds() {
    run(async |place: Place| {
        place.migrate().await;
        conformance::check_async(|| place.store()).await;
    })
    .await;
}

#[tokio::test]
async fn the_table_comes_and_goes_with_a_transaction() {
    run(async |place: Place| {
        let mut client = place.connect().await;
        let transaction = client.transaction().await.unwrap();
        lease::up(&transaction).await.unwrap();
        transaction.rollback().await.unwrap();
        place.store().read("shop").await.unwrap_err();
        lease::up(&client).await.unwrap();
        assert_eq!(place.store().read("shop").await.unwrap().rows, []);
        lease::down(&client).await.unwrap();
        place.store().read("shop").await.unwrap_err();
    })
    .await;
}

#[tokio::test]
async fn several_create_the_table_at_once() {
    run(async |place: Place| {
        for _ in 0..5 {
            let mut programs = tokio::task::JoinSet::new();
            for _ in 0..6 {
                let client = place.connect().await;
                programs.spawn(async move { lease::up(&client).await });
            }
            programs.join_all().await.into_iter().collect::<Result<Vec<_>, _>>().unwrap();
            assert!(place.store().claim("shop", &first_claim(7), "web-1").await.unwrap());
            // The migration comes later, and changes nothing.
            place.execute(&table::up(table::Dialect::Postgres)).await;
            assert_eq!(place.store().read("shop").await.unwrap().rows, [first_claim(7).row]);
            lease::down(&place.connect().await).await.unwrap();
        }
    })
    .await;
}

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_mint")]
struct UserId(Snowflake);

#[tokio::test]
async fn a_program_that_mints_nothing_leaves_no_row() {
    run(async |place: Place| {
        place.migrate().await;
        let lazy = || LeaseBuilder::new(place.store()).space("shop").install_lazy_async().unwrap();
        lazy().release().await.unwrap();
        assert_eq!(place.store().read("shop").await.unwrap().rows, []);
        let lease = lazy();
        let node = UserId::mint_async().await.unwrap().parts().node;
        let row = place.store().read("shop").await.unwrap().rows[0];
        assert_eq!((row.node, lease.grant().map(|grant| grant.node)), (node, Some(node)));
        lease.release().await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn decimal_ids_have_their_numbers_from_it() {
    if let Some(told) = starts::told() {
        let store = LeaseStore::new(told.place.parse().unwrap()).trust_durability();
        starts::Told::builder(store).install_async().await.unwrap();
        return told.mint();
    }
    run(async |place: Place| {
        place.migrate().await;
        let test = "decimal_ids_have_their_numbers_from_it";
        starts::each_has_a_number_that_nobody_had(test, &place.url);
        assert_eq!(place.store().read(starts::ROWS).await.unwrap().rows, [starts::ROW]);
    })
    .await;
}
