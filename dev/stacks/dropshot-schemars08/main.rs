//! A service on dropshot 0.18, which has schemars 0.8.

#[path = "../service/dropshot.rs"]
mod dropshot;
#[path = "../service/graph.rs"]
mod graph;
#[path = "../service/schemars.rs"]
mod schemars;

#[tokio::main]
async fn main() -> graph::Checked {
    graph::start()?;
    dropshot::check().await?;
    schemars::check()?;
    println!("{} works", env!("CARGO_PKG_NAME"));
    Ok(())
}
