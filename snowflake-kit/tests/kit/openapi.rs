//! With the feature `utoipa_6` the derive alone gives a type its schema.
#![cfg(feature = "utoipa_6")]
#![expect(
    unused_qualifications,
    reason = "utoipa 6 gives its own paths the place of a type's name"
)]

use serde_json::json;
use snowflake_kit::{Id, Snowflake, SnowflakeId};
use utoipa::{OpenApi, PartialSchema, ToSchema};

/// Identifies a user.
#[derive(SnowflakeId)]
struct UserId(Snowflake);

/// Identifies a post.
#[derive(SnowflakeId)]
#[snowflake(prefix = "post_", text = "hex", name = "PostKey")]
struct PostId(Snowflake);

/// Identifies a room.
#[derive(SnowflakeId)]
#[snowflake(json = "number")]
struct RoomId(Snowflake);

#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is of interest")]
struct Post {
    id: PostId,
    author_id: Option<UserId>,
    rooms: Vec<RoomId>,
}

#[utoipa::path(
    get,
    path = "/posts/{id}",
    params(("id" = PostId, Path)),
    responses((status = 200, body = Post)),
)]
#[expect(dead_code, reason = "only its description is of interest")]
fn post() {}

#[derive(OpenApi)]
#[openapi(paths(post))]
struct Api;

#[test]
fn a_derived_id_is_a_component() {
    let document = serde_json::to_value(Api::openapi()).unwrap();
    let schemas = &document["components"]["schemas"];

    let fields = &schemas["Post"]["properties"];
    assert_eq!(fields["id"], json!({ "$ref": "#/components/schemas/PostKey" }));
    assert_eq!(fields["author_id"]["oneOf"][0], json!({ "$ref": "#/components/schemas/UserId" }));
    assert_eq!(fields["rooms"]["items"], json!({ "$ref": "#/components/schemas/RoomId" }));
    let parameter = &document["paths"]["/posts/{id}"]["get"]["parameters"][0];
    assert_eq!(parameter["schema"], json!({ "$ref": "#/components/schemas/PostKey" }));

    assert_eq!(schemas["UserId"]["type"], "string");
    assert_eq!(schemas["UserId"]["maxLength"], 19);
    assert_eq!(schemas["RoomId"]["type"], "integer");
    let post = &schemas["PostKey"];
    assert_eq!((&post["minLength"], &post["maxLength"]), (&json!(21), &json!(21)));
    let example: PostId = post["examples"][0].as_str().unwrap().parse().unwrap();
    assert!(PostId::LAYOUT.contains(example.snowflake()));
}

#[test]
fn a_doc_comment_keeps_its_paragraphs_and_characters() {
    /// Identifies a "thing" of `{kind}` \\ 100 %.
    ///
    /// - **One** per <row>.
    ///   And more.
    #[derive(SnowflakeId)]
    struct ThingId(Snowflake);

    assert_eq!(
        ThingId::DOC,
        "Identifies a \"thing\" of `{kind}` \\\\ 100 %.\n\n- **One** per <row>.\n  And more.",
    );
    let schema = serde_json::to_value(ThingId::schema()).unwrap();
    let description = schema["description"].as_str().unwrap();
    assert!(description.starts_with(&format!("{}\n\nA snowflake ID: ", ThingId::DOC)));
}

#[test]
fn the_schema_can_be_written_by_hand() {
    #[derive(SnowflakeId, ToSchema)]
    #[snowflake(skip(utoipa))]
    #[schema(value_type = String, format = "snowflake")]
    struct Own(Snowflake);

    let schema = serde_json::to_value(Own::schema()).unwrap();
    assert_eq!(schema, json!({ "type": "string", "format": "snowflake" }));
}
