use snowflake_kit::{Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
struct UserId {
    id: Snowflake,
}

fn main() {}
