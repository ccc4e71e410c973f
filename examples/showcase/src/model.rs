//! The rows, as `SeaORM` and clients have them. They link to each other by keys that exist before
//! the rows do, so a circle (a channel pins one of its own messages) does no harm.
//!
//! `Minted` gives them constructors, as `User::mint("Ada")`; `MintedModel` gives each column with an
//! ID the type of that ID, as `user::IDS.id`.

use std::hash::Hash;

use sea_orm::EntityTrait;
use snowflake_kit::SnowflakeId;
use snowflake_kit::sea_orm_2::IdColumn;

use crate::id::{ChannelId, GuildId, MessageId, ReactionId, UserId};

pub mod user {
    use sea_orm::entity::prelude::*;
    use serde::Serialize;
    use snowflake_kit::{Minted, MintedModel};
    use utoipa::ToSchema;

    use crate::id::UserId;

    /// A person who writes.
    #[derive(
        Clone, Debug, PartialEq, DeriveEntityModel, Minted, MintedModel, Serialize, ToSchema,
    )]
    #[sea_orm(table_name = "users")]
    #[schema(as = User)]
    pub struct Model {
        #[minted]
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: UserId,
        pub name: String,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
}

pub mod guild {
    use sea_orm::entity::prelude::*;
    use serde::Serialize;
    use snowflake_kit::{Minted, MintedModel};
    use utoipa::ToSchema;

    use crate::id::{ChannelId, GuildId, UserId};

    /// A place with channels and members.
    #[derive(
        Clone, Debug, PartialEq, DeriveEntityModel, Minted, MintedModel, Serialize, ToSchema,
    )]
    #[sea_orm(table_name = "guilds")]
    #[schema(as = Guild)]
    pub struct Model {
        #[minted]
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: GuildId,
        pub name: String,
        pub owner_id: UserId,
        /// Where newcomers are greeted: a channel of this guild.
        pub welcome_id: Option<ChannelId>,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
}

pub mod member {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    use crate::id::{GuildId, UserId};

    /// A user in a guild. Its key is the two.
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "members")]
    #[minted(keys = "none")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub guild_id: GuildId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
}

pub mod channel {
    use sea_orm::entity::prelude::*;
    use serde::Serialize;
    use snowflake_kit::{Minted, MintedModel};
    use utoipa::ToSchema;

    use crate::id::{ChannelId, GuildId, MessageId};

    /// A list of messages in a guild.
    #[derive(
        Clone, Debug, PartialEq, DeriveEntityModel, Minted, MintedModel, Serialize, ToSchema,
    )]
    #[sea_orm(table_name = "channels")]
    #[schema(as = Channel)]
    pub struct Model {
        #[minted]
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: ChannelId,
        pub guild_id: GuildId,
        pub name: String,
        /// One of its own messages.
        pub pinned_id: Option<MessageId>,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
}

pub mod message {
    use sea_orm::entity::prelude::*;
    use serde::Serialize;
    use snowflake_kit::{Minted, MintedModel};
    use utoipa::ToSchema;

    use crate::id::{ChannelId, MessageId, UserId};

    /// What a user wrote.
    #[derive(
        Clone, Debug, PartialEq, DeriveEntityModel, Minted, MintedModel, Serialize, ToSchema,
    )]
    #[sea_orm(table_name = "messages")]
    #[schema(as = Message)]
    pub struct Model {
        #[minted]
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: MessageId,
        pub channel_id: ChannelId,
        pub author_id: UserId,
        /// The message that it answers.
        pub reply_to: Option<MessageId>,
        pub text: String,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
}

pub mod reaction {
    use sea_orm::entity::prelude::*;
    use serde::Serialize;
    use snowflake_kit::{Minted, MintedModel};
    use utoipa::ToSchema;

    use crate::id::{MessageId, ReactionId, UserId};

    /// What a user thinks of a message; each of a kind once.
    #[derive(
        Clone, Debug, PartialEq, DeriveEntityModel, Minted, MintedModel, Serialize, ToSchema,
    )]
    #[sea_orm(table_name = "reactions")]
    #[schema(as = Reaction)]
    pub struct Model {
        #[minted]
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: ReactionId,
        pub message_id: MessageId,
        pub user_id: UserId,
        pub emoji: String,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
}

pub use channel::Model as Channel;
pub use guild::Model as Guild;
pub use member::Model as Member;
pub use message::Model as Message;
pub use reaction::Model as Reaction;
pub use user::Model as User;

/// An ID that is the key of a table.
pub trait Key: SnowflakeId + Hash {
    type Entity: EntityTrait<Model: Sync + 'static>;
    const COLUMN: IdColumn<Self::Entity, Self>;
    /// What it identifies.
    const KIND: &'static str;

    fn of(row: &Row<Self>) -> Self;
}

/// What a key identifies.
pub type Row<K> = <<K as Key>::Entity as EntityTrait>::Model;

macro_rules! keys {
    ($($id:ident of $table:ident: $kind:literal,)*) => {$(
        impl Key for $id {
            type Entity = $table::Entity;
            const COLUMN: IdColumn<$table::Entity, Self> = $table::IDS.id;
            const KIND: &'static str = $kind;

            fn of(row: &$table::Model) -> Self {
                row.id
            }
        }
    )*};
}

keys! {
    UserId of user: "user",
    GuildId of guild: "guild",
    ChannelId of channel: "channel",
    MessageId of message: "message",
    ReactionId of reaction: "reaction",
}

/// Rows that belong together: they are inserted in one transaction, with a
/// statement per table, or none of them.
#[derive(Clone, Debug, Default, PartialEq)]
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
