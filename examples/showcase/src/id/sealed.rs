//! What the service identifies under `--public`: the same types, whose texts show
//! nothing of the number.

use snowflake_kit::{Snowflake, SnowflakeId};

/// Whether only this service can read what is in an ID.
pub const ARE_SEALED: bool = true;

/// Identifies a user.
#[derive(SnowflakeId)]
#[snowflake(text = "base62", prefix = "usr_", public = "sealed")]
pub struct UserId(Snowflake);

/// Identifies a guild.
#[derive(SnowflakeId)]
#[snowflake(text = "base62", prefix = "gld_", public = "sealed")]
pub struct GuildId(Snowflake);

/// Identifies a channel of a guild.
#[derive(SnowflakeId)]
#[snowflake(text = "base62", prefix = "chn_", public = "sealed")]
pub struct ChannelId(Snowflake);

/// Identifies a message in a channel.
#[derive(SnowflakeId)]
#[snowflake(text = "base62", prefix = "msg_", public = "sealed")]
pub struct MessageId(Snowflake);

/// Identifies a reaction to a message.
#[derive(SnowflakeId)]
#[snowflake(text = "base32", prefix = "rct_", public = "sealed")]
pub struct ReactionId(Snowflake);
