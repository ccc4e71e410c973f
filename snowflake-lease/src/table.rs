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
//! # An operation
//!
//! Each operation is one transaction on a connection that is not in another transaction:
//!
//! 1. [`begin`];
//! 2. [`settings`], whose answer goes to [`Obstacles::check`];
//! 3. one [`Statement`];
//! 4. `COMMIT`.
//!
//! The transaction is needed for the settings, which only apply inside it, and for connections that
//! do not commit by themselves. The statement alone is the atomic step of the protocol: it
//! compares, sets, and locks its row. So any isolation level is strong enough. Two things are
//! required: an acknowledged commit lasts, and there is only one copy of the row. So use a primary
//! server, and no replica that accepts writes.
//!
//! [`renew`], [`release`], and [`claim`] of an existing row change one row, or none if the row is
//! not the caller's any more. They always increase `renewed_unix_ms`. So the number of rows is the
//! same for drivers of `MySQL` that count found rows and those that count changed rows
//! (`CLIENT_FOUND_ROWS`).
//!
//! # Clocks
//!
//! The store's clock is `clock_timestamp()`, `SYSDATE(6)` or SQLite's `'now'` in Unix ms, rounded
//! down. The time zones of server and connection do not matter. With SQLite it is the clock of this
//! machine.

mod driver_error;
mod obstacles;
mod raise;
mod row;

pub use driver_error::advice;
pub use obstacles::{Obstacles, settings};
/// For the command `snowflake` only. It can change at any time.
#[doc(hidden)]
pub use raise::raise;
pub use row::{Row, registry};
#[doc(no_inline)]
pub use snowflake_core::Dialect;

use super::{Claim, Release, Renewal, StoreError, record};

/// A statement and the values of its placeholders, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The text, with the placeholders `$1`, `$2` … in PostgreSQL and `?` in other databases.
    pub sql: String,
    /// The values.
    pub binds: Vec<Bind>,
}

/// The value of a placeholder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bind {
    /// A `bigint`.
    Integer(i64),
    /// A text.
    String(String),
}

/// How long a statement waits for a lock, and a transaction for its next statement, in seconds.
/// After that they fail. Otherwise a process that is stopped in the middle of an operation would
/// keep all others waiting for the row.
macro_rules! timeout {
    () => {
        "5"
    };
}
use timeout;

/// The text of a migration that creates the table unless it exists. It is one statement.
#[inline]
pub fn up(dialect: Dialect) -> String {
    let up = include_str!("table/up.sql").trim_end().trim_end_matches(';');
    let end = match dialect {
        Dialect::Postgres | Dialect::Sqlite => "",
        // MariaDB and MySQL, as in all such arms here.
        _ => " ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
    };
    format!("{up}{end};\n")
}

/// Creates the table unless it exists, for programs that mint before the migrations have run, such
/// as one that fills a new database. Several of them may run it at the same time. The migration
/// with the text of [`up`] may run later, and then changes nothing.
///
/// Run it on a connection that is not in a transaction, before you install the lease: the store has
/// its own connection, and sees only what is committed.
///
/// ```
/// use snowflake_lease::table::{self, Dialect};
///
/// assert!(table::create(Dialect::Postgres).contains(&table::up(Dialect::Postgres)));
/// assert_eq!(table::create(Dialect::Sqlite), table::up(Dialect::Sqlite));
/// ```
#[inline]
pub fn create(dialect: Dialect) -> String {
    let up = up(dialect);
    match dialect {
        // If two sessions create a table at the same time, one can fail in PostgreSQL in spite
        // of `IF NOT EXISTS`, after the other has committed: because of an index row, the type
        // of the rows, or the table.
        Dialect::Postgres => format!(
            "DO $create$ BEGIN\n{up}EXCEPTION WHEN unique_violation OR duplicate_object OR \
             duplicate_table THEN\n    -- Another session has just created it.\nEND $create$;\n"
        ),
        _ => up,
    }
}

/// Drops the table: the text of the migration back, in all dialects. If a process has a lease, or
/// will have one again, this lets two processes mint the same IDs.
pub const DOWN: &str = "DROP TABLE snowflake_leases;\n";

/// Statements to run once on each connection of the store: how long to wait, and that commits must
/// last.
#[inline]
pub const fn session(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::Postgres => &[],
        // Not FULL: with a rollback journal, a power failure can undo a commit by undoing the
        // deletion of the journal.
        Dialect::Sqlite => {
            &[concat!("PRAGMA busy_timeout = ", timeout!(), "000"), "PRAGMA synchronous = EXTRA"]
        }
        // Only MariaDB ends transactions that the client does not continue.
        _ => &[concat!(
            "SET SESSION innodb_lock_wait_timeout = ",
            timeout!(),
            ", lock_wait_timeout = ",
            timeout!(),
            " /*M!100300 , idle_write_transaction_timeout = ",
            timeout!(),
            " */"
        )],
    }
}

/// Begins the transaction of an operation.
#[inline]
pub const fn begin(dialect: Dialect) -> &'static str {
    match dialect {
        // The weakest isolation. With others, a row that changes meanwhile is an error
        // instead of an answer.
        Dialect::Postgres => "BEGIN ISOLATION LEVEL READ COMMITTED",
        // A transaction that begins with a read cannot wait for its turn to write.
        Dialect::Sqlite => "BEGIN IMMEDIATE",
        _ => "START TRANSACTION",
    }
}

/// The store's clock: one row with the column `unix_ms`.
#[inline]
pub fn unix_millis(dialect: Dialect) -> Statement {
    Statement { sql: format!("SELECT {} AS unix_ms", clock(dialect)), binds: Vec::new() }
}

