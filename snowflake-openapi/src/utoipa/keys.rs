//! Keys of maps, which utoipa describes like values.
//!
//! The keys of a JSON object are strings. An `integer` in `propertyNames`, as utoipa writes it for
//! `HashMap<RoomId, _>` if a `RoomId` is a number in JSON, refuses every key.

use serde_core::Serialize;
use serde_core::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::utoipa::openapi::OpenApi;
use crate::expression::BRAND;

/// Describes the keys that are numbers as what they are in an object: their digits.
pub(super) fn are_strings(openapi: &mut OpenApi) {
    corrected(openapi.paths.paths.values_mut(), correct);
    if let Some(components) = &mut openapi.components {
        corrected(components.schemas.values_mut(), correct);
        corrected(components.responses.values_mut(), correct);
    }
}

/// Corrects parts of a document by their JSON, in which all places look alike. Only what has changed
/// is read back.
pub(super) fn corrected<'v, T: Serialize + DeserializeOwned + 'v>(
    parts: impl IntoIterator<Item = &'v mut T>,
    correct: impl Fn(&mut Value) -> bool,
) {
    for part in parts {
        let Ok(mut value) = serde_json::to_value(&*part) else { continue };
        if correct(&mut value)
            && let Ok(corrected) = serde_json::from_value(value)
        {
            *part = corrected;
        }
    }
}

/// Whether there was such a key.
fn correct(value: &mut Value) -> bool {
    match value {
        Value::Object(object) => {
            let keys = object.get_mut("propertyNames").and_then(Value::as_object_mut);
            let mut found = keys.is_some_and(key_is_string);
            for (keyword, value) in object {
                found |= match (keyword.as_str(), value) {
                    // Here the names are those of fields, and the values are schemas.
                    ("properties", Value::Object(fields)) => any(fields.values_mut()),
                    // Values, which may look like anything.
                    ("const" | "default" | "enum" | "example" | "examples", _) => false,
                    (_, value) => correct(value),
                };
            }
            found
        }
        Value::Array(values) => any(values),
        _ => false,
    }
}

/// Whether there was one in any of these, all of which are corrected.
fn any<'v>(values: impl IntoIterator<Item = &'v mut Value>) -> bool {
    values.into_iter().fold(false, |found, value| correct(value) | found)
}

fn key_is_string(key: &mut Map<String, Value>) -> bool {
    if key.get("type") != Some(&json!("integer")) {
        return false;
    }
    key.insert("type".to_owned(), json!("string"));
    let least = key.remove("minimum").and_then(|least| least.as_f64());
    for keyword in
        ["format", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", BRAND]
    {
        key.remove(keyword);
    }
    if let Some(least) = least {
        let digits = match least {
            1.0.. => "^[1-9][0-9]*$",
            0.0.. => "^[0-9]+$",
            _ => "^-?[0-9]+$",
        };
        key.insert("pattern".to_owned(), json!(digits));
    }
    if let Some(Value::Array(examples)) = key.get_mut("examples") {
        for example in examples {
            *example = json!(example.to_string());
        }
    }
    true
}
