//! Users.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::chat::Chat;
use crate::extract::{Json, Path};
use crate::id::UserId;
use crate::model::User;
use crate::problem::Problem;
use crate::response::{BadBody, NotFound, Refused};
use crate::text::Name;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewUser {
    name: Name,
}

/// Adds a user.
#[utoipa::path(
    post,
    path = "/api/users",
    request_body = NewUser,
    responses((status = 201, description = "The user", body = User), Refused, BadBody),
)]
pub async fn add_user(
    State(chat): State<Arc<Chat>>,
    Json(new): Json<NewUser>,
) -> Result<(StatusCode, Json<User>), Problem> {
    let user = chat.add_user(new.name).await?;
    Ok((StatusCode::CREATED, Json(user)))
}

/// A user.
#[utoipa::path(
    get,
    path = "/api/users/{user}",
    params(("user" = UserId, Path)),
    responses((status = 200, description = "The user", body = User), Refused, NotFound),
)]
pub async fn get_user(
    State(chat): State<Arc<Chat>>,
    Path(user): Path<UserId>,
) -> Result<Json<User>, Problem> {
    chat.row(user).await.map(Json)
}
