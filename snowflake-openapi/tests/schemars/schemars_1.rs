use ::schemars_1 as schemars;
use serde_json::{Value, json};

macro_rules! json_schema {
    ($($id:ty),+) => {
        snowflake_kit_openapi::json_schema!(schemars_1: $($id),+);
    };
}

#[path = "schema.rs"]
mod schema;

const DEFINITIONS: &str = "$defs";

fn largest() -> (&'static str, Value) {
    ("maximum", json!(i64::MAX))
}
