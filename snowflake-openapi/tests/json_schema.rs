//! ID types in JSON Schemas of schemars.

use std::collections::BTreeMap;

use schemars::{JsonSchema, schema_for};
use serde_json::{Value, json};
use snowflake_core::Snowflake;
use snowflake_derive::SnowflakeId;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_core")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_core", text = "base62", prefix = "pst_")]
struct PostId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_core", json = "number", name = "Count")]
struct CountId(Snowflake);

snowflake_openapi::json_schema!(UserId, PostId, CountId);

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only the schema counts")]
struct Post {
    id: PostId,
    author: UserId,
    editor: Option<UserId>,
    readers: Vec<UserId>,
    counted: CountId,
    names: BTreeMap<UserId, String>,
}

fn schema() -> Value {
    schema_for!(Post).to_value()
}

#[test]
fn a_field_refers_to_the_schema_of_its_id() {
    let properties = &schema()["properties"];
    assert_eq!(properties["id"], json!({ "$ref": "#/$defs/PostId" }));
    assert_eq!(properties["author"], json!({ "$ref": "#/$defs/UserId" }));
    assert_eq!(properties["readers"]["items"], json!({ "$ref": "#/$defs/UserId" }));
    assert_eq!(properties["counted"], json!({ "$ref": "#/$defs/Count" }));
    let editor = json!({ "anyOf": [{ "$ref": "#/$defs/UserId" }, { "type": "null" }] });
    assert_eq!(properties["editor"], editor);
}

#[test]
fn a_string_has_the_form_of_its_texts() {
    let schema = &schema()["$defs"]["PostId"];
    assert_eq!(schema["type"], "string");
    assert_eq!((&schema["minLength"], &schema["maxLength"]), (&json!(15), &json!(15)));
    let pattern = regex::Regex::new(schema["pattern"].as_str().unwrap()).unwrap();
    let example = schema["examples"][0].as_str().unwrap();
    assert!(example.parse::<PostId>().is_ok() && pattern.is_match(example));
    assert!(!pattern.is_match("pst_00000000000"));
    let description = schema["description"].as_str().unwrap();
    assert!(description.contains("pst_") && description.contains("41 time"), "{description}");
}

#[test]
fn a_number_has_the_bounds_of_an_id() {
    let schema = &schema()["$defs"]["Count"];
    assert_eq!((&schema["type"], &schema["format"]), (&json!("integer"), &json!("int64")));
    assert_eq!((&schema["minimum"], &schema["maximum"]), (&json!(1), &json!(i64::MAX)));
    assert!(schema["examples"][0].is_i64());
}
