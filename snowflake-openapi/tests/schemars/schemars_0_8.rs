use ::schemars_0_8 as schemars;
use serde_json::{Value, json};

macro_rules! json_schema {
    ($($id:ty),+) => {
        snowflake_kit_openapi::json_schema!(schemars_0_8: $($id),+);
    };
}

#[path = "schema.rs"]
mod schema;

const DEFINITIONS: &str = "definitions";

fn largest() -> (&'static str, Value) {
    ("exclusiveMaximum", json!(9_223_372_036_854_775_808.0))
}
