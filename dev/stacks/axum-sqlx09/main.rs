//! A service on axum and sqlx 0.9, and statements of sea-query without SeaORM.

#[path = "../service/axum.rs"]
mod axum;
#[path = "../service/graph.rs"]
mod graph;
#[path = "../service/sqlx.rs"]
mod sqlx;

use sea_query::{Expr, ExprTrait, PostgresQueryBuilder, Query};
use snowflake_kit::sqlx_0_9 as kit_sqlx;

#[tokio::main]
async fn main() -> graph::Checked {
    graph::start()?;
    axum::check().await?;
    sqlx::check().await?;
    statements();
    println!("{} works", env!("CARGO_PKG_NAME"));
    Ok(())
}

/// IDs are values of sea-query, as the guide's page on sqlx shows.
fn statements() {
    let graph::Graph { author, posts, .. } = graph::Graph::mint();
    let ids = [posts[0].0, posts[1].0];
    let select = Query::select()
        .column("title")
        .from("posts")
        .and_where(Expr::col("author_id").eq(author))
        .and_where(Expr::col("id").is_in(ids))
        .to_string(PostgresQueryBuilder);
    let [author, first, second] = [author.get(), ids[0].get(), ids[1].get()];
    assert_eq!(
        select,
        format!(
            r#"SELECT "title" FROM "posts" WHERE "author_id" = {author} AND "id" IN ({first}, {second})"#
        )
    );
}
