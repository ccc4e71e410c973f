//! What the service identifies.

use snowflake_kit::{Snowflake, SnowflakeId};

/// Whether only this service can read what is in an ID.
pub const ARE_SEALED: bool = false;

/// Identifies a user.
#[derive(SnowflakeId)]
#[snowflake(text = "base62", prefix = "usr_")]
pub struct UserId(Snowflake);

/// Identifies a guild.
#[derive(SnowflakeId)]
#[snowflake(text = "base62", prefix = "gld_")]
pub struct GuildId(Snowflake);

/// Identifies a channel of a guild.
#[derive(SnowflakeId)]
#[snowflake(text = "base62", prefix = "chn_")]
pub struct ChannelId(Snowflake);

/// Identifies a message in a channel.
#[derive(SnowflakeId)]
#[snowflake(text = "base62", prefix = "msg_")]
pub struct MessageId(Snowflake);

/// Identifies a reaction to a message.
#[derive(SnowflakeId)]
#[snowflake(text = "base32", prefix = "rct_")]
pub struct ReactionId(Snowflake);
