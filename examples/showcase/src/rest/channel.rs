//! Channels and what is posted to them.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::or_not_found;
use super::page::{Messages, Page};
use crate::chat::{Chat, Draft};
use crate::extract::{Json, Path, Query};
use crate::id::{ChannelId, MessageId, UserId};
use crate::listing::{NEWEST_FIRST, window};
use crate::model::{Channel, Message};
use crate::problem::Problem;
use crate::response::{BadBody, Conflict, NotFound, Refused};
use crate::storage::MessageFilter;
use crate::text::Body;

/// A channel.
#[utoipa::path(
    get,
    path = "/api/channels/{channel}",
    params(("channel" = ChannelId, Path)),
    responses((status = 200, description = "The channel", body = Channel), Refused, NotFound),
)]
pub async fn get_channel(
    State(chat): State<Arc<Chat>>,
    Path(channel): Path<ChannelId>,
) -> Result<Json<Channel>, Problem> {
    chat.row(channel).await.map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Pin {
    /// One of the channel's messages, or null for none.
    message_id: Option<MessageId>,
}

/// Pins a message, or none.
#[utoipa::path(
    put,
    path = "/api/channels/{channel}/pin",
    params(("channel" = ChannelId, Path)),
    request_body = Pin,
    responses((status = 200, description = "The channel", body = Channel), Refused, NotFound, Conflict, BadBody),
)]
pub async fn pin_message(
    State(chat): State<Arc<Chat>>,
    Path(channel): Path<ChannelId>,
    Json(pin): Json<Pin>,
) -> Result<Json<Channel>, Problem> {
    chat.pin(channel, pin.message_id).await.map(Json)
}

/// A channel's messages, the newest first.
#[utoipa::path(
    get,
    path = "/api/channels/{channel}/messages",
    params(("channel" = ChannelId, Path), Messages),
    responses((status = 200, description = "Some of them", body = Page<Message, MessageId>), Refused, NotFound),
)]
pub async fn list_messages(
    State(chat): State<Arc<Chat>>,
    Path(channel): Path<ChannelId>,
    Query(query): Query<Messages>,
) -> Result<Json<Page<Message, MessageId>>, Problem> {
    let keys = query.keys(NEWEST_FIRST)?;
    let filter = MessageFilter { channel: Some(channel), ..MessageFilter::default() };
    let rows = chat.storage.messages(filter, &window(&keys, query.within())).await?;
    if rows.is_empty() {
        chat.row(channel).await?;
    }
    Ok(Json(Page::new(&keys, rows, |message| message.id)))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMessage {
    author_id: UserId,
    text: Body,
    /// A message of the same channel.
    reply_to: Option<MessageId>,
}

/// Posts a message.
#[utoipa::path(
    post,
    path = "/api/channels/{channel}/messages",
    params(("channel" = ChannelId, Path)),
    request_body = NewMessage,
    responses((status = 201, description = "The message", body = Message), Refused, NotFound, Conflict, BadBody),
)]
pub async fn post_message(
    State(chat): State<Arc<Chat>>,
    Path(channel_id): Path<ChannelId>,
    Json(new): Json<NewMessage>,
) -> Result<(StatusCode, Json<Message>), Problem> {
    let NewMessage { author_id, text, reply_to } = new;
    let posted = chat.post(Draft { channel_id, author_id, text, reply_to }).await;
    let message = or_not_found(posted, chat.row(channel_id)).await?;
    Ok((StatusCode::CREATED, Json(message)))
}
