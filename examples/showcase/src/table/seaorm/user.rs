//! The table of users.

use sea_orm::entity::prelude::*;
use snowflake_kit::MintedModel;

use crate::id::UserId;

#[sea_orm::model]
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
#[sea_orm(table_name = "users")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: UserId,
    pub name: String,
}
