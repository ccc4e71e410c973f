//! IDs with a public form are IDs like any other, with every adapter: the outside has the
//! public text, databases have the number.
#![cfg(all(
    feature = "diesel",
    feature = "async_graphql_7",
    feature = "utoipa_6",
    feature = "public",
    feature = "schemars_1",
    feature = "sea_orm_2",
    feature = "serde",
    feature = "test-util",
    feature = "ts_rs_12",
))]
#![expect(unreachable_pub, reason = "SeaORM's derives make all but the model public")]

use async_graphql::connection::CursorType as _;
use async_graphql::{EmptyMutation, EmptySubscription, Object, Schema, SimpleObject};
use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use ids::{PostId, TagId, UserId};
use regex::Regex;
use schema::posts;
use sea_orm::{ActiveModelTrait as _, Database, EntityTrait as _, Set};
use serde::{Deserialize, Serialize};
use serde_json::json;
use snowflake_kit::async_graphql_7::node_id;
use snowflake_kit::core::Shape;
use snowflake_kit::public::{Sealed, install_for_tests};
use snowflake_kit::utoipa_6::pattern;
use snowflake_kit::{Id, Snowflake};
use ts_rs::{Config, TS as _};
use utoipa::PartialSchema as _;

mod ids {
    use snowflake_kit::{Snowflake, SnowflakeId};

    /// Identifies a user.
    #[derive(SnowflakeId)]
    #[snowflake(text = "base62", prefix = "usr_", public = "sealed")]
    pub struct UserId(Snowflake);

    /// Identifies a post.
    #[derive(SnowflakeId)]
    #[snowflake(public("sealed", accept = "plain"))]
    pub struct PostId(Snowflake);

    /// Identifies a tag.
    #[derive(SnowflakeId)]
    #[snowflake(text = "base32", public = "permuted")]
    pub struct TagId(Snowflake);
}

const NUMBER: i64 = 175_928_847_299_117_063;

fn id<T: Id<Value = Snowflake>>() -> T {
    install_for_tests().unwrap();
    T::from_i64(NUMBER).unwrap()
}

