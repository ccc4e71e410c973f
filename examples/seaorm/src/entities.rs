//! A blog whose keys are minted here, in SeaORM's dense format.

pub mod ids {
    use snowflake_kit::{Snowflake, SnowflakeId};

    /// Identifies a user.
    #[derive(SnowflakeId)]
    pub struct UserId(Snowflake);

    /// Identifies a post.
    #[derive(SnowflakeId)]
    pub struct PostId(Snowflake);

    /// Identifies a comment.
    #[derive(SnowflakeId)]
    pub struct CommentId(Snowflake);

    /// Identifies a tag.
    #[derive(SnowflakeId)]
    pub struct TagId(Snowflake);
}

pub mod user {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    use super::ids::{PostId, UserId};

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "users")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: UserId,
        pub name: String,
        pub pinned_id: Option<PostId>,
        // A circle: each post has its author among the users. One of the two
        // is not a constraint, so that there is an order to insert them in.
        #[sea_orm(belongs_to, from = "pinned_id", to = "id", skip_fk)]
        pub pinned: BelongsTo<Option<super::post::Entity>>,
    }
}

pub mod post {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    use super::ids::{PostId, UserId};

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "posts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: PostId,
        pub author_id: UserId,
        pub title: String,
        #[sea_orm(belongs_to, from = "author_id", to = "id")]
        pub author: BelongsTo<super::user::Entity>,
        #[sea_orm(has_many)]
        pub comments: HasMany<super::comment::Entity>,
        #[sea_orm(has_many, via = "post_tag")]
        pub tags: HasMany<super::tag::Entity>,
    }
}

pub mod comment {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    use super::ids::{CommentId, PostId};

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "comments")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: CommentId,
        pub post_id: PostId,
        pub text: String,
        #[sea_orm(belongs_to, from = "post_id", to = "id")]
        pub post: BelongsTo<super::post::Entity>,
    }
}

pub mod tag {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    use super::ids::TagId;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "tags")]
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
    use snowflake_kit::MintedModel;

    use super::ids::{PostId, TagId};

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "posts_tags")]
    #[minted(keys = "none")]
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
