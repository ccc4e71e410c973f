//! IDs in every place that a schema has for a scalar.

use std::collections::HashMap;
use std::convert::Infallible;

use async_graphql::connection::{Connection, CursorType, Edge, query};
use async_graphql::dataloader::{DataLoader, Loader};
use async_graphql::{
    ComplexObject, Context, EmptySubscription, InputObject, MaybeUndefined, Object, OneofObject,
    Request, Schema, SimpleObject, Variables, value,
};
use snowflake_core::{Snowflake, SnowflakeId};
use snowflake_derive::SnowflakeId;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_core")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_core", text = "base62", prefix = "post_", layout = "discord")]
struct PostId(Snowflake);

snowflake_graphql::scalar!(UserId, PostId);

const USER: &str = "175928847299117063";
const POST: &str = "post_0Czks0tP37X";

fn user() -> UserId {
    USER.parse().unwrap()
}

fn post() -> PostId {
    POST.parse().unwrap()
}

#[derive(SimpleObject)]
#[graphql(complex)]
struct Post {
    id: PostId,
    author_id: UserId,
    reviewer_id: Option<UserId>,
    reader_ids: Vec<UserId>,
}

#[ComplexObject]
impl Post {
    async fn author_name(&self, context: &Context<'_>) -> Option<String> {
        let loader = context.data_unchecked::<DataLoader<Names>>();
        loader.load_one(self.author_id).await.unwrap()
    }
}

/// The names of users, by their IDs.
struct Names;

impl Loader<UserId> for Names {
    type Value = String;
    type Error = Infallible;

    async fn load(&self, ids: &[UserId]) -> Result<HashMap<UserId, String>, Infallible> {
        Ok(ids.iter().map(|id| (*id, format!("user {id}"))).collect())
    }
}

#[derive(InputObject)]
struct NewPost {
    author_id: UserId,
    reviewer_id: Option<UserId>,
    #[graphql(default)]
    reader_ids: Vec<UserId>,
    answers: MaybeUndefined<PostId>,
}

#[derive(OneofObject)]
enum Which {
    User(UserId),
    Post(PostId),
}

struct Query;

#[Object]
impl Query {
    async fn user(&self, id: UserId) -> UserId {
        id
    }

    async fn maybe(&self, id: Option<UserId>) -> Option<UserId> {
        id
    }

    async fn users(&self, ids: Vec<UserId>) -> Vec<UserId> {
        ids
    }

    async fn nested(&self, ids: Vec<Option<Vec<PostId>>>) -> Vec<Option<Vec<PostId>>> {
        ids
    }

    async fn default(&self, #[graphql(default_with = "user()")] id: UserId) -> UserId {
        id
    }

    async fn which(&self, which: Which) -> String {
        match which {
            Which::User(id) => format!("{id:?}"),
            Which::Post(id) => format!("{id:?}"),
        }
    }

    async fn posts(
        &self,
        after: Option<String>,
        first: Option<i32>,
    ) -> async_graphql::Result<Connection<PostId, PostId>> {
        query(after, None, first, None, |after, _, first, _| async move {
            let mut page = Connection::new(false, true);
            let start = after.map_or(1, |id: PostId| id.get() + 1);
            let ids = (start..).map_while(|value| PostId::from_i64(value).ok());
            page.edges.extend(ids.take(first.unwrap_or(1)).map(|id| Edge::new(id, id)));
            Ok::<_, async_graphql::Error>(page)
        })
        .await
    }
}

struct Mutation;

#[Object]
impl Mutation {
    async fn create_post(&self, new: NewPost) -> Post {
        Post {
            id: new.answers.take().unwrap_or_else(post),
            author_id: new.author_id,
            reviewer_id: new.reviewer_id,
            reader_ids: new.reader_ids,
        }
    }
}

fn schema() -> Schema<Query, Mutation, EmptySubscription> {
    Schema::build(Query, Mutation, EmptySubscription)
        .data(DataLoader::new(Names, tokio::spawn))
        .finish()
}

async fn data(request: impl Into<Request>) -> async_graphql::Value {
    schema().execute(request).await.into_result().unwrap().data
}

fn with(query: &str, variables: serde_json::Value) -> Request {
    Request::new(query).variables(Variables::from_json(variables))
}

#[tokio::test]
async fn text_and_integers_are_read_and_text_is_written() {
    assert_eq!(data(format!("{{ user(id: \"{USER}\") }}")).await, value!({ "user": USER }));
    assert_eq!(data(format!("{{ user(id: {USER}) }}")).await, value!({ "user": USER }));
    for edge in ["1", "9223372036854775807"] {
        assert_eq!(data(format!("{{ user(id: {edge}) }}")).await, value!({ "user": edge }));
    }
}

#[tokio::test]
async fn variables_may_be_text_or_integers() {
    let query = "query ($id: UserId!) { user(id: $id) }";
    for id in [serde_json::json!(USER), serde_json::json!(user().get())] {
        let request = with(query, serde_json::json!({ "id": id }));
        assert_eq!(data(request).await, value!({ "user": USER }));
    }
    // With a default, and with one that the variable brings along.
    assert_eq!(data("{ default }").await, value!({ "default": USER }));
    let request = "query ($id: UserId! = 7) { user(id: $id) }";
    assert_eq!(data(request).await, value!({ "user": "7" }));
}

