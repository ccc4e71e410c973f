//! The references of a document.

use std::collections::BTreeSet;

use serde_json::Value;

/// The components that are referred to, and those that there are.
pub(crate) fn references(document: &Value) -> (BTreeSet<String>, BTreeSet<String>) {
    fn collect(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(object) => {
                if let Some(Value::String(reference)) = object.get("$ref") {
                    let name = reference.strip_prefix("#/components/schemas/").unwrap();
                    found.insert(name.to_owned());
                }
                object.values().for_each(|value| collect(value, found));
            }
            Value::Array(values) => values.iter().for_each(|value| collect(value, found)),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    collect(document, &mut found);
    let schemas = document["components"]["schemas"].as_object();
    (found, schemas.into_iter().flat_map(|schemas| schemas.keys().cloned()).collect())
}
