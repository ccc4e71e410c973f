//! Stores of node leases: what all stores have to do, and what is tokio-postgres' own.

mod connections;
mod errors;
#[path = "../values/server.rs"]
mod server;

use lease_suite::{Adapter, Awaited, Dialect, Place, wait};
use snowflake_kit_lease::Store as _;
use snowflake_kit_postgres::lease::{self, LeaseStore};
use tokio_postgres::Config;

mod postgres {
    lease_suite::tests!(super::Postgres: every, awaited, server, awaited_server, postgres);
}

struct Postgres;

impl Adapter for Postgres {
    type Store = Awaited<LeaseStore>;
    type CallStyle = Self::Store;

    const DIALECT: Dialect = Dialect::Postgres;

    /// A `Config` has parameters, and no statements.
    fn open(url: &str, told: &str) -> Option<Self::Store> {
        told.is_empty().then(|| Awaited(LeaseStore::new(config(url))))
    }

    fn trust(Awaited(store): Self::Store) -> Self::Store {
        Awaited(store.trust_durability())
    }

    fn create(url: &str) {
        wait(async || lease::up(&server::connect(url).await).await).unwrap();
    }

    fn undo(url: &str) {
        wait(async || lease::down(&server::connect(url).await).await).unwrap();
    }
}

fn config(url: &str) -> Config {
    url.parse().unwrap()
}

#[test]
fn the_table_comes_and_goes_with_a_transaction() {
    let place = Place::<Postgres>::empty();
    wait(async || {
        let mut client = server::connect(place.url()).await;
        let transaction = client.transaction().await.unwrap();
        lease::up(&transaction).await.unwrap();
        transaction.rollback().await.unwrap();
    });
    place.store().read("shop").unwrap_err();
    Postgres::create(place.url());
    assert_eq!(place.read().rows, []);
    Postgres::undo(place.url());
    place.store().read("shop").unwrap_err();
}
