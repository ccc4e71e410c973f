//! A service on SeaORM 1.1, sqlx 0.8 and juniper 0.17.

#[path = "../service/graph.rs"]
mod graph;
#[path = "../service/juniper.rs"]
mod juniper;
#[path = "../service/seaorm.rs"]
mod seaorm;
#[path = "../service/sqlx.rs"]
mod sqlx;

use snowflake_kit::sqlx_0_8 as kit_sqlx;

#[tokio::main]
async fn main() -> graph::Checked {
    graph::start()?;
    juniper::check()?;
    seaorm::check().await?;
    sqlx::check().await?;
    println!("{} works", env!("CARGO_PKG_NAME"));
    Ok(())
}
