//! The statements of a store, and what a database answers.

use std::ops::RangeInclusive;

use super::Dialect;
use super::name::TableName;
use super::session::{clock, greatest};
use crate::protocol::{Claim, LeaseRow};
use crate::record;
use crate::store::{Change, Registry, StoreError};

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

/// A row of an answer: each column as a text, or `None` for `NULL`.
pub type TextRow = Vec<Option<String>>;

/// The place of the table's name in a statement.
pub const TABLE: char = '\u{1}';

/// The store's clock, in Unix ms, as the one column of the one row.
pub fn unix_millis(dialect: Dialect) -> Statement {
    let sql = format!("SELECT {}", as_text(dialect, clock(dialect)));
    Statement { sql, binds: Vec::new() }
}

impl TableName {
    /// The store's clock and the rows of these nodes of a space, in their order, and of those the
    /// first `most`: a row for each node, with the clock, the node, the token and `until`. If there is
    /// none, the answer is one row with the clock alone.
    ///
    /// The table's key has that order, so the database looks at no other rows, and for none it does
    /// without the table. For all nodes without a limit, rows that no lease has written are there too.
    ///
    /// # Errors
    /// [`StoreError`] if the name of the space is not valid.
    pub fn read_nodes(
        &self,
        space: &str,
        nodes: &RangeInclusive<u32>,
        most: usize,
    ) -> Result<Statement, StoreError> {
        let space = text(record::space(space)?);
        if most == 0 {
            return Ok(unix_millis(self.dialect()));
        }
        if *nodes == (0..=u32::MAX) && most == usize::MAX {
            return Ok(self.rows(&format!("{TABLE} AS lease ON lease.space = ?"), vec![space]));
        }
        let [first, last] = [nodes.start(), nodes.end()].map(|node| Bind::Integer((*node).into()));
        // A larger number is no limit, and no number to a database.
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let of = format!(
            "(SELECT node, token, until_unix_ms FROM {TABLE} WHERE space = ? AND node >= ? AND \
             node <= ? ORDER BY node LIMIT {most}) AS lease ON 1 = 1"
        );
        Ok(self.rows(&of, vec![space, first, last]))
    }

    /// The store's clock beside rows of leases, in the order of their nodes.
    fn rows(&self, leases: &str, binds: Vec<Bind>) -> Statement {
        let dialect = self.dialect();
        let column = |name: &str| {
            let column = format!("lease.{name}");
            let text = as_text(dialect, &column);
            match dialect {
                // SQLite's columns hold values of any type.
                Dialect::Sqlite => format!("CASE typeof({column}) WHEN 'integer' THEN {text} END"),
                _ => text,
            }
        };
        let columns = ["node", "token", "until_unix_ms"].map(column).join(", ");
        let sql = format!(
            "SELECT {}, {columns} FROM (SELECT {} AS unix_ms) AS clock LEFT JOIN {leases} ORDER BY \
             lease.node",
            as_text(dialect, "clock.unix_ms"),
            clock(dialect)
        );
        self.statement(&sql, binds)
    }

    /// Makes a change. Its condition holds if one row has changed.
    ///
    /// Renewals, releases, and claims of an existing row change one row, or none if the row is not the
    /// caller's any more. They always increase `renewed_unix_ms`. So the number of rows is the same for
    /// drivers of `MySQL` that count found rows and those that count changed rows
    /// (`CLIENT_FOUND_ROWS`).
    ///
    /// A claim of a node without a row is an insert. If there is a row by now, PostgreSQL and SQLite
    /// change no row, and `MySQL` returns the error for a duplicate key. (Statements that avoid this
    /// error there would also hide other errors.)
    ///
    /// # Errors
    /// [`StoreError`] if the name of the space is not valid.
    pub fn change(&self, space: &str, change: &Change) -> Result<Statement, StoreError> {
        let space = text(record::space(space)?);
        let (dialect, now) = (self.dialect(), clock(self.dialect()));
        // Always a new value, so that drivers of MySQL that count changed rows count this one.
        let heard_of =
            format!("renewed_unix_ms = {}({now}, renewed_unix_ms + 1)", greatest(dialect));
        let node = Bind::Integer(change.node().into());
        let until = |until| Bind::Integer(record::until(until));
        let (sql, binds) = match change {
            Change::Claim { claim: Claim { expected: None, row }, holder } => {
                let conflict = match dialect {
                    Dialect::Postgres | Dialect::Sqlite => " ON CONFLICT (space, node) DO NOTHING",
                    _ => "",
                };
                let sql = format!(
                    "INSERT INTO {TABLE} (space, node, token, until_unix_ms, holder, \
                     claimed_unix_ms, renewed_unix_ms) VALUES (?, ?, ?, ?, ?, {now}, \
                     {now}){conflict}"
                );
                let (token, holder) = (Bind::Integer(row.token), text(&record::holder(holder)));
                (sql, vec![space, node, token, until(row.until), holder])
            }
            Change::Claim { claim: Claim { expected: Some(read), row }, holder } => {
                let sql = format!(
                    "UPDATE {TABLE} SET token = ?, until_unix_ms = ?, holder = ?, claimed_unix_ms \
                     = {now}, {heard_of} WHERE space = ? AND node = ? AND token = ? AND \
                     until_unix_ms = ?"
                );
                let [token, read_token, read_until] =
                    [row.token, read.token, read.until].map(Bind::Integer);
                let holder = text(&record::holder(holder));
                let binds =
                    vec![token, until(row.until), holder, space, node, read_token, read_until];
                (sql, binds)
            }
            Change::Renew { renewal, clock } => {
                let sql = format!(
                    "UPDATE {TABLE} SET until_unix_ms = {}(until_unix_ms, ?), {heard_of} WHERE \
                     space = ? AND node = ? AND token = ? AND {now} BETWEEN ? AND ?",
                    greatest(dialect)
                );
                let [token, from, to] =
                    [renewal.token, *clock.start(), *clock.end()].map(Bind::Integer);
                (sql, vec![until(renewal.until), space, node, token, from, to])
            }
            Change::Release(release) => {
                let sql = format!(
                    "UPDATE {TABLE} SET until_unix_ms = ?, {heard_of} WHERE space = ? AND node = ? \
                     AND token = ?"
                );
                let token = Bind::Integer(release.token);
                (sql, vec![until(release.until), space, node, token])
            }
        };
        Ok(self.statement(&sql, binds))
    }

