//! Stores over pools: r2d2, and deadpool for connections of `diesel-async`.

use std::marker::PhantomData;
use std::time::Duration;

use diesel::PgConnection;
use diesel::r2d2::{
    self, ConnectionManager, CustomizeConnection, Pool, PooledConnection, R2D2Connection,
};
use lease_suite::pools::Pooled;
use lease_suite::{Adapter, Blocks, Dialect};
use snowflake_kit_diesel::lease::LeaseStore;

use crate::blocking::{On, Speaks};
use crate::target;

mod sqlite {
    lease_suite::tests!(super::Over<diesel::SqliteConnection>: pooled, blocking);
}

mod postgres {
    lease_suite::tests!(super::Over<diesel::PgConnection>: pooled, blocking);
}

mod mariadb {
    lease_suite::tests!(super::Over<crate::Mariadb>: pooled, blocking);
}

struct Over<C>(PhantomData<C>);

/// SQLite's connections do not wait for others by default.
#[derive(Debug)]
struct Waits;

impl<C: Speaks> CustomizeConnection<C, r2d2::Error> for Waits {
    fn on_acquire(&self, connection: &mut C) -> Result<(), r2d2::Error> {
        match C::DIALECT {
            Dialect::Sqlite => connection.batch_execute("PRAGMA busy_timeout = 5000"),
            _ => Ok(()),
        }
        .map_err(r2d2::Error::QueryError)
    }
}

impl<C: Speaks + R2D2Connection> Adapter for Over<C>
where
    PooledConnection<ConnectionManager<C>>: snowflake_kit_diesel::lease::LeaseConnection,
{
    type Store = LeaseStore<PooledConnection<ConnectionManager<C>>>;
    type CallStyle = Blocks;

    const DIALECT: Dialect = C::DIALECT;

    fn open(url: &str, told: &str) -> Option<Self::Store> {
        told.is_empty().then(|| Self::over(&Self::pool(url)))
    }

    fn trust(store: Self::Store) -> Self::Store {
        store.trust_durability()
    }

    fn create(url: &str) {
        On::<C>::create(url);
    }

    fn migrate(url: &str) {
        On::<C>::migrate(url);
    }

    fn undo(url: &str) {
        On::<C>::undo(url);
    }
}

impl<C: Speaks + R2D2Connection> Pooled for Over<C>
where
    PooledConnection<ConnectionManager<C>>: snowflake_kit_diesel::lease::LeaseConnection,
{
    type Pool = Pool<ConnectionManager<C>>;

    fn pool(url: &str) -> Self::Pool {
        let manager = ConnectionManager::new(target(url));
        Pool::builder().max_size(1).connection_customizer(Box::new(Waits)).build(manager).unwrap()
    }

    fn over(pool: &Self::Pool) -> Self::Store {
        let pool = pool.clone();
        LeaseStore::over(C::DIALECT, move || pool.get_timeout(Duration::from_secs(2)))
    }

    fn taken<R: Send>(pool: &Self::Pool, run: impl FnOnce() -> R + Send) -> R {
        let _taken = pool.get().unwrap();
        run()
    }
}

#[cfg(feature = "diesel_async_0_9")]
mod awaited {
    use diesel_async::AsyncPgConnection;
    use diesel_async::pooled_connection::AsyncDieselConnectionManager;
    use diesel_async::pooled_connection::deadpool::{Object, Pool};
    use lease_suite::{Awaited, wait};
    use snowflake_kit_diesel::diesel_async_0_9::lease::LeaseStore;

    use super::*;

    lease_suite::tests!(OverAsync: pooled, awaited);

    struct OverAsync;

    impl Adapter for OverAsync {
        type Store = Awaited<LeaseStore<Object<AsyncPgConnection>>>;
        type CallStyle = Self::Store;

        const DIALECT: Dialect = Dialect::Postgres;

        fn open(url: &str, told: &str) -> Option<Self::Store> {
            told.is_empty().then(|| Self::over(&Self::pool(url)))
        }

        fn trust(Awaited(store): Self::Store) -> Self::Store {
            Awaited(store.trust_durability())
        }

        fn create(url: &str) {
            On::<PgConnection>::create(url);
        }

        fn undo(url: &str) {
            On::<PgConnection>::undo(url);
        }
    }

    impl Pooled for OverAsync {
        type Pool = Pool<AsyncPgConnection>;

        /// It waits for ever, and so the store must not.
        fn pool(url: &str) -> Self::Pool {
            let manager = AsyncDieselConnectionManager::<AsyncPgConnection>::new(url);
            Pool::builder(manager).max_size(1).build().unwrap()
        }

        fn over(pool: &Self::Pool) -> Self::Store {
            let pool = pool.clone();
            let lend = move || {
                let pool = pool.clone();
                async move { pool.get().await }
            };
            wait(async || Awaited(LeaseStore::over(Dialect::Postgres, lend)))
        }

        fn taken<R: Send>(pool: &Self::Pool, run: impl FnOnce() -> R + Send) -> R {
            wait(async || {
                let _taken = pool.get().await.unwrap();
                run()
            })
        }
    }
}
