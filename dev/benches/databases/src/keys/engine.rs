//! What databases have to do with a table.

use std::time::Duration;

use super::history::Batch;
use super::kind::KeyKind;
use crate::Failure;
use crate::store::Admin;

/// A database with one table at a time.
pub(crate) trait Engine {
    /// Creates the table, with its indexes.
    fn create(&mut self, kind: KeyKind) -> Result<(), Failure>;

    /// Inserts rows in a transaction; how long that took.
    fn insert(&mut self, kind: KeyKind, batch: Batch<'_>) -> Result<Duration, Failure>;

    /// How many bytes of its log have been written, if that can be told.
    fn logged(&mut self) -> Result<Option<i64>, Failure>;

    /// A connection that is not measured.
    fn admin(&mut self) -> &mut Admin;

    /// How large the table and its indexes are.
    fn sizes(&mut self, kind: KeyKind) -> Result<Sizes, Failure>;

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
        self.table + self.key + self.parent + self.created
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
