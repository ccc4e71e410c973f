//! The store.

use std::fmt;

use snowflake_kit_lease::table::{AwaitedTable, TableBacked, TableStore};

use super::Driver;
use super::driver::Options;

/// Leases in a table of a database. See [the module](super) for the table, and for what
/// is needed of the server.
pub struct LeaseStore<O: Driver>(TableStore<Options<O>>);

impl<O: Driver> LeaseStore<O> {
    /// A store with one connection of its own, made when it is first used, and again after a
    /// failure.
    pub fn new(options: O) -> Self {
        Self(TableStore::new(Options(options)))
    }

    /// The schema of the table (with `MySql` the database). By default it is looked up on the
    /// search path, where it must be the only table of its name.
    #[must_use = "it is a setting of the store that is returned"]
    pub fn schema(mut self, schema: impl Into<String>) -> Self {
        self.0.schema(schema);
        self
    }

    /// Accepts a database that may lose acknowledged changes in a crash: for tests, whose IDs do
    /// not have to last.
    #[must_use = "it is a setting of the store that is returned"]
    pub fn trust_durability(mut self) -> Self {
        self.0.trust_durability();
        self
    }
}

impl<O: Driver> TableBacked for LeaseStore<O> {
    type Connect = Options<O>;

    fn table_store(&mut self) -> &mut TableStore<Options<O>> {
        &mut self.0
    }
}

impl<O: Driver> AwaitedTable for LeaseStore<O> {}

impl<O: Driver> fmt::Debug for LeaseStore<O> {
    /// Without the options, which have a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeaseStore").finish_non_exhaustive()
    }
}
