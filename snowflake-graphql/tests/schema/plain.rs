//! What holds where the texts of IDs are the numbers themselves.

use async_graphql::{EmptySubscription, Object, Schema, value};
use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::SnowflakeId;

use crate::places::{data, schema, with};

const USER: &str = "175928847299117063";

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
    for id in [serde_json::json!(USER), serde_json::json!(175_928_847_299_117_063_i64)] {
        let request = with(query, serde_json::json!({ "id": id }));
        assert_eq!(data(request).await, value!({ "user": USER }));
    }
    // With a default, and with one that the variable brings along.
    assert_eq!(data("{ default }").await, value!({ "default": USER }));
    let request = "query ($id: UserId! = 7) { user(id: $id) }";
    assert_eq!(data(request).await, value!({ "user": "7" }));
}

#[test]
fn the_schema_declares_and_describes_the_scalars() {
    let sdl = schema().sdl();
    let user =
        "\"\"\"\nA snowflake ID: a decimal string of 1 to 19 digits.\n\"\"\"\nscalar UserId\n";
    let post = "\"\"\"\nA snowflake ID: \"post_\" and 11 base62 characters (0-9, A-Z, a-z).\n\"\"\"\nscalar PostId\n";
    assert!(sdl.contains(user), "{sdl}");
    assert!(sdl.contains(post), "{sdl}");
    assert!(sdl.contains("default(id: UserId! = \"175928847299117063\"): UserId!"), "{sdl}");
    assert!(sdl.contains("readerIds: [UserId!]! = []"), "{sdl}");
    assert!(sdl.contains("reviewerId: UserId\n"), "{sdl}");
}

#[tokio::test]
async fn types_of_one_name_are_one_scalar() {
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_core", name = "Snowflake")]
    struct TeamId(Snowflake);

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_core", name = "Snowflake", text = "hex")]
    struct RoleId(Snowflake);

    snowflake_kit_graphql::scalar!(TeamId, RoleId);

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
