//! A service on async-graphql 8, for which the kit has a feature as soon as it is released.

#[path = "../service/graph.rs"]
mod graph;
#[path = "../service/graphql.rs"]
mod graphql;

use graph::{PostId, UserId};

snowflake_kit_graphql::scalar!(PostId, UserId);

#[tokio::main]
async fn main() -> graph::Checked {
    graph::start()?;
    graphql::check().await?;
    println!("{} works", env!("CARGO_PKG_NAME"));
    Ok(())
}
