//! Leases in a table of a database: its definition, and what a store says to
//! the database, as text. The adapters for databases say it; so can a
//! store of your own, over any other driver.
//!
//! The table is `snowflake_leases`, created by a migration that has the text of
//! [`up`]:
//!
//! ```sql
#![doc = include_str!("table/up.sql")]
//! ```
//!
//! It is the same for all databases, but for the end: on MariaDB and `MySQL` it says that
//! the table is `InnoDB`'s and compares names byte by byte.
//!
//! # An operation
//!
//! One transaction on a connection that is in no other: [`begin`], then
//! [`settings`], whose answer goes through [`Obstacles::check`], then one
//! [`Statement`], and `COMMIT`. The transaction is there for the settings,
//! which are its own, and for connections that do not commit by themselves. The
//! step that the protocol asks for is the one statement: it compares and sets in
//! one, and locks the row that it compares. So the weakest isolation will do, and
//! so will any stronger one. What counts is that a commit that was acknowledged
//! stays, and that there is one row to compare with and not several: a primary
//! server, no replica that can be written to.
//!
//! [`renew`], [`release`] and [`claim`] of a row that was there change one row, or
//! none if it is not the caller's any more. They always change it, since they move
//! `renewed_unix_ms` on. So the number of rows is the same whether a driver for
//! `MySQL` counts rows that are found or rows that are changed
//! (`CLIENT_FOUND_ROWS`; drivers differ).
//!
//! # Clocks
//!
//! `clock_timestamp()`, `SYSDATE(6)` and SQLite's `'now'` in Unix ms, rounded
//! down, whatever the time zone of the server and of the connection. With
//! SQLite it is the clock of this machine.

mod driver_error;
mod obstacles;
mod raise;
mod row;

pub use driver_error::advice;
pub use obstacles::{Obstacles, settings};
/// What the command `snowflake` says. Not for anybody else, and free to change.
#[doc(hidden)]
pub use raise::raise;
pub use row::{Row, registry};
#[doc(no_inline)]
pub use snowflake_core::Dialect;

use super::{Claim, Release, Renewal, StoreError, record};

/// A statement, and the values of its placeholders in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The text, with the placeholders `$1`, `$2` … in PostgreSQL and `?` in the
    /// others.
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

/// How long a statement waits for a lock, and a transaction for its next
/// statement, in seconds; longer is an error. Without, a process that was
/// stopped in the middle of an operation would keep all others waiting for
/// the row.
macro_rules! timeout {
    () => {
        "5"
    };
}
use timeout;

/// Creates the table, unless it is there: the text of a migration. It is one statement.
#[inline]
pub fn up(dialect: Dialect) -> String {
    let up = include_str!("table/up.sql").trim_end().trim_end_matches(';');
    let end = match dialect {
        Dialect::Postgres | Dialect::Sqlite => "",
        // MariaDB and MySQL, as in each such arm here.
        _ => " ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
    };
    format!("{up}{end};\n")
}

/// Creates the table, unless it is there: for a program that mints before the migrations
/// have run, such as one that fills a new database, and for several of them that begin at
/// once. The migration that has the text of [`up`] may come later, and changes nothing.
///
/// Send it on a connection that is in no transaction, before the lease is installed: the
/// store has a connection of its own, and sees what is committed.
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
        // Of two sessions that create a table at once, PostgreSQL gives one of these errors to
        // one, in spite of `IF NOT EXISTS`, when the other one has committed: for the row of
        // an index, for the type of its rows, or for the table.
        Dialect::Postgres => format!(
            "DO $create$ BEGIN\n{up}EXCEPTION WHEN unique_violation OR duplicate_object OR \
             duplicate_table THEN\n    -- Another session has just created it.\nEND $create$;\n"
        ),
        _ => up,
    }
}

/// Drops the table: the text of the migration back, in all dialects. While any
/// process has a lease, or may have one again, that lets two processes mint the
/// same IDs.
pub const DOWN: &str = "DROP TABLE snowflake_leases;\n";

/// What a connection that belongs to the store is told once, each by itself:
/// how long to wait, and to make commits last.
#[inline]
pub const fn session(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::Postgres => &[],
        // Not FULL: with a rollback journal, a commit is undone if the
        // deletion of the journal is lost with the power.
        Dialect::Sqlite => {
            &[concat!("PRAGMA busy_timeout = ", timeout!(), "000"), "PRAGMA synchronous = EXTRA"]
        }
        // MariaDB alone ends transactions that nobody goes on with.
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
        // The weakest that there is. Under others, a row that changes
        // meanwhile is an error in place of an answer.
        Dialect::Postgres => "BEGIN ISOLATION LEVEL READ COMMITTED",
        // A transaction that begins by reading cannot wait for its turn to
        // write.
        Dialect::Sqlite => "BEGIN IMMEDIATE",
        _ => "START TRANSACTION",
    }
}

/// The store's clock: one row with the column `unix_ms`.
#[inline]
pub fn unix_millis(dialect: Dialect) -> Statement {
    Statement { sql: format!("SELECT {} AS unix_ms", clock(dialect)), binds: Vec::new() }
}

/// The store's clock and the rows of a space, for [`registry`]: the columns
/// of a [`Row`], by their names and in their order. If there is no row of
/// that space, the answer is one with the clock alone.
///
/// # Errors
/// [`StoreError`] if the space is not a name.
#[inline]
pub fn read(dialect: Dialect, space: &str) -> Result<Statement, StoreError> {
    let column = |name: &str| match dialect {
        // Its columns hold values of any type.
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

/// Carries out a claim: it is written if one row has changed.
///
/// A claim of a node without a row is an insert. If there is a row by now,
/// PostgreSQL and SQLite change none, and `MySQL` answers with the error for
/// a duplicate key, as nothing else there keeps all other errors errors.
///
/// # Errors
/// [`StoreError`] if the space is not a name.
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

/// Carries out a renewal: the row is still the caller's if it has changed.
///
/// # Errors
/// [`StoreError`] if the space is not a name.
#[inline]
pub fn renew(dialect: Dialect, space: &str, renewal: &Renewal) -> Result<Statement, StoreError> {
    let until = format!("{}(until_unix_ms, ?)", greatest(dialect));
    change(dialect, space, &until, (renewal.node, renewal.token, renewal.until))
}

/// Carries out a release: the row was still the caller's if it has changed.
///
/// # Errors
/// [`StoreError`] if the space is not a name.
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

/// Sets `renewed_unix_ms`: to now, and to another value in any case.
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

/// Unix ms by the database's clock.
#[inline]
const fn clock(dialect: Dialect) -> &'static str {
    match dialect {
        // `now()` is the beginning of the transaction.
        Dialect::Postgres => "CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS bigint)",
        // In whole milliseconds, as SQLite keeps it. `unixepoch` has none
        // before version 3.42.
        Dialect::Sqlite => {
            "CAST(strftime('%s', 'now') || substr(strftime('%f', 'now'), 4) AS INTEGER)"
        }
        // `SYSDATE` is local time, of which an hour comes twice a year. So:
        // the statement's beginning in UTC, and the time since, of which the
        // zone is not a part.
        _ => {
            "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) + \
             TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6))) DIV 1000"
        }
    }
}

/// A statement whose placeholders are written as `?`.
#[inline]
fn statement(dialect: Dialect, sql: &str, binds: Vec<Bind>) -> Statement {
    let sql = match dialect {
        Dialect::Postgres => numbered(sql),
        _ => sql.to_owned(),
    };
    Statement { sql, binds }
}

/// The same with `$1`, `$2` …
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
