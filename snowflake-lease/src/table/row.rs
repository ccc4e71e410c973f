//! The answers of a database.

use super::connection::TextRow;
use crate::protocol::LeaseRow;
use crate::store::{Registry, StoreError};

/// A row of the answer to [`TableName::read`](super::TableName::read).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The store's clock, in Unix ms.
    pub unix_ms: i64,
    /// The node as it is in the table; `None` for `NULL`.
    pub node: Option<i64>,
    /// The token as it is in the table; `None` for `NULL`.
    pub token: Option<i64>,
    /// `until` as it is in the table; `None` for `NULL`.
    pub until_unix_ms: Option<i64>,
}

/// Fails on what is not a number, and without a clock: 0 in its place would be a time.
impl TryFrom<TextRow> for Row {
    type Error = StoreError;

    fn try_from(row: TextRow) -> Result<Self, StoreError> {
        let mut columns = row.into_iter();
        let mut next = |column: &str| {
            let Some(text) = columns.next().flatten() else { return Ok(None) };
            text.parse().map(Some).map_err(|_| {
                StoreError::new(format!("the database has {text:?} as {column}"))
                    .with_advice("it must be a whole number of 64 bits")
            })
        };
        let unix_ms = next("the time in Unix ms")?;
        Ok(Self {
            unix_ms: unix_ms.ok_or_else(|| StoreError::new("an answer without the time"))?,
            node: next("the node of a lease")?,
            token: next("the token of a lease")?,
            until_unix_ms: next("the until_unix_ms of a lease")?,
        })
    }
}

/// Reads the answer to [`TableName::read`](super::TableName::read) for a space.
///
/// # Errors
/// [`StoreError`] if the answer is empty, or contains a row that no lease writes. It names the row.
pub fn registry(
    space: &str,
    answer: impl IntoIterator<Item = Row>,
) -> Result<Registry, StoreError> {
    let mut answer = answer.into_iter();
    let Some(first) = answer.next() else {
        return Err(StoreError::new("an answer without a row"));
    };
    let lease = |row: Row| match row {
        Row { node: None, token: None, until_unix_ms: None, .. } => None,
        row => Some(row.lease(space)),
    };
    let rows = [first].into_iter().chain(answer).filter_map(lease).collect::<Result<_, _>>()?;
    Ok(Registry { unix_millis: first.unix_ms, rows })
}

impl Row {
    fn lease(self, space: &str) -> Result<LeaseRow, StoreError> {
        if let Self { node: Some(node), token: Some(token @ 1..), until_unix_ms, .. } = self
            && let (Ok(node), Some(until @ 0..)) = (node.try_into(), until_unix_ms)
        {
            return Ok(LeaseRow { node, token, until });
        }
        let value = |value: Option<i64>| value.map_or("NULL".to_owned(), |value| value.to_string());
        Err(StoreError::new(format!(
            "the row of snowflake_leases for space {space:?} with node {}, token {}, \
             until_unix_ms {} was not written by a lease",
            value(self.node),
            value(self.token),
            value(self.until_unix_ms)
        ))
        .with_advice(
            "node is 0 to 4294967295, token 1 or more, until_unix_ms 0 or more; find out which \
             other program writes to that table, and set until_unix_ms past any timestamp that the node can \
             have used",
        ))
    }
}
