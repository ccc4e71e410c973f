//! A service on Diesel and Rocket.

#[path = "../service/diesel.rs"]
mod diesel;
#[path = "../service/graph.rs"]
mod graph;
#[path = "../service/rocket.rs"]
mod rocket;

#[tokio::main]
async fn main() -> graph::Checked {
    graph::start()?;
    diesel::check()?;
    rocket::check().await?;
    println!("{} works", env!("CARGO_PKG_NAME"));
    Ok(())
}
