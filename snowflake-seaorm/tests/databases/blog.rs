//! Entities in the dense format, with every kind of relation.

use sea_orm::DatabaseConnection;

pub mod ids {
    use snowflake_kit_core::Snowflake;
    use snowflake_kit_derive::SnowflakeId;

    /// Identifies a user.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_mint")]
    pub struct UserId(Snowflake);

    /// Identifies a post.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_mint")]
    pub struct PostId(Snowflake);

    /// Identifies a comment.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_mint")]
    pub struct CommentId(Snowflake);

    /// Identifies a tag.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_mint")]
    pub struct TagId(Snowflake);

    snowflake_kit_seaorm::value!(sea_orm_2: UserId, PostId, CommentId, TagId);
}

pub mod user {
    use sea_orm::entity::prelude::*;
    use snowflake_kit_derive::MintedModel;

    use super::ids::{PostId, UserId};

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "users")]
    #[minted(crate = "snowflake_kit_seaorm::sea_orm_2")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: UserId,
        pub name: String,
        // A cycle: the post's author is this user.
        pub pinned_id: Option<PostId>,
        #[sea_orm(belongs_to, relation_enum = "Pinned", from = "pinned_id", to = "id", skip_fk)]
        pub pinned: BelongsTo<Option<super::post::Entity>>,
        #[sea_orm(has_one)]
        pub profile: HasOne<super::profile::Entity>,
        #[sea_orm(has_many, relation_enum = "Posts", via_rel = "Author")]
        pub posts: HasMany<super::post::Entity>,
        #[sea_orm(has_many)]
        pub comments: HasMany<super::comment::Entity>,
    }
}

pub mod profile {
    use sea_orm::entity::prelude::*;
    use snowflake_kit_derive::MintedModel;

    use super::ids::UserId;

    /// A row with the key of another one.
    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "profiles")]
    #[minted(crate = "snowflake_kit_seaorm::sea_orm_2", keys = "none")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        pub bio: String,
        #[sea_orm(belongs_to, from = "user_id", to = "id")]
        pub user: BelongsTo<super::user::Entity>,
    }
}

pub mod post {
    use sea_orm::entity::prelude::*;
    use snowflake_kit_derive::MintedModel;

    use super::ids::{PostId, UserId};

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "posts")]
    #[minted(crate = "snowflake_kit_seaorm::sea_orm_2")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: PostId,
        pub author_id: UserId,
        pub reply_to: Option<PostId>,
        pub title: String,
        #[sea_orm(belongs_to, relation_enum = "Author", from = "author_id", to = "id")]
        pub author: BelongsTo<super::user::Entity>,
        #[sea_orm(self_ref, relation_enum = "Question", from = "reply_to", to = "id")]
        pub question: BelongsTo<Option<Entity>>,
        #[sea_orm(self_ref, relation_enum = "Replies", relation_reverse = "Question")]
        pub replies: HasMany<Entity>,
        #[sea_orm(has_many)]
        pub comments: HasMany<super::comment::Entity>,
        #[sea_orm(has_many, via = "post_tag")]
        pub tags: HasMany<super::tag::Entity>,
    }
}

pub mod comment {
    use sea_orm::entity::prelude::*;
    use snowflake_kit_derive::MintedModel;

    use super::ids::{CommentId, PostId, UserId};

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "comments")]
    #[minted(crate = "snowflake_kit_seaorm::sea_orm_2")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: CommentId,
        pub post_id: PostId,
        pub user_id: UserId,
        pub text: String,
        #[sea_orm(belongs_to, from = "post_id", to = "id")]
        pub post: BelongsTo<super::post::Entity>,
        #[sea_orm(belongs_to, from = "user_id", to = "id")]
        pub user: BelongsTo<super::user::Entity>,
    }
}

pub mod tag {
    use sea_orm::entity::prelude::*;
    use snowflake_kit_derive::MintedModel;

    use super::ids::TagId;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "tags")]
    #[minted(crate = "snowflake_kit_seaorm::sea_orm_2")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: TagId,
        #[sea_orm(unique)]
        pub word: String,
        #[sea_orm(has_many, via = "post_tag")]
        pub posts: HasMany<super::post::Entity>,
    }
}

pub mod post_tag {
    use sea_orm::entity::prelude::*;
    use snowflake_kit_derive::MintedModel;

    use super::ids::{PostId, TagId};

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "posts_tags")]
    #[minted(crate = "snowflake_kit_seaorm::sea_orm_2", keys = "none")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub post_id: PostId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub tag_id: TagId,
        #[sea_orm(belongs_to, from = "post_id", to = "id")]
        pub post: BelongsTo<super::post::Entity>,
        #[sea_orm(belongs_to, from = "tag_id", to = "id")]
        pub tag: BelongsTo<super::tag::Entity>,
    }
}

/// The tables of a blog, empty.
pub(crate) async fn create(db: &DatabaseConnection) {
    create_tables!(
        *db,
        user::Entity,
        profile::Entity,
        post::Entity,
        comment::Entity,
        tag::Entity,
        post_tag::Entity,
    );
}
