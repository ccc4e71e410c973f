use snowflake_kit::{Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
enum UserId {
    Id(Snowflake),
}

fn main() {}
