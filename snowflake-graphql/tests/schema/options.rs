//! A scalar's name and specification, apart from the ID type's.

use async_graphql::{
    EmptyMutation, EmptySubscription, ID, Object, SDLExportOptions, Schema, SimpleObject, value,
};
use snowflake_kit_core::{Id, Snowflake};
use snowflake_kit_derive::SnowflakeId;

/// Identifies a user.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
struct UserId(Snowflake);

/// Identifies a post.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base62", prefix = "post_")]
struct PostId(Snowflake);

/// Identifies a team.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
struct TeamId(Snowflake);

/// Identifies a tag.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "hex")]
struct TagId(Snowflake);

/// Identifies a room.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
struct RoomId(Snowflake);

const URL: &str = "https://example.com/ids";

snowflake_kit_graphql::scalar!(UserId, name = "Snowflake", specified_by = URL);
snowflake_kit_graphql::scalar!(PostId, specified_by = URL, name = "Snowflake",);
snowflake_kit_graphql::scalar!(TeamId, name = "ID");
snowflake_kit_graphql::scalar!(TagId, name = "String");
snowflake_kit_graphql::scalar!(RoomId, specified_by = "https://example.com/rooms?a=b#c");

#[derive(SimpleObject)]
struct Post {
    id: PostId,
    author: UserId,
    team: Option<TeamId>,
    tags: Vec<TagId>,
    room: RoomId,
}

struct Query;

#[Object]
impl Query {
    async fn post(
        &self,
        id: PostId,
        author: UserId,
        team: Option<TeamId>,
        tags: Vec<TagId>,
        room: RoomId,
    ) -> Post {
        Post { id, author, team, tags, room }
    }

    async fn plain(&self, id: ID) -> ID {
        id
    }
}

fn schema() -> Schema<Query, EmptyMutation, EmptySubscription> {
    Schema::new(Query, EmptyMutation, EmptySubscription)
}

async fn data(query: &str) -> async_graphql::Value {
    schema().execute(query).await.into_result().unwrap().data
}

async fn message(query: &str) -> String {
    let errors = schema().execute(query).await.into_result().unwrap_err();
    errors.into_iter().next().unwrap().message
}

#[test]
fn the_schema_has_the_names() {
    let sdl = schema().sdl();
    let field = "post(id: Snowflake!, author: Snowflake!, team: ID, tags: [String!]!, room: RoomId!): Post!";
    assert!(sdl.contains(field), "{sdl}");
    let shared = "\"\"\"\nA snowflake ID of any kind, as a string: an integer from 1 to \
                  9223372036854775807, written as IDs of its kind are.\n\"\"\"\nscalar Snowflake\n";
    assert!(sdl.contains(shared), "{sdl}");
    assert_eq!(sdl.matches("\nscalar ").count(), 2, "{sdl}");
    assert!(sdl.contains("scalar RoomId\n"), "{sdl}");
    assert!(sdl.contains("Identifies a room."), "{sdl}");
    for name in ["UserId", "PostId", "TeamId", "TagId", "scalar ID", "scalar String"] {
        assert!(!sdl.contains(name), "{name} in {sdl}");
    }

    let sdl = schema().sdl_with_options(SDLExportOptions::new().include_specified_by());
    for scalar in [
        "scalar Snowflake @specifiedBy(url: \"https://example.com/ids\")\n",
        "scalar RoomId @specifiedBy(url: \"https://example.com/rooms?a=b#c\")\n",
    ] {
        assert!(sdl.contains(scalar), "{scalar} in {sdl}");
    }
}

/// With `ID` of our own in it or not, introspection says the same of `ID`.
#[tokio::test]
async fn introspection_says_what_the_options_say() {
    struct Plain;

    #[Object]
    impl Plain {
        async fn plain(&self, id: ID, text: String) -> ID {
            ID(format!("{}{text}", *id))
        }
    }

    let plain = Schema::new(Plain, EmptyMutation, EmptySubscription);
    for name in ["ID", "String"] {
        let query =
            format!("{{ __type(name: \"{name}\") {{ kind name description specifiedByURL }} }}");
        let expected = plain.execute(&query).await.into_result().unwrap().data;
        assert_eq!(data(&query).await, expected);
    }
    let query = "{ a: __type(name: \"Snowflake\") { kind specifiedByURL } \
                   b: __type(name: \"RoomId\") { kind specifiedByURL } \
                   c: __type(name: \"UserId\") { kind } }";
    let expected = value!({
        "a": { "kind": "SCALAR", "specifiedByURL": URL },
        "b": { "kind": "SCALAR", "specifiedByURL": "https://example.com/rooms?a=b#c" },
        "c": null,
    });
    assert_eq!(data(query).await, expected);
}

#[tokio::test]
async fn each_type_keeps_its_text_form() {
    let fields = "{ id author team tags room }";
    let query = format!(
        "{{ post(id: \"post_00000000007\", author: 7, team: 8, tags: [\"0000000000000009\"], \
            room: \"10\") {fields} }}"
    );
    let expected = value!({ "post": {
        "id": "post_00000000007",
        "author": "7",
        "team": "8",
        "tags": ["0000000000000009"],
        "room": "10",
    }});
    assert_eq!(data(&query).await, expected);

    let query = "{ post(id: \"7\", author: 7, tags: [], room: 1) { id } }";
    let start = "Failed to parse \"Snowflake\": invalid ID \"7\": it does not start with \"post_\"";
    assert!(message(query).await.starts_with(start), "{}", message(query).await);
    let query = "{ post(id: 7, author: 7, tags: [\"7\"], room: 1) { id } }";
    let start = "Failed to parse \"String\": invalid ID \"7\": its length is 1 instead of 16";
    assert!(message(query).await.starts_with(start), "{}", message(query).await);
}

/// Arguments may go from one type to the other if their scalar is the same one.
#[tokio::test]
async fn variables_have_the_name_of_the_scalar() {
    let schema = schema();
    let query = "query ($id: Snowflake!, $team: ID!) { \
                    post(id: $id, author: $id, team: $team, tags: [], room: 1) { id author team } }";
    let variables = serde_json::json!({ "id": 7, "team": "8" });
    let request = async_graphql::Request::new(query)
        .variables(async_graphql::Variables::from_json(variables));
    let data = schema.execute(request).await.into_result().unwrap().data;
    let expected = value!({ "post": { "id": "post_00000000007", "author": "7", "team": "8" } });
    assert_eq!(data, expected);
}

/// What async-graphql says of its own scalars it says before ours are asked.
#[tokio::test]
async fn built_in_scalars_are_checked_as_such() {
    for team in ["1.5", "true", "[7]", "{ id: 7 }"] {
        let query =
            format!("{{ post(id: 7, author: 7, team: {team}, tags: [], room: 1) {{ id }} }}");
        let expected = "Invalid value for argument \"team\", expected type \"ID\"";
        assert_eq!(message(&query).await, expected);
    }
    let query = "{ post(id: 7, author: 7, team: 0, tags: [], room: 1) { id } }";
    let expected = "Failed to parse \"ID\": invalid ID 0: expected 1 to 9223372036854775807";
    assert_eq!(message(query).await, expected);
}

/// The option is not a part of the type: JSON, errors and so on have its name.
#[test]
fn the_type_keeps_its_name() {
    let error = UserId::from_text("x").unwrap_err();
    assert!(error.to_string().starts_with("invalid UserId \"x\""));
    assert_eq!(UserId::NAME, "UserId");
}
