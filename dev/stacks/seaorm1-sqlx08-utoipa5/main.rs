//! A service on SeaORM 1.1, sqlx 0.8 and utoipa 5.

mod blog;
#[path = "../service/graph.rs"]
mod graph;
#[path = "../service/seaorm.rs"]
mod seaorm;
#[path = "../service/sqlx.rs"]
mod sqlx;
#[path = "../service/utoipa.rs"]
mod utoipa;

use snowflake_kit::sqlx_0_8 as kit_sqlx;

#[tokio::main]
async fn main() -> graph::Checked {
    graph::start()?;
    seaorm::check().await?;
    sqlx::check().await?;
    utoipa::check()?;
    blog::check().await?;
    println!("{} works", env!("CARGO_PKG_NAME"));
    Ok(())
}
