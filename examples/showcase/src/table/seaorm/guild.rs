//! The table of guilds.

use sea_orm::entity::prelude::*;
use snowflake_kit::MintedModel;

use crate::id::{ChannelId, GuildId, UserId};

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
#[sea_orm(table_name = "guilds")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: GuildId,
    pub name: String,
    pub owner_id: UserId,
    pub welcome_id: Option<ChannelId>,
}
