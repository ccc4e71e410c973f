use snowflake_kit::{Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
struct UserId(Snowflake, u8);

fn main() {}
