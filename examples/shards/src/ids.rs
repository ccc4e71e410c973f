//! The IDs, which say in which shard their row is.

use snowflake_kit::prelude::*;

/// How many shards there are. They are more than the files, so that a file that gets too
/// full gives some of them to another.
pub(crate) const SHARDS: u32 = 64;

/// 64 shards, and 256 processes at a time, each of which mints 256 IDs per ms for all
/// shards together. Time lasts until 2095.
pub(crate) const LAYOUT: Layout = Layout::builder("shards")
    .epoch_date(2026, 1, 1)
    .time_bits(41)
    .caller("shard", 6)
    .node_bits(8)
    .sequence_bits(8)
    .build();

/// Identifies a user.
#[derive(SnowflakeId)]
#[snowflake(layout = LAYOUT, caller)]
pub(crate) struct UserId(Snowflake);

/// Identifies a post.
#[derive(SnowflakeId)]
#[snowflake(layout = LAYOUT, caller)]
pub(crate) struct PostId(Snowflake);

/// A user, in a shard that is chosen once.
pub(crate) struct User {
    pub(crate) id: UserId,
    pub(crate) name: String,
}

impl User {
    /// The shards get users in turns.
    pub(crate) fn new(number: u32) -> Self {
        Self { id: UserId::within(number % SHARDS).mint(), name: format!("user {number}") }
    }
}

/// A post, in the shard of its author.
#[derive(Minted)]
pub(crate) struct Post {
    #[minted(in = self.author_id.caller())]
    pub(crate) id: PostId,
    pub(crate) author_id: UserId,
    pub(crate) title: String,
}