#[tokio::test]
async fn null_is_for_nullable_places() {
    assert_eq!(data("{ maybe }").await, value!({ "maybe": null }));
    assert_eq!(data("{ maybe(id: null) }").await, value!({ "maybe": null }));
    assert_eq!(data("{ maybe(id: 7) }").await, value!({ "maybe": "7" }));
    assert!(schema().execute("{ user(id: null) }").await.is_err());
}

#[tokio::test]
async fn lists_nest() {
    let query = "query ($ids: [UserId!]!) { users(ids: $ids) }";
    let request = with(query, serde_json::json!({ "ids": [7, "8"] }));
    assert_eq!(data(request).await, value!({ "users": ["7", "8"] }));
    // GraphQL takes one value for a list of one.
    assert_eq!(data("{ users(ids: 7) }").await, value!({ "users": ["7"] }));
    let request = format!("{{ nested(ids: [[\"{POST}\"], null, []]) }}");
    assert_eq!(data(request).await, value!({ "nested": [[POST], null, []] }));
}

#[tokio::test]
async fn input_objects_objects_and_loaders_take_ids() {
    let fields = "{ id authorId authorName reviewerId readerIds }";
    let request = format!(
        "mutation {{ createPost(new: {{ authorId: {USER}, readerIds: [\"7\"] }}) {fields} }}"
    );
    let expected = value!({ "createPost": {
        "id": POST,
        "authorId": USER,
        "authorName": "user 175928847299117063",
        "reviewerId": null,
        "readerIds": ["7"],
    }});
    assert_eq!(data(request).await, expected);

    let query = format!("mutation ($new: NewPost!) {{ createPost(new: $new) {fields} }}");
    let new = serde_json::json!({ "authorId": 7, "reviewerId": "8", "answers": POST });
    let request = with(&query, serde_json::json!({ "new": new }));
    let expected = value!({ "createPost": {
        "id": POST,
        "authorId": "7",
        "authorName": "user 7",
        "reviewerId": "8",
        "readerIds": [],
    }});
    assert_eq!(data(request).await, expected);
}

#[tokio::test]
async fn one_of_several_ids() {
    let request = "{ which(which: { user: 7 }) }";
    assert_eq!(data(request).await, value!({ "which": "UserId(7)" }));
    let request = format!("{{ which(which: {{ post: \"{POST}\" }}) }}");
    assert_eq!(data(request).await, value!({ "which": format!("PostId({POST})") }));
}

#[tokio::test]
async fn cursors_are_the_text_form() {
    assert_eq!(post().encode_cursor(), POST);
    assert_eq!(PostId::decode_cursor(POST), Ok(post()));
    assert!(PostId::decode_cursor(USER).unwrap_err().to_string().contains("PostId"));

    let page = "{ edges { cursor node } pageInfo { endCursor } }";
    let request = format!("{{ posts(first: 1, after: \"post_0000000000z\") {page} }}");
    let expected = value!({ "posts": {
        "edges": [{ "cursor": "post_00000000010", "node": "post_00000000010" }],
        "pageInfo": { "endCursor": "post_00000000010" },
    }});
    assert_eq!(data(request).await, expected);
}

#[test]
fn the_schema_declares_and_describes_the_scalars() {
    let sdl = schema().sdl();
    let user = "\"\"\"\nA snowflake ID: a decimal string from \"1\" to \"9223372036854775807\". \
                Its layout is default: 41 time · 10 node · 12 sequence, \
                1 ms ticks since 2025-01-01T00:00:00.000Z.\n\"\"\"\nscalar UserId\n";
    let post = "\"\"\"\nA snowflake ID: \"post_\" and 11 base62 characters (0-9, A-Z, a-z) \
                from \"post_00000000001\" to \"post_AzL8n0Y58m7\". \
                Its layout is discord: 42 time · 5 worker · 5 process · 12 increment, \
                1 ms ticks since 2015-01-01T00:00:00.000Z.\n\"\"\"\nscalar PostId\n";
    assert!(sdl.contains(user), "{sdl}");
    assert!(sdl.contains(post), "{sdl}");
    assert!(sdl.contains("default(id: UserId! = \"175928847299117063\"): UserId!"), "{sdl}");
    assert!(sdl.contains("readerIds: [UserId!]! = []"), "{sdl}");
    assert!(sdl.contains("reviewerId: UserId\n"), "{sdl}");
}

#[tokio::test]
async fn introspection_knows_the_scalar() {
    let request = "{ __type(name: \"UserId\") { kind name specifiedByURL } }";
    let expected = value!({ "__type": {
        "kind": "SCALAR",
        "name": "UserId",
        "specifiedByURL": null,
    }});
    assert_eq!(data(request).await, expected);
}

#[tokio::test]
async fn types_of_one_name_are_one_scalar() {
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_core", name = "Snowflake")]
    struct TeamId(Snowflake);

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_core", name = "Snowflake", text = "hex")]
    struct RoleId(Snowflake);

    snowflake_graphql::scalar!(TeamId, RoleId);

    struct Query;

    #[Object]
    impl Query {
        async fn role(&self, team: TeamId, role: RoleId) -> RoleId {
            assert_eq!(team.get(), 7);
            role
        }
    }

    let schema = Schema::new(Query, async_graphql::EmptyMutation, EmptySubscription);
    assert!(schema.sdl().contains("role(team: Snowflake!, role: Snowflake!): Snowflake!"));
    let request = "{ role(team: \"7\", role: \"0000000000000007\") }";
    let response = schema.execute(request).await.into_result().unwrap();
    assert_eq!(response.data, value!({ "role": "0000000000000007" }));
}
