//! Leases in a table of a database: its definition, and the statements of a store, as text. The
//! adapters for databases use them, and so can your own store, with any driver.
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
//! statement ([`Connection`]). Each operation is
//!
//! 1. [`begin`], on databases that need a transaction;
//! 2. [`settings`], whose answer goes to [`ServerSettings::check`], and has the registry's identity;
//! 3. one [`Statement`];
//! 4. `COMMIT`, if there is a transaction.
//!
//! The statement alone is the atomic step of the protocol: it compares, sets, and locks its row. So
//! any isolation level is strong enough. On PostgreSQL and SQLite, the transaction is needed for
//! settings that only apply inside it. MariaDB and `MySQL` have none, so there the statement commits
//! by itself, and a process that is stopped between two of its statements keeps no row locked. Two
//! things are required: an acknowledged commit lasts, and there is only one copy of the row. So use a
//! primary server, and no replica that accepts writes.
//!
//! Renewals, releases, and claims of an existing row change one row, or none if the row is not the
//! caller's any more. They always increase `renewed_unix_ms`. So the number of rows is the same for
//! drivers of `MySQL` that count found rows and those that count changed rows
//! (`CLIENT_FOUND_ROWS`).
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
mod definition;
mod driver_error;
mod found;
mod listing;
mod name;
mod registry_row;
mod settings;
mod statement;
mod store;

pub use connection::{Blocks, Connection, DriverError};
pub use definition::{DOWN, create, up, up_in};
pub use driver_error::advice;
/// For the command `snowflake` only. They can change at any time.
#[doc(hidden)]
pub use listing::{Listing, Raising};
pub use name::TableName;
pub use settings::{ServerSettings, settings};
#[doc(no_inline)]
pub use snowflake_kit_core::Dialect;
pub use statement::{Bind, Statement, TextRow, registry, unix_millis};
pub use store::TableStore;

/// How long a statement waits for a lock, and a transaction for its next statement, in seconds.
/// After that they fail. Otherwise a process that is stopped in the middle of an operation would
/// keep all others waiting for the row.
macro_rules! timeout {
    () => {
        "5"
    };
}
use timeout;

/// Statements to run once on each connection of the store: how long to wait, and that commits must
/// last.
pub const fn session(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::Postgres => &[],
        // Not FULL: with a rollback journal, a power failure can undo a commit by undoing the
        // deletion of the journal.
        Dialect::Sqlite => {
            &[concat!("PRAGMA busy_timeout = ", timeout!(), "000"), "PRAGMA synchronous = EXTRA"]
        }
        // Only MariaDB ends transactions that the client does not continue.
        // The first ends a transaction that the connection may be in, whatever
        // `completion_type` is.
        _ => &[
            "ROLLBACK AND NO CHAIN NO RELEASE",
            concat!(
                // Otherwise a read may leave rows out.
                "SET SESSION autocommit = 1, sql_select_limit = 18446744073709551615, \
                 innodb_lock_wait_timeout = ",
                timeout!(),
                ", lock_wait_timeout = ",
                timeout!(),
                " /*M!100300 , idle_write_transaction_timeout = ",
                timeout!(),
                // Otherwise a row that changes after a transaction's first read is an error.
                " */ /*M!110402 , innodb_snapshot_isolation = OFF */"
            ),
        ],
    }
}

/// Begins the transaction of an operation. `None` on MariaDB and `MySQL`, where each statement
/// commits by itself. On PostgreSQL it is one of the weakest isolation: with others, a row that
/// changes meanwhile is an error instead of an answer.
pub const fn begin(dialect: Dialect) -> Option<&'static str> {
    match dialect {
        Dialect::Postgres => {
            Some(concat!("BEGIN ISOLATION LEVEL READ COMMITTED; ", in_transaction!()))
        }
        // A transaction that begins with a read cannot wait for its turn to write.
        Dialect::Sqlite => Some("BEGIN IMMEDIATE"),
        _ => None,
    }
}

/// Sets what a transaction needs that a driver has begun itself, as the first statement in it: what
/// [`begin`] sets.
pub const fn transaction(dialect: Dialect) -> Option<&'static str> {
    match dialect {
        Dialect::Postgres => {
            Some(concat!("SET TRANSACTION ISOLATION LEVEL READ COMMITTED; ", in_transaction!()))
        }
        _ => None,
    }
}

/// The server finds no functions and operators but its own, whatever other roles have created. And
/// it waits for a lock no longer than this, from the first statement on that names the table: it
/// does not notice that a client, which waits less, has gone.
macro_rules! in_transaction {
    () => {
        concat!(
            "SET LOCAL search_path = pg_catalog, pg_temp; SET LOCAL lock_timeout = '",
            crate::table::timeout!(),
            "s'; SET LOCAL statement_timeout = '10s'; \
             SET LOCAL idle_in_transaction_session_timeout = '",
            crate::table::timeout!(),
            "s'"
        )
    };
}
use in_transaction;

const fn greatest(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Sqlite => "MAX",
        _ => "GREATEST",
    }
}

const fn clock(dialect: Dialect) -> &'static str {
    match dialect {
        // `now()` is the start of the transaction.
        Dialect::Postgres => "CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint)",
        // Whole milliseconds, as SQLite stores them. `unixepoch` has none before version
        // 3.42.
        Dialect::Sqlite => {
            "CAST(strftime('%s', 'now') || substr(strftime('%f', 'now'), 4) AS INTEGER)"
        }
        // `SYSDATE` is local time, in which an hour occurs twice a year. So this adds to the
        // start of the statement in UTC the time since then, which no time zone affects.
        _ => {
            "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) + \
             TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6))) DIV 1000"
        }
    }
}
