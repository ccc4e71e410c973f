//! The store, blocking.

use std::error::Error;
use std::future::{Future, ready};

use snowflake_kit_lease::table::{
    Blocks, Connection, Dialect, DriverError, ISOLATED, Statement, TableStore, TextRow,
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
        Self(TableStore::new(move || ready(Speaking::of(dialect, establish(), false))))
    }

    /// A store that takes a connection of the application's pool for each operation, for example
    /// with `move || pool.get_timeout(limit)`. Prefer [`new`](Self::new): see [`TableStore::over`].
    pub fn over<E>(
        dialect: Dialect,
        lend: impl Fn() -> Result<C, E> + Send + Sync + 'static,
    ) -> Self
    where
        E: Into<Box<dyn Error + Send + Sync>>,
    {
        Self(TableStore::new(move || ready(Speaking::of(dialect, lend(), true))))
    }
}

table_store!(blocking: [C: LeaseConnection] LeaseStore<C>, Speaking<C>);

/// A connection, and what its server speaks.
pub struct Speaking<C> {
    dialect: Dialect,
    connection: C,
    is_lent: bool,
}

impl<C: LeaseConnection> Speaking<C> {
    fn of<E: Into<Box<dyn Error + Send + Sync>>>(
        dialect: Dialect,
        established: Result<C, E>,
        is_lent: bool,
    ) -> Result<Self, StoreError> {
        let connection = established.map_err(not_established)?;
        Ok(Self { dialect, connection, is_lent })
    }
}

impl<C: LeaseConnection> Blocks for Speaking<C> {}

impl<C: LeaseConnection> Connection for Speaking<C> {
    fn dialect(&self) -> Dialect {
        self.dialect
    }

    fn is_lent(&self) -> bool {
        self.is_lent
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

    /// A pool takes a connection back as it is.
    fn abandon(mut self) -> impl Future<Output = ()> + Send {
        let _ = self.connection.run("ROLLBACK");
        if self.is_lent && self.dialect == Dialect::MySql {
            let _ = self.connection.run(ISOLATED);
        }
        ready(())
    }
}
