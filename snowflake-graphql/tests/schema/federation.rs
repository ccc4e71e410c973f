//! IDs as the keys of entities.

use async_graphql::{
    EmptyMutation, EmptySubscription, Object, Request, SDLExportOptions, Schema, SimpleObject,
    Variables, value,
};
use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::SnowflakeId;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base62", prefix = "post_")]
struct PostId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", prefix = "tag_")]
struct TagId(Snowflake);

snowflake_kit_graphql::scalar!(UserId, PostId);
snowflake_kit_graphql::scalar!(TagId, name = "ID");

#[derive(SimpleObject)]
struct Post {
    id: PostId,
    author_id: UserId,
}

#[derive(SimpleObject)]
struct Tag {
    id: TagId,
}

/// Owned by another service, which knows no more of it than the key.
#[derive(SimpleObject)]
#[graphql(unresolvable = "id")]
struct User {
    id: UserId,
}

struct Query;

#[Object]
impl Query {
    async fn author(&self, of: PostId) -> User {
        User { id: UserId(of.into()) }
    }

    #[graphql(entity)]
    async fn find_post_by_id(&self, id: PostId) -> Option<Post> {
        (id.0.get() == 7).then(|| Post { id, author_id: UserId(id.into()) })
    }

    #[graphql(entity)]
    async fn find_post_of_author(&self, id: PostId, author_id: UserId) -> Post {
        Post { id, author_id }
    }

    #[graphql(entity)]
    async fn find_tag_by_id(&self, id: TagId) -> Tag {
        Tag { id }
    }
}

fn schema() -> Schema<Query, EmptyMutation, EmptySubscription> {
    Schema::build(Query, EmptyMutation, EmptySubscription).enable_federation().finish()
}

async fn entities(
    representations: serde_json::Value,
) -> Result<async_graphql::Value, Vec<async_graphql::ServerError>> {
    let query =
        "query ($representations: [_Any!]!) { _entities(representations: $representations) {
        __typename ... on Post { id authorId } ... on Tag { id }
    } }";
    let variables = serde_json::json!({ "representations": representations });
    let request = Request::new(query).variables(Variables::from_json(variables));
    schema().execute(request).await.into_result().map(|response| response.data)
}

#[test]
fn ids_are_keys() {
    let sdl = schema().sdl_with_options(SDLExportOptions::new().federation());
    assert!(sdl.contains("type Post @key(fields: \"id\") @key(fields: \"id authorId\")"), "{sdl}");
    assert!(sdl.contains("type Tag @key(fields: \"id\") {\n\tid: ID!"), "{sdl}");
    assert!(sdl.contains("type User @key(fields: \"id\", resolvable: false)"), "{sdl}");
    assert!(sdl.contains("scalar PostId"), "{sdl}");
}

#[tokio::test]
async fn entities_are_found_by_them() {
    let found = entities(serde_json::json!([
        { "__typename": "Post", "id": "post_00000000007" },
        { "__typename": "Post", "id": 7 },
        { "__typename": "Post", "id": "post_00000000009", "authorId": "8" },
        { "__typename": "Tag", "id": "tag_9" },
    ]));
    let expected = value!({ "_entities": [
        { "__typename": "Post", "id": "post_00000000007", "authorId": "7" },
        { "__typename": "Post", "id": "post_00000000007", "authorId": "7" },
        { "__typename": "Post", "id": "post_00000000009", "authorId": "8" },
        { "__typename": "Tag", "id": "tag_9" },
    ]});
    assert_eq!(found.await.unwrap(), expected);
    let query = "{ author(of: 7) { __typename id } }";
    let response = schema().execute(query).await.into_result().unwrap();
    assert_eq!(response.data, value!({ "author": { "__typename": "User", "id": "7" } }));
}

/// async-graphql asks each entity function whether it can read the key, and
/// keeps no reason.
#[tokio::test]
async fn what_is_no_key_finds_nothing() {
    for id in [serde_json::json!("7"), 0.into(), 1.5.into(), true.into(), "post_7".into()] {
        let found = entities(serde_json::json!([{ "__typename": "Tag", "id": id }])).await;
        assert_eq!(found.unwrap_err()[0].message, "Entity not found.");
    }
}
