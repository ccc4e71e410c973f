use snowflake_kit::{Snowflake, SnowflakeId};

#[derive(Clone, Debug, SnowflakeId)]
struct UserId(Snowflake);

fn main() {}
