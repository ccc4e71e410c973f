//! A service on axum and sqlx 0.8.

#[path = "../service/axum.rs"]
mod axum;
#[path = "../service/graph.rs"]
mod graph;
#[path = "../service/sqlx.rs"]
mod sqlx;

use snowflake_kit::sqlx_0_8 as kit_sqlx;

#[tokio::main]
async fn main() -> graph::Checked {
    graph::start()?;
    axum::check().await?;
    sqlx::check().await?;
    println!("{} works", env!("CARGO_PKG_NAME"));
    Ok(())
}
