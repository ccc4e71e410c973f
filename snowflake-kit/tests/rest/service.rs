//! A service with an ID type of each form. It answers what it was asked.

use std::collections::BTreeMap;

use axum::extract::{Json, Path, Query};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use snowflake_kit::utoipa_6::IdComponents;
use snowflake_kit::{Snowflake, SnowflakeId};
use utoipa::openapi::OpenApi;
use utoipa::{IntoParams, Modify, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// Identifies a user.
#[derive(SnowflakeId)]
pub(crate) struct UserId(Snowflake);

/// Identifies a post.
#[derive(SnowflakeId)]
#[snowflake(text = "base62", prefix = "pst_")]
pub(crate) struct PostId(Snowflake);

/// Identifies a tag.
#[derive(SnowflakeId)]
#[snowflake(text = "base32")]
pub(crate) struct TagId(Snowflake);

/// Identifies a request.
#[derive(SnowflakeId)]
#[snowflake(text = "hex", prefix = "trace-")]
pub(crate) struct TraceId(Snowflake);

/// Identifies a room; small enough for a number of JavaScript.
#[derive(SnowflakeId)]
#[snowflake(json = "number", layout = "ecmascript")]
pub(crate) struct RoomId(Snowflake);

/// Identifies a report. It is nowhere but in a parameter.
#[derive(SnowflakeId)]
#[snowflake(prefix = "report_")]
pub(crate) struct ReportId(Snowflake);

#[derive(Serialize, Deserialize, ToSchema)]
struct Post {
    id: PostId,
    author: UserId,
    reply_to: Option<PostId>,
    tags: Vec<TagId>,
    #[serde(flatten)]
    origin: Origin,
    reactions: BTreeMap<UserId, TagId>,
    target: Target,
}

#[derive(Serialize, Deserialize, ToSchema)]
struct Origin {
    trace: TraceId,
}

#[derive(Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Target {
    Room { room: RoomId },
    User { user: UserId },
}

#[derive(Serialize, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Path)]
struct Place {
    user: UserId,
    post: PostId,
}

#[derive(Serialize, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
struct Filter {
    before: Option<PostId>,
    author: Option<UserId>,
    room: Option<RoomId>,
}

#[utoipa::path(
    get,
    path = "/users/{id}",
    params(("id" = UserId, Path)),
    responses((status = 200, description = "As asked", body = UserId), (status = 400, description = "No ID", body = String)),
)]
async fn user(Path(id): Path<UserId>) -> Json<UserId> {
    Json(id)
}

/// The parameters are found in the arguments.
#[utoipa::path(
    get,
    path = "/users/{user}/posts/{post}",
    responses((status = 200, description = "As asked", body = Place), (status = 400, description = "No ID", body = String)),
)]
async fn tuple(Path((user, post)): Path<(UserId, PostId)>) -> Json<Place> {
    Json(Place { user, post })
}

#[utoipa::path(
    get,
    path = "/places/{user}/{post}",
    params(Place),
    responses((status = 200, description = "As asked", body = Place), (status = 400, description = "No ID", body = String)),
)]
async fn place(Path(place): Path<Place>) -> Json<Place> {
    Json(place)
}

#[utoipa::path(
    get,
    path = "/posts",
    params(Filter),
    responses((status = 200, description = "As asked", body = Filter), (status = 400, description = "No ID", body = String)),
)]
async fn posts(Query(filter): Query<Filter>) -> Json<Filter> {
    Json(filter)
}

#[utoipa::path(post, path = "/posts", responses((status = 200, description = "As asked", body = Post)))]
async fn post(Json(post): Json<Post>) -> Json<Post> {
    Json(post)
}

#[utoipa::path(
    delete,
    path = "/reports/{id}",
    params(("id" = ReportId, Path)),
    responses((status = 204, description = "Done"), (status = 400, description = "No ID", body = String)),
)]
async fn report(_: Path<ReportId>) -> StatusCode {
    StatusCode::NO_CONTENT
}

/// The service, and its description.
pub(crate) fn service() -> (axum::Router, OpenApi) {
    let router = OpenApiRouter::new()
        .routes(routes!(user))
        .routes(routes!(tuple))
        .routes(routes!(place))
        .routes(routes!(posts, post))
        .routes(routes!(report));
    let (router, mut api) = router.split_for_parts();
    IdComponents.modify(&mut api);
    (router, api)
}
