//! Entities in the dense format, on embedded `SQLite`.

#![expect(unreachable_pub, reason = "SeaORM's derives make all but the model public")]

mod database;

use sea_orm::{ColumnTrait, EntityLoaderTrait, EntityTrait, QueryFilter, QueryOrder};
use snowflake_core::{Node, SnowflakeId as _};

use ids::{PostId, UserId};

mod ids {
    use snowflake_core::Snowflake;
    use snowflake_derive::SnowflakeId;

    /// Identifies a user.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_core")]
    pub struct UserId(Snowflake);

    /// Identifies a post.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_core")]
    pub struct PostId(Snowflake);

    snowflake_seaorm::value!(UserId, PostId);
}

mod user {
    use sea_orm::entity::prelude::*;

    use super::ids::UserId;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "users")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: UserId,
        pub name: String,
        #[sea_orm(has_many)]
        pub posts: HasMany<super::post::Entity>,
    }

    impl ActiveModelBehavior for ActiveModel {}
}

mod post {
    use sea_orm::entity::prelude::*;

    use super::ids::{PostId, UserId};

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "posts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: PostId,
        pub author_id: UserId,
        pub reply_to: Option<PostId>,
        #[sea_orm(belongs_to, from = "author_id", to = "id")]
        pub author: BelongsTo<super::user::Entity>,
    }

    impl ActiveModelBehavior for ActiveModel {}
}

#[tokio::test]
async fn minted_rows_are_inserted_and_found() {
    snowflake_core::install(Node::fixed(7)).unwrap();
    let db = database::with_tables_of((user::Entity, post::Entity)).await;
    let author = UserId::mint();
    let posts = PostId::mint_many(2);

    let row = user::ActiveModel::builder().set_id(author).set_name("Ada");
    assert_eq!(row.insert(&db).await.unwrap().id, author);
    for (post, reply_to) in [(posts[0], None), (posts[1], Some(posts[0]))] {
        let row = post::ActiveModel::builder();
        let row = row.set_id(post).set_author_id(author).set_reply_to(reply_to);
        assert_eq!(row.insert(&db).await.unwrap().id, post);
    }
    let first = post::Model { id: posts[0], author_id: author, reply_to: None };
    let reply = post::Model { id: posts[1], author_id: author, reply_to: Some(posts[0]) };

    let found = post::Entity::find_by_id(posts[0]).one(&db).await;
    assert_eq!(found, Ok(Some(first.clone())));

    let find = |condition| post::Entity::find().filter(condition).order_by_asc(post::COLUMN.id);
    let found = find(post::COLUMN.author_id.eq(author)).all(&db).await;
    assert_eq!(found, Ok(vec![first.clone(), reply.clone()]));
    let found = find(post::COLUMN.id.is_in([posts[1]])).all(&db).await;
    assert_eq!(found, Ok(vec![reply.clone()]));
    let found = find(post::COLUMN.reply_to.eq(posts[0])).all(&db).await;
    assert_eq!(found, Ok(vec![reply]));
    let found = find(post::COLUMN.reply_to.is_null()).all(&db).await;
    assert_eq!(found, Ok(vec![first]));
}

#[tokio::test]
async fn rows_are_loaded_with_what_they_link_to() {
    let db = database::with_tables_of((user::Entity, post::Entity)).await;
    let author = UserId::from_i64(1).unwrap();
    let post = PostId::from_i64(i64::MAX).unwrap();

    // Nested: the author goes first, and its key is the post's foreign key.
    let row = post::ActiveModel::builder()
        .set_id(post)
        .set_reply_to(None)
        .set_author(user::ActiveModel::builder().set_id(author).set_name("Ada"));
    let _ = row.insert(&db).await.unwrap();

    let found = user::Entity::load().filter_by_id(author).with(post::Entity).one(&db).await;
    let found = found.unwrap().unwrap();
    assert_eq!(found.id, author);
    assert_eq!(found.posts.iter().map(|post| post.id).collect::<Vec<_>>(), [post]);
}
