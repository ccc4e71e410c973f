//! The statements of a store.

use std::ops::RangeInclusive;

use super::name::TableName;
use super::{Dialect, clock, greatest};
use crate::protocol::Claim;
use crate::record;
use crate::store::StoreError;
use snowflake_kit_mint::{Release, Renewal};

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

/// The place of the table's name in a statement.
pub(super) const TABLE: char = '\u{1}';

/// The store's clock, in Unix ms, as the one column of the one row.
pub fn unix_millis(dialect: Dialect) -> Statement {
    let sql = format!("SELECT {}", as_text(dialect, clock(dialect)));
    Statement { sql, binds: Vec::new() }
}

impl TableName {
    /// The store's clock and the rows of a space: a row for each node, with the clock, the node, the
    /// token and `until`. If the space has no row, the answer is one row with the clock alone.
    ///
    /// # Errors
    /// [`StoreError`] if the name of the space is not valid.
    pub fn read(&self, space: &str) -> Result<Statement, StoreError> {
        let space = text(record::space(space)?);
        Ok(self.rows(&format!("{TABLE} AS lease ON lease.space = ?"), vec![space]))
    }

    /// As [`read`](Self::read), but only the rows of these nodes, in their order, and of those the
    /// first `most`. The table's key has that order, so the database looks at no others.
    ///
    /// # Errors
    /// [`StoreError`] if the name of the space is not valid.
    pub fn read_nodes(
        &self,
        space: &str,
        nodes: &RangeInclusive<u32>,
        most: usize,
    ) -> Result<Statement, StoreError> {
        let (first, last) =
            (Bind::Integer((*nodes.start()).into()), Bind::Integer((*nodes.end()).into()));
        let binds = vec![text(record::space(space)?), first, last];
        let of = format!(
            "(SELECT node, token, until_unix_ms FROM {TABLE} WHERE space = ? AND node >= ? AND \
             node <= ? ORDER BY node LIMIT {most}) AS lease ON 1 = 1"
        );
        Ok(self.rows(&of, binds))
    }

    /// The store's clock beside rows of leases.
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
            "SELECT {}, {columns} FROM (SELECT {} AS unix_ms) AS clock LEFT JOIN {leases}",
            as_text(dialect, "clock.unix_ms"),
            clock(dialect)
        );
        self.statement(&sql, binds)
    }

    /// Carries out a claim. It has succeeded if one row has changed.
    ///
    /// A claim of a node without a row is an insert. If there is a row by now, PostgreSQL and SQLite
    /// change no row, and `MySQL` returns the error for a duplicate key. (Statements that avoid this
    /// error there would also hide other errors.)
    ///
    /// # Errors
    /// [`StoreError`] if the name of the space is not valid.
    pub fn claim(&self, space: &str, claim: &Claim, holder: &str) -> Result<Statement, StoreError> {
        let space = text(record::space(space)?);
        let (row, now) = (claim.row, clock(self.dialect()));
        let node = Bind::Integer(row.node.into());
        let token = Bind::Integer(row.token);
        let until = Bind::Integer(record::until(row.until));
        let holder = text(&record::holder(holder));
        let Some(read) = claim.expected else {
            let conflict = match self.dialect() {
                Dialect::Postgres | Dialect::Sqlite => " ON CONFLICT (space, node) DO NOTHING",
                _ => "",
            };
            let sql = format!(
                "INSERT INTO {TABLE} (space, node, token, until_unix_ms, holder, claimed_unix_ms, \
                 renewed_unix_ms) VALUES (?, ?, ?, ?, ?, {now}, {now}){conflict}"
            );
            return Ok(self.statement(&sql, vec![space, node, token, until, holder]));
        };
        let sql = format!(
            "UPDATE {TABLE} SET token = ?, until_unix_ms = ?, holder = ?, claimed_unix_ms = {now}, \
             {} WHERE space = ? AND node = ? AND token = ? AND until_unix_ms = ?",
            heard_of(self.dialect())
        );
        let (read_token, read_until) = (Bind::Integer(read.token), Bind::Integer(read.until));
        let binds = vec![token, until, holder, space, node, read_token, read_until];
        Ok(self.statement(&sql, binds))
    }

    /// Carries out a renewal. If a row has changed, it is still the caller's.
    ///
    /// # Errors
    /// [`StoreError`] if the name of the space is not valid.
    pub fn renew(&self, space: &str, renewal: &Renewal) -> Result<Statement, StoreError> {
        let until = format!("{}(until_unix_ms, ?)", greatest(self.dialect()));
        self.change(space, &until, (renewal.node, renewal.token, renewal.until))
    }

    /// As [`renew`](Self::renew), if the store's clock, in Unix ms, is one of these.
    ///
    /// # Errors
    /// [`StoreError`] if the name of the space is not valid.
    pub fn renew_at(
        &self,
        space: &str,
        renewal: &Renewal,
        clock_is: &RangeInclusive<i64>,
    ) -> Result<Statement, StoreError> {
        let Statement { sql, mut binds } = self.renew(space, renewal)?;
        let number = |count| match self.dialect() {
            Dialect::Postgres => format!("${count}"),
            _ => "?".to_owned(),
        };
        let (from, to) = (number(binds.len() + 1), number(binds.len() + 2));
        let sql = format!("{sql} AND {} BETWEEN {from} AND {to}", clock(self.dialect()));
        binds.extend([Bind::Integer(*clock_is.start()), Bind::Integer(*clock_is.end())]);
        Ok(Statement { sql, binds })
    }

    /// Carries out a release. If a row has changed, it was still the caller's.
    ///
    /// # Errors
    /// [`StoreError`] if the name of the space is not valid.
    pub fn release(&self, space: &str, release: &Release) -> Result<Statement, StoreError> {
        self.change(space, "?", (release.node, release.token, release.until))
    }

    fn change(
        &self,
        space: &str,
        new_until: &str,
        (node, token, until): (u32, i64, i64),
    ) -> Result<Statement, StoreError> {
        let sql = format!(
            "UPDATE {TABLE} SET until_unix_ms = {new_until}, {} WHERE space = ? AND node = ? AND \
             token = ?",
            heard_of(self.dialect())
        );
        let until = Bind::Integer(record::until(until));
        let space = text(record::space(space)?);
        let binds = vec![until, space, Bind::Integer(node.into()), Bind::Integer(token)];
        Ok(self.statement(&sql, binds))
    }

    /// A statement on this table, with placeholders as the database writes them.
    pub(super) fn statement(&self, sql: &str, binds: Vec<Bind>) -> Statement {
        let sql = match self.dialect() {
            Dialect::Postgres => numbered(sql),
            _ => sql.to_owned(),
        };
        // After the numbers: the name of a schema may contain a question mark.
        Statement { sql: sql.replace(TABLE, &self.to_string()), binds }
    }
}

/// An expression as a text.
pub(super) fn as_text(dialect: Dialect, expression: &str) -> String {
    let text = match dialect {
        Dialect::Postgres | Dialect::Sqlite => "text",
        _ => "char",
    };
    format!("CAST({expression} AS {text})")
}

/// Sets `renewed_unix_ms` to now, and always to a new value.
fn heard_of(dialect: Dialect) -> String {
    let (greatest, now) = (greatest(dialect), clock(dialect));
    format!("renewed_unix_ms = {greatest}({now}, renewed_unix_ms + 1)")
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

pub(super) fn text(value: &str) -> Bind {
    Bind::String(value.to_owned())
}
