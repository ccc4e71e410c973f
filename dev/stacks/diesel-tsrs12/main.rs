//! A service on Diesel and ts-rs 12.

#[path = "../service/diesel.rs"]
mod diesel;
#[path = "../service/graph.rs"]
mod graph;
#[path = "../service/ts_rs.rs"]
mod ts_rs;

#[tokio::main]
async fn main() -> graph::Checked {
    graph::start()?;
    diesel::check()?;
    ts_rs::check()?;
    println!("{} works", env!("CARGO_PKG_NAME"));
    Ok(())
}
