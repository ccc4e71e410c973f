//! The store.

use std::error::Error;
use std::time::Duration;

use snowflake_kit_lease::table::TableStore;
use snowflake_kit_lease::table_store;
use tokio_postgres::tls::{MakeTlsConnect, NoTls, TlsConnect};
use tokio_postgres::{Client, Config, Socket};

use super::connection::{Connection, not_connected};

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

    /// A store that takes a connection of the application's pool for each operation, with `lend`,
    /// and gives it back by dropping it. `client` finds the client in it. Prefer [`new`](Self::new):
    /// see [`TableStore::over`].
    ///
    /// ```
    /// use deadpool_postgres::{Client, Config, Runtime};
    /// use snowflake_kit_postgres::lease::LeaseStore;
    /// use tokio_postgres::NoTls;
    ///
    /// # let mut config = Config::new();
    /// # config.dbname = Some("shop".to_owned());
    /// let pool = config.create_pool(Some(Runtime::Tokio1), NoTls)?;
    /// let lend = move || {
    ///     let pool = pool.clone();
    ///     async move { pool.get().await }
    /// };
    /// let store = LeaseStore::over(lend, |client: &Client| client);
    /// # Ok::<(), deadpool_postgres::CreatePoolError>(())
    /// ```
    pub fn over<C, E, F>(
        lend: impl Fn() -> F + Send + Sync + 'static,
        client: fn(&C) -> &Client,
    ) -> Self
    where
        C: Send + Sync + 'static,
        E: Into<Box<dyn Error + Send + Sync>>,
        F: Future<Output = Result<C, E>> + Send + 'static,
    {
        Self(TableStore::over(move || {
            let lending = lend();
            async move {
                let connection = lending.await.map_err(not_connected)?;
                Ok(Connection::lent(connection, client))
            }
        }))
    }
}

table_store!(awaited: [] LeaseStore, Connection);
