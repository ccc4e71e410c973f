//! What pages for people show of a parameter.
//!
//! Swagger UI shows a parameter's own description and example, and neither of those that the type's
//! component has.

use serde_json::{Map, Value};

use super::keys::corrected;
use super::utoipa::openapi::OpenApi;
use crate::expression::BRAND;

/// Gives parameters of an ID type its description, and those in paths its example, unless they have
/// their own. Not in a query: an example is sent by who tries a request out, also where it filters.
pub(super) fn are_described(openapi: &mut OpenApi) {
    let Some(components) = &openapi.components else { return };
    let ids = components.schemas.iter().filter_map(|(name, schema)| {
        let schema = serde_json::to_value(schema).ok()?;
        schema.get(BRAND).is_some().then(|| (name.clone(), schema))
    });
    let ids: Map<_, _> = ids.collect();
    let described = |operation: &mut Value| {
        let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
        parameters.into_iter().flatten().fold(false, |changed, of| describe(of, &ids) | changed)
    };
    // The parameters of a path itself, and those of each of its operations.
    corrected(openapi.paths.paths.values_mut(), |path| {
        let itself = described(path);
        let operations = path.as_object_mut().into_iter().flat_map(Map::values_mut);
        operations.fold(itself, |changed, operation| described(operation) | changed)
    });
}

/// Whether something was missing.
fn describe(parameter: &mut Value, ids: &Map<String, Value>) -> bool {
    let Some(id) = parameter.get("schema").and_then(|schema| id_in(schema, ids)) else {
        return false;
    };
    let example = id.pointer("/examples/0").filter(|_| parameter["in"] == "path");
    let missing = [("description", id.get("description")), ("example", example)];
    let missing = missing.map(|(keyword, value)| Some((keyword, value?.clone())));
    let Some(parameter) = parameter.as_object_mut() else { return false };
    let before = parameter.len();
    for (keyword, value) in missing.into_iter().flatten() {
        if !parameter.contains_key(keyword) {
            parameter.insert(keyword.to_owned(), value);
        }
    }
    parameter.len() > before
}

/// The schema of the ID type that a parameter is, or is a list of.
fn id_in<'v>(schema: &'v Value, ids: &'v Map<String, Value>) -> Option<&'v Value> {
    match schema {
        Value::Object(object) if object.contains_key(BRAND) => Some(schema),
        Value::Object(object) => match object.get("$ref").and_then(Value::as_str) {
            Some(to) => ids.get(to.strip_prefix("#/components/schemas/")?),
            None => object.values().find_map(|schema| id_in(schema, ids)),
        },
        Value::Array(schemas) => schemas.iter().find_map(|schema| id_in(schema, ids)),
        _ => None,
    }
}