/// What a service answers has no digit of the number.
fn shows_nothing(answer: &str) {
    assert!(!answer.contains(&NUMBER.to_string()), "{answer}");
    assert!(!answer.contains("0Czks0tP37X"), "{answer}");
    assert!(!answer.contains("04W86BB0G4007"), "{answer}");
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Body {
    user: UserId,
    posts: Vec<PostId>,
    tag: Option<TagId>,
}

#[test]
fn serde() {
    let body = Body { user: id(), posts: vec![id()], tag: Some(id()) };
    let text = serde_json::to_string(&body).unwrap();
    shows_nothing(&text);
    assert_eq!(serde_json::from_str::<Body>(&text).unwrap(), body);
    let read: Sealed<UserId> = serde_json::from_value(json!(body.user)).unwrap();
    assert!(read.is_current() && read.id() == body.user);
    assert!(serde_json::from_str::<Sealed<UserId>>("7").is_err());
}

/// The pattern, the lengths and the example of a schema fit the texts.
fn is_described<T: Id<Value = Snowflake>>(schema: &serde_json::Value, plain: bool) {
    let pattern = Regex::new(schema["pattern"].as_str().unwrap()).unwrap();
    let example = schema["examples"][0].as_str().unwrap();
    assert!(pattern.is_match(example), "{example} {schema}");
    let lengths = [&schema["minLength"], &schema["maxLength"]].map(|len| len.as_u64().unwrap());
    for number in [1, 61, 62, NUMBER, i64::MAX] {
        install_for_tests().unwrap();
        let text = T::from_i64(number).unwrap().try_text().unwrap();
        assert!(pattern.is_match(&text), "{text} {schema}");
        assert!((lengths[0]..=lengths[1]).contains(&(text.len() as u64)), "{text} {schema}");
        let number = T::TEXT.encode(T::from_i64(number).unwrap().snowflake());
        assert_eq!(pattern.is_match(&number), plain, "{number} {schema}");
    }
    assert!(!schema["description"].as_str().unwrap().contains("layout"), "{schema}");
}

#[test]
fn schemas() {
    is_described::<UserId>(&serde_json::to_value(UserId::schema()).unwrap(), false);
    is_described::<PostId>(&serde_json::to_value(PostId::schema()).unwrap(), true);
    is_described::<TagId>(&serde_json::to_value(TagId::schema()).unwrap(), false);
    let schema = schemars::schema_for!(UserId).to_value();
    assert_eq!(schema["maxLength"], 26);
    is_described::<UserId>(&schema, false);
    // Two words of 64 bits: the largest is `LygHa16AHYF`.
    let pattern = Regex::new(&pattern(Shape::of_type::<UserId>())).unwrap();
    assert!(pattern.is_match("usr_LygHa16AHYFLygHa16AHYF"));
    assert!(pattern.is_match("usr_0000000000000000000000"));
    for other in ["usr_LygHa16AHYGLygHa16AHYF", "usr_LygHa16AHYFLygHa16AHYG", "usr_0", "7"] {
        assert!(!pattern.is_match(other), "{other}");
    }
    assert_eq!(UserId::inline(&Config::new()), "string & { readonly __id: \"UserId\" }");
}

struct Query;

#[derive(SimpleObject)]
struct Post {
    id: PostId,
    author: UserId,
}

#[Object]
impl Query {
    async fn post(&self, id: PostId, author: UserId) -> Post {
        Post { id, author }
    }
}

node_id! {
    /// Anything that has an ID.
    pub enum Node {
        User(UserId),
        Tag(TagId),
    }
}

#[tokio::test]
async fn graphql() {
    let (post, author) = (id::<PostId>(), id::<UserId>());
    let schema = Schema::new(Query, EmptyMutation, EmptySubscription);
    let ask = async |post: &str, author: &str| {
        let query = format!("{{ post(id: {post}, author: {author}) {{ id author }} }}");
        schema.execute(query).await.into_result()
    };
    let answer = ask(&format!("\"{post}\""), &format!("\"{author}\"")).await.unwrap();
    let answer = answer.data.into_json().unwrap();
    assert_eq!(answer, json!({ "post": { "id": post, "author": author } }));
    shows_nothing(&answer.to_string());
    // The post's number is still read, the author's is not.
    let answer = ask(&NUMBER.to_string(), &format!("\"{author}\"")).await.unwrap();
    assert_eq!(answer.data.into_json().unwrap()["post"]["id"], json!(post));
    let errors = ask(&format!("\"{post}\""), "7").await.unwrap_err();
    let message = &errors[0].message;
    assert!(message.ends_with("22 base62 characters (0-9, A-Z, a-z)"), "{message}");

    assert_eq!(UserId::decode_cursor(&author.encode_cursor()), Ok(author));
    shows_nothing(&author.encode_cursor());
    for node in [Node::User(author), Node::Tag(id())] {
        let text = node.to_string();
        shows_nothing(&text);
        assert_eq!(text.parse::<Node>().unwrap(), node);
    }
}

mod schema {
    diesel::table! {
        posts (id) {
            id -> snowflake_kit::Key<crate::public::ids::PostId>,
            author_id -> snowflake_kit::Key<crate::public::ids::UserId>,
        }
    }
}

/// A row as Diesel has it.
#[derive(Debug, Clone, PartialEq, Eq, Insertable, Queryable)]
#[diesel(table_name = posts)]
struct Row {
    id: PostId,
    author_id: UserId,
}

/// A row as SeaORM has it.
mod row {
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
    }
}

/// No key is asked for: what is in a database is the number.
#[tokio::test]
async fn columns_have_the_number() {
    let number = |number| (PostId::from_i64(number).unwrap(), UserId::from_i64(NUMBER).unwrap());
    let folder = std::env::temp_dir().join(format!("snowflake-kit-public-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("posts.sqlite").display().to_string();
    let diesel = &mut SqliteConnection::establish(&file).unwrap();
    diesel
        .batch_execute("CREATE TABLE posts (id bigint NOT NULL PRIMARY KEY, author_id bigint)")
        .unwrap();
    let (post, author) = number(7);
    let first = Row { id: post, author_id: author };
    diesel::insert_into(posts::table).values(&first).execute(diesel).unwrap();
    let seaorm = Database::connect(format!("sqlite://{file}")).await.unwrap();
    let (post, author) = number(8);
    let second = row::ActiveModel { id: Set(post), author_id: Set(author) };
    second.insert(&seaorm).await.unwrap();

    let read = row::Entity::find_by_id(first.id).one(&seaorm).await.unwrap().unwrap();
    assert_eq!((read.id, read.author_id), (first.id, first.author_id));
    let read: Vec<Row> = posts::table.filter(posts::id.gt(first.id)).load(diesel).unwrap();
    assert_eq!(read, [Row { id: post, author_id: author }]);
    let numbers: Vec<i64> =
        diesel::dsl::sql::<diesel::sql_types::BigInt>("SELECT author_id FROM posts ORDER BY id")
            .load(diesel)
            .unwrap();
    assert_eq!(numbers, [NUMBER; 2]);
    seaorm.close().await.unwrap();
    std::fs::remove_dir_all(folder).unwrap();
}
