//! IDs of another kind, where SeaORM or its columns can tell.

use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, QueryFilter, Set};

mod ids {
    #[derive(snowflake_kit::SnowflakeId)]
    pub struct UserId(snowflake_kit::Snowflake);

    #[derive(snowflake_kit::SnowflakeId)]
    pub struct PostId(snowflake_kit::Snowflake);
}

mod user {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "users")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: super::ids::UserId,
        pub pinned_id: Option<super::ids::PostId>,
    }
}

fn main() {
    let user = ids::UserId::mint();
    let post = ids::PostId::mint();

    let _ = user::IDS.id.eq(post);
    let _ = user::IDS.pinned_id.eq(Some(user));
    let _ = user::IDS.id.eq(user::IDS.pinned_id);
    let _ = user::IDS.id.is_in([post]);
    let _ = user::IDS.id.between(user, post);
    let _ = user::IDS.id.in_range(post..=post);
    let _ = user::IDS.id.eq(5_i64);

    let _ = user::Entity::find_by_id(post);
    let _ = user::Entity::delete_by_id(post);
    let _ = user::ActiveModel::builder().set_id(post);
    let _ = user::ActiveModel { id: Set(post), ..ActiveModelTrait::default() };

    // What SeaORM cannot tell, and the way to tell it.
    let _ = user::Entity::find().filter(user::Column::Id.eq(post));
    let _ = user::Entity::find().filter(user::IDS.id.into_column().eq(post));
}
