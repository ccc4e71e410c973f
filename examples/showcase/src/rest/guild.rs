//! Guilds, with their channels and members.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::or_not_found;
use super::page::{Around, Page};
use crate::chat::Chat;
use crate::extract::{Json, Path, Query};
use crate::id::{GuildId, UserId};
use crate::listing::{OLDEST_FIRST, window};
use crate::model::{Channel, Guild, User};
use crate::problem::Problem;
use crate::response::{BadBody, Conflict, NotFound, Refused};
use crate::text::Name;

/// Guilds, the oldest first.
#[utoipa::path(
    get,
    path = "/api/guilds",
    params(Around<GuildId>),
    responses((status = 200, description = "Some of them", body = Page<Guild, GuildId>), Refused),
)]
pub async fn list_guilds(
    State(chat): State<Arc<Chat>>,
    Query(query): Query<Around<GuildId>>,
) -> Result<Json<Page<Guild, GuildId>>, Problem> {
    let keys = query.keys(OLDEST_FIRST)?;
    let rows = chat.storage.guilds(&window(&keys, None)).await?;
    Ok(Json(Page::new(&keys, rows, |guild| guild.id)))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGuild {
    name: Name,
    owner_id: UserId,
}

/// Adds a guild with a channel. The two link to each other.
#[utoipa::path(
    post,
    path = "/api/guilds",
    request_body = NewGuild,
    responses((status = 201, description = "The guild", body = Guild), Refused, Conflict, BadBody),
)]
pub async fn add_guild(
    State(chat): State<Arc<Chat>>,
    Json(new): Json<NewGuild>,
) -> Result<(StatusCode, Json<Guild>), Problem> {
    let guild = chat.add_guild(new.name, new.owner_id).await?;
    Ok((StatusCode::CREATED, Json(guild)))
}

/// A guild.
#[utoipa::path(
    get,
    path = "/api/guilds/{guild}",
    params(("guild" = GuildId, Path)),
    responses((status = 200, description = "The guild", body = Guild), Refused, NotFound),
)]
pub async fn get_guild(
    State(chat): State<Arc<Chat>>,
    Path(guild): Path<GuildId>,
) -> Result<Json<Guild>, Problem> {
    chat.row(guild).await.map(Json)
}

/// A guild's channels.
#[utoipa::path(
    get,
    path = "/api/guilds/{guild}/channels",
    params(("guild" = GuildId, Path)),
    responses((status = 200, description = "All of them", body = [Channel]), Refused, NotFound),
)]
pub async fn list_channels(
    State(chat): State<Arc<Chat>>,
    Path(guild): Path<GuildId>,
) -> Result<Json<Vec<Channel>>, Problem> {
    let mut channels = chat.storage.channels_of(&[guild]).await?;
    if channels.is_empty() {
        chat.row(guild).await?;
    }
    channels.sort_by_key(|channel| channel.id);
    Ok(Json(channels))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewChannel {
    name: Name,
}

/// Adds a channel to a guild.
#[utoipa::path(
    post,
    path = "/api/guilds/{guild}/channels",
    params(("guild" = GuildId, Path)),
    request_body = NewChannel,
    responses((status = 201, description = "The channel", body = Channel), Refused, NotFound, BadBody),
)]
pub async fn add_channel(
    State(chat): State<Arc<Chat>>,
    Path(guild): Path<GuildId>,
    Json(new): Json<NewChannel>,
) -> Result<(StatusCode, Json<Channel>), Problem> {
    let added = chat.add_channel(guild, new.name).await;
    let channel = or_not_found(added, chat.row(guild)).await?;
    Ok((StatusCode::CREATED, Json(channel)))
}

/// A guild's members, in the order of their IDs.
#[utoipa::path(
    get,
    path = "/api/guilds/{guild}/members",
    params(("guild" = GuildId, Path), Around<UserId>),
    responses((status = 200, description = "Some of them", body = Page<User, UserId>), Refused, NotFound),
)]
pub async fn list_members(
    State(chat): State<Arc<Chat>>,
    Path(guild): Path<GuildId>,
    Query(query): Query<Around<UserId>>,
) -> Result<Json<Page<User, UserId>>, Problem> {
    let keys = query.keys(OLDEST_FIRST)?;
    let rows = chat.storage.members(guild, &window(&keys, None)).await?;
    if rows.is_empty() {
        chat.row(guild).await?;
    }
    Ok(Json(Page::new(&keys, rows, |user| user.id)))
}

/// Makes a user a member of a guild, if it is none.
#[utoipa::path(
    put,
    path = "/api/guilds/{guild}/members/{user}",
    responses((status = 204, description = "It is one"), Refused, NotFound),
)]
pub async fn add_member(
    State(chat): State<Arc<Chat>>,
    Path((guild, user)): Path<(GuildId, UserId)>,
) -> Result<StatusCode, Problem> {
    let added = chat.add_member(guild, user).await;
    let added = or_not_found(added, chat.row(guild)).await;
    or_not_found(added, chat.row(user)).await?;
    Ok(StatusCode::NO_CONTENT)
}
