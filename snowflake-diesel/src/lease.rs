//! Node leases in the application's database.
//!
//! [`LeaseStore`] keeps who may mint under which node number in one table. Put
//! its migration among yours: [`table::up`](snowflake_lease::table::up) is the text of
//! `up.sql` and [`table::DOWN`](snowflake_lease::table::DOWN) that of `down.sql`. They are
//! to be read at [`table`](snowflake_lease::table), and this writes them:
//!
//! ```
//! # let migrations = std::env::temp_dir().join(format!("diesel-up-{}", std::process::id()));
//! use std::fs;
//!
//! use snowflake_diesel::lease::Dialect;
//! use snowflake_lease::table;
//!
//! let folder = migrations.join("2026-01-01-000000_snowflake_leases");
//! fs::create_dir_all(&folder)?;
//! fs::write(folder.join("up.sql"), table::up(Dialect::Postgres))?;
//! fs::write(folder.join("down.sql"), table::DOWN)?;
//! # fs::remove_dir_all(migrations)?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! The schema in Rust does not need the table; keep it out of `schema.rs` with
//! `filter = { except_tables = ["snowflake_leases"] }` in `diesel.toml`.
//!
//! ```
//! use diesel::connection::SimpleConnection;
//! use diesel::prelude::*;
//! use snowflake_lease::{LeaseTerms, Store as _, claim, table};
//! use snowflake_diesel::lease::{Dialect, LeaseStore};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = std::env::temp_dir().join(format!("diesel-lease-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! # let url = folder.join("shop.db").display().to_string();
//! # SqliteConnection::establish(&url)?.batch_execute(&table::up(Dialect::Sqlite))?;
//! // Its own connection to the application's database.
//! let mut store = LeaseStore::new(Dialect::Sqlite, move || SqliteConnection::establish(&url));
//!
//! // By hand, what a keeper of leases does.
//! let now = store.unix_millis()?;
//! let claim = claim(7, None, now, &LeaseTerms::default())?;
//! assert!(store.claim("shop", &claim, "web-1")?);
//! assert_eq!(store.read("shop")?.rows, [claim.row]);
//! # std::fs::remove_dir_all(folder)?;
//! # Ok(())
//! # }
//! ```
//!
//! # Connections
//!
//! All of Diesel's, with their backends switched on by the application's own
//! `diesel`: plain ones, those of a pool (`move || pool.get()`, which takes one
//! out of it for good), a `MultiConnection`, and those of `diesel-async` in
//! its `AsyncConnectionWrapper`, for a store that is kept by a thread of its own.
//! It is made by a function, because the store makes another one after a
//! failure.
//!
//! With the feature `diesel-async`, `AsyncLeaseStore` is the same for a store that
//! is kept by a task.
//!
//! # What it does on the database
//!
//! Each operation is a transaction of its own, with one statement in it that
//! compares and sets the row. That a commit lasts is set, or asked for, in each
//! transaction, and an error names the setting that is in the way:
//!
//! | | is set | has to be so |
//! |---|---|---|
//! | PostgreSQL | `READ COMMITTED`, `synchronous_commit = on`, timeouts: 5 s for locks, and for transactions that nobody goes on with, 10 s for statements | `fsync = on`, no standby |
//! | MariaDB, `MySQL` | `innodb_lock_wait_timeout`, `lock_wait_timeout`; on MariaDB `idle_write_transaction_timeout` | `innodb_flush_log_at_trx_commit = 1`, `sync_binlog = 1` where there is a binary log, not `read_only` |
//! | `SQLite` | `busy_timeout`, `synchronous = EXTRA`, `BEGIN IMMEDIATE` | a file, on a file system whose locks work |
//!
//! Hence a process that is killed, a connection that is cut and a server that is
//! restarted in the middle of an operation leave the old row or the new one. Which
//! one is not known to the caller, and need not be: a renewal or a release may be
//! repeated, and a claim whose answer was lost holds the node until its term ends,
//! for nobody. After a failure the store connects anew.
//!
//! A process that is stopped in the middle of an operation (`SIGSTOP`, a paused
//! machine) keeps its row locked until the server ends the transaction, after
//! 5 s; `MySQL` has no such setting, and waits until the process goes on or its
//! connection ends. Other nodes are not concerned.
//!
//! Outside of this is a server that loses what it has acknowledged in another
//! way: restored from a backup, or a standby that takes over before it has
//! everything. With replication, make commits wait for a standby
//! (`synchronous_standby_names`; semi-synchronous replication or Galera), or keep
//! the applications stopped for a term.
//!
//! # What a role needs
//!
//! `SELECT`, `INSERT` and `UPDATE` on `snowflake_leases`, in a database and schema
//! that its connections see without a prefix.
//!
//! # Time limits
//!
//! The timeouts above are the server's. A lease gives each operation a third of its
//! term, whatever the server does: after it, a thread that hangs with its connection is
//! left to itself, or the task's operation is dropped, and the next operation is on
//! another connection. Limits of the connection's own end such a thread sooner;
//! PostgreSQL's takes them in the URL:
//! `?connect_timeout=5&tcp_user_timeout=10000&keepalives_idle=5`.

#[cfg(feature = "diesel-async")]
mod async_connection;
#[cfg(feature = "diesel-async")]
mod async_store;
mod connection;
mod error;
mod query;
mod store;

#[cfg(feature = "diesel-async")]
pub use async_connection::AsyncLeaseConnection;
#[cfg(feature = "diesel-async")]
pub use async_store::AsyncLeaseStore;
pub use connection::LeaseConnection;
#[doc(no_inline)]
pub use snowflake_core::Dialect;
pub use store::LeaseStore;
