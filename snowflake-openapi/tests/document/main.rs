//! IDs in every place of a document.

#![expect(
    unused_qualifications,
    reason = "utoipa 6 gives its own paths the place of a type's name"
)]

#[macro_use]
mod ids;
mod parameters;
mod references;

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};
use snowflake_core::{Id, Json, Layout, Snowflake, SnowflakeId};
use snowflake_derive::SnowflakeId;
use utoipa::{IntoParams, OpenApi, ToSchema};

use crate::references::references;

ids! {
    UserId,
    #[snowflake(text = "base62", prefix = "post_", layout = "discord")]
    PostId,
    #[snowflake(text = "base32", layout = "sonyflake", name = "Tag")]
    TagId,
    #[snowflake(text = "hex", layout = "trace-id")]
    TraceId,
    #[snowflake(json = "number", layout = "ecmascript")]
    RoomId,
    #[snowflake(layout = "baidu")]
    OldId,
}

fn schema<T: ToSchema>() -> Value {
    serde_json::to_value(T::schema()).unwrap()
}

#[test]
fn each_form_has_its_schema() {
    let pattern = |text| snowflake_openapi::pattern(text);
    assert_eq!(
        schema::<UserId>(),
        json!({
            "type": "string",
            "description": "A snowflake ID: a decimal string from \"1\" to \
                \"9223372036854775807\". Its layout is default: 41 time · 10 node · 12 sequence, \
                1 ms ticks since 2025-01-01T00:00:00.000Z. \
                IDs increase with time, to the tick, and strictly per node.",
            "pattern": pattern(UserId::TEXT),
            "minLength": 1,
            "maxLength": 19,
            "examples": ["132271570944004097"],
        })
    );
    assert_eq!(
        schema::<PostId>(),
        json!({
            "type": "string",
            "description": "A snowflake ID: \"post_\" and 11 base62 characters \
                (0-9, A-Z, a-z) from \"post_00000000001\" to \"post_AzL8n0Y58m7\". Its layout is \
                discord: 42 time · 5 worker · 5 process · 12 increment, \
                1 ms ticks since 2015-01-01T00:00:00.000Z. \
                IDs increase with time, to the tick, and strictly per node.",
            "pattern": pattern(PostId::TEXT),
            "minLength": 16,
            "maxLength": 16,
            "examples": ["post_1jYpr7q8SNV"],
        })
    );
    let lengths = |schema: Value| (schema["minLength"].clone(), schema["maxLength"].clone());
    assert_eq!(lengths(schema::<TagId>()), (json!(13), json!(13)));
    assert_eq!(lengths(schema::<TraceId>()), (json!(16), json!(16)));
    assert_eq!(TagId::name(), "Tag");
}

#[test]
fn a_number_has_the_schema_of_one() {
    assert_eq!(
        schema::<RoomId>(),
        json!({
            "type": "integer",
            "format": "int64",
            "description": "A snowflake ID: an integer from 1 to 9223372036854775807. Its layout \
                is ecmascript: 41 time · 5 node · 7 sequence, \
                1 ms ticks since 2025-01-01T00:00:00.000Z. \
                IDs increase with time, to the tick, and strictly per node.",
            "minimum": 1,
            "maximum": i64::MAX,
            "examples": [129_171_456_000_129_i64],
        })
    );
}

