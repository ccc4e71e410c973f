//! Leases in a table of a database: its definition, as text, and the store in it, for any driver.
//!
//! The table is `snowflake_leases`. Create it with a migration that has the text of [`up`]:
//!
//! ```sql
#![doc = include_str!("table/up.sql")]
//! ```
//!
//! On MariaDB and `MySQL`, the end also says that the engine is `InnoDB`, and that names compare
//! byte by byte.
//!
//! # A store
//!
//! [`TableStore`] has the whole algorithm; an adapter only tells it how to connect, and how to run a
//! statement ([`Connection`]). Each operation begins a transaction, on databases that need one; reads
//! the settings by which a commit lasts, and the registry's identity; runs one statement; and commits.
//!
//! The statement alone is the atomic step of the protocol: it compares, sets, and locks its row. So
//! any isolation level is strong enough. On PostgreSQL and SQLite, the transaction is needed for
//! settings that only apply inside it. MariaDB and `MySQL` have none, so there the statement commits
//! by itself, and a process that is stopped between two of its statements keeps no row locked. Two
//! things are required: an acknowledged commit lasts, and there is only one copy of the row. So use a
//! primary server, and no replica that accepts writes.
//!
//! # Which table
//!
//! Name its schema, or a store looks it up once, on the search path of its first connection. It
//! refuses a path with two tables of the name: other processes may use the other one. Statements
//! name the schema, and run with PostgreSQL's catalog alone on the search path, so that nothing that
//! another role has created there is called.
//!
//! The table has a row with the registry's identity, a random text that [`up`] writes, in a space
//! that no application can have. A store that has seen an identity accepts no other one: the table
//! was replaced, or the connection leads to another database.
//!
//! # A dashboard
//!
//! On MariaDB and `MySQL`, a role that may read the table, or a view of it, can lock its rows: renewals
//! fail as long as its transaction lasts. Grant it `EXECUTE` on a procedure instead, which reads in
//! a transaction of its own:
//!
//! ```sql
#![doc = include_str!("table/dashboard.sql")]
//! ```
//!
//! # Clocks
//!
//! The store's clock is `clock_timestamp()`, `SYSDATE(6)` or SQLite's `'now'` in Unix ms, rounded
//! down. The time zones of server and connection do not matter. With SQLite it is the clock of this
//! machine.

mod adapter;
mod connection;
mod driver_error;
pub(crate) mod found;
mod migration;
pub(crate) mod name;
mod registry_row;
pub(crate) mod session;
pub(crate) mod settings;
pub(crate) mod statement;
mod store;

pub use connection::{Blocks, Connection, DriverError};
pub use migration::Migration;
#[doc(no_inline)]
pub use snowflake_kit_core::Dialect;
pub use statement::{Bind, Statement, TextRow};
pub use store::TableStore;
