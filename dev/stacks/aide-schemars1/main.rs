//! A service on aide 0.16, which has schemars 1.

#[path = "../service/aide.rs"]
mod aide;
#[path = "../service/axum.rs"]
mod axum;
#[path = "../service/graph.rs"]
mod graph;
#[path = "../service/schemars.rs"]
mod schemars;

#[tokio::main]
async fn main() -> graph::Checked {
    graph::start()?;
    aide::check().await?;
    axum::check().await?;
    schemars::check()?;
    println!("{} works", env!("CARGO_PKG_NAME"));
    Ok(())
}
