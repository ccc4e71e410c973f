//! A service on axum, utoipa 5 and Diesel.

#[path = "../service/axum.rs"]
mod axum;
#[path = "../service/diesel.rs"]
mod diesel;
#[path = "../service/graph.rs"]
mod graph;
#[path = "../service/utoipa.rs"]
mod utoipa;

#[tokio::main]
async fn main() -> graph::Checked {
    graph::start()?;
    axum::check().await?;
    diesel::check()?;
    utoipa::check()?;
    println!("{} works", env!("CARGO_PKG_NAME"));
    Ok(())
}
