//! IDs in paths, queries and bodies of axum.

use axum::body::{Body, to_bytes};
use axum::extract::{Path, Query};
use axum::http::{Request, StatusCode};
use axum::routing::get;
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use tower::ServiceExt;

use crate::graph::{Checked, Graph, PostId, UserId};

#[derive(Deserialize)]
struct Filter {
    author: Option<UserId>,
}

#[derive(Serialize)]
struct Post {
    id: PostId,
    author_id: Option<UserId>,
}

async fn post(Path(id): Path<PostId>, Query(filter): Query<Filter>) -> Json<Post> {
    Json(Post { id, author_id: filter.author })
}

pub async fn check() -> Checked {
    let router = Router::new().route("/posts/{id}", get(post));
    let graph = Graph::mint();
    let (id, author) = (graph.posts[0].0, graph.author);
    let answer = async |uri: String| {
        let request = Request::get(uri).body(Body::empty()).unwrap();
        let answer = router.clone().oneshot(request).await.unwrap();
        let status = answer.status();
        let body = to_bytes(answer.into_body(), 4096).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    };
    let (status, body) = answer(format!("/posts/{id}?author={author}")).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(body, format!("{{\"id\":\"{id}\",\"author_id\":\"{author}\"}}"));
    let (status, body) = answer(format!("/posts/{author}")).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(body.contains("PostId"), "{body}");
    Ok(())
}
