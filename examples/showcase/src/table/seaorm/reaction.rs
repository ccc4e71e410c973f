//! The table of reactions.

use sea_orm::entity::prelude::*;
use snowflake_kit::MintedModel;

use crate::id::{MessageId, ReactionId, UserId};

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
#[sea_orm(table_name = "reactions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: ReactionId,
    pub message_id: MessageId,
    pub user_id: UserId,
    pub emoji: String,
    #[sea_orm(belongs_to, from = "message_id", to = "id")]
    pub message: BelongsTo<super::message::Entity>,
    #[sea_orm(belongs_to, from = "user_id", to = "id")]
    pub user: BelongsTo<super::user::Entity>,
}
