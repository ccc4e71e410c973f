//! The table of channels.

use sea_orm::entity::prelude::*;
use snowflake_kit::MintedModel;

use crate::id::{ChannelId, GuildId, MessageId};

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
#[sea_orm(table_name = "channels")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: ChannelId,
    pub guild_id: GuildId,
    pub name: String,
    pub pinned_id: Option<MessageId>,
    #[sea_orm(belongs_to, from = "guild_id", to = "id")]
    pub guild: BelongsTo<super::guild::Entity>,
}
