//! The table of messages.

use sea_orm::entity::prelude::*;
use snowflake_kit::MintedModel;

use crate::id::{ChannelId, MessageId, UserId};

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
#[sea_orm(table_name = "messages")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: MessageId,
    pub channel_id: ChannelId,
    pub author_id: UserId,
    pub reply_to: Option<MessageId>,
    pub text: String,
    #[sea_orm(belongs_to, from = "channel_id", to = "id")]
    pub channel: BelongsTo<super::channel::Entity>,
    #[sea_orm(belongs_to, from = "author_id", to = "id")]
    pub author: BelongsTo<super::user::Entity>,
}
