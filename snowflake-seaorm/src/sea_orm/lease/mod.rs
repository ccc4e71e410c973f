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
//! [`table`] says which table a store uses, what a role needs, and the settings by which a commit lasts.
//! SeaORM pins a connection only by a transaction, so each operation is one, also on MariaDB and
//! `MySQL`. There a process that is stopped in the middle of it (`SIGSTOP`, a paused machine) keeps its
//! row locked for 5 s on MariaDB (`idle_write_transaction_timeout`, with `innodb_snapshot_isolation = OFF`),
//! and for 15 s on `MySQL`. Other nodes are not affected.
//!
//! Connecting, and waiting for these locks, fails after 5 s. If a server does not answer a
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
