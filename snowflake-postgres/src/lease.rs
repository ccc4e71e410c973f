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
//! Each operation is one transaction. [`table`] says which table a store uses, what a role needs, and the
//! settings by which a commit lasts.
//!
//! Connecting to one address may take 5 s, unless the configuration has a `connect_timeout`. A lease
//! drops an operation that has taken a third of its term. If you await operations yourself, drop them
//! as well, for example with `tokio::time::timeout`.

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
