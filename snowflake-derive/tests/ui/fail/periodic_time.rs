use snowflake_kit::{Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
#[snowflake(layout = "trace-id")]
struct TraceId(Snowflake);

fn main() {
    let _ = TraceId::mint().unix_millis();
}
