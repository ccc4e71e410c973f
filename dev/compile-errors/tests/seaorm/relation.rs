//! Relations that lead to a key of another type, or mint what is another's.

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
    }
}

mod post {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "posts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: super::ids::PostId,
        pub reply_to: Option<super::ids::PostId>,
        #[sea_orm(belongs_to, from = "reply_to", to = "id")]
        pub author: BelongsTo<Option<super::user::Entity>>,
    }
}

mod profile {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "profiles")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: super::ids::UserId,
        #[sea_orm(belongs_to, from = "user_id", to = "id")]
        pub user: BelongsTo<super::user::Entity>,
    }
}

fn main() {}
