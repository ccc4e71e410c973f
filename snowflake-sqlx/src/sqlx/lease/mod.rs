//! Node leases in the application's database.
//!
//! [`LeaseStore`] records in one table which process may mint with which node number. The command
//! `snowflake leases` writes the migration, for the folder that `sqlx::migrate!` reads.
//! [`Migration`](snowflake_kit_lease::table::Migration) returns the same text. The page of
//! [the crate](crate#node-leases) has an example.
//!
//! # What it does on the database
//!
//! One statement of an operation compares and sets the row. On PostgreSQL and SQLite the operation is
//! one transaction; on MariaDB and `MySQL` the statement commits by itself, so that a process that is
//! stopped keeps no row locked.
//! [`table`](snowflake_kit_lease::table) says which table a store uses, what a role needs, and the settings
//! by which a commit lasts. After an operation that failed or was dropped, the store
//! closes the connection, and the next operation connects again.
//!
//! If a server does not answer, sqlx waits as long as its options permit. So a lease drops an
//! operation that has taken a third of its term. If you await operations yourself, drop them as
//! well, for example with `tokio::time::timeout`.

mod driver;
mod store;

pub use driver::Driver;
pub use store::LeaseStore;