/// The store's clock and the rows of a space, for [`registry`]: the columns of a [`Row`], with
/// their names and in their order. If the space has no row, the answer is one row with the clock
/// alone.
///
/// # Errors
/// [`StoreError`] if the name of the space is not valid.
#[inline]
pub fn read(dialect: Dialect, space: &str) -> Result<Statement, StoreError> {
    let column = |name: &str| match dialect {
        // SQLite's columns hold values of any type.
        Dialect::Sqlite => {
            format!("CASE typeof(lease.{name}) WHEN 'integer' THEN lease.{name} END AS {name}")
        }
        _ => format!("lease.{name} AS {name}"),
    };
    let (node, token, until) = (column("node"), column("token"), column("until_unix_ms"));
    let sql = format!(
        "SELECT clock.unix_ms AS unix_ms, {node}, {token}, {until} FROM (SELECT {} AS \
         unix_ms) AS clock LEFT JOIN snowflake_leases AS lease ON lease.space = ?",
        clock(dialect)
    );
    Ok(statement(dialect, &sql, vec![text(record::space(space)?)]))
}

/// Carries out a claim. It has succeeded if one row has changed.
///
/// A claim of a node without a row is an insert. If there is a row by now, PostgreSQL and SQLite
/// change no row, and `MySQL` returns the error for a duplicate key. (Statements that avoid this
/// error there would also hide other errors.)
///
/// # Errors
/// [`StoreError`] if the name of the space is not valid.
#[inline]
pub fn claim(
    dialect: Dialect,
    space: &str,
    claim: &Claim,
    holder: &str,
) -> Result<Statement, StoreError> {
    let space = text(record::space(space)?);
    let (row, now) = (claim.row, clock(dialect));
    let node = Bind::Integer(row.node.into());
    let token = Bind::Integer(row.token);
    let until = Bind::Integer(record::until(row.until));
    let holder = text(&record::holder(holder));
    let Some(read) = claim.expected else {
        let conflict = match dialect {
            Dialect::Postgres | Dialect::Sqlite => " ON CONFLICT (space, node) DO NOTHING",
            _ => "",
        };
        let sql = format!(
            "INSERT INTO snowflake_leases (space, node, token, until_unix_ms, holder, \
             claimed_unix_ms, renewed_unix_ms) VALUES (?, ?, ?, ?, ?, {now}, {now}){conflict}"
        );
        return Ok(statement(dialect, &sql, vec![space, node, token, until, holder]));
    };
    let sql = format!(
        "UPDATE snowflake_leases SET token = ?, until_unix_ms = ?, holder = ?, \
         claimed_unix_ms = {now}, {} WHERE space = ? AND node = ? AND token = ? AND \
         until_unix_ms = ?",
        heard_of(dialect)
    );
    let (read_token, read_until) = (Bind::Integer(read.token), Bind::Integer(read.until));
    let binds = vec![token, until, holder, space, node, read_token, read_until];
    Ok(statement(dialect, &sql, binds))
}

/// Carries out a renewal. If a row has changed, it is still the caller's.
///
/// # Errors
/// [`StoreError`] if the name of the space is not valid.
#[inline]
pub fn renew(dialect: Dialect, space: &str, renewal: &Renewal) -> Result<Statement, StoreError> {
    let until = format!("{}(until_unix_ms, ?)", greatest(dialect));
    change(dialect, space, &until, (renewal.node, renewal.token, renewal.until))
}

/// Carries out a release. If a row has changed, it was still the caller's.
///
/// # Errors
/// [`StoreError`] if the name of the space is not valid.
#[inline]
pub fn release(dialect: Dialect, space: &str, release: &Release) -> Result<Statement, StoreError> {
    change(dialect, space, "?", (release.node, release.token, release.until))
}

#[inline]
fn change(
    dialect: Dialect,
    space: &str,
    new_until: &str,
    (node, token, until): (u32, i64, i64),
) -> Result<Statement, StoreError> {
    let sql = format!(
        "UPDATE snowflake_leases SET until_unix_ms = {new_until}, {} WHERE space = ? AND \
         node = ? AND token = ?",
        heard_of(dialect)
    );
    let until = Bind::Integer(record::until(until));
    let space = text(record::space(space)?);
    let binds = vec![until, space, Bind::Integer(node.into()), Bind::Integer(token)];
    Ok(statement(dialect, &sql, binds))
}

/// Sets `renewed_unix_ms` to now, and always to a new value.
#[inline]
fn heard_of(dialect: Dialect) -> String {
    let (greatest, now) = (greatest(dialect), clock(dialect));
    format!("renewed_unix_ms = {greatest}({now}, renewed_unix_ms + 1)")
}

#[inline]
const fn greatest(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Sqlite => "MAX",
        _ => "GREATEST",
    }
}

#[inline]
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

#[inline]
fn statement(dialect: Dialect, sql: &str, binds: Vec<Bind>) -> Statement {
    let sql = match dialect {
        Dialect::Postgres => numbered(sql),
        _ => sql.to_owned(),
    };
    Statement { sql, binds }
}

#[inline]
fn numbered(sql: &str) -> String {
    let mut numbered = String::with_capacity(2 * sql.len());
    for (number, part) in sql.split('?').enumerate() {
        if number > 0 {
            numbered.push('$');
            numbered += &number.to_string();
        }
        numbered += part;
    }
    numbered
}

#[inline]
fn text(value: &str) -> Bind {
    Bind::String(value.to_owned())
}