#[test]
fn the_example_is_an_id_of_the_type() {
    #[track_caller]
    fn check<T: SnowflakeId + ToSchema>() {
        let schema = schema::<T>();
        let example = &schema["examples"][0];
        let id = match T::JSON {
            Json::String => T::from_text(example.as_str().unwrap()).unwrap(),
            Json::Number => T::from_i64(example.as_i64().unwrap()).unwrap(),
        };
        assert!(T::LAYOUT.contains(id.snowflake()), "{id:?}");
    }
    check::<UserId>();
    check::<PostId>();
    check::<TagId>();
    check::<TraceId>();
    check::<RoomId>();
    check::<OldId>();

    // Of each layout, also where it is odd.
    ids! {
        #[snowflake(layout = "default")]
        DefaultId,
        #[snowflake(layout = "twitter")]
        TwitterId,
        #[snowflake(layout = "discord")]
        DiscordId,
        #[snowflake(layout = "instagram")]
        InstagramId,
        #[snowflake(layout = "sonyflake")]
        SonyflakeId,
        #[snowflake(layout = "sonyflake-v2")]
        SonyflakeV2Id,
        #[snowflake(layout = "mastodon")]
        MastodonId,
        #[snowflake(layout = "tsid")]
        TsidId,
        #[snowflake(layout = "flake-id")]
        FlakeIdId,
        #[snowflake(layout = "idgen")]
        IdgenId,
        #[snowflake(layout = "baidu")]
        BaiduId,
        #[snowflake(layout = "trace-id")]
        TraceIdId,
        #[snowflake(layout = "ecmascript")]
        EcmascriptId,
        #[snowflake(layout = FUTURE)]
        FutureId,
        #[snowflake(layout = BARE)]
        BareId,
    }
    const FUTURE: Layout =
        Layout::builder("future").epoch_date(2100, 1, 1).time_bits(40).node_bits(5).build();
    const BARE: Layout = Layout::builder("bare").time_bits(41).build();
    check::<DefaultId>();
    check::<TwitterId>();
    check::<DiscordId>();
    check::<InstagramId>();
    check::<SonyflakeId>();
    check::<SonyflakeV2Id>();
    check::<MastodonId>();
    check::<TsidId>();
    check::<FlakeIdId>();
    check::<IdgenId>();
    check::<BaiduId>();
    check::<TraceIdId>();
    check::<EcmascriptId>();
    check::<FutureId>();
    check::<BareId>();
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is of interest")]
struct User {
    id: UserId,
    /// Who invited them.
    invited_by: Option<UserId>,
    friends: Vec<UserId>,
    rooms: BTreeMap<RoomId, Vec<PostId>>,
    tags: HashMap<String, TagId>,
    #[schema(inline)]
    trace: TraceId,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is of interest")]
struct Page<T> {
    items: Vec<T>,
    next: Option<T>,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only its parameters are of interest")]
struct Filter {
    before: Option<PostId>,
    authors: Vec<UserId>,
    #[param(inline)]
    old: OldId,
}

#[utoipa::path(
    get,
    path = "/users/{id}",
    params(("id" = UserId, Path), ("room" = Option<RoomId>, Query)),
    responses((status = 200, body = User)),
)]
#[expect(dead_code, reason = "only its description is of interest")]
fn user() {}

#[utoipa::path(
    get,
    path = "/posts",
    params(Filter),
    responses((status = 200, body = Page<PostId>)),
)]
#[expect(dead_code, reason = "only its description is of interest")]
fn posts() {}

#[utoipa::path(
    post,
    path = "/users",
    request_body = Vec<UserId>,
    responses((status = 200, body = HashMap<UserId, PostId>), (status = 404, body = Option<TagId>)),
)]
#[expect(dead_code, reason = "only its description is of interest")]
fn users() {}

#[derive(OpenApi)]
#[openapi(paths(user, posts, users))]
struct Api;

#[test]
fn every_reference_has_its_component() {
    let document = serde_json::to_value(Api::openapi()).unwrap();
    let (referred, defined) = references(&document);
    assert!(referred.is_subset(&defined), "{:?}", referred.difference(&defined));
    for id in ["UserId", "PostId", "Tag", "RoomId"] {
        assert!(referred.contains(id), "{id}");
    }
    assert_eq!(document["components"]["schemas"]["UserId"], schema::<UserId>());
}

#[test]
fn fields_refer_to_the_component() {
    let document = serde_json::to_value(Api::openapi()).unwrap();
    let user = &document["components"]["schemas"]["User"];
    assert_eq!(user["required"], json!(["id", "friends", "rooms", "tags", "trace"]));
    let fields = &user["properties"];
    let user_id = json!({ "$ref": "#/components/schemas/UserId" });
    assert_eq!(fields["id"], user_id);
    assert_eq!(fields["friends"], json!({ "type": "array", "items": user_id }));
    assert_eq!(
        fields["invited_by"],
        json!({ "oneOf": [
            { "$ref": "#/components/schemas/UserId", "description": "Who invited them." },
            { "type": "null" },
        ] })
    );
    assert_eq!(fields["tags"]["additionalProperties"]["$ref"], "#/components/schemas/Tag");
    assert_eq!(fields["trace"], schema::<TraceId>());
}

