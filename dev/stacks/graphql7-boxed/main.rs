//! ID types as arguments and results where async-graphql has its feature `boxed-trait`, which changes
//! the signature of its traits.

use async_graphql::{EmptyMutation, EmptySubscription, Object, Schema};
use serde_json::json;
use snowflake_kit::{Id, Snowflake, SnowflakeId};

/// Identifies a user.
#[derive(SnowflakeId)]
struct UserId(Snowflake);

/// Identifies a post.
#[derive(SnowflakeId)]
#[snowflake(prefix = "post_", async_graphql(name = "ID"))]
struct PostId(Snowflake);

struct Query;

#[Object]
impl Query {
    async fn user(&self, id: UserId) -> UserId {
        id
    }

    async fn posts(&self) -> Vec<PostId> {
        vec![PostId::from_i64(7).expect("a positive number is an ID")]
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let schema = Schema::new(Query, EmptyMutation, EmptySubscription);
    let sdl = schema.sdl();
    assert!(sdl.contains("user(id: UserId!): UserId!"), "{sdl}");
    assert!(sdl.contains("Identifies a user."), "{sdl}");
    assert!(sdl.contains("posts: [ID!]!"), "{sdl}");

    let answer = schema.execute(r#"{ user(id: "8") posts }"#).await;
    assert!(answer.errors.is_empty(), "{:?}", answer.errors);
    let data = answer.data.into_json().expect("an answer is JSON");
    assert_eq!(data, json!({ "user": "8", "posts": ["post_7"] }));

    let refused = schema.execute(r#"{ user(id: "08") }"#).await;
    assert_eq!(refused.errors.len(), 1, "{:?}", refused.errors);
}
