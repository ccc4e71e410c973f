//! The answers of a database.

use super::connection::TextRow;
use crate::protocol::LeaseRow;
use crate::store::{Registry, StoreError};

/// Reads the answer to [`TableName::read_nodes`](super::TableName::read_nodes) for a space.
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
