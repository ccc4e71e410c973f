//! A connection, and the task that runs it.

use snowflake_lease::table::{Bind, Statement};
use tokio::task::JoinHandle;
use tokio_postgres::tls::{MakeTlsConnect, TlsConnect};
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Config, Error, Row, Socket};

/// A connection that ends with this value, also in the middle of an operation.
pub(super) struct Connection {
    client: Client,
    /// Reads and writes what the client is asked for. By itself it would wait for the
    /// server's answer to a statement after the client is gone.
    task: JoinHandle<()>,
}

impl Connection {
    /// Connects, and spawns the task.
    pub(super) async fn open<T>(config: &Config, tls: T) -> Result<Self, Error>
    where
        T: MakeTlsConnect<Socket>,
        T::Stream: Send + 'static,
        <T::TlsConnect as TlsConnect<Socket>>::Future: Send,
    {
        let (client, connection) = config.connect(tls).await?;
        // An error of the connection is also the result of what the client is asked next.
        let task = tokio::spawn(async { drop(connection.await) });
        Ok(Self { client, task })
    }

    /// Runs statements without parameters.
    pub(super) async fn run(&self, sql: &str) -> Result<(), Error> {
        self.client.batch_execute(sql).await
    }

    /// The number of rows that a statement has changed.
    pub(super) async fn change(&self, Statement { sql, binds }: &Statement) -> Result<u64, Error> {
        self.client.execute_typed(sql, &parameters(binds)).await
    }

    /// The rows of a statement's answer.
    pub(super) async fn rows(
        &self,
        Statement { sql, binds }: &Statement,
    ) -> Result<Vec<Row>, Error> {
        self.client.query_typed(sql, &parameters(binds)).await
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
