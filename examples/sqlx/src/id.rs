//! What the service identifies.

use snowflake_kit::{Snowflake, SnowflakeId};

/// Identifies a user.
#[derive(SnowflakeId)]
#[snowflake(text = "base62", prefix = "usr_")]
pub struct UserId(Snowflake);

/// Identifies a post.
#[derive(SnowflakeId)]
pub struct PostId(Snowflake);

/// Identifies a comment on a post.
#[derive(SnowflakeId)]
pub struct CommentId(Snowflake);
