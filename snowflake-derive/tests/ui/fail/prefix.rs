use snowflake_kit::{Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
#[snowflake(prefix = "usr")]
struct UserId(Snowflake);

fn main() {}
