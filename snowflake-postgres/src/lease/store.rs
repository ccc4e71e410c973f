//! The store.

use std::fmt;
use std::pin::Pin;
use std::time::Duration;

use snowflake_kit_lease::StoreError;
use snowflake_kit_lease::table::{AwaitedTable, Connect, TableBacked, TableStore};
use tokio_postgres::tls::{MakeTlsConnect, NoTls, TlsConnect};
use tokio_postgres::{Config, Error, Socket};

use super::connection::{Connection, text};

/// How long connecting to one address may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Leases in a table of a database, on a connection of their own. See [the
/// module](crate::lease) for the table, and for the requirements on the server.
///
/// An operation that is dropped (by `tokio::time::timeout`, say) closes its connection,
/// and the next operation makes another one.
pub struct LeaseStore(TableStore<Connector>);

/// What makes connections.
pub struct Connector(Box<dyn Fn() -> Connecting + Send + Sync>);

type Connecting = Pin<Box<dyn Future<Output = Result<Connection, Error>> + Send>>;

impl LeaseStore {
    /// A store with one connection of its own, without TLS. The connection is made at
    /// the first operation, and made again after a failure. Operations have to run on a
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
    /// use snowflake_kit_postgres::lease::LeaseStore;
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
        Self(TableStore::new(Connector(Box::new(connect))))
    }

    /// The schema of the table. By default it is looked up on the search path, where it must be the
    /// only table of its name.
    #[must_use = "it is a setting of the store that is returned"]
    pub fn schema(mut self, schema: impl Into<String>) -> Self {
        self.0.schema(schema);
        self
    }

    /// Accepts a server that may lose acknowledged changes in a crash: for tests, whose IDs do
    /// not have to last.
    #[must_use = "it is a setting of the store that is returned"]
    pub fn trust_durability(mut self) -> Self {
        self.0.trust_durability();
        self
    }
}

impl Connect for Connector {
    type Connection = Connection;

    async fn connect(&mut self) -> Result<Connection, StoreError> {
        (self.0)().await.map_err(|error| {
            let cause = match error.as_db_error() {
                Some(error) => StoreError::new(error.clone()),
                None => StoreError::new(text(&error)),
            };
            cause.with_advice(
                "check that the server can be reached, and that the configuration is right",
            )
        })
    }
}

impl TableBacked for LeaseStore {
    type Connect = Connector;

    fn table_store(&mut self) -> &mut TableStore<Connector> {
        &mut self.0
    }
}

impl AwaitedTable for LeaseStore {}

impl fmt::Debug for LeaseStore {
    /// Without the configuration, which has a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeaseStore").finish_non_exhaustive()
    }
}
