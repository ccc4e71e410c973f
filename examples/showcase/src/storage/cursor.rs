//! Where a reader of the feed of messages is, and the statements by which it goes on. The feed is that
//! of `snowflake sql --feed messages`, which the migrations add.

use snowflake_kit::sql::{Dialect, Feed};

/// The last row of the feed that was read. The feed is in the order of the numbers, and in PostgreSQL,
/// where the number is that of a transaction, of the IDs of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    pub number: i64,
    /// Of the message; 0 before all of this number.
    pub id: i64,
}

/// What a storage asks of its database.
#[derive(Clone)]
pub(super) struct Statements {
    /// To run before the others.
    pub(super) take: Option<String>,
    /// What is after a cursor.
    pub(super) read: String,
    /// The end of the feed as a cursor without an ID, and messages that are after it and are visible
    /// already: in PostgreSQL, while an older transaction is open.
    pub(super) end: &'static str,
}

impl Statements {
    /// # Panics
    /// Never: every database takes this name of a table.
    pub(super) fn new(dialect: Dialect) -> Self {
        let feed = Feed::new(dialect, "messages", "id").expect("a name that every database takes");
        let end = match dialect {
            // Of one snapshot, so that no message is in neither.
            Dialect::Postgres => {
                "SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS feed_xid, 0::bigint AS id
                UNION ALL SELECT messages.feed_xid::text, id FROM messages
                WHERE messages.feed_xid >= pg_snapshot_xmin(pg_current_snapshot())"
            }
            _ => "SELECT COALESCE(MAX(number), 0) AS number, 0 AS id FROM messages_feed",
        };
        Self { take: feed.take(), read: feed.read(), end }
    }
}
