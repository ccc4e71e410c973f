use snowflake_kit::core::bridge::BridgedId;
use snowflake_kit::{Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
#[snowflake(layout = "trace-id")]
struct TraceId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(layout = "ecmascript")]
struct ScriptId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(layout = "twitter")]
struct TweetId(Snowflake);

fn main() {
    let _ = TraceId::mint().to_ulid();
    let _ = ScriptId::mint().to_ulid();
    let _ = TweetId::mint().to_ulid();
    let _ = TweetId::mint().to_ksuid();
}
