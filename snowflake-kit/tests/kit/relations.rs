//! Relations of SeaORM's models in GraphQL, to which the guide leads: each is one query for a
//! whole page.
#![cfg(all(feature = "sea_orm_2", feature = "async_graphql_7"))]
#![expect(unreachable_pub, reason = "SeaORM's derives make all but the model public")]

use std::collections::HashMap;

use async_graphql::dataloader::{DataLoader, Loader};
use async_graphql::{ComplexObject, Context, EmptySubscription, Object, Result};
use ids::UserId;
use sea_orm::prelude::*;
use sea_orm::{Database, DatabaseConnection, QueryOrder, Schema};

mod ids {
    use snowflake_kit::{Snowflake, SnowflakeId};

    /// Identifies a user.
    #[derive(SnowflakeId)]
    pub struct UserId(Snowflake);

    /// Identifies a post.
    #[derive(SnowflakeId)]
    pub struct PostId(Snowflake);
}

mod user {
    use async_graphql::SimpleObject;
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    use super::ids::UserId;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(
        table_name = "users",
        model_attrs(derive(SimpleObject), graphql(name = "User", complex))
    )]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: UserId,
        pub name: String,
        #[sea_orm(has_many)]
        pub posts: HasMany<super::post::Entity>,
    }
}

mod post {
    use async_graphql::SimpleObject;
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    use super::ids::{PostId, UserId};

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(
        table_name = "posts",
        model_attrs(derive(SimpleObject), graphql(name = "Post", complex))
    )]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: PostId,
        pub author_id: UserId,
        pub title: String,
        #[sea_orm(belongs_to, from = "author_id", to = "id")]
        pub author: BelongsTo<super::user::Entity>,
    }
}

struct Db(DatabaseConnection);

/// Users by their IDs.
impl Loader<UserId> for Db {
    type Value = user::Model;
    type Error = async_graphql::Error;

    async fn load(&self, ids: &[UserId]) -> Result<HashMap<UserId, user::Model>> {
        let ids = ids.iter().copied();
        let users = user::Entity::find().filter(user::IDS.id.is_in(ids)).all(&self.0).await?;
        Ok(users.into_iter().map(|user| (user.id, user)).collect())
    }
}

/// The posts of a user: a key of its own, because `UserId` loads the user.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct PostsOf(UserId);

impl Loader<PostsOf> for Db {
    type Value = Vec<post::Model>;
    type Error = async_graphql::Error;

    async fn load(&self, keys: &[PostsOf]) -> Result<HashMap<PostsOf, Vec<post::Model>>> {
        let authors = keys.iter().map(|key| key.0);
        let posts = post::Entity::find()
            .filter(post::IDS.author_id.is_in(authors))
            .order_by_asc(post::IDS.id)
            .all(&self.0)
            .await?;
        let mut lists: HashMap<_, Vec<_>> = HashMap::new();
        for post in posts {
            lists.entry(PostsOf(post.author_id)).or_default().push(post);
        }
        Ok(lists)
    }
}

#[ComplexObject]
impl user::Model {
    async fn posts(&self, context: &Context<'_>) -> Result<Vec<post::Model>> {
        let posts = context.data::<DataLoader<Db>>()?.load_one(PostsOf(self.id)).await?;
        Ok(posts.unwrap_or_default())
    }
}

#[ComplexObject]
impl post::Model {
    async fn author(&self, context: &Context<'_>) -> Result<Option<user::Model>> {
        context.data::<DataLoader<Db>>()?.load_one(self.author_id).await
    }
}

struct Query;

#[Object]
impl Query {
    async fn user(&self, context: &Context<'_>, id: UserId) -> Result<Option<user::Model>> {
        context.data::<DataLoader<Db>>()?.load_one(id).await
    }
}

struct Mutation;

#[Object]
impl Mutation {
    /// A user with posts. A nested write returns a `ModelEx`.
    async fn add_user(
        &self,
        context: &Context<'_>,
        name: String,
        titles: Vec<String>,
    ) -> Result<user::Model> {
        let mut user = user::ActiveModel::builder().set_name(name);
        for title in titles {
            user = user.add_post(post::ActiveModel::builder().set_title(title));
        }
        Ok(user.insert(context.data::<DatabaseConnection>()?).await?.into())
    }
}

#[tokio::test]
async fn a_user_has_posts_and_a_post_its_author()
-> std::result::Result<(), Box<dyn std::error::Error>> {
    crate::install();
    let db = Database::connect("sqlite::memory:").await?;
    let create = Schema::new(db.get_database_backend());
    db.execute(&create.create_table_from_entity(user::Entity)).await?;
    db.execute(&create.create_table_from_entity(post::Entity)).await?;
    let schema = async_graphql::Schema::build(Query, Mutation, EmptySubscription)
        .data(DataLoader::new(Db(db.clone()), tokio::spawn))
        .data(db)
        .finish();

    let add = r#"mutation { addUser(name: "Ada", titles: ["One", "Two"]) { id } }"#;
    let added = schema.execute(add).await.into_result().unwrap().data.into_json()?;
    let id = &added["addUser"]["id"];
    let query = format!("{{ user(id: {id}) {{ posts {{ title author {{ id }} }} }} }}");
    let found = schema.execute(query).await.into_result().unwrap().data.into_json()?;
    let posts = &found["user"]["posts"];
    assert_eq!(posts[1]["title"], "Two");
    assert_eq!(posts[1]["author"]["id"], *id);
    Ok(())
}
