//! Messages, and what others make of them.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::or_not_found;
use super::page::{Messages, Page};
use crate::chat::Chat;
use crate::extract::{Json, Path, Query};
use crate::id::{MessageId, UserId};
use crate::listing::{OLDEST_FIRST, window};
use crate::model::{Message, Reaction};
use crate::problem::Problem;
use crate::response::{BadBody, Conflict, NotFound, Refused};
use crate::storage::MessageFilter;
use crate::text::Emoji;

/// A message.
#[utoipa::path(
    get,
    path = "/api/messages/{message}",
    params(("message" = MessageId, Path)),
    responses((status = 200, description = "The message", body = Message), Refused, NotFound),
)]
pub async fn get_message(
    State(chat): State<Arc<Chat>>,
    Path(message): Path<MessageId>,
) -> Result<Json<Message>, Problem> {
    chat.row(message).await.map(Json)
}

/// Deletes a message with its reactions, if nothing replies to it.
#[utoipa::path(
    delete,
    path = "/api/messages/{message}",
    params(("message" = MessageId, Path)),
    responses((status = 204, description = "It is gone"), Refused, NotFound, Conflict),
)]
pub async fn delete_message(
    State(chat): State<Arc<Chat>>,
    Path(message): Path<MessageId>,
) -> Result<StatusCode, Problem> {
    chat.delete_message(message).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The replies to a message, the oldest first.
#[utoipa::path(
    get,
    path = "/api/messages/{message}/replies",
    params(("message" = MessageId, Path), Messages),
    responses((status = 200, description = "Some of them", body = Page<Message, MessageId>), Refused, NotFound),
)]
pub async fn list_replies(
    State(chat): State<Arc<Chat>>,
    Path(message): Path<MessageId>,
    Query(query): Query<Messages>,
) -> Result<Json<Page<Message, MessageId>>, Problem> {
    let keys = query.keys(OLDEST_FIRST)?;
    let filter = MessageFilter { reply_to: Some(message), ..MessageFilter::default() };
    let rows = chat.storage.messages(filter, &window(&keys, query.within())).await?;
    if rows.is_empty() {
        chat.row(message).await?;
    }
    Ok(Json(Page::new(&keys, rows, |reply| reply.id)))
}

/// The reactions to a message.
#[utoipa::path(
    get,
    path = "/api/messages/{message}/reactions",
    params(("message" = MessageId, Path)),
    responses((status = 200, description = "All of them", body = [Reaction]), Refused, NotFound),
)]
pub async fn list_reactions(
    State(chat): State<Arc<Chat>>,
    Path(message): Path<MessageId>,
) -> Result<Json<Vec<Reaction>>, Problem> {
    let mut reactions = chat.storage.reactions_to(&[message]).await?;
    if reactions.is_empty() {
        chat.row(message).await?;
    }
    reactions.sort_by_key(|reaction| reaction.id);
    Ok(Json(reactions))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReaction {
    user_id: UserId,
    emoji: Emoji,
}

/// Reacts to a message: with an emoji once.
#[utoipa::path(
    post,
    path = "/api/messages/{message}/reactions",
    params(("message" = MessageId, Path)),
    request_body = NewReaction,
    responses((status = 201, description = "The reaction", body = Reaction), Refused, NotFound, Conflict, BadBody),
)]
pub async fn add_reaction(
    State(chat): State<Arc<Chat>>,
    Path(message): Path<MessageId>,
    Json(new): Json<NewReaction>,
) -> Result<(StatusCode, Json<Reaction>), Problem> {
    let reaction = chat.react(message, new.user_id, new.emoji).await;
    let reaction = or_not_found(reaction, chat.row(message)).await?;
    Ok((StatusCode::CREATED, Json(reaction)))
}
