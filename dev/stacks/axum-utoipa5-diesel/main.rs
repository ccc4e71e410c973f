//! A service on axum, utoipa 5, utoipa-axum 0.2, Swagger UI 9, Diesel and diesel-async 0.9.

#[path = "../service/axum.rs"]
mod axum;
#[path = "../service/diesel.rs"]
mod diesel;
#[path = "../service/diesel_async.rs"]
mod diesel_async;
#[path = "../service/graph.rs"]
mod graph;
#[path = "../service/utoipa.rs"]
mod utoipa;
#[path = "../service/utoipa_axum.rs"]
mod utoipa_axum;

use snowflake_kit::diesel_async_0_9 as kit_diesel_async;

#[tokio::main]
async fn main() -> graph::Checked {
    graph::start()?;
    axum::check().await?;
    diesel::check()?;
    diesel_async::check().await?;
    utoipa::check()?;
    utoipa_axum::check().await?;
    println!("{} works", env!("CARGO_PKG_NAME"));
    Ok(())
}
