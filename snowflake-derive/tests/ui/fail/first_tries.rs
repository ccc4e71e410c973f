//! What people type before they have read anything.

use snowflake_kit::{DecimalId, Snowflake, SnowflakeId};
use uuid::Uuid;

#[derive(SnowflakeId)]
struct UserId(Snowflake);

#[derive(DecimalId)]
struct OrderId(Snowflake);

mod elsewhere {
    #[derive(snowflake_kit::SnowflakeId)]
    pub struct PostId(snowflake_kit::Snowflake);
}

use elsewhere::PostId;

fn main() {
    let id = UserId(5);
    let _ = PostId(5);
    let _ = UserId::from(5);
    let _: UserId = 5.into();
    let _: OrderId = 5_i64.into();
    let _ = UserId::from_i64(5);
    let _ = UserId::new();
    let _ = UserId::generate();
    let _ = UserId::default();
    let _ = OrderId::new();
    let _ = id as i64;
    let _ = id as u64;
    let _: u64 = id.into();
    let _ = PostId::mint().0;
    let _ = id.as_i64();
    let _ = id.value();
    let _ = id.into_inner();
    let _ = OrderId::mint().value();
    let _ = id == 5;
    let _ = Uuid::from(id);
    let _ = id.timestamp();
    let _ = id.created_at();
}
