//! Node leases in the application's database.
//!
//! [`LeaseStore`] records in one table which process may mint with which node number. All
//! these processes are on one machine, as SQLite's file is.
//!
//! [`up`] creates the table, [`down`] drops it; call them from your migrations. For
//! migrations in SQL files, [`table::Migration`] has the same as text.
//!
//! ```
//! use rusqlite::Connection;
//! use snowflake_kit_lease::LeaseBuilder;
//! use snowflake_kit_rusqlite::lease::{self, LeaseStore};
//! # use snowflake_kit_core::{Snowflake, SnowflakeId};
//! # #[derive(snowflake_kit_derive::SnowflakeId)]
//! # #[snowflake(crate = "snowflake_kit_mint")]
//! # struct UserId(Snowflake);
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = std::env::temp_dir().join(format!("rusqlite-lease-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! # let path = folder.join("shop.db");
//! // In a migration.
//! let mut connection = Connection::open(&path)?;
//! let transaction = connection.transaction()?;
//! lease::up(&transaction)?;
//! transaction.commit()?;
//!
//! // At the start of the process: claims a free node number, and keeps it.
//! let lease = LeaseBuilder::new(LeaseStore::new(&path)).space("shop").install()?;
//! let id = UserId::mint();
//! assert_eq!(Some(id.parts().node), lease.node());
//!
//! // At the end of the process: gives the number back.
//! lease.release()?;
//! # std::fs::remove_dir_all(folder)?;
//! # Ok(())
//! # }
//! ```
//!
//! # What it does on the database
//!
//! The store opens its own connection to the file, and closes it after a failed operation.
//! It does not create the file: the application and its migrations do. Each operation is one
//! transaction. [`table`] has the settings by which a commit lasts.

mod store;

use rusqlite::Connection;
use snowflake_kit_core::Dialect;
use snowflake_kit_lease::table;
pub use store::LeaseStore;

/// Creates the table of leases, if it does not exist.
///
/// Call it in the `up` of a migration, where `connection` can be a transaction. If a program mints
/// in a migration, or fills a new database, call it before all migrations. See [`table::Migration::create`].
///
/// # Errors
/// Those of the database.
pub fn up(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(&table::Migration::new(Dialect::Sqlite).create())
}

/// Drops the table of leases. For the `down` of a migration. If a process has a lease at
/// that time, two processes can mint the same IDs afterwards.
///
/// # Errors
/// Those of the database.
pub fn down(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(&table::Migration::new(Dialect::Sqlite).down())
}
