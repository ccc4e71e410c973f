use snowflake_kit::SnowflakeId;

#[derive(SnowflakeId)]
struct UserId;

fn main() {}
