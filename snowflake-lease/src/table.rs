//! Leases in a table of a database: its definition, as text, and the store in it, for any driver.
//!
//! The table is `snowflake_leases`. Create it with a migration, whose text is that of [`Migration`]:
//!
//! ```sql
#![doc = include_str!("table/up.sql")]
//! ```
//!
//! On PostgreSQL, the table is in a schema of its own, `snowflake_kit`. On MariaDB and `MySQL`, the end
//! also says that the engine is `InnoDB`, and that names compare byte by byte.
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
//! # By which a commit lasts
//!
//! Before its statement, an operation makes sure that the change will last. If a requirement does not
//! hold, it fails, and the error names the setting.
//!
//! | | it sets | it requires |
//! |---|---|---|
//! | PostgreSQL | `READ COMMITTED`, `search_path = pg_catalog`, `synchronous_commit = on` unless it is `remote_apply`; timeouts: 5 s for locks and for idle transactions, 10 s for statements | `fsync = on`, no standby, a role that may write |
//! | MariaDB, `MySQL` | `autocommit = 1`, `innodb_lock_wait_timeout`, `lock_wait_timeout` | `innodb_flush_log_at_trx_commit = 1`, `sync_binlog = 1` where there is a binary log, not `read_only` |
//! | `SQLite` | `busy_timeout` of 5 s, `synchronous = EXTRA`, `BEGIN IMMEDIATE` | a file that can be written to, on a file system whose locks work, and a `journal_mode` other than `OFF` and `MEMORY` |
//!
//! A store cannot see whether the locks of a file system work: on network file systems they often do
//! not.
//!
//! An operation can be cut short: the process is killed, the connection breaks, the server restarts.
//! Then the table has the old row or the new one, and the caller does not know which. It need not
//! know. Renewals and releases can be repeated. A claim whose answer was lost keeps the node unused
//! until its term ends. After a failure, a store connects again.
//!
//! A process that is stopped in the middle of an operation (`SIGSTOP`, a paused machine) keeps its row
//! locked on PostgreSQL until the server ends the transaction, after 5 s. `SQLite` has one lock for
//! the whole file: all others wait until it continues, and fail after 5 s. On MariaDB and `MySQL` it keeps
//! no lock.
//!
//! A store cannot protect against a server that loses acknowledged commits in another way: one that is
//! restored from a backup, or a standby that takes over before it has received all commits. With
//! replication, make commits wait for a standby (`synchronous_standby_names`, semi-synchronous
//! replication or Galera), or keep the applications stopped for one term.
//!
//! The timeouts are the server's, and do not help if it cannot be reached. So a lease ends an operation
//! that has taken a third of its term: the next one uses another connection.
//!
//! # What a role needs
//!
//! `SELECT`, `INSERT` and `UPDATE` on `snowflake_leases`, and on PostgreSQL `USAGE` on its schema,
//! `snowflake_kit`.
//!
//! # Which table
//!
//! On PostgreSQL, a store looks for the table before each operation, in the schema `snowflake_kit` and on
//! the search path, or in the schema that you name. To read what another role has put there
//! could run code of that role. So the owners of the table and of its schema must be the store's own
//! role, a role that it is a member of (unless it is a superuser), the owner of the database or a
//! superuser. To name a schema is to trust its owner. On the other databases, a view of the name is
//! refused.
//!
//! | found | |
//! |---|---|
//! | one such table | it is used; a view, and a table of another owner beside it, is ignored |
//! | two | refused: other processes may use the other one. A store that has used one of them goes on |
//! | only a view, or a table of another owner | refused; the error has its name and its owner |
//!
//! Statements name the schema, and run with PostgreSQL's catalog alone on the search path, so that
//! nothing that another role has created there is called. The table can move to another schema while
//! processes run (`ALTER TABLE … SET SCHEMA`): a store whose table has gone looks for it again, and
//! follows the registry that it knows.
//!
//! The table has a row with the registry's identity, a random text that the migration writes, in a space
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
