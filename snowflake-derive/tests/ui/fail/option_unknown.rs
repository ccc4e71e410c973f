use snowflake_kit::{Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
#[snowflake(encoding = "base62")]
struct UserId(Snowflake);

fn main() {}
