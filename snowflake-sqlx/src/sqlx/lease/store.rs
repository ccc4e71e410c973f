//! The store.

use snowflake_kit_lease::table::TableStore;
use snowflake_kit_lease::table_store;

use super::super::sqlx::{Connection as SqlxConnection, Database, Pool};
use super::Driver;
use super::driver::{Connection, connect};

/// Leases in a table of a database. See [the module](super) for the table, and for what
/// is needed of the server.
pub struct LeaseStore<O: Driver>(TableStore<Connection<O>>);

impl<O: Driver> LeaseStore<O> {
    /// A store with one connection of its own, made when it is first used, and again after a
    /// failure.
    pub fn new(options: O) -> Self {
        Self(TableStore::new(move || connect(options.clone())))
    }

    /// A store with one connection of its own, with the options of a pool's connections. It takes
    /// none from the pool, so that a pool that is used up keeps no lease from being renewed.
    ///
    /// ```no_run
    /// # #[cfg(feature = "sqlx_0_9-postgres")]
    /// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
    /// # use sqlx_0_9 as sqlx;
    /// use snowflake_kit_sqlx::sqlx_0_9::lease::LeaseStore;
    /// use sqlx::PgPool;
    ///
    /// let pool = PgPool::connect("postgres://shop@db/shop").await?;
    /// let store = LeaseStore::from_pool(&pool);
    /// # let _ = store;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// What the pool does to its connections in `after_connect` is not done to this one: set a search
    /// path in the options, or name the [`schema`](Self::schema). A database in memory is refused, since
    /// it ends with its connections.
    pub fn from_pool<DB>(pool: &Pool<DB>) -> Self
    where
        DB: Database,
        DB::Connection: SqlxConnection<Options = O>,
    {
        Self::new((*pool.connect_options()).clone())
    }
}

table_store!(awaited: [O: Driver] LeaseStore<O>);
