//! The store.

use snowflake_kit_lease::table::TableStore;
use snowflake_kit_lease::table_store;

use super::super::sqlx::Pool;
use super::Driver;
use super::driver::{Connection, connect, lend};

/// Leases in a table of a database. See [the module](super) for the table, and for what
/// is needed of the server.
pub struct LeaseStore<O: Driver>(TableStore<Connection<O>>);

impl<O: Driver> LeaseStore<O> {
    /// A store with one connection of its own, made when it is first used, and again after a
    /// failure.
    pub fn new(options: O) -> Self {
        Self(TableStore::new(move || connect(options.clone())))
    }

    /// A store that takes a connection of the application's pool for each operation, and closes one
    /// on which an operation fails or takes too long. Prefer [`new`](Self::new): see
    /// [`TableStore::over`].
    pub fn over(pool: Pool<O::Database>) -> Self {
        Self(TableStore::over(move || lend(pool.clone())))
    }
}

table_store!(awaited: [O: Driver] LeaseStore<O>, Connection<O>);
