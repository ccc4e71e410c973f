//! The store.

use std::time::Duration;

use snowflake_kit_lease::__private::CHECK_ADDRESS;
use snowflake_kit_lease::__private::table::{session, transaction};
use snowflake_kit_lease::table::{
    self, Bind, Dialect, DriverError, Statement, TableStore, TextRow,
};
use snowflake_kit_lease::{StoreError, table_store};

use super::super::sea_orm;
use super::super::sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DatabaseTransaction, DbErr,
    QueryResult, SqlErr, Value,
};
use super::super::version;

/// How long a connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// After 15 s without a statement, `MySQL` ends a connection, and the transaction on it: this frees
/// the row of a process that is stopped between two statements. A connection that has ended between
/// two operations is replaced.
const IDLE: &str = "SET SESSION wait_timeout = 15";

/// Leases in a table of a database. See [the module](super) for the
/// table, and for the requirements on the server.
pub struct LeaseStore(TableStore<Connection>);

impl LeaseStore {
    /// A store with one connection of its own, made at the first operation, and again after a
    /// failure. `options` are those of the application's own connections, or the URL. The number
    /// of connections in them is ignored.
    ///
    /// Without `acquire_timeout` or `connect_timeout`, connecting fails after
    /// 5 s.
    pub fn new(options: impl Into<ConnectOptions>) -> Self {
        let mut options = options.into();
        // What is set on the connection has to be set on the one that is used.
        options.max_connections(1).min_connections(0);
        if options.get_acquire_timeout().or(options.get_connect_timeout()).is_none() {
            options.acquire_timeout(CONNECT_TIMEOUT);
        }
        Self(TableStore::new(move || {
            let options = options.clone();
            async move { connect(&options).await }
        }))
    }
}

table_store!(awaited: [] LeaseStore);

/// A pool of one connection, and the transaction that is open on it.
struct Connection {
    dialect: Dialect,
    db: DatabaseConnection,
    transaction: Option<DatabaseTransaction>,
}

async fn connect(options: &ConnectOptions) -> Result<Connection, StoreError> {
    let db = Database::connect(options.clone()).await.map_err(not_connected)?;
    let dialect = version::dialect(db.get_database_backend()).map_err(StoreError::new)?;
    Ok(Connection { dialect, db, transaction: None })
}

/// The server's answer, if it is one.
fn not_connected(error: DbErr) -> StoreError {
    // As sqlx begins it. SeaORM shows sqlx's error as a type with the features of a driver alone.
    const ANSWER: &str = "error returned from database: ";
    match &error {
        DbErr::Conn(said) if said.to_string().starts_with(ANSWER) => {
            StoreError::new(error).with_advice(CHECK_ADDRESS)
        }
        _ => StoreError::not_connected("no connection", &error),
    }
}

/// A pool connects again, if it must.
fn failed(error: DbErr) -> DriverError {
    match error {
        DbErr::Conn(_) | DbErr::ConnectionAcquire(_) => DriverError::new(not_connected(error)),
        _ => DriverError::new(error),
    }
}

impl table::Connection for Connection {
    fn dialect(&self) -> Dialect {
        self.dialect
    }

    async fn run(&mut self, sql: &str) -> Result<(), DriverError> {
        let done = match &self.transaction {
            Some(transaction) => transaction.execute_unprepared(sql).await,
            None => self.db.execute_unprepared(sql).await,
        };
        done.map(drop).map_err(failed)
    }

    async fn change(&mut self, statement: Statement) -> Result<u64, DriverError> {
        let statement = self.statement(statement);
        let done = match &self.transaction {
            Some(transaction) => version::execute(transaction, statement).await,
            None => version::execute(&self.db, statement).await,
        };
        done.map(|done| done.rows_affected()).map_err(|error| {
            let duplicate = matches!(error.sql_err(), Some(SqlErr::UniqueConstraintViolation(_)));
            failed(error).duplicate(duplicate)
        })
    }

    async fn rows(&mut self, statement: Statement) -> Result<Vec<TextRow>, DriverError> {
        let statement = self.statement(statement);
        let rows = match &self.transaction {
            Some(transaction) => version::query_all(transaction, statement).await,
            None => version::query_all(&self.db, statement).await,
        };
        let text = |row: &QueryResult| -> Result<TextRow, DbErr> {
            (0..row.column_names().len()).map(|index| row.try_get_by_index(index)).collect()
        };
        let rows = rows.map_err(failed)?;
        rows.iter().map(text).collect::<Result<_, _>>().map_err(DriverError::new)
    }

    /// [`begin`](Self::begin) sets it.
    async fn prepare(&mut self) -> Result<(), DriverError> {
        Ok(())
    }

    /// A transaction on every database: it keeps the statements of an operation on one connection
    /// of the pool, and is committed whatever the connection's `autocommit` is.
    async fn begin(&mut self) -> Result<(), DriverError> {
        // The pool may have replaced its connection.
        for sql in session(self.dialect) {
            self.run(sql).await?;
        }
        if self.dialect == Dialect::MySql {
            self.run(IDLE).await?;
        }
        let begun = version::begin(&self.db).await.map_err(failed)?;
        self.transaction = Some(begun);
        match transaction(self.dialect) {
            Some(sql) => self.run(sql).await,
            None => Ok(()),
        }
    }

    async fn commit(&mut self) -> Result<(), DriverError> {
        match self.transaction.take() {
            Some(transaction) => transaction.commit().await.map_err(DriverError::new),
            None => Ok(()),
        }
    }
}

impl Connection {
    fn statement(&self, Statement { sql, binds }: Statement) -> sea_orm::Statement {
        let values = binds.into_iter().map(|bind| match bind {
            Bind::Integer(value) => Value::from(value),
            Bind::String(value) => Value::from(value),
        });
        sea_orm::Statement::from_sql_and_values(self.db.get_database_backend(), sql, values)
    }
}
