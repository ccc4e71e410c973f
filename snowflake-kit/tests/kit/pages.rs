//! Lists of rows in pages, and any object by its ID, in GraphQL: the guide shows parts of it.
#![cfg(all(feature = "async_graphql_7", feature = "diesel"))]
#![expect(unreachable_pub, reason = "Diesel's macros make the columns public, and so their types")]
#![expect(clippy::unused_async, reason = "async-graphql takes async functions")]

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use async_graphql::connection::Connection;
use async_graphql::dataloader::{DataLoader, Loader};
use async_graphql::{
    ComplexObject, Context, EmptySubscription, Interface, Object, Result, Schema, SimpleObject,
};
use diesel::connection::{Connection as _, SimpleConnection};
use diesel::prelude::*;
use snowflake_kit::async_graphql_7::{CheckIds, PageConnection as _, node_id};
use snowflake_kit::pages::{Keyset, Order, Page};
use snowflake_kit::{Snowflake, SnowflakeId};

/// Identifies a user.
#[derive(SnowflakeId)]
#[snowflake(prefix = "usr_", async_graphql(name = "ID"))]
pub struct UserId(Snowflake);

/// Identifies a post.
#[derive(SnowflakeId)]
#[snowflake(prefix = "pst_", async_graphql(name = "ID"))]
pub struct PostId(Snowflake);

diesel::table! {
    use diesel::sql_types::Text;
    use snowflake_kit::Key;
    use super::UserId;

    users (id) {
        id -> Key<UserId>,
        name -> Text,
    }
}

diesel::table! {
    use diesel::sql_types::Text;
    use snowflake_kit::Key;
    use super::{PostId, UserId};

    posts (id) {
        id -> Key<PostId>,
        author_id -> Key<UserId>,
        title -> Text,
    }
}

diesel::allow_tables_to_appear_in_same_query!(users, posts);

/// The row is the object.
#[derive(Clone, Queryable, Selectable, Insertable, SimpleObject)]
pub struct User {
    id: UserId,
    name: String,
}

#[derive(Clone, Queryable, Selectable, Insertable, SimpleObject)]
#[graphql(complex)]
pub struct Post {
    id: PostId,
    author_id: UserId,
    title: String,
}

#[ComplexObject]
impl Post {
    /// All authors of a page are one query to the database.
    async fn author(&self, context: &Context<'_>) -> Result<Option<User>> {
        context.data_unchecked::<DataLoader<Db>>().load_one(self.author_id).await
    }
}

#[derive(Clone)]
pub struct Db(Arc<Mutex<SqliteConnection>>);

/// An ID is the key of a loader as it is.
impl Loader<UserId> for Db {
    type Value = User;
    type Error = async_graphql::Error;

    async fn load(&self, ids: &[UserId]) -> Result<HashMap<UserId, User>> {
        let mut db = self.0.lock().unwrap();
        let users: Vec<User> =
            users::table.filter(users::id.eq_any(ids.iter().copied())).load(&mut *db)?;
        Ok(users.into_iter().map(|user| (user.id, user)).collect())
    }
}

/// Posts, the newest first: 20 on a page unless the client says how many, at
/// most 100.
const POSTS: Keyset = Keyset::descending().page_size(20, 100);

impl Db {
    /// The rows that a page needs: bounds, order and limit go into the query.
    fn posts(&self, page: &Page<PostId>) -> QueryResult<Vec<Post>> {
        let mut query = posts::table.limit(page.limit().into()).into_boxed();
        if let Some(id) = page.greater_than() {
            query = query.filter(posts::id.gt(id));
        }
        if let Some(id) = page.less_than() {
            query = query.filter(posts::id.lt(id));
        }
        query = match page.order() {
            Order::Ascending => query.order(posts::id.asc()),
            Order::Descending => query.order(posts::id.desc()),
        };
        query.load(&mut *self.0.lock().unwrap())
    }

    fn post(&self, id: PostId) -> QueryResult<Option<Post>> {
        posts::table.find(id).first(&mut *self.0.lock().unwrap()).optional()
    }
}

node_id! {
    /// The ID of any object; the prefix says which.
    pub enum NodeId {
        User(UserId),
        Post(PostId),
    }
}

/// Anything that has an ID.
#[derive(Interface)]
#[graphql(field(name = "id", ty = "NodeId"))]
pub enum Node {
    User(User),
    Post(Post),
}

