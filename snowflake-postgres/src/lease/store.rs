//! The store.

use std::time::Duration;

use snowflake_kit_lease::table::TableStore;
use snowflake_kit_lease::table_store;
use tokio_postgres::tls::{MakeTlsConnect, NoTls, TlsConnect};
use tokio_postgres::{Config, Socket};

use super::connection::Connection;

/// How long connecting to one address may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Leases in a table of a database, on a connection of their own. See [the
/// module](crate::lease) for the table, and for the requirements on the server.
///
/// An operation that is dropped (by `tokio::time::timeout`, say) closes its connection,
/// and the next operation makes another one.
pub struct LeaseStore(TableStore<Connection>);

impl LeaseStore {
    /// A store with one connection of its own, without TLS. The connection is made at
    /// the first operation, and made again after a failure. Operations have to run on a
    /// tokio runtime.
    ///
    /// If `config` has no `connect_timeout`, connecting to an address fails after 5 s.
    ///
    /// A program with a pool has the configuration:
    ///
    /// ```
    /// use deadpool_postgres::Config;
    /// use snowflake_kit_postgres::lease::LeaseStore;
    ///
    /// # let mut config = Config::new();
    /// # config.dbname = Some("shop".to_owned());
    /// let store = LeaseStore::new(config.get_pg_config()?);
    /// # let _ = store;
    /// # Ok::<(), deadpool_postgres::ConfigError>(())
    /// ```
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
        Self(TableStore::new(move || Connection::open(config.clone(), tls.clone())))
    }
}

table_store!(awaited: [] LeaseStore);
