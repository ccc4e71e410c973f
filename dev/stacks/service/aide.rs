//! IDs in a document of aide.

use aide::axum::ApiRouter;
use aide::axum::routing::get;
use aide::openapi::OpenApi;
use axum::Json;
use schemars::JsonSchema;
use serde::Serialize;

use crate::graph::{Checked, Graph, PostId, UserId};

#[derive(Serialize, JsonSchema)]
struct Post {
    id: PostId,
    author_id: UserId,
}

async fn post() -> Json<Post> {
    let graph = Graph::mint();
    Json(Post { id: graph.posts[0].0, author_id: graph.author })
}

pub async fn check() -> Checked {
    let mut api = OpenApi::default();
    let _: axum::Router = ApiRouter::new().api_route("/post", get(post)).finish_api(&mut api);
    let document = serde_json::to_value(&api)?;
    let schemas = &document["components"]["schemas"];
    let reference = &schemas["Post"]["properties"]["id"]["$ref"];
    assert!(reference.as_str().is_some_and(|to| to.ends_with("/PostId")), "{document}");
    Ok(())
}
