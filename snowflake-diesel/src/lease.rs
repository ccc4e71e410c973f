//! Node leases in the application's database.
//!
//! [`LeaseStore`] records in one table which process may mint with which node number. Add a
//! migration for the table: `snowflake leases` writes `up.sql` and `down.sql`, and so does this
//! program:
//!
//! ```
//! # let migrations = std::env::temp_dir().join(format!("diesel-up-{}", std::process::id()));
//! use std::fs;
//!
//! use snowflake_kit_diesel::lease::Dialect;
//! use snowflake_kit_lease::table::Migration;
//!
//! let migration = Migration::new(Dialect::Postgres).grant("shop")?;
//! let folder = migrations.join("2026-01-01-000000_snowflake_leases");
//! fs::create_dir_all(&folder)?;
//! fs::write(folder.join("up.sql"), migration.up())?;
//! fs::write(folder.join("down.sql"), migration.down())?;
//! # fs::remove_dir_all(migrations)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Keep the table out of `schema.rs`, with `filter = { except_tables = ["snowflake_leases"] }` in
//! `diesel.toml`.
//!
//! `LeaseBuilder` of `snowflake-kit-lease` takes the store, claims a number and renews the lease. This
//! example calls the operations of the store itself:
//!
//! ```
//! use diesel::connection::SimpleConnection;
//! use diesel::prelude::*;
//! use snowflake_kit_lease::{Change, LeaseTerms, Store as _, claim, table};
//! use snowflake_kit_diesel::lease::{Dialect, LeaseStore};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = std::env::temp_dir().join(format!("diesel-lease-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! # let url = folder.join("shop.db").display().to_string();
//! # SqliteConnection::establish(&url)?.batch_execute(&table::Migration::new(Dialect::Sqlite).up())?;
//! // Its own connection to the application's database.
//! let mut store = LeaseStore::new(Dialect::Sqlite, move || SqliteConnection::establish(&url));
//!
//! // What a `LeaseBuilder` does.
//! let now = store.read("shop")?.unix_millis;
//! let claim = claim(7, None, now, &LeaseTerms::default(), 1)?;
//! assert!(store.change("shop", &Change::claim(&claim, "web-1"))?);
//! assert_eq!(store.read("shop")?.rows, [claim.row]);
//! # std::fs::remove_dir_all(folder)?;
//! # Ok(())
//! # }
//! ```
//!
//! # Connections
//!
//! The store gets a function that makes its connection, and calls it again after a failure. All of
//! Diesel's connections will do, with backends that are features of the application's `diesel`:
//! plain ones, a `MultiConnection`, and those of `diesel-async` in an `AsyncConnectionWrapper`. A thread
//! renews the lease.
//!
//! A program with a pool of r2d2 makes another `ConnectionManager` of the same URL. It connects beside
//! the pool:
//!
//! ```
//! use diesel::SqliteConnection;
//! use diesel::r2d2::{ConnectionManager, ManageConnection as _, Pool};
//! use snowflake_kit_diesel::lease::{Dialect, LeaseStore};
//!
//! # let file = std::env::temp_dir().join(format!("diesel-pool-{}.db", std::process::id()));
//! # let url = file.display().to_string();
//! let pool = Pool::new(ConnectionManager::<SqliteConnection>::new(&url))?;
//! let manager = ConnectionManager::<SqliteConnection>::new(url);
//! let store = LeaseStore::new(Dialect::Sqlite, move || manager.connect());
//! # let _ = (pool, store);
//! # std::fs::remove_file(file)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! For connections of `diesel-async`, use the store of its version: `diesel_async_0_9::lease::LeaseStore`
//! or that of `diesel_async_0_8`, with the feature of the same name.
//!
//! # What it does on the database
//!
//! [`table`](snowflake_kit_lease::table) says which table a store uses, what a role needs, and the settings
//! by which a commit lasts. An operation is one transaction; on MariaDB and `MySQL` its statement commits by
//! itself.
//!
//! A lease abandons the thread of an operation that has taken a third of its term, or drops the task's
//! operation. Limits of the connection end such a thread sooner. For PostgreSQL, they are part of the
//! URL: `?connect_timeout=5&tcp_user_timeout=10000&keepalives_idle=5`.

mod connection;
pub(crate) mod error;
pub(crate) mod query;
mod store;

pub use connection::LeaseConnection;
#[doc(no_inline)]
pub use snowflake_kit_core::Dialect;
pub use store::LeaseStore;
