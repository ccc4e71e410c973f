//! The description of the service.

use serde_json::{Value, json};

use crate::service::service;

fn document() -> Value {
    serde_json::to_value(service().1).unwrap()
}

#[test]
fn each_id_type_is_a_component() {
    let document = document();
    for (name, kind, max_length) in [
        ("UserId", "string", json!(19)),
        ("PostId", "string", json!(15)),
        ("TagId", "string", json!(13)),
        ("TraceId", "string", json!(22)),
        ("RoomId", "integer", Value::Null),
        ("ReportId", "string", json!(26)),
    ] {
        let schema = &document["components"]["schemas"][name];
        assert_eq!(schema["type"], kind, "{name}: {schema}");
        assert_eq!(schema["maxLength"], max_length, "{name}: {schema}");
    }
}

#[test]
fn parameters_refer_to_the_components() {
    let document = document();
    for (path, method, names) in [
        ("/users/{id}", "get", [("id", "UserId")].as_slice()),
        ("/users/{user}/posts/{post}", "get", &[("user", "UserId"), ("post", "PostId")]),
        ("/places/{user}/{post}", "get", &[("user", "UserId"), ("post", "PostId")]),
        ("/posts", "get", &[("before", "PostId"), ("author", "UserId"), ("room", "RoomId")]),
        ("/reports/{id}", "delete", &[("id", "ReportId")]),
    ] {
        let parameters = document["paths"][path][method]["parameters"].as_array().unwrap();
        assert_eq!(parameters.len(), names.len(), "{path}: {parameters:?}");
        for (parameter, (name, component)) in parameters.iter().zip(names) {
            let reference = json!({ "$ref": format!("#/components/schemas/{component}") });
            assert_eq!(parameter["name"], *name, "{path}");
            assert_eq!(parameter["schema"], reference, "{path}");
        }
    }
}
