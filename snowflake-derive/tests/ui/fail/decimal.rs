use std::time::SystemTime;

use snowflake_kit::{DecimalId, Snowflake, SnowflakeId};

#[derive(DecimalId)]
struct OrderId(Snowflake);

#[derive(SnowflakeId)]
struct UserId(Snowflake);

fn main() {
    let id = OrderId::mint();
    let _ = id.parts();
    let _ = id.unix_millis();
    let _ = id.time();
    let _ = OrderId::range(..SystemTime::now());
    let _ = id.to_ulid();
    let _ = id.to_ksuid();
    let _ = UserId::mint().decimal_parts();
}
