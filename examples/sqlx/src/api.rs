//! The REST API and its description.

use axum::extract::{Json, Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use snowflake_kit::MintError;
use snowflake_kit::utoipa_6::IdComponents;
use sqlx::SqlitePool;
use utoipa::{IntoParams, Modify as _, OpenApi, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::id::{CommentId, PostId, UserId};
use crate::storage::{self, Comment, Post, User};

#[derive(OpenApi)]
#[openapi(info(title = "Social"))]
struct Description;

/// The routes; `/openapi.json` is their description.
pub fn routes(db: SqlitePool) -> axum::Router {
    let (router, mut document) = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(add_user))
        .routes(routes!(list_posts, add_post))
        .routes(routes!(list_comments, add_comment))
        .split_for_parts();
    // ID types that are nowhere but in parameters.
    IdComponents.modify(&mut document);
    router.route("/openapi.json", get(async || Json(document))).with_state(db)
}

/// Why a request was not carried out.
pub enum Problem {
    Database(sqlx::Error),
    Mint(MintError),
}

impl From<sqlx::Error> for Problem {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

impl From<MintError> for Problem {
    fn from(error: MintError) -> Self {
        Self::Mint(error)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (status, text) = match &self {
            Self::Database(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                (StatusCode::CONFLICT, "there is one already".to_owned())
            }
            Self::Database(sqlx::Error::Database(error)) if error.is_foreign_key_violation() => {
                (StatusCode::NOT_FOUND, "it names a row that is not there".to_owned())
            }
            Self::Database(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()),
            // The lease is lost, or the clock has gone wrong: another instance may serve.
            Self::Mint(error) => (StatusCode::SERVICE_UNAVAILABLE, error.to_string()),
        };
        (status, text).into_response()
    }
}

#[derive(Deserialize, ToSchema)]
struct NewUser {
    name: String,
}

/// Adds a user.
#[utoipa::path(post, path = "/users", responses((status = 201, body = User), (status = 409)))]
async fn add_user(
    State(db): State<SqlitePool>,
    Json(NewUser { name }): Json<NewUser>,
) -> Result<(StatusCode, Json<User>), Problem> {
    let user = User { id: UserId::mint_async().await?, name };
    storage::add_user(&db, &user).await?;
    Ok((StatusCode::CREATED, Json(user)))
}

#[derive(Deserialize, ToSchema)]
struct NewPost {
    author_id: UserId,
    content: String,
    /// The author's own comments.
    #[serde(default)]
    comments: Vec<String>,
}

/// Adds a post.
#[utoipa::path(post, path = "/posts", responses((status = 201, body = Post), (status = 404)))]
async fn add_post(
    State(db): State<SqlitePool>,
    Json(NewPost { author_id, content, comments }): Json<NewPost>,
) -> Result<(StatusCode, Json<Post>), Problem> {
    let id = PostId::mint_async().await?;
    let ids = CommentId::mint_many_async(comments.len()).await?;
    let comment = |(comment, content)| Comment {
        id: comment,
        post_id: id,
        author_id,
        reply_to: None,
        content,
    };
    let rows: Vec<Comment> = ids.into_iter().zip(comments).map(comment).collect();
    let count = i64::try_from(rows.len()).unwrap_or(i64::MAX);
    let post = Post { id, author_id, content, comments: count };
    storage::add_post(&db, &post, &rows).await?;
    Ok((StatusCode::CREATED, Json(post)))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Page {
    /// Posts that are older than this one.
    before: Option<PostId>,
    /// How many, 20 if it is left out, and at most 100.
    limit: Option<u32>,
}

/// Posts, the newest first.
#[utoipa::path(get, path = "/posts", params(Page), responses((status = 200, body = Vec<Post>)))]
async fn list_posts(
    State(db): State<SqlitePool>,
    Query(Page { before, limit }): Query<Page>,
) -> Result<Json<Vec<Post>>, Problem> {
    let limit = limit.unwrap_or(20).min(100);
    Ok(Json(storage::posts(&db, before, limit).await?))
}

/// The comments on a post, the oldest first.
#[utoipa::path(
    get,
    path = "/posts/{post}/comments",
    params(("post" = PostId, Path)),
    responses((status = 200, body = Vec<Comment>)),
)]
async fn list_comments(
    State(db): State<SqlitePool>,
    Path(post): Path<PostId>,
) -> Result<Json<Vec<Comment>>, Problem> {
    Ok(Json(storage::comments(&db, post).await?))
}

#[derive(Deserialize, ToSchema)]
struct NewComment {
    author_id: UserId,
    reply_to: Option<CommentId>,
    content: String,
}

/// Comments on a post.
#[utoipa::path(
    post,
    path = "/posts/{post}/comments",
    params(("post" = PostId, Path)),
    responses((status = 201, body = Comment), (status = 404)),
)]
async fn add_comment(
    State(db): State<SqlitePool>,
    Path(post_id): Path<PostId>,
    Json(NewComment { author_id, reply_to, content }): Json<NewComment>,
) -> Result<(StatusCode, Json<Comment>), Problem> {
    let id = CommentId::mint_async().await?;
    let comment = Comment { id, post_id, author_id, reply_to, content };
    storage::add_comment(&db, &comment).await?;
    Ok((StatusCode::CREATED, Json(comment)))
}
