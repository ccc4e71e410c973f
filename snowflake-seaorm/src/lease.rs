//! Node leases in the application's database.
//!
//! [`LeaseStore`] keeps who may mint under which node number in one table, made
//! by a migration of yours:
//!
//! ```
//! # mod migration {
//! use sea_orm_migration::prelude::*;
//!
//! #[derive(DeriveMigrationName)]
//! pub struct Migration;
//!
//! #[async_trait::async_trait]
//! impl MigrationTrait for Migration {
//!     async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
//!         snowflake_seaorm::lease::up(manager.get_connection()).await
//!     }
//!
//!     async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
//!         snowflake_seaorm::lease::down(manager.get_connection()).await
//!     }
//! }
//! # }
//! ```
//!
//! What it creates is to be read at [`table`];
//! `println!("{}", table::up(Dialect::Postgres))` prints it.
//!
//! ```
//! use sea_orm::{ConnectOptions, Database};
//! use snowflake_lease::{AsyncStore as _, LeaseTerms, claim};
//! use snowflake_seaorm::lease::{self, LeaseStore};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = std::env::temp_dir().join(format!("seaorm-lease-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! # let url = format!("sqlite://{}?mode=rwc", folder.join("shop.db").display());
//! let options = ConnectOptions::new(url);
//! # let db = Database::connect(options.clone()).await?;
//! # lease::up(&db).await?;
//! # db.close().await?;
//!
//! // Its own connection to the application's database.
//! let mut store = LeaseStore::new(options);
//!
//! // By hand, what a keeper of leases does.
//! let now = store.unix_millis().await?;
//! let claim = claim(7, None, now, &LeaseTerms::default())?;
//! assert!(store.claim("shop", &claim, "web-1").await?);
//! assert_eq!(store.read("shop").await?.rows, [claim.row]);
//! # std::fs::remove_dir_all(folder)?;
//! # Ok(())
//! # }
//! ```
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
//! A server that answers late is an error after 5 s: to connect, and for the
//! locks above. One that does not answer at all is not, for no driver of
//! SeaORM's gives up on a connection. A lease drops an operation that has taken a third
//! of its term. Whoever awaits operations by hand should drop them as well
//! (`tokio::time::timeout`). [`LeaseStore::new`] is made for that: an operation that
//! was dropped leaves nothing behind, and the next one connects anew.

mod store;

use sea_orm::{ConnectionTrait, DbBackend, DbErr};
use snowflake_core::Dialect;
use snowflake_lease::table;
pub use store::LeaseStore;

/// Creates the table of leases, unless it is there. For the `up` of a migration, and before
/// all migrations for a program that mints in one of them, or fills a new database: several
/// may do so at once. See [`table::create`].
///
/// # Errors
/// Those of the database, and `BackendNotSupported` for one that has no such
/// table.
pub async fn up(db: &impl ConnectionTrait) -> Result<(), DbErr> {
    let up = table::create(dialect(db.get_database_backend())?);
    db.execute_unprepared(&up).await.map(drop)
}

/// Drops the table of leases. For the `down` of a migration: while a process
/// has a lease, two of them can mint the same IDs afterwards.
///
/// # Errors
/// As of [`up`].
pub async fn down(db: &impl ConnectionTrait) -> Result<(), DbErr> {
    dialect(db.get_database_backend())?;
    db.execute_unprepared(table::DOWN).await.map(drop)
}

fn dialect(backend: DbBackend) -> Result<Dialect, DbErr> {
    match backend {
        DbBackend::Postgres => Ok(Dialect::Postgres),
        DbBackend::MySql => Ok(Dialect::MySql),
        DbBackend::Sqlite => Ok(Dialect::Sqlite),
        other => {
            let ctx = "node leases";
            Err(DbErr::BackendNotSupported { db: other.as_str(), ctx })
        }
    }
}
