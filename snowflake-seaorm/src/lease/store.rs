//! Operations on the table.

use std::fmt;
use std::time::Duration;

use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DatabaseTransaction, DbErr,
    IsolationLevel, QueryResult, SqlErr, SqliteTransactionMode, Statement, TransactionOptions,
    TransactionTrait, Value,
};
use snowflake_lease::table::{Bind, Dialect, Obstacles, Row};
use snowflake_lease::{AsyncStore, Claim, Registry, Release, Renewal, StoreError, table};

/// How long a connection may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Leases in a table of a database. See [the module](crate::lease) for the
/// table, and for the requirements on the server.
pub struct LeaseStore {
    connection: Connection,
    trust_durability: bool,
}

enum Connection {
    /// Made when needed. It is not here while an operation is under way, so
    /// that one which failed, or was dropped, leaves none.
    Own {
        options: Box<ConnectOptions>,
        open: Option<DatabaseConnection>,
    },
    Others(DatabaseConnection),
}

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
        let connection = Connection::Own { options: Box::new(options), open: None };
        Self { connection, trust_durability: false }
    }

    /// A store over existing connections. Prefer [`new`](Self::new): an application that uses all
    /// connections of its pool keeps leases from being renewed, and here the store sets nothing
    /// that would outlast an operation. So on `MySQL` the server's own `innodb_lock_wait_timeout`
    /// counts, and on `SQLite` the connections have to be of `synchronous =
    /// EXTRA`, or of `journal_mode = WAL` with `synchronous = FULL`.
    pub const fn over(connections: DatabaseConnection) -> Self {
        Self { connection: Connection::Others(connections), trust_durability: false }
    }

    /// Accepts a database that may lose acknowledged changes in a crash: for tests, whose IDs do
    /// not have to last.
    #[must_use = "it is a setting of the store that is returned"]
    pub const fn trust_durability(mut self) -> Self {
        self.trust_durability = true;
        self
    }

    /// Begins an operation.
    async fn begin(&mut self) -> Result<Operation, StoreError> {
        let (db, own) = match &mut self.connection {
            Connection::Others(db) => (db.clone(), false),
            Connection::Own { options, open } => match open.take() {
                Some(db) => (db, true),
                None => (connect(options).await?, true),
            },
        };
        let dialect = super::dialect(db.get_database_backend()).map_err(StoreError::new)?;
        let failed = failed(dialect);
        if own {
            for setting in table::session(dialect) {
                db.execute_unprepared(setting).await.map_err(&failed)?;
            }
        }
        let mut options = TransactionOptions::default();
        match dialect {
            Dialect::Postgres => options.isolation_level = Some(IsolationLevel::ReadCommitted),
            Dialect::Sqlite => {
                options.sqlite_transaction_mode = Some(SqliteTransactionMode::Immediate);
            }
            _ => {}
        }
        let transaction = db.begin_with_options(options).await.map_err(&failed)?;
        let operation = Operation { dialect, db, transaction };
        let settings = operation.settings().await.map_err(&failed)?;
        settings.check(dialect, self.trust_durability)?;
        Ok(operation)
    }

    /// Ends an operation that has done what it was to do.
    async fn commit(&mut self, operation: Operation) -> Result<(), StoreError> {
        operation.transaction.commit().await.map_err(failed(operation.dialect))?;
        self.keep(operation.db);
        Ok(())
    }

    /// Uses a connection again.
    fn keep(&mut self, db: DatabaseConnection) {
        if let Connection::Own { open, .. } = &mut self.connection {
            *open = Some(db);
        }
    }

    /// Whether a row has changed.
    async fn change(
        &mut self,
        statement: impl FnOnce(Dialect) -> Result<table::Statement, StoreError> + Send,
    ) -> Result<bool, StoreError> {
        let operation = self.begin().await?;
        let statement = operation.statement(statement(operation.dialect)?);
        let changed = match operation.transaction.execute_raw(statement).await {
            Ok(done) => done.rows_affected(),
            Err(error) if is_duplicate(&error) => {
                // There was a row after all, and nothing is written.
                operation.transaction.rollback().await.map_err(failed(operation.dialect))?;
                self.keep(operation.db);
                return Ok(false);
            }
            Err(error) => return Err(failed(operation.dialect)(error)),
        };
        self.commit(operation).await?;
        Ok(changed > 0)
    }

    /// The rows of an answer.
    async fn query(
        &mut self,
        statement: impl FnOnce(Dialect) -> Result<table::Statement, StoreError> + Send,
    ) -> Result<(Vec<QueryResult>, Dialect), StoreError> {
        let operation = self.begin().await?;
        let dialect = operation.dialect;
        let statement = operation.statement(statement(dialect)?);
        let rows = operation.transaction.query_all_raw(statement).await.map_err(failed(dialect))?;
        self.commit(operation).await?;
        Ok((rows, dialect))
    }
}

