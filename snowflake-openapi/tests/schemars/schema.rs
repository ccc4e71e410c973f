//! ID types in JSON Schemas of the version of schemars that `super` calls so.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::SnowflakeId;

use super::schemars::{self, JsonSchema, schema_for};
use super::{DEFINITIONS, largest};

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base62", prefix = "pst_")]
struct PostId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", json = "number", name = "Count")]
struct CountId(Snowflake);

json_schema!(UserId, PostId, CountId);

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only the schema counts")]
struct Post {
    id: PostId,
    author: UserId,
    editor: Option<UserId>,
    readers: Vec<UserId>,
    counted: CountId,
    names: BTreeMap<UserId, String>,
    counts: BTreeMap<CountId, CountId>,
}

fn schema() -> Value {
    serde_json::to_value(schema_for!(Post)).unwrap()
}

fn reference(to: &str) -> Value {
    json!({ "$ref": format!("#/{DEFINITIONS}/{to}") })
}

#[test]
fn a_field_refers_to_the_schema_of_its_id() {
    let properties = &schema()["properties"];
    assert_eq!(properties["id"], reference("PostId"));
    assert_eq!(properties["author"], reference("UserId"));
    assert_eq!(properties["readers"]["items"], reference("UserId"));
    assert_eq!(properties["counted"], reference("Count"));
    let editor = json!({ "anyOf": [reference("UserId"), { "type": "null" }] });
    assert_eq!(properties["editor"], editor);
}

#[test]
fn a_string_has_the_form_of_its_texts() {
    let schema = &schema()[DEFINITIONS]["PostId"];
    assert_eq!(schema["type"], "string");
    assert_eq!((&schema["minLength"], &schema["maxLength"]), (&json!(15), &json!(15)));
    let pattern = regex::Regex::new(schema["pattern"].as_str().unwrap()).unwrap();
    let example = schema["examples"][0].as_str().unwrap();
    assert!(example.parse::<PostId>().is_ok() && pattern.is_match(example));
    assert!(!pattern.is_match("pst_0000000000") && !pattern.is_match("usr_00000000001"));
    assert_eq!(schema["format"], "snowflake-base62");
    assert_eq!(
        schema["description"],
        "A snowflake ID: \"pst_\" and 11 base62 characters (0-9, A-Z, a-z)."
    );
}

/// What structured outputs of language models take of JSON Schema. Each has a subset of its own; this
/// is what they have in common: <https://platform.openai.com/docs/guides/structured-outputs>,
/// <https://ai.google.dev/gemini-api/docs/structured-output>.
fn outside_the_subset(schema: &Value) -> Vec<String> {
    const KEYWORDS: [&str; 11] = [
        "$schema",
        "$defs",
        "$ref",
        "type",
        "title",
        "description",
        "properties",
        "required",
        "items",
        "anyOf",
        "additionalProperties",
    ];
    let Some(schema) = schema.as_object() else { return Vec::new() };
    let mut found = Vec::new();
    for (keyword, value) in schema {
        match keyword.as_str() {
            "properties" | "$defs" | "definitions" => {
                found.extend(value.as_object().unwrap().values().flat_map(outside_the_subset));
            }
            "items" => found.extend(outside_the_subset(value)),
            "anyOf" => found.extend(value.as_array().unwrap().iter().flat_map(outside_the_subset)),
            _ if KEYWORDS.contains(&keyword.as_str()) => {}
            _ => found.push(keyword.clone()),
        }
    }
    found
}

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base62", prefix = "pst_", schema = "plain")]
struct PlainPostId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", json = "number", schema = "plain")]
struct PlainCountId(Snowflake);

json_schema!(PlainPostId, PlainCountId);

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only the schema counts")]
struct Answer {
    id: PlainPostId,
    parent: Option<PlainPostId>,
    others: Vec<PlainPostId>,
    count: PlainCountId,
}

#[test]
fn a_plain_schema_fits_structured_outputs() {
    let plain = serde_json::to_value(schema_for!(Answer)).unwrap();
    assert_eq!(outside_the_subset(&plain), [""; 0]);
    // Others do not.
    let found = outside_the_subset(&schema());
    for keyword in ["format", "pattern", "minLength", "maxLength", "examples", "minimum", "x-brand"]
    {
        assert!(found.iter().any(|found| found == keyword), "{keyword} in {found:?}");
    }
}

#[test]
fn a_number_has_the_bounds_of_an_id() {
    let schema = &schema()[DEFINITIONS]["Count"];
    assert_eq!((&schema["type"], &schema["format"]), (&json!("integer"), &json!("int64")));
    assert_eq!(schema["minimum"].as_f64(), Some(1.0));
    let (bound, largest) = largest();
    assert_eq!(schema[bound], largest);
    assert!(schema["examples"][0].is_i64());
    assert_eq!(schema["x-brand"], "Count");
}

#[test]
fn a_validator_takes_maps_with_keys_that_are_numbers() {
    let id = json!("132271570944004097");
    let post = json!({
        "id": "pst_09mLqiTNk3d",
        "author": id,
        "readers": [id],
        "counted": 129_171_456_000_129_i64,
        "names": { "132271570944004097": "Ada" },
        "counts": { "132271570944004097": 129_171_456_000_129_i64 },
    });
    let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
    compiler.add_resource("post.json", schema()).unwrap();
    let schema = compiler.compile("post.json", &mut schemas).unwrap();
    schemas.validate(&post, schema).unwrap();
}
