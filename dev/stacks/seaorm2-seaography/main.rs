//! A service on SeaORM 2 and Seaography.

#[path = "../service/graph.rs"]
mod graph;
#[path = "../service/graphql.rs"]
mod graphql;
// The guide's page for GraphQL has this file.
#[path = "../service/id_column.rs"]
mod id_column;
#[path = "../service/seaography.rs"]
mod seaography;

#[tokio::main]
async fn main() -> graph::Checked {
    graph::start()?;
    graphql::check().await?;
    seaography::check().await?;
    println!("{} works", env!("CARGO_PKG_NAME"));
    Ok(())
}
