//! The graph in entities of SeaORM, in the form that all its versions know.

use sea_orm::{
    ColumnTrait, ConnectionTrait, Database, DbErr, EntityTrait, PaginatorTrait, QueryFilter,
    QueryOrder, Set, TransactionTrait,
};
use snowflake_kit::prelude::*;

use crate::graph::{Checked, Graph, UserId};

mod user {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    use crate::graph::UserId;

    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "users")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: UserId,
        pub name: String,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
}

mod post {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    use crate::graph::{PostId, UserId};

    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "posts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: PostId,
        pub author_id: UserId,
        pub reply_to: Option<PostId>,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {
        #[sea_orm(
            belongs_to = "super::user::Entity",
            from = "Column::AuthorId",
            to = "super::user::Column::Id"
        )]
        Author,
    }

    impl Related<super::user::Entity> for Entity {
        fn to() -> RelationDef {
            Relation::Author.def()
        }
    }
}

pub async fn check() -> Checked {
    on("sqlite::memory:").await?;
    on(&std::env::var("SNOWFLAKE_POSTGRES_URL")?).await
}

async fn on(url: &str) -> Checked {
    let mut options = sea_orm::ConnectOptions::new(url);
    options.max_connections(1);
    let db = Database::connect(options).await?;
    db.execute_unprepared(
        "CREATE TEMPORARY TABLE users (id BIGINT PRIMARY KEY NOT NULL, name TEXT NOT NULL);
         CREATE TEMPORARY TABLE posts (
             id BIGINT PRIMARY KEY NOT NULL,
             author_id BIGINT NOT NULL REFERENCES users,
             reply_to BIGINT REFERENCES posts
         )",
    )
    .await?;
    let graph = Graph::mint();
    let all = db.begin().await?;
    let user = user::ActiveModel { id: Set(graph.author), name: Set("Ada".to_owned()) };
    user::Entity::insert(user).exec(&all).await?;
    let rows = graph.posts.iter().map(|(id, reply_to)| post::ActiveModel {
        id: Set(*id),
        author_id: Set(graph.author),
        reply_to: Set(*reply_to),
    });
    post::Entity::insert_many(rows.minted()?).exec(&all).await?;
    all.commit().await?;

    // `post::IDS.author_id.eq(post_id)` does not compile.
    let found = post::Entity::find().filter(post::IDS.author_id.eq(graph.author));
    let found = found.order_by_asc(post::IDS.id).all(&db).await?;
    let keys = found.iter().map(|post| (post.id, post.reply_to));
    assert!(keys.eq(graph.posts.iter().copied()));
    for (time, count) in [(Graph::lately(), 4), (Graph::yesterday(), 0)] {
        let found = post::Entity::find().filter(post::IDS.id.in_range(time));
        assert_eq!(found.count(&db).await?, count);
    }
    let one = post::Entity::find_by_id(graph.posts[1].0).find_also_related(user::Entity);
    let (_, author) = one.one(&db).await?.ok_or("no post")?;
    assert_eq!(author.map(|user| user.id), Some(graph.author));

    // A key that is not set is minted.
    use sea_orm::ActiveModelTrait;
    let bob = user::ActiveModel { name: Set("Bob".to_owned()), ..Default::default() };
    let bob: UserId = bob.insert(&db).await?.id;
    assert!(bob > graph.author);
    db.execute_unprepared("UPDATE users SET id = -1 WHERE name = 'Bob'").await?;
    let error = user::Entity::find().filter(user::Column::Name.eq("Bob")).one(&db).await;
    assert!(matches!(&error, Err(DbErr::TryIntoErr { .. })), "{error:?}");
    assert!(error.unwrap_err().to_string().contains("column id: invalid UserId -1"));
    Ok(())
}
