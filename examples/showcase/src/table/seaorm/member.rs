//! The table of who is in which guild.

use sea_orm::entity::prelude::*;
use snowflake_kit::MintedModel;

use crate::id::{GuildId, UserId};

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
#[sea_orm(table_name = "members")]
#[minted(keys = "none")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub guild_id: GuildId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    #[sea_orm(belongs_to, from = "guild_id", to = "id")]
    pub guild: BelongsTo<super::guild::Entity>,
    #[sea_orm(belongs_to, from = "user_id", to = "id")]
    pub user: BelongsTo<super::user::Entity>,
}
