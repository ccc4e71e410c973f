//! The one algorithm of all stores in a table.

use std::fmt;
use std::ops::RangeInclusive;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use snowflake_kit_mint::__private::observe;

use super::Dialect;
use super::connection::{Blocks, Connection, DriverError};
use super::found::{named, seen};
use super::name::TableName;
use super::settings::{ServerSettings, settings};
use super::statement::{Statement, registry};
use crate::identity::Identity;
use crate::record;
use crate::store::{AsyncStore, Change, Registry, Store, StoreError};

/// Leases in a table, on connections of any driver.
///
/// The adapters' stores consist of one. For another driver, implement [`Connection`]: then this is
/// an [`AsyncStore`], and if the driver [`Blocks`], it is a [`Store`].
pub struct TableStore<C> {
    connect: Arc<dyn Fn() -> Connecting<C> + Send + Sync>,
    /// Made when needed. It is not here while an operation is under way, so that one that fails or
    /// is dropped leaves none.
    open: Option<C>,
    schema: Option<String>,
    trust_durability: bool,
    known: Arc<Known>,
}

type Connecting<C> = Pin<Box<dyn Future<Output = Result<C, StoreError>> + Send>>;

/// What a store has seen, and its replacements with it.
#[derive(Default)]
struct Known {
    table: Mutex<Option<TableName>>,
    identity: Identity,
}

/// A connection on which an operation has begun.
struct Begun<C> {
    connection: C,
    /// Whether the connection may serve the next operation too. One to a file of SQLite may not: the
    /// file may be replaced, and with a write-ahead log nothing would tell this connection, which
    /// would go on in the old file.
    may_stay: bool,
}

impl<C: Connection> Begun<C> {
    /// The error of the operation, with which the connection ends.
    fn failed(self, error: DriverError) -> StoreError {
        error.advised(self.connection.dialect())
    }
}

/// Why an operation has not begun.
enum Unusable {
    Driver(DriverError),
    Table(StoreError),
}

impl From<DriverError> for Unusable {
    fn from(error: DriverError) -> Self {
        Self::Driver(error)
    }
}