pub struct Query;

#[Object]
impl Query {
    /// Posts, the newest first.
    async fn posts(
        &self,
        context: &Context<'_>,
        after: Option<String>,
        before: Option<String>,
        first: Option<i32>,
        last: Option<i32>,
    ) -> Result<Connection<PostId, Post>> {
        let page = POSTS.page(after, before, first, last)?;
        let rows = context.data_unchecked::<Db>().posts(&page)?;
        Ok(page.connection(rows, |post| post.id))
    }

    /// The object with this ID.
    async fn node(&self, context: &Context<'_>, id: NodeId) -> Result<Option<Node>> {
        Ok(match id {
            NodeId::User(id) => {
                let users = context.data_unchecked::<DataLoader<Db>>();
                users.load_one(id).await?.map(Node::User)
            }
            NodeId::Post(id) => context.data_unchecked::<Db>().post(id)?.map(Node::Post),
        })
    }
}

pub struct Mutation;

#[Object]
impl Mutation {
    /// The ID is known before the insert, so it needs no answer from it.
    async fn create_post(
        &self,
        context: &Context<'_>,
        author_id: UserId,
        title: String,
    ) -> Result<Post> {
        let post = Post { id: PostId::try_mint()?, author_id, title };
        let db = &mut *context.data_unchecked::<Db>().0.lock().unwrap();
        diesel::insert_into(posts::table).values(&post).execute(db)?;
        Ok(post)
    }
}

#[tokio::test]
async fn lists_and_objects() -> Result<(), Box<dyn std::error::Error>> {
    crate::install();

    let mut db = SqliteConnection::establish(":memory:")?;
    db.batch_execute(
        "CREATE TABLE users (id BIGINT PRIMARY KEY NOT NULL, name TEXT NOT NULL);
         CREATE TABLE posts (id BIGINT PRIMARY KEY NOT NULL, author_id BIGINT NOT NULL,
                             title TEXT NOT NULL);",
    )?;
    let ada = User { id: UserId::mint(), name: "Ada".into() };
    diesel::insert_into(users::table).values(&ada).execute(&mut db)?;
    let db = Db(Arc::new(Mutex::new(db)));

    let schema = Schema::build(Query, Mutation, EmptySubscription)
        .data(DataLoader::new(db.clone(), tokio::spawn))
        .data(db)
        .extension(CheckIds)
        .finish();

    for title in ["One", "Two", "Three"] {
        let query = format!(
            "mutation {{ createPost(authorId: \"{}\", title: \"{title}\") {{ id }} }}",
            ada.id,
        );
        schema.execute(query).await.into_result().unwrap();
    }

    // Page by page, each from where the last one ended.
    let page = async |after: &str| {
        let query = format!(
            "{{ posts(first: 2{after}) {{
                nodes {{ title author {{ name }} }} pageInfo {{ hasNextPage endCursor }}
            }} }}"
        );
        schema.execute(query).await.into_result().unwrap().data.into_json().unwrap()
    };
    let newest = page("").await;
    assert_eq!(newest["posts"]["nodes"][0]["title"], "Three");
    assert_eq!(newest["posts"]["nodes"][0]["author"]["name"], "Ada");
    assert_eq!(newest["posts"]["pageInfo"]["hasNextPage"], true);
    let cursor = &newest["posts"]["pageInfo"]["endCursor"];
    let rest = page(&format!(", after: {cursor}")).await;
    assert_eq!(rest["posts"]["nodes"][0]["title"], "One");
    assert_eq!(rest["posts"]["pageInfo"]["hasNextPage"], false);

    // Any object, by its ID alone.
    let query = format!("{{ node(id: {cursor}) {{ __typename ... on Post {{ title }} }} }}");
    let node = schema.execute(query).await.into_result().unwrap().data.into_json()?;
    assert_eq!(node["node"]["__typename"], "Post");
    assert_eq!(node["node"]["title"], "Two");

    // What is not an ID of the kind is refused, with a reason.
    let query = format!("mutation {{ createPost(authorId: {cursor}, title: \"?\") {{ id }} }}");
    let errors = schema.execute(query).await.into_result().unwrap_err();
    assert!(errors[0].message.contains("argument \"authorId\""));
    assert!(errors[0].message.contains("it does not start with \"usr_\""));
    Ok(())
}
