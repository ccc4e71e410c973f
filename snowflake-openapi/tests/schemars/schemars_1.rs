use ::schemars_1 as schemars;
use serde_json::{Value, json};
use snowflake_kit_openapi::schemars_1::json_schema;

#[path = "schema.rs"]
mod schema;

const DEFINITIONS: &str = "$defs";

fn largest() -> (&'static str, Value) {
    ("maximum", json!(i64::MAX))
}
