//! The instance itself.

use std::sync::Arc;

use axum::extract::State;

use crate::chat::{Chat, Instance};
use crate::extract::Json;
use crate::problem::{Code, Problem};
use crate::response::Refused;

/// Which instance answers, and under which node number it mints.
#[utoipa::path(
    get,
    path = "/api/instance",
    responses((status = 200, description = "This one", body = Instance), Refused),
)]
pub async fn get_instance(State(chat): State<Arc<Chat>>) -> Result<Json<Instance>, Problem> {
    chat.instance().map(Json)
}

/// Whether this instance can mint, for those who share out requests.
#[utoipa::path(
    get,
    path = "/ready",
    responses((status = 200, description = "It can", body = Instance), Refused),
)]
pub async fn get_ready(State(chat): State<Arc<Chat>>) -> Result<Json<Instance>, Problem> {
    if Chat::is_ready() {
        get_instance(State(chat)).await
    } else {
        Err(Problem::new(Code::NoNewIds, "the lease has ended, and is not renewed yet"))
    }
}
