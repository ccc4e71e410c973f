//! The store, awaited.

use std::error::Error;

use snowflake_kit_lease::table::{
    Connection, Dialect, DriverError, Statement, TableStore, TextRow,
};
use snowflake_kit_lease::table_store;

use super::LeaseConnection;
use crate::lease::error::{failed, not_established};

/// Leases in a table of a database, on a connection of `diesel-async` of their own. See [the
/// module](crate::lease) for the table, and for the requirements on the server.
///
/// If an operation is dropped, for example by `tokio::time::timeout`, its connection is dropped as
/// well, and the next operation makes another one.
///
/// ```
/// use diesel::SqliteConnection;
/// use diesel_async::sync_connection_wrapper::SyncConnectionWrapper;
/// use diesel_async::{AsyncConnection, SimpleAsyncConnection};
/// use snowflake_kit_diesel::diesel_async_0_9::lease::{Dialect, LeaseStore};
/// use snowflake_kit_lease::{AsyncStore as _, table};
///
/// type Connection = SyncConnectionWrapper<SqliteConnection>;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = std::env::temp_dir().join(format!("async-lease-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let url = folder.join("shop.db").display().to_string();
/// # Connection::establish(&url).await?.batch_execute(&table::Migration::new(Dialect::Sqlite).up()).await?;
/// let mut store = LeaseStore::new(Dialect::Sqlite, move || {
///     let url = url.clone();
///     async move { Connection::establish(&url).await }
/// });
/// assert_eq!(store.read("shop").await?.rows, []);
/// # std::fs::remove_dir_all(folder)?;
/// # Ok(())
/// # }
/// ```
pub struct LeaseStore<C: LeaseConnection>(TableStore<AsyncSpeaking<C>>);

impl<C: LeaseConnection> LeaseStore<C> {
    /// A store on the connections that `establish` makes: one at the first operation, and another
    /// one after a failure.
    ///
    /// The store keeps the connection, and sets how long it waits for locks. The connection must
    /// not be in a transaction.
    pub fn new<E, F>(dialect: Dialect, establish: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        E: Into<Box<dyn Error + Send + Sync>>,
        F: Future<Output = Result<C, E>> + Send + 'static,
    {
        Self(TableStore::new(move || {
            let connecting = establish();
            async move {
                let connecting = connecting.await;
                let connection = connecting.map_err(|error| not_established(dialect, error))?;
                Ok(AsyncSpeaking { dialect, connection })
            }
        }))
    }
}

table_store!(awaited: [C: LeaseConnection] LeaseStore<C>);

/// A connection, and what its server speaks.
struct AsyncSpeaking<C: LeaseConnection> {
    dialect: Dialect,
    connection: C,
}

/// It may be in a transaction that Diesel does not know of. A pool does not keep a connection that has
/// failed in one.
impl<C: LeaseConnection> Drop for AsyncSpeaking<C> {
    fn drop(&mut self) {
        self.connection.spoil();
    }
}

impl<C: LeaseConnection> Connection for AsyncSpeaking<C> {
    fn dialect(&self) -> Dialect {
        self.dialect
    }

    async fn run(&mut self, sql: &str) -> Result<(), DriverError> {
        self.connection.run(sql).await.map_err(failed)
    }

    async fn change(&mut self, statement: Statement) -> Result<u64, DriverError> {
        self.connection.change(statement).await.map_err(failed)
    }

    async fn rows(&mut self, statement: Statement) -> Result<Vec<TextRow>, DriverError> {
        self.connection.rows(statement).await.map_err(failed)
    }
}
