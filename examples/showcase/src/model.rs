//! The rows. They link to each other by keys that exist before the rows do, so a
//! circle (a channel pins one of its own messages) does no harm.
//!
//! `Minted` gives them constructors, as `User::mint("Ada")`.

use diesel::prelude::*;
use sea_orm::{DeriveIntoActiveModel, FromQueryResult};
use serde::{Deserialize, Serialize};
use snowflake_kit::Minted;
use utoipa::ToSchema;

use crate::id::{ChannelId, GuildId, MessageId, ReactionId, UserId};
use crate::table::diesel::{channels, guilds, members, messages, reactions, users};
use crate::table::seaorm::{channel, guild, member, message, reaction, user};

/// A person who writes.
#[derive(
    Clone,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    ToSchema,
    Minted,
    FromQueryResult,
    Insertable,
    Queryable,
    Selectable,
    DeriveIntoActiveModel,
)]
#[diesel(table_name = users, treat_none_as_default_value = false)]
#[sea_orm(active_model = "user::ActiveModel", exhaustive)]
pub struct User {
    #[minted]
    pub id: UserId,
    pub name: String,
}

/// A place with channels and members.
#[derive(
    Clone,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    ToSchema,
    Minted,
    FromQueryResult,
    Insertable,
    Queryable,
    Selectable,
    DeriveIntoActiveModel,
)]
#[diesel(table_name = guilds, treat_none_as_default_value = false)]
#[sea_orm(active_model = "guild::ActiveModel", exhaustive)]
pub struct Guild {
    #[minted]
    pub id: GuildId,
    pub name: String,
    pub owner_id: UserId,
    /// Where newcomers are greeted: a channel of this guild.
    pub welcome_id: Option<ChannelId>,
}

/// A user in a guild. Its key is the two.
#[derive(
    Clone,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    ToSchema,
    FromQueryResult,
    Insertable,
    Queryable,
    Selectable,
    DeriveIntoActiveModel,
)]
#[diesel(table_name = members, treat_none_as_default_value = false)]
#[sea_orm(active_model = "member::ActiveModel", exhaustive)]
pub struct Member {
    pub guild_id: GuildId,
    pub user_id: UserId,
}

/// A list of messages in a guild.
#[derive(
    Clone,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    ToSchema,
    Minted,
    FromQueryResult,
    Insertable,
    Queryable,
    Selectable,
    DeriveIntoActiveModel,
)]
#[diesel(table_name = channels, treat_none_as_default_value = false)]
#[sea_orm(active_model = "channel::ActiveModel", exhaustive)]
pub struct Channel {
    #[minted]
    pub id: ChannelId,
    pub guild_id: GuildId,
    pub name: String,
    /// One of its own messages.
    pub pinned_id: Option<MessageId>,
}

/// What a user wrote.
#[derive(
    Clone,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    ToSchema,
    Minted,
    FromQueryResult,
    Insertable,
    Queryable,
    Selectable,
    DeriveIntoActiveModel,
)]
#[diesel(table_name = messages, treat_none_as_default_value = false)]
#[sea_orm(active_model = "message::ActiveModel", exhaustive)]
pub struct Message {
    #[minted]
    pub id: MessageId,
    pub channel_id: ChannelId,
    pub author_id: UserId,
    /// The message that it answers.
    pub reply_to: Option<MessageId>,
    pub text: String,
}

/// What a user thinks of a message; each of a kind once.
#[derive(
    Clone,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    ToSchema,
    Minted,
    FromQueryResult,
    Insertable,
    Queryable,
    Selectable,
    DeriveIntoActiveModel,
)]
#[diesel(table_name = reactions, treat_none_as_default_value = false)]
#[sea_orm(active_model = "reaction::ActiveModel", exhaustive)]
pub struct Reaction {
    #[minted]
    pub id: ReactionId,
    pub message_id: MessageId,
    pub user_id: UserId,
    pub emoji: String,
}

/// Rows that belong together: they are inserted in one transaction, with a
/// statement per table, or none of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    pub users: Vec<User>,
    pub guilds: Vec<Guild>,
    pub members: Vec<Member>,
    pub channels: Vec<Channel>,
    pub messages: Vec<Message>,
    pub reactions: Vec<Reaction>,
}

impl Graph {
    /// Guilds and channels without what they point to that comes after them: for
    /// a database that checks each link at once.
    pub(crate) fn without_circles(&self) -> (Vec<Guild>, Vec<Channel>) {
        let guilds = self.guilds.iter().cloned();
        let channels = self.channels.iter().cloned();
        (
            guilds.map(|guild| Guild { welcome_id: None, ..guild }).collect(),
            channels.map(|channel| Channel { pinned_id: None, ..channel }).collect(),
        )
    }
}
