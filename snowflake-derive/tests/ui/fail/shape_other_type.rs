use snowflake_kit::SnowflakeId;

struct Key;

#[derive(SnowflakeId)]
struct UserId(Key);

fn main() {}
