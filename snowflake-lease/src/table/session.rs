//! How a connection and a transaction begin, and the clock.

use super::Dialect;

/// How long a statement waits for a lock, and a transaction for its next statement, in seconds.
/// After that they fail. Otherwise a process that is stopped in the middle of an operation would
/// keep all others waiting for the row.
macro_rules! timeout {
    () => {
        "5"
    };
}

/// The server waits for a lock no longer than this, from the first statement on that names the table:
/// it does not notice that a client, which waits less, has gone.
macro_rules! in_transaction {
    () => {
        concat!(
            snowflake_kit_sql::reading!(local, timeout!()),
            "; SET LOCAL statement_timeout = '10s'; \
             SET LOCAL idle_in_transaction_session_timeout = '",
            timeout!(),
            "s'"
        )
    };
}

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

/// Begins a transaction that only reads several times, as of one moment.
pub const fn begin_reading(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Postgres => concat!("BEGIN READ ONLY; ", in_transaction!()),
        Dialect::Sqlite => "BEGIN",
        _ => "START TRANSACTION READ ONLY",
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

/// The function that returns the largest of its arguments.
pub const fn greatest(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Sqlite => "MAX",
        _ => "GREATEST",
    }
}

/// The database's clock in Unix ms, as an expression.
pub const fn clock(dialect: Dialect) -> &'static str {
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
