//! Operations on the table.

use std::fmt;
use std::pin::Pin;
use std::time::Duration;

use snowflake_lease::table::{Dialect, Obstacles, Row, Statement};
use snowflake_lease::{AsyncStore, Claim, Registry, Release, Renewal, StoreError, table};
use tokio_postgres::tls::{MakeTlsConnect, NoTls, TlsConnect};
use tokio_postgres::{Config, Error, Socket};

use super::connection::Connection;
use super::error::{failed, not_connected};

/// How long connecting to one address may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Leases in a table of a database, on a connection of their own. See [the
/// module](crate::lease) for the table, and for the requirements on the server.
///
/// An operation that is dropped (by `tokio::time::timeout`, say) closes its connection,
/// and the next operation makes another one.
pub struct LeaseStore {
    connect: Box<Connect>,
    trust_durability: bool,
    /// Not here during an operation, so that one that fails or is dropped leaves none.
    open: Option<Connection>,
}

type Connecting = Pin<Box<dyn Future<Output = Result<Connection, Error>> + Send>>;

type Connect = dyn Fn() -> Connecting + Send + Sync;

impl LeaseStore {
    /// A store with one connection of its own, without TLS. The connection is made at
    /// the first operation, and made anew after a failure. Operations have to run on a
    /// tokio runtime.
    ///
    /// If `config` has no `connect_timeout`, connecting to an address fails after 5 s.
    pub fn new(config: Config) -> Self {
        Self::with_tls(config, NoTls)
    }

    /// As [`new`](Self::new), with TLS: `tls` is the connector of `postgres-native-tls`,
    /// `tokio-postgres-rustls` and other such crates.
    ///
    /// ```
    /// use snowflake_postgres::lease::LeaseStore;
    /// use tokio_postgres::{Config, NoTls};
    ///
    /// let mut config = Config::new();
    /// config.host("db.example.com").user("shop").dbname("shop");
    /// # let connector = NoTls;
    /// let store = LeaseStore::with_tls(config, connector);
    /// ```
    pub fn with_tls<T>(mut config: Config, tls: T) -> Self
    where
        T: MakeTlsConnect<Socket> + Clone + Send + Sync + 'static,
        T::Stream: Send + 'static,
        T::TlsConnect: Send,
        <T::TlsConnect as TlsConnect<Socket>>::Future: Send,
    {
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        let connect = move || -> Connecting {
            let (config, tls) = (config.clone(), tls.clone());
            Box::pin(async move { Connection::open(&config, tls).await })
        };
        Self { connect: Box::new(connect), trust_durability: false, open: None }
    }

    /// Accepts a server that may lose acknowledged changes in a crash: for tests, whose IDs do
    /// not have to last.
    #[must_use = "it is a setting of the store that is returned"]
    pub fn trust_durability(mut self) -> Self {
        self.trust_durability = true;
        self
    }

    /// A connection on which a transaction has begun whose commit will last.
    async fn begin(&mut self) -> Result<Connection, StoreError> {
        let connection = self.begin_unchecked().await?;
        let rows = connection
            .rows(&table::settings(Dialect::Postgres))
            .await
            .map_err(|error| failed(&error))?;
        let settings = obstacles(first(&rows)?).map_err(|error| failed(&error))?;
        settings.check(Dialect::Postgres, self.trust_durability)?;
        Ok(connection)
    }

    /// A connection on which a transaction has begun. One that was closed while it was
    /// not used is replaced: nothing has been done on it yet.
    async fn begin_unchecked(&mut self) -> Result<Connection, StoreError> {
        let begin = table::begin(Dialect::Postgres);
        if let Some(connection) = self.open.take()
            && connection.run(begin).await.is_ok()
        {
            return Ok(connection);
        }
        let connection = (self.connect)().await.map_err(|error| not_connected(&error))?;
        for sql in table::session(Dialect::Postgres).iter().chain([&begin]) {
            connection.run(sql).await.map_err(|error| failed(&error))?;
        }
        Ok(connection)
    }

    /// Ends the transaction, and keeps the connection.
    async fn commit(&mut self, connection: Connection) -> Result<(), StoreError> {
        connection.run("COMMIT").await.map_err(|error| failed(&error))?;
        self.open = Some(connection);
        Ok(())
    }

    /// Whether a row has changed.
    async fn change(&mut self, statement: Statement) -> Result<bool, StoreError> {
        let connection = self.begin().await?;
        let changed = connection.change(&statement).await.map_err(|error| failed(&error))?;
        self.commit(connection).await?;
        Ok(changed > 0)
    }

    /// The rows of an answer.
    async fn query(
        &mut self,
        statement: Statement,
    ) -> Result<Vec<tokio_postgres::Row>, StoreError> {
        let connection = self.begin().await?;
        let rows = connection.rows(&statement).await.map_err(|error| failed(&error))?;
        self.commit(connection).await?;
        Ok(rows)
    }
}

fn first(rows: &[tokio_postgres::Row]) -> Result<&tokio_postgres::Row, StoreError> {
    rows.first().ok_or_else(|| StoreError::new("an answer without a row"))
}

fn obstacles(row: &tokio_postgres::Row) -> Result<Obstacles, Error> {
    Ok(Obstacles { forgets: row.try_get("forgets")?, refuses: row.try_get("refuses")? })
}

fn lease(row: &tokio_postgres::Row) -> Result<Row, Error> {
    Ok(Row {
        unix_ms: row.try_get("unix_ms")?,
        node: row.try_get("node")?,
        token: row.try_get("token")?,
        until_unix_ms: row.try_get("until_unix_ms")?,
    })
}

impl AsyncStore for LeaseStore {
    async fn read(&mut self, space: &str) -> Result<Registry, StoreError> {
        let rows = self.query(table::read(Dialect::Postgres, space)?).await?;
        let rows: Result<Vec<_>, _> = rows.iter().map(lease).collect();
        table::registry(space, rows.map_err(|error| failed(&error))?)
    }

    async fn unix_millis(&mut self) -> Result<i64, StoreError> {
        let rows = self.query(table::unix_millis(Dialect::Postgres)).await?;
        first(&rows)?.try_get("unix_ms").map_err(|error| failed(&error))
    }

    async fn claim(
        &mut self,
        space: &str,
        claim: &Claim,
        holder: &str,
    ) -> Result<bool, StoreError> {
        self.change(table::claim(Dialect::Postgres, space, claim, holder)?).await
    }

    async fn renew(&mut self, space: &str, renewal: &Renewal) -> Result<bool, StoreError> {
        self.change(table::renew(Dialect::Postgres, space, renewal)?).await
    }

    async fn release(&mut self, space: &str, release: &Release) -> Result<bool, StoreError> {
        self.change(table::release(Dialect::Postgres, space, release)?).await
    }
}

impl fmt::Debug for LeaseStore {
    /// Without the configuration, which has a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeaseStore").finish_non_exhaustive()
    }
}
