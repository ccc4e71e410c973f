//! A connection, and the task that runs it.

use std::error::Error as _;

use snowflake_kit_lease::__private::CHECK_ADDRESS;
use snowflake_kit_lease::__private::table::begin;
use snowflake_kit_lease::StoreError;
use snowflake_kit_lease::table::{
    Bind, Connection as Driver, Dialect, DriverError, Statement, TextRow,
};
use tokio::task::JoinHandle;
use tokio_postgres::tls::{MakeTlsConnect, TlsConnect};
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Config, Error, Row, SimpleQueryMessage, SimpleQueryRow, Socket};

/// A connection. It ends with this value, also in the middle of an operation.
pub(super) struct Connection {
    client: Client,
    /// Reads and writes what the client is asked for. By itself it would wait for the
    /// server's answer to a statement after the client is gone.
    task: JoinHandle<()>,
}

impl Connection {
    /// Connects, and spawns the task.
    pub(super) async fn open<T>(config: Config, tls: T) -> Result<Self, StoreError>
    where
        T: MakeTlsConnect<Socket>,
        T::Stream: Send + 'static,
        <T::TlsConnect as TlsConnect<Socket>>::Future: Send,
    {
        let (client, connection) =
            config.connect(tls).await.map_err(|error| not_connected(&error))?;
        // An error of the connection is also the result of what the client is asked next.
        let task = tokio::spawn(async { drop(connection.await) });
        Ok(Self { client, task })
    }
}

impl Driver for Connection {
    fn dialect(&self) -> Dialect {
        Dialect::Postgres
    }

    /// In one message: the server does not carry out what comes after a statement that has failed.
    async fn begin_with(&mut self, first: Statement) -> Result<Vec<TextRow>, DriverError> {
        let begin = begin(self.dialect()).unwrap_or_default();
        let sql = format!("{begin}; {}", first.sql);
        let messages = self.client.simple_query(&sql).await.map_err(failed)?;
        let rows = messages.iter().filter_map(|message| match message {
            SimpleQueryMessage::Row(row) => Some(row),
            _ => None,
        });
        let text = |row: &SimpleQueryRow| {
            (0..row.len()).map(|index| Ok(row.try_get(index)?.map(str::to_owned))).collect()
        };
        rows.map(text).collect::<Result<_, _>>().map_err(failed)
    }

    async fn run(&mut self, sql: &str) -> Result<(), DriverError> {
        self.client.batch_execute(sql).await.map_err(failed)
    }

    async fn change(&mut self, Statement { sql, binds }: Statement) -> Result<u64, DriverError> {
        self.client.execute_typed(&sql, &parameters(&binds)).await.map_err(failed)
    }

    async fn rows(
        &mut self,
        Statement { sql, binds }: Statement,
    ) -> Result<Vec<TextRow>, DriverError> {
        let rows = self.client.query_typed(&sql, &parameters(&binds)).await.map_err(failed)?;
        let text = |row: &Row| (0..row.len()).map(|index| row.try_get(index)).collect();
        rows.iter().map(text).collect::<Result<_, _>>().map_err(failed)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// With types that are named, so that no statement has to be prepared, and that a column
/// of another type is the server's error.
fn parameters(binds: &[Bind]) -> Vec<(&(dyn ToSql + Sync), Type)> {
    binds.iter().map(parameter).collect()
}

fn parameter(bind: &Bind) -> (&(dyn ToSql + Sync), Type) {
    match bind {
        Bind::Integer(value) => (value, Type::INT8),
        Bind::String(value) => (value, Type::TEXT),
    }
}

/// The server's answer, if it is one.
fn not_connected(error: &Error) -> StoreError {
    match error.as_db_error() {
        Some(_) => StoreError::new(cause(error)).with_advice(CHECK_ADDRESS),
        // The text is that of a kind of error. What happened is in its sources.
        None => StoreError::not_connected(&error.to_string(), error),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` hands over")]
fn failed(error: Error) -> DriverError {
    DriverError::new(cause(&error))
}

/// The server's error as it is. tokio-postgres' own errors leave what happened to their
/// sources.
fn cause(error: &Error) -> Box<dyn std::error::Error + Send + Sync> {
    if let Some(error) = error.as_db_error() {
        return Box::new(error.clone());
    }
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        text = format!("{text}: {error}");
        source = error.source();
    }
    text.into()
}
