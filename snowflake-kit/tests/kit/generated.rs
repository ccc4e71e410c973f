//! What `sea-orm-cli` 2.0.4 and the guide's script make of the tables `users`, `posts` and `likes`,
//! which joins the other two.
#![cfg(feature = "sea_orm_2")]
#![expect(unreachable_pub, reason = "SeaORM's derives make all but the model public")]

use sea_orm::Iterable as _;

mod ids {
    use snowflake_kit::{Snowflake, SnowflakeId};

    /// Identifies a user.
    #[derive(SnowflakeId)]
    pub struct UserId(Snowflake);

    /// Identifies a post.
    #[derive(SnowflakeId)]
    pub struct PostId(Snowflake);
}

mod entity {
    pub mod users {
        use sea_orm::entity::prelude::*;

        #[sea_orm::model]
        #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, snowflake_kit::MintedModel)]
        #[sea_orm(table_name = "users")]
        pub struct Model {
            #[sea_orm(primary_key, auto_increment = false)]
            pub id: crate::generated::ids::UserId,
            #[sea_orm(column_type = "Text")]
            pub name: String,
            #[sea_orm(has_many, via = "likes")]
            pub posts: HasMany<super::posts::Entity>,
        }
    }

    pub mod posts {
        use sea_orm::entity::prelude::*;

        #[sea_orm::model]
        #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, snowflake_kit::MintedModel)]
        #[sea_orm(table_name = "posts")]
        pub struct Model {
            #[sea_orm(primary_key, auto_increment = false)]
            pub id: crate::generated::ids::PostId,
            pub author_id: crate::generated::ids::UserId,
            pub reply_to: Option<crate::generated::ids::PostId>,
            #[sea_orm(column_type = "Text")]
            pub title: String,
            #[sea_orm(
                self_ref,
                relation_enum = "SelfRef",
                from = "reply_to",
                to = "id",
                on_update = "NoAction",
                on_delete = "NoAction"
            )]
            pub posts: BelongsTo<Option<Entity>>,
            #[sea_orm(has_many, via = "likes")]
            pub users: HasMany<super::users::Entity>,
        }
    }

    pub mod likes {
        use sea_orm::entity::prelude::*;

        #[sea_orm::model]
        #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, snowflake_kit::MintedModel)]
        #[sea_orm(table_name = "likes")]
        #[minted(keys = "none")] // Written by hand, and kept.
        pub struct Model {
            #[sea_orm(primary_key, auto_increment = false)]
            pub post_id: crate::generated::ids::PostId,
            #[sea_orm(primary_key, auto_increment = false)]
            pub user_id: crate::generated::ids::UserId,
            #[sea_orm(
                belongs_to,
                from = "post_id",
                to = "id",
                on_update = "NoAction",
                on_delete = "NoAction"
            )]
            pub posts: BelongsTo<super::posts::Entity>,
            #[sea_orm(
                belongs_to,
                from = "user_id",
                to = "id",
                on_update = "NoAction",
                on_delete = "NoAction"
            )]
            pub users: BelongsTo<super::users::Entity>,
        }
    }
}

#[test]
fn it_has_typed_keys() {
    assert_eq!(entity::likes::PrimaryKey::iter().count(), 2);
    let _ = (entity::users::IDS.id, entity::posts::IDS.author_id, entity::likes::IDS.post_id);
}
