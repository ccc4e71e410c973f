use snowflake_kit::{Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
struct UserId(Snowflake);

fn main() {
    let _ = UserId::try_from(5).unwrap();
}
