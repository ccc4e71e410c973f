//! A service on sqlx 0.8, async-graphql 7 and schemars 1.

#[path = "../service/graph.rs"]
mod graph;
#[path = "../service/graphql.rs"]
mod graphql;
#[path = "../service/schemars.rs"]
mod schemars;
#[path = "../service/sqlx.rs"]
mod sqlx;

use snowflake_kit::sqlx_0_8 as kit_sqlx;

#[tokio::main]
async fn main() -> graph::Checked {
    graph::start()?;
    graphql::check().await?;
    schemars::check()?;
    sqlx::check().await?;
    println!("{} works", env!("CARGO_PKG_NAME"));
    Ok(())
}
