use snowflake_kit::SnowflakeId;

#[derive(SnowflakeId)]
struct UserId(i64);

fn main() {}
