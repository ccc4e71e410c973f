//! A service on axum, SeaORM 2 and sqlx 0.9.

#[path = "../service/axum.rs"]
mod axum;
#[path = "../service/graph.rs"]
mod graph;
#[path = "../service/seaorm.rs"]
mod seaorm;
#[path = "../service/sqlx.rs"]
mod sqlx;

use snowflake_kit::sqlx_0_9 as kit_sqlx;

#[tokio::main]
async fn main() -> graph::Checked {
    graph::start()?;
    axum::check().await?;
    seaorm::check().await?;
    sqlx::check().await?;
    println!("{} works", env!("CARGO_PKG_NAME"));
    Ok(())
}