    /// A statement on this table, with placeholders as the database writes them.
    pub fn statement(&self, sql: &str, binds: Vec<Bind>) -> Statement {
        let sql = match self.dialect() {
            Dialect::Postgres => numbered(sql),
            _ => sql.to_owned(),
        };
        // After the numbers: the name of a schema may contain a question mark.
        Statement { sql: sql.replace(TABLE, &self.to_string()), binds }
    }
}

/// An expression as a text.
pub fn as_text(dialect: Dialect, expression: &str) -> String {
    let text = match dialect {
        Dialect::Postgres | Dialect::Sqlite => "text",
        _ => "char",
    };
    format!("CAST({expression} AS {text})")
}

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

fn text(value: &str) -> Bind {
    Bind::String(value.to_owned())
}

/// Reads the answer to [`TableName::read_nodes`] for a space.
///
/// # Errors
/// [`StoreError`] if the answer is empty, has no clock, for which 0 would be a time, or contains what
/// is not a number, or a row that no lease writes. It names the row.
pub fn registry(
    space: &str,
    answer: impl IntoIterator<Item = TextRow>,
) -> Result<Registry, StoreError> {
    let (mut clock, mut rows) = (None, Vec::new());
    for row in answer {
        let mut columns = row.into_iter();
        let mut next = |column: &str| {
            let Some(text) = columns.next().flatten() else { return Ok(None) };
            text.parse::<i64>().map(Some).map_err(|_| {
                StoreError::new(format!("the database has {text:?} as {column}"))
                    .with_advice("it must be a whole number of 64 bits")
            })
        };
        let unix_ms = next("the time in Unix ms")?;
        let unix_ms = unix_ms.ok_or_else(|| StoreError::new("an answer without the time"))?;
        clock.get_or_insert(unix_ms);
        let columns = [next("the node of a lease")?, next("the token of a lease")?, next(UNTIL)?];
        if columns != [None; 3] {
            rows.push(lease(columns).ok_or_else(|| corrupt(space, columns))?);
        }
    }
    let unix_millis = clock.ok_or_else(|| StoreError::new("an answer without a row"))?;
    Ok(Registry { unix_millis, rows })
}

const UNTIL: &str = "the until_unix_ms of a lease";

/// The row with these columns, of which `None` is `NULL`.
fn lease([node, token, until]: [Option<i64>; 3]) -> Option<LeaseRow> {
    let node = node?.try_into().ok()?;
    let (token, until) = (token.filter(|token| *token >= 1)?, until.filter(|until| *until >= 0)?);
    Some(LeaseRow { node, token, until })
}

fn corrupt(space: &str, columns: [Option<i64>; 3]) -> StoreError {
    let [node, token, until] =
        columns.map(|value| value.map_or("NULL".to_owned(), |value| value.to_string()));
    StoreError::new(format!(
        "the row of snowflake_leases for space {space:?} with node {node}, token {token}, \
         until_unix_ms {until} was not written by a lease"
    ))
    .with_advice(
        "node is 0 to 4294967295, token 1 or more, until_unix_ms 0 or more; find out which other \
         program writes to that table, and set until_unix_ms past any timestamp that the node can \
         have used",
    )
}
