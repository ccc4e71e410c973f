//! Stores over a pool of deadpool-postgres.

use deadpool_postgres::{Client, Manager, Pool};
use lease_suite::pools::Pooled;
use lease_suite::{Adapter, Awaited, Dialect, wait};
use snowflake_kit_postgres::lease::LeaseStore;
use tokio_postgres::NoTls;

use crate::{Postgres, config};

lease_suite::tests!(Over: pooled, awaited);

struct Over;

impl Adapter for Over {
    type Store = Awaited<LeaseStore>;
    type CallStyle = Self::Store;

    const DIALECT: Dialect = Dialect::Postgres;

    fn open(url: &str, told: &str) -> Option<Self::Store> {
        told.is_empty().then(|| Self::over(&Self::pool(url)))
    }

    fn trust(store: Self::Store) -> Self::Store {
        Postgres::trust(store)
    }

    fn create(url: &str) {
        Postgres::create(url);
    }

    fn undo(url: &str) {
        Postgres::undo(url);
    }
}

impl Pooled for Over {
    type Pool = Pool;

    /// It waits for ever, and so the store must not.
    fn pool(url: &str) -> Pool {
        Pool::builder(Manager::new(config(url), NoTls)).max_size(1).build().unwrap()
    }

    fn over(pool: &Pool) -> Self::Store {
        let pool = pool.clone();
        let lend = move || {
            let pool = pool.clone();
            async move { pool.get().await }
        };
        wait(async || Awaited(LeaseStore::over(lend, |client: &Client| client)))
    }

    fn taken<R: Send>(pool: &Pool, run: impl FnOnce() -> R + Send) -> R {
        wait(async || {
            let _taken = pool.get().await.unwrap();
            run()
        })
    }
}
