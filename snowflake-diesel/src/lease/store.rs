//! The store, blocking.

use std::error::Error;
use std::fmt;
use std::future::{Future, ready};

use snowflake_kit_lease::StoreError;
use snowflake_kit_lease::table::{
    BlockingTable, Blocks, Connect, Connection, Dialect, DriverError, Statement, TableBacked,
    TableStore, TextRow,
};

use super::LeaseConnection;
use super::error::{failed, not_established};

/// Leases in a table of a database, on a connection of their own. See [the
/// module](crate::lease) for the table, and for the requirements on the server.
pub struct LeaseStore<C: LeaseConnection> {
    connector: Connector<C>,
    table: TableStore<Connector<C>>,
}

impl<C: LeaseConnection> LeaseStore<C> {
    /// A store on the connections that `establish` makes: one at the first operation, and another
    /// one after a failure.
    ///
    /// The store keeps the connection, and sets how long it waits for locks. The connection must
    /// not be in a transaction.
    ///
    /// If the store hangs in a call of `establish`, its
    /// [replacement](snowflake_kit_lease::Store::replacement) calls a clone of it.
    pub fn new<E>(
        dialect: Dialect,
        establish: impl FnMut() -> Result<C, E> + Clone + Send + 'static,
    ) -> Self
    where
        E: Into<Box<dyn Error + Send + Sync>>,
    {
        let connector = Connector { dialect, establish: Box::new(establish) };
        Self { table: TableStore::new(connector.clone()), connector }
    }

    /// The schema of the table (on MariaDB and `MySQL` the database). By default it is looked up on
    /// the search path, where it must be the only table of its name.
    #[must_use = "it is a setting of the store that is returned"]
    pub fn schema(mut self, schema: impl Into<String>) -> Self {
        self.table.schema(schema);
        self
    }

    /// Accepts a database that may lose acknowledged changes in a crash: for tests, whose IDs do
    /// not have to last.
    #[must_use = "it is a setting of the store that is returned"]
    pub fn trust_durability(mut self) -> Self {
        self.table.trust_durability();
        self
    }
}

/// Makes connections. Each store has a copy of its own, since one that hangs may do so in here.
pub struct Connector<C> {
    dialect: Dialect,
    establish: Box<dyn Establish<C>>,
}

trait Establish<C>: Send {
    fn establish(&mut self) -> Result<C, Box<dyn Error + Send + Sync>>;
    fn copy(&self) -> Box<dyn Establish<C>>;
}

impl<C, E, F> Establish<C> for F
where
    E: Into<Box<dyn Error + Send + Sync>>,
    F: FnMut() -> Result<C, E> + Clone + Send + 'static,
{
    fn establish(&mut self) -> Result<C, Box<dyn Error + Send + Sync>> {
        self().map_err(Into::into)
    }

    fn copy(&self) -> Box<dyn Establish<C>> {
        Box::new(self.clone())
    }
}

impl<C> Clone for Connector<C> {
    fn clone(&self) -> Self {
        Self { dialect: self.dialect, establish: self.establish.copy() }
    }
}

/// A connection, and what its server speaks.
pub struct Speaking<C>(Dialect, C);

impl<C: LeaseConnection> Connect for Connector<C> {
    type Connection = Speaking<C>;

    fn connect(&mut self) -> impl Future<Output = Result<Speaking<C>, StoreError>> + Send {
        let established = self.establish.establish().map_err(not_established);
        ready(established.map(|connection| Speaking(self.dialect, connection)))
    }
}

impl<C> Blocks for Speaking<C> {}

impl<C: LeaseConnection> Connection for Speaking<C> {
    fn dialect(&self) -> Dialect {
        self.0
    }

    fn run(&mut self, sql: &str) -> impl Future<Output = Result<(), DriverError>> + Send {
        ready(self.1.run(sql).map_err(failed))
    }

    fn change(
        &mut self,
        statement: Statement,
    ) -> impl Future<Output = Result<u64, DriverError>> + Send {
        ready(self.1.change(statement).map_err(failed))
    }

    fn rows(
        &mut self,
        statement: Statement,
    ) -> impl Future<Output = Result<Vec<TextRow>, DriverError>> + Send {
        ready(self.1.rows(statement).map_err(failed))
    }

    /// A pool takes a connection back as it is.
    fn abandon(mut self) -> impl Future<Output = ()> + Send {
        let _ = self.1.run("ROLLBACK");
        ready(())
    }
}

impl<C: LeaseConnection> TableBacked for LeaseStore<C> {
    type Connect = Connector<C>;

    fn table_store(&mut self) -> &mut TableStore<Connector<C>> {
        &mut self.table
    }
}

impl<C: LeaseConnection> BlockingTable for LeaseStore<C> {
    fn copy(&self) -> Self {
        let connector = self.connector.clone();
        Self { table: self.table.replacement(connector.clone()), connector }
    }
}

impl<C: LeaseConnection> fmt::Debug for LeaseStore<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dialect = self.connector.dialect;
        f.debug_struct("LeaseStore").field("dialect", &dialect).finish_non_exhaustive()
    }
}
