use snowflake_kit::{DecimalId, Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
#[snowflake(layout = "decimal")]
struct OrderId(Snowflake);

#[derive(DecimalId)]
#[snowflake(prefix = "inv_", layout = "default")]
struct InvoiceId(Snowflake);

fn main() {}
