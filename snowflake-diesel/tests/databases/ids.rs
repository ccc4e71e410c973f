//! The kinds of ID in these tests.

use std::sync::Once;

use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_mint::Node;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
pub struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", text = "base62", prefix = "pst_")]
pub struct PostId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
pub struct CommentId(Snowflake);

snowflake_kit_diesel::column!(UserId, PostId, CommentId);

/// The largest ID.
pub(crate) const BIG: i64 = i64::MAX;

pub(crate) fn user(value: i64) -> UserId {
    UserId::from_i64(value).unwrap()
}

pub(crate) fn post(value: i64) -> PostId {
    PostId::from_i64(value).unwrap()
}

/// Gives the process its node, for tests that mint.
pub(crate) fn install() {
    static ONCE: Once = Once::new();

    ONCE.call_once(|| snowflake_kit_mint::install(Node::fixed(1)).unwrap());
}
