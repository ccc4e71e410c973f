//! The store, blocking.

use std::error::Error;
use std::future::{Future, ready};

use snowflake_kit_lease::table::{
    Blocks, Connection, Dialect, DriverError, Statement, TableStore, TextRow,
};
use snowflake_kit_lease::{StoreError, table_store};

use super::LeaseConnection;
use super::error::{failed, not_established};

/// Leases in a table of a database, on a connection of their own. See [the
/// module](crate::lease) for the table, and for the requirements on the server.
pub struct LeaseStore<C: LeaseConnection>(TableStore<Speaking<C>>);

impl<C: LeaseConnection> LeaseStore<C> {
    /// A store on the connections that `establish` makes: one at the first operation, and another
    /// one after a failure.
    ///
    /// The store keeps the connection, and sets how long it waits for locks. The connection must
    /// not be in a transaction.
    ///
    /// If the store hangs in a call of `establish`, its
    /// [replacement](snowflake_kit_lease::Store::replacement) calls it again.
    pub fn new<E>(
        dialect: Dialect,
        establish: impl Fn() -> Result<C, E> + Send + Sync + 'static,
    ) -> Self
    where
        E: Into<Box<dyn Error + Send + Sync>>,
    {
        Self(TableStore::new(move || ready(Speaking::of(dialect, establish()))))
    }
}

table_store!(blocking: [C: LeaseConnection] LeaseStore<C>);

/// A connection, and what its server speaks.
struct Speaking<C: LeaseConnection> {
    dialect: Dialect,
    connection: C,
}

impl<C: LeaseConnection> Speaking<C> {
    fn of<E: Into<Box<dyn Error + Send + Sync>>>(
        dialect: Dialect,
        established: Result<C, E>,
    ) -> Result<Self, StoreError> {
        let connection = established.map_err(|error| not_established(dialect, error))?;
        Ok(Self { dialect, connection })
    }
}

/// It may be in a transaction that Diesel does not know of. A pool does not keep a connection that has
/// failed in one.
impl<C: LeaseConnection> Drop for Speaking<C> {
    fn drop(&mut self) {
        self.connection.spoil();
    }
}

impl<C: LeaseConnection> Blocks for Speaking<C> {}

impl<C: LeaseConnection> Connection for Speaking<C> {
    fn dialect(&self) -> Dialect {
        self.dialect
    }

    fn run(&mut self, sql: &str) -> impl Future<Output = Result<(), DriverError>> + Send {
        ready(self.connection.run(sql).map_err(failed))
    }

    fn change(
        &mut self,
        statement: Statement,
    ) -> impl Future<Output = Result<u64, DriverError>> + Send {
        ready(self.connection.change(statement).map_err(failed))
    }

    fn rows(
        &mut self,
        statement: Statement,
    ) -> impl Future<Output = Result<Vec<TextRow>, DriverError>> + Send {
        ready(self.connection.rows(statement).map_err(failed))
    }
}
