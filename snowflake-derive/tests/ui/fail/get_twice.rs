use snowflake_kit::{DecimalId, Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
struct UserId(Snowflake);

impl UserId {
    fn get(self) -> i64 {
        self.0.get()
    }
}

#[derive(DecimalId)]
struct OrderId(Snowflake);

impl OrderId {
    fn get(self) -> i64 {
        self.0.get()
    }
}

fn main() {}
