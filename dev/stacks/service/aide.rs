//! IDs in a document of aide, and in the requests that it describes.

use aide::axum::ApiRouter;
use aide::axum::routing::get;
use aide::openapi::OpenApi;
use axum::Json;
use axum::body::Body;
use axum::extract::{Path, Query};
use axum::http::{Request, StatusCode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tower::ServiceExt;

use crate::graph::{Checked, Graph, PostId, UserId};

#[derive(Serialize, JsonSchema)]
struct Post {
    id: PostId,
    author_id: UserId,
}

/// The field has the name that stands in the path.
#[derive(Deserialize, JsonSchema)]
struct InPath {
    id: PostId,
}

#[derive(Deserialize, JsonSchema)]
struct Filter {
    author: Option<UserId>,
}

async fn post(Path(InPath { id }): Path<InPath>, Query(filter): Query<Filter>) -> Json<Post> {
    Json(Post { id, author_id: filter.author.unwrap_or_else(UserId::mint) })
}

async fn absent(Path(id): Path<PostId>) -> Json<PostId> {
    Json(id)
}

pub async fn check() -> Checked {
    let mut api = OpenApi::default();
    let router: axum::Router = ApiRouter::new()
        .api_route("/posts/{id}", get(post))
        .api_route("/absent/{id}", get(absent))
        .finish_api(&mut api);
    let document = serde_json::to_value(&api)?;
    let schemas = &document["components"]["schemas"];
    let reference = &schemas["Post"]["properties"]["id"]["$ref"];
    assert!(reference.as_str().is_some_and(|to| to.ends_with("/PostId")), "{document}");

    let parameters = &document["paths"]["/posts/{id}"]["get"]["parameters"];
    let of = |place: &str| {
        let parameters = parameters.as_array().unwrap().iter();
        parameters.filter(|parameter| parameter["in"] == place).collect::<Vec<_>>()
    };
    let [id] = of("path")[..] else { panic!("{parameters}") };
    assert_eq!((&id["name"], &id["required"]), (&"id".into(), &true.into()), "{id}");
    let reference = id["schema"]["$ref"].as_str();
    assert!(reference.is_some_and(|to| to.ends_with("/PostId")), "{id}");
    let [author] = of("query")[..] else { panic!("{parameters}") };
    assert!(author.to_string().contains("/UserId"), "{author}");
    // What the guide warns of. If this fails, it need not any more.
    assert_eq!(document["paths"]["/absent/{id}"]["get"].get("parameters"), None, "{document}");

    let Graph { posts, author, .. } = Graph::mint();
    let status = async |uri: String| {
        let request = Request::get(uri).body(Body::empty()).unwrap();
        router.clone().oneshot(request).await.unwrap().status()
    };
    assert_eq!(status(format!("/posts/{}?author={author}", posts[0].0)).await, StatusCode::OK);
    assert_eq!(status(format!("/posts/{author}")).await, StatusCode::BAD_REQUEST);
    Ok(())
}
