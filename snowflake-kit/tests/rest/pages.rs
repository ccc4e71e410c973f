//! A list in pages by key: the guide shows parts of it.

use axum::extract::{Json, Query};
use axum::http::Request;
use serde::Deserialize;
use snowflake_kit::{Snowflake, SnowflakeId};
use tower::ServiceExt as _;
use utoipa::{IntoParams, OpenApi};

/// Identifies a post.
#[derive(SnowflakeId)]
#[snowflake(text = "base62", prefix = "pst_")]
struct PostId(Snowflake);

/// `GET /posts?before=pst_0ISLlHTcqtU&limit=50`
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Page {
    /// Posts that are older than this one; without it, the newest.
    before: Option<PostId>,
    limit: Option<u32>,
}

/// Posts, the newest first.
#[utoipa::path(get, path = "/posts", params(Page), responses((status = 200, body = Vec<PostId>)))]
async fn list(Query(Page { before, limit }): Query<Page>) -> Json<Vec<PostId>> {
    let limit = limit.unwrap_or(20).min(100);
    // WHERE id < before ORDER BY id DESC LIMIT limit
    let ids = (1..=30).rev().map(|id| PostId::from_i64(id).unwrap());
    let ids = ids.filter(|&id| before.is_none_or(|before| id < before));
    Json(ids.take(limit as usize).collect())
}

#[derive(OpenApi)]
#[openapi(paths(list))]
struct Api;

#[tokio::test]
async fn each_page_begins_after_the_one_before() -> Result<(), Box<dyn std::error::Error>> {
    let app = axum::Router::<()>::new().route("/posts", axum::routing::get(list));
    let get = async |query: String| -> Vec<PostId> {
        let request = Request::get(format!("/posts{query}")).body(String::new()).unwrap();
        let response = app.clone().oneshot(request).await.unwrap();
        let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
        serde_json::from_slice(&body).unwrap()
    };
    let first = get(String::new()).await;
    assert_eq!((first.len(), first[19].get()), (20, 11));
    let next = get(format!("?before={}&limit=5", first[19])).await;
    assert_eq!((next.len(), next[0].get()), (5, 10));
    let document = serde_json::to_value(Api::openapi())?;
    let before = &document["paths"]["/posts"]["get"]["parameters"][0]["schema"];
    assert!(before.to_string().contains("#/components/schemas/PostId"), "{before}");
    Ok(())
}
