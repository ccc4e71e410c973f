//! What databases have to do with a table.

use std::time::Duration;

use super::history::{Batch, Sum};
use super::kind::{KeyKind, Value};
use crate::Failure;

/// A database with one table at a time.
pub(crate) trait Engine {
    /// Creates the table, with its indexes.
    fn create(&mut self, kind: KeyKind) -> Result<(), Failure>;

    /// Inserts rows in a transaction; how long that took.
    fn insert(&mut self, kind: KeyKind, batch: Batch<'_>) -> Result<Duration, Failure>;

    /// How many bytes of its log have been written, if that can be told.
    fn logged(&mut self) -> Result<Option<i64>, Failure>;

    /// How large the table and its indexes are.
    fn sizes(&mut self, kind: KeyKind) -> Result<Sizes, Failure>;

    /// Puts the table and its indexes out of caches: the database's, and the
    /// system's where that is possible.
    fn cool(&mut self) -> Result<(), Failure>;

    /// Reads up to so many rows between two bounds, in the order of creation; and
    /// the last one's time, if there is one.
    fn chunk(
        &mut self,
        query: &str,
        from: &Value,
        to: &Value,
    ) -> Result<(Sum, Option<i64>), Failure>;

    /// Drops the table.
    fn clear(&mut self) -> Result<(), Failure>;
}

/// Bytes of a table and its indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The rows.
    pub table: i64,
    /// The primary key's index; 0 where the table is in its order itself.
    pub key: i64,
    /// The foreign key's index.
    pub parent: i64,
    /// The index of the time of creation; 0 without one.
    pub created: i64,
}

impl Sizes {
    /// All of it.
    #[must_use]
    pub const fn total(&self) -> i64 {
        self.table + self.indexes()
    }

    /// The indexes.
    #[must_use]
    pub const fn indexes(&self) -> i64 {
        self.key + self.parent + self.created
    }
}

/// A row of an interval, as both databases give it.
#[derive(diesel::QueryableByName)]
pub(super) struct Row {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    created_at: i64,
    #[diesel(sql_type = diesel::sql_types::Text)]
    payload: String,
}

impl Row {
    pub(super) fn sum(rows: &[Self]) -> (Sum, Option<i64>) {
        let sum = rows.iter().map(|row| (row.created_at, row.payload.as_str())).collect();
        (sum, rows.last().map(|row| row.created_at))
    }
}

/// The table of a kind. All have the same columns.
pub(super) fn table(key: &str, foreign: &str, kind: KeyKind) -> String {
    let index = if kind.is_dated() { "CREATE INDEX t_created ON t (created_at);" } else { "" };
    let option = if kind == KeyKind::SnowflakeOrdered { "WITHOUT ROWID" } else { "" };
    format!(
        "CREATE TABLE t (
             id {key}, parent_id {foreign}, created_at BIGINT NOT NULL, payload TEXT NOT NULL
         ) {option};
         CREATE INDEX t_parent ON t (parent_id);
         {index}"
    )
}

/// Lets the system forget what it has of a file. What was changed and is not
/// written yet stays.
#[cfg(target_os = "linux")]
pub(super) fn forget(file: &std::path::Path) -> Result<(), Failure> {
    let file = std::fs::File::open(file)?;
    rustix::fs::fsync(&file)?;
    Ok(rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed)?)
}

/// There is no such call.
#[cfg(not(target_os = "linux"))]
pub(super) fn forget(_: &std::path::Path) -> Result<(), Failure> {
    Ok(())
}
