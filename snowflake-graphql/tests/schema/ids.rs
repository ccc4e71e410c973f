//! The IDs of the schema in `places`.

use snowflake_kit_core::{Id, Snowflake};
use snowflake_kit_derive::SnowflakeId;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
pub(crate) struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base62", prefix = "post_", layout = "discord")]
pub(crate) struct PostId(Snowflake);

snowflake_kit_graphql::scalar!(UserId, PostId);

/// The ID that has this number.
pub(crate) fn id<T: Id<Value = Snowflake>>(number: i64) -> T {
    T::from_i64(number).unwrap()
}
