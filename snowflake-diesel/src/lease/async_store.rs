//! Operations on the table, awaited.

use std::error::Error;
use std::fmt;
use std::pin::Pin;

use diesel::prelude::QueryResult;
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use snowflake_lease::table::{Dialect, Statement};
use snowflake_lease::{AsyncStore, Claim, Registry, Release, Renewal, StoreError, table};

use super::AsyncLeaseConnection;
use super::error::{failed, may_be_cut, not_established};

/// Leases in a table of a database, on a connection of `diesel-async` of their own. See [the
/// module](crate::lease) for the table, and for the requirements on the server.
///
/// If an operation is dropped, for example by `tokio::time::timeout`, its connection is dropped as
/// well, and the next operation makes another one. So the connection must not come from a pool,
/// which would get it back in the middle of a transaction.
///
/// ```
/// use diesel::SqliteConnection;
/// use diesel_async::sync_connection_wrapper::SyncConnectionWrapper;
/// use diesel_async::{AsyncConnection, SimpleAsyncConnection};
/// use snowflake_lease::{AsyncStore as _, table};
/// use snowflake_diesel::lease::{AsyncLeaseStore, Dialect};
///
/// type Connection = SyncConnectionWrapper<SqliteConnection>;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = std::env::temp_dir().join(format!("async-lease-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let url = folder.join("shop.db").display().to_string();
/// # Connection::establish(&url).await?.batch_execute(&table::up(Dialect::Sqlite)).await?;
/// let mut store = AsyncLeaseStore::new(Dialect::Sqlite, move || {
///     let url = url.clone();
///     async move { Connection::establish(&url).await }
/// });
/// assert_eq!(store.read("shop").await?.rows, []);
/// # std::fs::remove_dir_all(folder)?;
/// # Ok(())
/// # }
/// ```
pub struct AsyncLeaseStore<C> {
    dialect: Dialect,
    trust_durability: bool,
    establish: Box<Establish<C>>,
    /// Not here while an operation is under way, so that one that fails or is
    /// dropped leaves none.
    open: Option<C>,
}

type Established<C> = Pin<Box<dyn Future<Output = Result<C, Box<dyn Error + Send + Sync>>> + Send>>;

type Establish<C> = dyn FnMut() -> Established<C> + Send;

impl<C> AsyncLeaseStore<C> {
    /// A store on the connections that `establish` makes: one at the first operation, and another
    /// one after a failure.
    ///
    /// The store keeps the connection, and sets how long it waits for locks. The connection must
    /// not be in a transaction.
    pub fn new<E, F>(dialect: Dialect, mut establish: impl FnMut() -> F + Send + 'static) -> Self
    where
        E: Into<Box<dyn Error + Send + Sync>>,
        F: Future<Output = Result<C, E>> + Send + 'static,
    {
        let establish = Box::new(move || -> Established<C> {
            let connection = establish();
            Box::pin(async { connection.await.map_err(Into::into) })
        });
        Self { dialect, trust_durability: false, establish, open: None }
    }

    /// As [`LeaseStore::trust_durability`](super::LeaseStore::trust_durability).
    #[must_use = "it is a setting of the store that is returned"]
    pub fn trust_durability(mut self) -> Self {
        self.trust_durability = true;
        self
    }
}

impl<C: AsyncLeaseConnection> AsyncLeaseStore<C> {
    /// A connection on which a transaction has begun whose commit will last.
    async fn begin(&mut self) -> Result<C, StoreError> {
        let mut connection = self.begin_unsettled().await?;
        let settings = connection.settings(table::settings(self.dialect)).await;
        let settings = settings.map_err(failed(self.dialect))?;
        settings.check(self.dialect, self.trust_durability)?;
        Ok(connection)
    }

    /// A connection on which a transaction has begun.
    async fn begin_unsettled(&mut self) -> Result<C, StoreError> {
        if let Some(mut connection) = self.open.take() {
            match connection.run(table::begin(self.dialect)).await {
                Ok(()) => return Ok(connection),
                Err(error) if !may_be_cut(self.dialect) => return Err(failed(self.dialect)(error)),
                Err(_) => {}
            }
        }
        let mut connection = (self.establish)().await.map_err(not_established)?;
        for sql in table::session(self.dialect).iter().chain([&table::begin(self.dialect)]) {
            connection.run(sql).await.map_err(failed(self.dialect))?;
        }
        Ok(connection)
    }

    /// Ends the transaction.
    async fn end<T: Send>(
        &mut self,
        mut connection: C,
        result: QueryResult<T>,
    ) -> Result<T, StoreError> {
        let result = result.map_err(failed(self.dialect))?;
        connection.run("COMMIT").await.map_err(failed(self.dialect))?;
        self.open = Some(connection);
        Ok(result)
    }

    /// Whether a row has changed.
    async fn change(&mut self, statement: Statement) -> Result<bool, StoreError> {
        let mut connection = self.begin().await?;
        let changed = match connection.change(statement).await {
            // There was a row after all, and nothing is written.
            Err(DieselError::DatabaseError(DatabaseErrorKind::UniqueViolation, _)) => Ok(0),
            changed => changed,
        };
        self.end(connection, changed).await.map(|changed| changed > 0)
    }
}

impl<C: AsyncLeaseConnection> AsyncStore for AsyncLeaseStore<C> {
    async fn read(&mut self, space: &str) -> Result<Registry, StoreError> {
        let statement = table::read(self.dialect, space)?;
        let mut connection = self.begin().await?;
        let rows = connection.rows(statement).await;
        table::registry(space, self.end(connection, rows).await?)
    }

    async fn unix_millis(&mut self) -> Result<i64, StoreError> {
        let mut connection = self.begin().await?;
        let clock = connection.clock(table::unix_millis(self.dialect)).await;
        self.end(connection, clock).await
    }

    async fn claim(
        &mut self,
        space: &str,
        claim: &Claim,
        holder: &str,
    ) -> Result<bool, StoreError> {
        self.change(table::claim(self.dialect, space, claim, holder)?).await
    }

    async fn renew(&mut self, space: &str, renewal: &Renewal) -> Result<bool, StoreError> {
        self.change(table::renew(self.dialect, space, renewal)?).await
    }

    async fn release(&mut self, space: &str, release: &Release) -> Result<bool, StoreError> {
        self.change(table::release(self.dialect, space, release)?).await
    }
}

impl<C> fmt::Debug for AsyncLeaseStore<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncLeaseStore").field("dialect", &self.dialect).finish_non_exhaustive()
    }
}