#[test]
fn parameters_and_bodies_refer_to_the_component() {
    let document = serde_json::to_value(Api::openapi()).unwrap();
    let paths = &document["paths"];
    let post_id = json!({ "$ref": "#/components/schemas/PostId" });
    let user_ids = json!({ "type": "array", "items": { "$ref": "#/components/schemas/UserId" } });

    let user = &paths["/users/{id}"]["get"]["parameters"];
    assert_eq!(
        *user,
        json!([
            {
                "name": "id",
                "in": "path",
                "required": true,
                "schema": { "$ref": "#/components/schemas/UserId" },
            },
            {
                "name": "room",
                "in": "query",
                "required": false,
                "schema": { "$ref": "#/components/schemas/RoomId" },
            },
        ])
    );
    let filter = &paths["/posts"]["get"]["parameters"];
    assert_eq!(filter[0]["schema"], post_id);
    assert_eq!(filter[1]["schema"], user_ids);
    assert_eq!(filter[2]["schema"], schema::<OldId>());

    let users = &paths["/users"]["post"];
    assert_eq!(users["requestBody"]["content"]["application/json"]["schema"], user_ids);
    let body = |status: &str| &users["responses"][status]["content"]["application/json"]["schema"];
    assert_eq!(body("200")["additionalProperties"], post_id);
    assert_eq!(body("200")["propertyNames"], schema::<UserId>());
    assert_eq!(body("404")["oneOf"][0], json!({ "$ref": "#/components/schemas/Tag" }));
}

/// What utoipa does with the keys of maps, as the crate's docs tell: when this
/// fails, it has learned that they are strings.
#[test]
fn a_key_is_described_as_a_value() {
    let document = serde_json::to_value(Api::openapi()).unwrap();
    let rooms = &document["components"]["schemas"]["User"]["properties"]["rooms"];
    assert_eq!(rooms["propertyNames"], schema::<RoomId>());
}

#[test]
fn generic_schemas_and_enums_take_ids() {
    #[derive(ToSchema)]
    #[expect(dead_code, reason = "only its schema is of interest")]
    struct Pages {
        one: Page<UserId>,
        lists: Page<Vec<UserId>>,
        options: Page<Option<UserId>>,
        maps: Page<HashMap<UserId, PostId>>,
        pair: (UserId, Option<PostId>),
    }

    #[derive(ToSchema)]
    #[expect(dead_code, reason = "only its schema is of interest")]
    enum Author {
        User(UserId),
        Guest { invited_by: Box<UserId> },
    }

    #[derive(OpenApi)]
    #[openapi(components(schemas(Pages, Author)))]
    struct Api;

    let document = serde_json::to_value(Api::openapi()).unwrap();
    let (referred, defined) = references(&document);
    assert!(referred.is_subset(&defined), "{:?}", referred.difference(&defined));
    // utoipa writes parameters of a generic schema in place.
    let schemas = &document["components"]["schemas"];
    let items = |page: &str| schemas[page]["properties"]["items"]["items"].clone();
    assert_eq!(items("Page_UserId"), schema::<UserId>());
    assert_eq!(items("Page_Vec_UserId")["items"], schema::<UserId>());
    assert_eq!(schemas["Pages"]["properties"]["pair"]["prefixItems"][0], schema::<UserId>());
    let user_id = json!({ "$ref": "#/components/schemas/UserId" });
    assert_eq!(schemas["Author"]["oneOf"][0]["properties"]["User"], user_id);
    assert_eq!(
        schemas["Author"]["oneOf"][1]["properties"]["Guest"]["properties"]["invited_by"],
        user_id
    );
}
