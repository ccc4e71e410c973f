//! A service on Diesel, diesel-async 0.8 and ts-rs 12.

#[path = "../service/diesel.rs"]
mod diesel;
#[path = "../service/diesel_async.rs"]
mod diesel_async;
#[path = "../service/graph.rs"]
mod graph;
#[path = "../service/ts_rs.rs"]
mod ts_rs;

use snowflake_kit::diesel_async_0_8 as kit_diesel_async;

#[tokio::main]
async fn main() -> graph::Checked {
    graph::start()?;
    diesel::check()?;
    diesel_async::check().await?;
    ts_rs::check()?;
    println!("{} works", env!("CARGO_PKG_NAME"));
    Ok(())
}
