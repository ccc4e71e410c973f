//! Keys of maps, which are strings in JSON: what a validator says to a real object.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};
use utoipa::{OpenApi, ToSchema};

use super::places::schema;
use super::{RoomId, UserId};
use crate::version::IdComponents;

#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is of interest")]
struct Rooms {
    names: HashMap<RoomId, String>,
    guests: BTreeMap<RoomId, HashMap<RoomId, UserId>>,
    floors: BTreeMap<i8, RoomId>,
    users: BTreeMap<UserId, RoomId>,
    // A field may have any name.
    #[schema(rename = "propertyNames")]
    count: i32,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is of interest")]
struct Written {
    #[schema(value_type = HashMap<String, String>)]
    names: HashMap<RoomId, String>,
}

#[utoipa::path(get, path = "/rooms", responses((status = 200, body = HashMap<RoomId, UserId>)))]
#[expect(dead_code, reason = "only its description is of interest")]
fn rooms() {}

#[derive(OpenApi)]
#[openapi(paths(rooms), components(schemas(Rooms, Written, RoomId, UserId)))]
struct Api;

#[derive(OpenApi)]
#[openapi(
    paths(rooms),
    components(schemas(Rooms, Written, RoomId, UserId)),
    modifiers(&IdComponents)
)]
struct Corrected;

fn document<T: OpenApi>() -> Value {
    serde_json::to_value(T::openapi()).unwrap()
}

/// Whether the schema at this place of a document takes the value.
fn takes(document: &Value, place: &str, value: &Value) -> bool {
    let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
    compiler.add_resource("openapi.json", document.clone()).unwrap();
    let schema = compiler.compile(&format!("openapi.json#{place}"), &mut schemas).unwrap();
    schemas.validate(value, schema).is_ok()
}

const ROOMS: &str = "/components/schemas/Rooms";
const BODY: &str = "/paths/~1rooms/get/responses/200/content/application~1json/schema";

fn real_rooms() -> Value {
    json!({
        "names": { "129171456000129": "Kitchen" },
        "guests": { "129171456000129": { "9223372036854775807": "132271570944004097" } },
        "floors": { "-1": 129_171_456_000_129_i64 },
        "users": { "132271570944004097": 129_171_456_000_129_i64 },
        "propertyNames": 3,
    })
}

#[test]
fn keys_of_numbers_are_strings_in_a_document_with_the_modifier() {
    let body = json!({ "129171456000129": "132271570944004097" });
    // What utoipa writes refuses each object: when this fails, it has learned that keys are strings.
    let document = document::<Api>();
    assert!(!takes(&document, ROOMS, &real_rooms()) && !takes(&document, BODY, &body));

    let corrected = self::document::<Corrected>();
    assert!(takes(&corrected, ROOMS, &real_rooms()));
    assert!(takes(&corrected, BODY, &body));
    // And refuses what is not such a key.
    for key in ["0", "-1", "07", "one", "12917145600012.9"] {
        assert!(!takes(&corrected, BODY, &json!({ key: "132271570944004097" })), "{key}");
    }
    // All else is as it was.
    let user = |document: &Value| document["components"]["schemas"]["UserId"].clone();
    assert_eq!(user(&corrected), user(&document));
    let fields = &corrected["components"]["schemas"]["Rooms"]["properties"];
    assert_eq!(fields["propertyNames"]["type"], "integer");
    assert_eq!(fields["users"]["propertyNames"], schema::<UserId>());
    assert_eq!(
        fields["names"]["propertyNames"],
        json!({
            "type": "string",
            "description": "A snowflake ID: a positive integer of up to 63 bits.",
            "pattern": "^[1-9][0-9]*$",
            "examples": ["129171456000129"],
        })
    );
}

#[test]
fn keys_are_strings_where_the_field_says_so() {
    let written = "/components/schemas/Written";
    assert!(takes(&document::<Api>(), written, &json!({ "names": { "129171456000129": "" } })));
}
