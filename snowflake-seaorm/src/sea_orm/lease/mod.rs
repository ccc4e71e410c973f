//! Node leases in the application's database.
//!
//! [`LeaseStore`] records in one table which process may mint with which node number. A migration
//! creates the table, by [`up`]:
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
//!         snowflake_kit_seaorm::sea_orm_2::lease::up(manager.get_connection()).await
//!     }
//!
//!     async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
//!         snowflake_kit_seaorm::sea_orm_2::lease::down(manager.get_connection()).await
//!     }
//! }
//! # }
//! ```
//!
//! [`table`] shows what it creates, and `println!("{}", table::Migration::new(Dialect::Postgres).up())` prints it.
//!
//! # What it does on the database
//!
//! Each operation is one transaction. One statement in it compares and sets the row. Before
//! that, the transaction makes sure that its commit will last. If a requirement does not hold, the
//! operation fails, and the error names the setting:
//!
//! | | it sets | it requires |
//! |---|---|---|
//! | PostgreSQL | `READ COMMITTED`, `search_path = pg_catalog`, `synchronous_commit = on`, timeouts: 5 s for locks and for idle transactions, 10 s for statements | `fsync = on`, no standby |
//! | MariaDB, `MySQL` | `autocommit = 1`, `innodb_lock_wait_timeout`, `lock_wait_timeout`; on MariaDB `idle_write_transaction_timeout` and `innodb_snapshot_isolation = OFF` | `innodb_flush_log_at_trx_commit = 1`, `sync_binlog = 1` where there is a binary log, not `read_only` |
//! | `SQLite` | `busy_timeout`, `synchronous = EXTRA`, `BEGIN IMMEDIATE` | a file, on a file system whose locks work |
//!
//! An operation can be cut short: the process is killed, the connection breaks, the server
//! restarts. Then the table has the old row or the new one, and the caller does not know which. It
//! need not know. Renewals and releases can be repeated. A claim whose answer was lost keeps the
//! node unused until its term ends. After a failure, the store connects again.
//!
//! A process that is stopped in the middle of an operation (`SIGSTOP`, a paused machine) keeps its
//! row locked on PostgreSQL until the server ends the transaction, after 5 s, and on `SQLite` until
//! it continues. SeaORM
//! pins a connection only by a transaction, so on MariaDB and `MySQL` an operation is one as well.
//! There the lock ends after 5 s on MariaDB, and after 15 s on `MySQL`. Other nodes are not
//! affected.
//!
//! The store cannot protect against a server that loses acknowledged commits in another way: one
//! that is restored from a backup, or a standby that takes over before it has received all
//! commits. With replication, make commits wait for a standby (`synchronous_standby_names`,
//! semi-synchronous replication or Galera), or keep the applications stopped for one term.
//!
//! # What a role needs
//!
//! `SELECT`, `INSERT` and `UPDATE` on `snowflake_leases`, and on PostgreSQL `USAGE` on its schema,
//! `snowflake_kit`. A table in a schema of the search path is found as well.
//! [`table`] says which table a store uses, and what it refuses.
//!
//! # Time limits
//!
//! Connecting, and waiting for the locks above, fails after 5 s. If a server does not answer a
//! statement at all, the drivers of SeaORM wait for ever. So a lease drops an operation that has
//! taken a third of its term, and the next operation connects again. If you await operations
//! yourself, drop them as well, for example with `tokio::time::timeout`.

mod store;

use snowflake_kit_lease::table;
pub use store::LeaseStore;

use super::sea_orm::{ConnectionTrait, DbErr};
use super::version::dialect;

/// Creates the table of leases, if it does not exist.
///
/// Call it in the `up` of a migration. If a program mints in a migration, or fills a new database,
/// call it before all migrations. Several processes may call it at once. See [`table::Migration::create`].
///
/// # Errors
/// Those of the database, and `BackendNotSupported` for one that has no such
/// table.
pub async fn up(db: &impl ConnectionTrait) -> Result<(), DbErr> {
    let up = table::Migration::new(dialect(db.get_database_backend())?).create();
    db.execute_unprepared(&up).await.map(drop)
}

/// Drops the table of leases. For the `down` of a migration. If a process has a lease at that time,
/// two processes can mint the same IDs afterwards.
///
/// # Errors
/// As of [`up`].
pub async fn down(db: &impl ConnectionTrait) -> Result<(), DbErr> {
    dialect(db.get_database_backend())?;
    let down = table::Migration::new(dialect(db.get_database_backend())?).down();
    db.execute_unprepared(&down).await.map(drop)
}
