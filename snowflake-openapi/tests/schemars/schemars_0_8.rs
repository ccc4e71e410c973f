use ::schemars_0_8 as schemars;
use serde_json::{Value, json};
use snowflake_kit_openapi::schemars_0_8::json_schema;

#[path = "schema.rs"]
mod schema;

const DEFINITIONS: &str = "definitions";

fn largest() -> (&'static str, Value) {
    ("exclusiveMaximum", json!(9_223_372_036_854_775_808.0))
}
