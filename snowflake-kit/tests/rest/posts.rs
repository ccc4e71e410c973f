//! A service that writes posts: the guide shows parts of it.

use axum::extract::{Json, Path};
use axum::http::{Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{Router, get, post};
use serde::{Deserialize, Serialize};
use snowflake_kit::{MintError, Node, Snowflake, SnowflakeId};
use tower::ServiceExt as _;
use utoipa::{OpenApi, ToSchema};

/// Identifies a user.
#[derive(SnowflakeId)]
struct UserId(Snowflake);

/// Identifies a post.
#[derive(SnowflakeId)]
#[snowflake(text = "base62", prefix = "pst_")]
struct PostId(Snowflake);

#[derive(Serialize, Deserialize, ToSchema)]
struct Draft {
    reply_to: Option<PostId>,
    text: String,
}

#[derive(Serialize, ToSchema)]
struct Post {
    id: PostId,
    author: UserId,
    #[serde(flatten)]
    draft: Draft,
}

/// Writes a post.
#[utoipa::path(
    post,
    path = "/users/{author}/posts",
    params(("author" = UserId, Path)),
    request_body = Draft,
    responses(
        (status = 200, description = "The post", body = Post),
        (status = 503, description = "No ID could be minted: try again later"),
    ),
)]
async fn write(
    Path(author): Path<UserId>,
    Json(draft): Json<Draft>,
) -> Result<Json<Post>, Unavailable> {
    let id = PostId::mint_async().await?;
    Ok(Json(Post { id, author, draft }))
}

/// No ID could be minted now.
struct Unavailable;

impl From<MintError> for Unavailable {
    fn from(error: MintError) -> Self {
        // For operators: it says what is wrong, and what helps.
        eprintln!("{error}");
        Self
    }
}

impl IntoResponse for Unavailable {
    fn into_response(self) -> Response {
        (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "1")]).into_response()
    }
}

#[derive(OpenApi)]
#[openapi(paths(write))]
struct Api;

fn app() -> Router {
    Router::new()
        .route("/users/{author}/posts", post(write))
        .route("/openapi.json", get(async || Json(Api::openapi())))
}

#[tokio::test]
async fn a_post_is_written_or_refused() -> Result<(), Box<dyn std::error::Error>> {
    // Before there is a node.
    let early = Request::post("/users/7/posts")
        .header("content-type", "application/json")
        .body(r#"{ "reply_to": null, "text": "Yes." }"#.to_owned())?;
    assert_eq!(app().oneshot(early).await?.status(), StatusCode::SERVICE_UNAVAILABLE);
    snowflake_kit::install(Node::fixed(1))?;
    let send = async |author: &str, body: &'static str| -> (u16, String) {
        let request = Request::post(format!("/users/{author}/posts"))
            .header("content-type", "application/json")
            .body(body.to_owned())
            .unwrap();
        let response = app().oneshot(request).await.unwrap();
        let status = response.status().as_u16();
        let body = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    };
    let (status, body) =
        send("249857720318955522", r#"{ "reply_to": "pst_0ISLlHTcqtU", "text": "Yes." }"#).await;
    let body: serde_json::Value = serde_json::from_str(&body)?;
    assert_eq!(status, 200);
    assert!(body["id"].as_str().unwrap().parse::<PostId>().is_ok());
    assert_eq!(body["author"], "249857720318955522");
    assert_eq!(body["reply_to"], "pst_0ISLlHTcqtU");
    let (status, body) = send("0", r#"{ "reply_to": null, "text": "Yes." }"#).await;
    assert_eq!(status, 400);
    assert_eq!(
        body,
        "Invalid URL: Cannot parse `author` with value `0`: invalid UserId \"0\": \
         0 is not an ID; expected a decimal string from \"1\" to \"9223372036854775807\"",
    );
    let (status, body) = send("7", r#"{ "reply_to": "pst_0", "text": "Yes." }"#).await;
    assert_eq!(status, 422);
    assert!(body.contains("reply_to: invalid PostId \"pst_0\": "), "{body}");
    Ok(())
}