/// A transaction, and the connection that it is on.
struct Operation {
    dialect: Dialect,
    db: DatabaseConnection,
    transaction: DatabaseTransaction,
}

impl Operation {
    async fn settings(&self) -> Result<Obstacles, DbErr> {
        let query = self.statement(table::settings(self.dialect));
        let Some(row) = self.transaction.query_one_raw(query).await? else {
            return Ok(Obstacles::default());
        };
        Ok(Obstacles { forgets: row.try_get("", "forgets")?, refuses: row.try_get("", "refuses")? })
    }

    fn statement(&self, table::Statement { sql, binds }: table::Statement) -> Statement {
        let value = |bind| match bind {
            Bind::Integer(value) => Value::from(value),
            Bind::String(value) => Value::from(value),
        };
        let values = binds.into_iter().map(value);
        Statement::from_sql_and_values(self.db.get_database_backend(), sql, values)
    }
}

async fn connect(options: &ConnectOptions) -> Result<DatabaseConnection, StoreError> {
    Database::connect(options.clone()).await.map_err(|error| {
        // SeaORM quotes a URL that it cannot read, in whatever form it is.
        let text = error.to_string().replace(options.get_url(), "…");
        StoreError::new(text)
            .with_advice("check that the server can be reached, and that the URL is right")
    })
}

fn failed(dialect: Dialect) -> impl Fn(DbErr) -> StoreError {
    // The driver's code is not in the text, but in what is shown for debugging.
    move |error| {
        let advice = table::advice(dialect, &format!("{error} {error:?}"));
        StoreError::new(error).with_advice(advice)
    }
}

fn is_duplicate(error: &DbErr) -> bool {
    matches!(error.sql_err(), Some(SqlErr::UniqueConstraintViolation(_)))
}

impl AsyncStore for LeaseStore {
    async fn read(&mut self, space: &str) -> Result<Registry, StoreError> {
        let (rows, dialect) = self.query(|dialect| table::read(dialect, space)).await?;
        let row = |row: &QueryResult| -> Result<Row, DbErr> {
            Ok(Row {
                unix_ms: row.try_get("", "unix_ms")?,
                node: row.try_get("", "node")?,
                token: row.try_get("", "token")?,
                until_unix_ms: row.try_get("", "until_unix_ms")?,
            })
        };
        let rows: Result<Vec<_>, _> = rows.iter().map(row).collect();
        table::registry(space, rows.map_err(failed(dialect))?)
    }

    async fn unix_millis(&mut self) -> Result<i64, StoreError> {
        let (rows, dialect) = self.query(|dialect| Ok(table::unix_millis(dialect))).await?;
        let row = rows.first().ok_or_else(|| StoreError::new("an answer without a row"))?;
        row.try_get("", "unix_ms").map_err(failed(dialect))
    }

    async fn claim(
        &mut self,
        space: &str,
        claim: &Claim,
        holder: &str,
    ) -> Result<bool, StoreError> {
        self.change(|dialect| table::claim(dialect, space, claim, holder)).await
    }

    async fn renew(&mut self, space: &str, renewal: &Renewal) -> Result<bool, StoreError> {
        self.change(|dialect| table::renew(dialect, space, renewal)).await
    }

    async fn release(&mut self, space: &str, release: &Release) -> Result<bool, StoreError> {
        self.change(|dialect| table::release(dialect, space, release)).await
    }
}

impl fmt::Debug for LeaseStore {
    /// Without the URL, which has a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeaseStore").finish_non_exhaustive()
    }
}
