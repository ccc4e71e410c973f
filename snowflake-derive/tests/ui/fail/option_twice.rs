use snowflake_kit::{Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
#[snowflake(text = "base62")]
#[snowflake(text = "hex")]
struct UserId(Snowflake);

fn main() {}
