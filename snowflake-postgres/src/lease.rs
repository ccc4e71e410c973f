//! Node leases in the application's database.
//!
//! [`LeaseStore`] records in one table which process may mint with which node number.
//! [`up`] creates the table, [`down`] drops it; call them from your migrations. For
//! migrations in SQL files, [`table::Migration`] has the same as text.
//!
//! ```
//! use snowflake_kit_lease::LeaseBuilder;
//! use snowflake_kit_postgres::lease::{self, LeaseStore};
//! use tokio_postgres::{Config, NoTls};
//! # use snowflake_kit_core::{Snowflake, SnowflakeId};
//! # #[derive(snowflake_kit_derive::SnowflakeId)]
//! # #[snowflake(crate = "snowflake_kit_mint")]
//! # struct UserId(Snowflake);
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let Ok(url) = std::env::var("SNOWFLAKE_POSTGRES_URL") else { return Ok(()) };
//! let config: Config = url.parse()?;
//! # let (admin, connection) = config.connect(NoTls).await?;
//! # tokio::spawn(connection);
//! # let name = format!("lease_doc_{}", std::process::id());
//! # admin.batch_execute(&format!("CREATE DATABASE {name}")).await?;
//! # let mut config = config;
//! # config.dbname(&name);
//!
//! // In a migration.
//! let (mut client, connection) = config.connect(NoTls).await?;
//! tokio::spawn(connection);
//! let transaction = client.transaction().await?;
//! lease::up(&transaction).await?;
//! transaction.commit().await?;
//!
//! // At the start of the process: claims a free node number, and keeps it.
//! let store = LeaseStore::new(config);
//! # let store = store.trust_durability();
//! let lease = LeaseBuilder::new(store).space("shop").install_async().await?;
//! let id = UserId::mint();
//! assert_eq!(Some(id.parts().node), lease.node());
//!
//! // At the end of the process: gives the number back.
//! lease.release_async().await?;
//! # admin.batch_execute(&format!("DROP DATABASE {name} WITH (FORCE)")).await?;
//! # Ok(())
//! # }
//! ```
//!
//! An async store needs the feature `tokio` of snowflake-kit-lease.
//!
//! # Connections
//!
//! The store makes its own connection, from a `tokio_postgres::Config`. So leases are
//! renewed also when the application uses all connections of its pool. A task on the tokio
//! runtime runs the connection. After a failed or dropped operation, the store closes the
//! connection, and the next operation makes another one.
//!
//! The store prepares no named statements, and all its settings are those of one
//! transaction. So a pooler like `PgBouncer` may give each transaction another connection to
//! the server.
//!
//! # What it does on the database
//!
//! Each operation is one transaction. One statement in it compares and sets the row. Before
//! that, the transaction makes sure that its commit will last:
//!
//! | it sets | it requires |
//! |---|---|
//! | `READ COMMITTED`, `search_path = pg_catalog` | `fsync = on` |
//! | `synchronous_commit = on`, unless it is `remote_apply` | a server that is not a standby, and a role that may write |
//! | `lock_timeout` and `idle_in_transaction_session_timeout`: 5 s | |
//! | `statement_timeout`: 10 s | |
//!
//! If a requirement does not hold, the operation fails, and the error names the setting.
//!
//! An operation can be cut short: the process is killed, the connection breaks, the server
//! restarts. Then the table has the old row or the new one, and the caller does not know
//! which. It need not know. Renewals and releases can be repeated. A claim whose answer was
//! lost keeps the node unused until its term ends.
//!
//! A process that is stopped in the middle of an operation (`SIGSTOP`, a paused machine)
//! keeps its row locked for up to 5 s. Then the server ends the transaction. Other nodes are
//! not affected.
//!
//! The store cannot protect against a server that loses acknowledged commits in another
//! way: one that is restored from a backup, or a standby that takes over before it has
//! received all commits. With replication, make commits wait for a standby
//! (`synchronous_standby_names`), or keep the applications stopped for one term.
//!
//! # What a role needs
//!
//! `SELECT`, `INSERT` and `UPDATE` on `snowflake_leases`, and on PostgreSQL `USAGE` on its schema,
//! `snowflake_kit`. A table in a schema of the search path is found as well.
//! [`table`] says which table a store uses, and what it refuses.
//!
//! # Time limits
//!
//! Connecting to one address may take 5 s, unless the configuration has a
//! `connect_timeout`. The timeouts in the table above are the server's. They do not help if
//! the server cannot be reached any more. The lease drops an operation that has taken a
//! third of the lease's term. If you await operations yourself, drop them as well, for
//! example with `tokio::time::timeout`.

mod connection;
mod store;

use snowflake_kit_core::Dialect;
use snowflake_kit_lease::table;
pub use store::LeaseStore;
use tokio_postgres::{Error, GenericClient};

/// Creates the table of leases, if it does not exist.
///
/// Call it in the `up` of a migration, where `client` can be a transaction. If a program mints in a
/// migration, or fills a new database, call it before all migrations. Several processes may call it
/// at once. See [`table::Migration::create`].
///
/// # Errors
/// Those of the database.
pub async fn up(client: &impl GenericClient) -> Result<(), Error> {
    client.batch_execute(&table::Migration::new(Dialect::Postgres).create()).await
}

/// Drops the table of leases. For the `down` of a migration. If a process has a lease at
/// that time, two processes can mint the same IDs afterwards.
///
/// # Errors
/// Those of the database.
pub async fn down(client: &impl GenericClient) -> Result<(), Error> {
    client.batch_execute(&table::Migration::new(Dialect::Postgres).down()).await
}