impl<C: Connection> TableStore<C> {
    /// A store with one connection, made by `connect` at the first operation, and again after a
    /// failure; for a file of SQLite at each operation, since the file may be another one by then. It
    /// must not be in a transaction. An error of `connect` is the server's answer, or
    /// [`StoreError::not_connected`].
    pub fn new<F>(connect: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<C, StoreError>> + Send + 'static,
    {
        let connect = Arc::new(move || -> Connecting<C> { Box::pin(connect()) });
        Self { connect, open: None, schema: None, trust_durability: false, known: Arc::default() }
    }

    /// The schema of the table (on MariaDB and `MySQL` the database). By default, on PostgreSQL
    /// `snowflake_kit` or one of the search path, wherever the table is.
    #[must_use = "it is a setting of the store that is returned"]
    pub fn schema(mut self, schema: impl Into<String>) -> Self {
        self.schema = Some(schema.into());
        self
    }

    /// Accepts a database that may lose acknowledged changes in a crash: for tests, whose IDs do
    /// not have to last.
    #[must_use = "it is a setting of the store that is returned"]
    pub fn trust_durability(mut self) -> Self {
        self.trust_durability = true;
        self
    }

    /// Whether a row has changed.
    async fn change_row(&mut self, space: &str, change: &Change) -> Result<bool, StoreError> {
        let (mut begun, statement) = self.begin(|table| table.change(space, change)).await?;
        match begun.connection.change(statement).await {
            Ok(changed) => self.commit(begun).await.map(|()| changed > 0),
            // There was a row after all, and nothing is written. The databases that say so have
            // not begun a transaction, or are still in it.
            Err(error) if error.is_duplicate() => self.commit(begun).await.map(|()| false),
            Err(error) => Err(begun.failed(error)),
        }
    }

    /// Ends an operation, and keeps its connection for the next one.
    async fn commit(&mut self, mut begun: Begun<C>) -> Result<(), StoreError> {
        match begun.connection.commit().await {
            Ok(()) => self.open = begun.may_stay.then_some(begun.connection),
            Err(error) => return Err(begun.failed(error)),
        }
        Ok(())
    }

    /// A connection on which an operation has begun whose change will last, and its statement. A
    /// connection that the server has closed while it was not used is replaced at once: nothing has
    /// been done on it yet.
    async fn begin(
        &mut self,
        statement: impl FnOnce(&TableName) -> Result<Statement, StoreError> + Send,
    ) -> Result<(Begun<C>, Statement), StoreError> {
        loop {
            let (mut connection, is_old) = match self.open.take() {
                Some(connection) => (connection, true),
                None => (self.connect().await?, false),
            };
            match self.begin_on(&mut connection).await {
                Ok((table, settings)) => {
                    let dialect = connection.dialect();
                    settings.check(dialect, self.trust_durability)?;
                    self.known.identity.compare(settings.identity.as_deref())?;
                    let may_stay = dialect != Dialect::Sqlite || settings.is_in_memory();
                    return Ok((Begun { connection, may_stay }, statement(&table)?));
                }
                Err(Unusable::Table(error)) => return Err(error),
                Err(Unusable::Driver(error)) => {
                    let answers = answers(&mut connection).await;
                    let has_moved = answers && self.has_moved(&mut connection).await;
                    if !has_moved && (answers || !is_old) {
                        return Err(error.advised(connection.dialect()));
                    }
                }
            }
        }
    }

    /// A new connection.
    async fn connect(&mut self) -> Result<C, StoreError> {
        let mut connection = (self.connect)().await?;
        let dialect = connection.dialect();
        connection.prepare().await.map_err(|error| error.advised(dialect))?;
        Ok(connection)
    }

    async fn begin_on(
        &mut self,
        connection: &mut C,
    ) -> Result<(TableName, ServerSettings), Unusable> {
        let table = self.table(connection).await?;
        let dialect = connection.dialect();
        let answer = connection.begin_with(settings(dialect, table.as_ref())).await?;
        let row = answer.into_iter().next();
        let row = row.ok_or_else(|| DriverError::new("an answer without a row"))?;
        Ok((table.unwrap_or_else(|| TableName::new(dialect)), row.into()))
    }

    /// Where the table is, if there is one. On PostgreSQL it is looked at each time: it may have moved,
    /// and another role may have put one of its own where it was. On the others it stays where it was
    /// found.
    async fn table(&mut self, connection: &mut C) -> Result<Option<TableName>, Unusable> {
        let dialect = connection.dialect();
        let known = self.known();
        if known.is_some() && dialect != Dialect::Postgres {
            return Ok(known);
        }
        let found = self.find(connection).await?;
        let named = |schema: &String| TableName::in_schema(dialect, schema);
        let named = self.schema.as_ref().map(named).transpose().map_err(Unusable::Table)?;
        // If nothing has the name any more, the database says so.
        Ok(found.or(known).or(named))
    }

    async fn find(&mut self, connection: &mut C) -> Result<Option<TableName>, Unusable> {
        let dialect = connection.dialect();
        let seen = seen(dialect, self.schema.as_deref()).map_err(Unusable::Table)?;
        let seen = connection.rows(seen).await?;
        let known = self.known();
        let found = named(dialect, self.schema.as_deref(), known.as_ref(), seen);
        let Some(found) = found.map_err(Unusable::Table)? else { return Ok(None) };
        if known.as_ref() != Some(&found.table) {
            if let Some(advice) = &found.advice {
                observe::can_be_locked(advice);
            }
            *self.known.table.lock().unwrap_or_else(PoisonError::into_inner) =
                Some(found.table.clone());
        }
        Ok(Some(found.table))
    }

    fn known(&self) -> Option<TableName> {
        self.known.table.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether the table is in another schema by now (`ALTER TABLE … SET SCHEMA`), where this store
    /// goes on: it knows the registry's identity, and accepts no other one.
    async fn has_moved(&mut self, connection: &mut C) -> bool {
        let known = self.known();
        let is_postgres = connection.dialect() == Dialect::Postgres;
        if !is_postgres || known.is_none() || !self.known.identity.is_known() {
            return false;
        }
        let Ok(Some(found)) = self.find(connection).await else { return false };
        known.as_ref() != Some(&found)
    }
}

impl<C: Connection> AsyncStore for TableStore<C> {
    async fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        record::space(space)?;
        let (mut begun, statement) =
            self.begin(|table| table.read_nodes(space, &nodes, most)).await?;
        match begun.connection.rows(statement).await {
            Ok(rows) => {
                self.commit(begun).await?;
                registry(space, rows)
            }
            Err(error) => Err(begun.failed(error)),
        }
    }

    async fn change(&mut self, space: &str, change: &Change) -> Result<bool, StoreError> {
        record::space(space)?;
        if self.change_row(space, change).await? {
            return Ok(true);
        }
        let Change::Renew { renewal, clock } = change else { return Ok(false) };
        // Another process has it, or a clock is wrong.
        let unix_millis = self.read_nodes(space, 0..=0, 0).await?.unix_millis;
        if !clock.contains(&unix_millis) {
            return Err(StoreError::wrong_clock(unix_millis));
        }
        self.change_row(space, &Change::renew(renewal)).await
    }
}

impl<C: Blocks> Store for TableStore<C> {
    fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        at_once(AsyncStore::read_nodes(self, space, nodes, most))
    }

    fn change(&mut self, space: &str, change: &Change) -> Result<bool, StoreError> {
        at_once(AsyncStore::change(self, space, change))
    }

    fn replacement(&self) -> Option<Box<dyn Store>> {
        let (connect, known) = (Arc::clone(&self.connect), Arc::clone(&self.known));
        let (schema, trust_durability) = (self.schema.clone(), self.trust_durability);
        Some(Box::new(Self { connect, open: None, schema, trust_durability, known }))
    }
}

/// The result of an operation on a connection that blocks.
fn at_once<R>(operation: impl Future<Output = Result<R, StoreError>>) -> Result<R, StoreError> {
    match pin!(operation).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => Err(StoreError::new("a connection that is said to block did not")),
    }
}

impl<C> fmt::Debug for TableStore<C> {
    /// Without what it connects with, which has a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableStore").finish_non_exhaustive()
    }
}

/// Whether a server refused the statement that failed, so that another connection would be of no
/// use.
async fn answers<C: Connection>(connection: &mut C) -> bool {
    // A database in a file has no server, and has waited for a lock.
    connection.dialect() == Dialect::Sqlite || connection.run("ROLLBACK").await.is_ok()
}
