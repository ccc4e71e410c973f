//! The description of the REST API.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::place::Place;
use crate::server;
use crate::service::{Answer, Service};

#[tokio::test]
async fn it_describes_what_is_served() {
    let test = async |place: Place| {
        let service = Service::start(&place).await;
        let document = service.get("/api/openapi.json").await.done(200);
        let mut names = BTreeSet::new();
        for (path, operations) in document["paths"].as_object().unwrap() {
            for (method, operation) in operations.as_object().unwrap() {
                let name = operation["operationId"].as_str().unwrap();
                assert!(names.insert(name), "two operations are called {name}");
                // Each refusal has one shape.
                for (status, response) in operation["responses"].as_object().unwrap() {
                    let schema = &response["content"]["application/json"]["schema"];
                    let is_error = schema["$ref"] == "#/components/schemas/ErrorBody";
                    assert_eq!(is_error, !status.starts_with('2'), "{method} {path} {status}");
                }
                // It is there, and takes no other texts as IDs.
                let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
                let request = path.replace(['{', '}'], "");
                let answer = Answer::of(service.request(method.clone(), &request)).await;
                let status = answer.status.as_u16();
                let is_known = if path.contains('{') { status == 400 } else { status < 404 };
                assert!(is_known, "{method} {path}: {answer:?}");
                let known = &operation["responses"][status.to_string()];
                assert!(known.is_object(), "{method} {path} {status} is not in the document");
            }
        }
        assert!(names.len() > 15, "{names:?}");
        let schemas = document["components"]["schemas"].as_object().unwrap();
        for name in ["UserId", "GuildId", "ChannelId", "MessageId", "ReactionId"] {
            assert_eq!(schemas[name]["type"], "string", "{name}");
        }
        // No reference leads nowhere.
        let mut references = Vec::new();
        collect(&document, &mut references);
        for reference in references {
            let name = reference.strip_prefix("#/components/schemas/").unwrap();
            assert!(schemas.contains_key(name), "{reference}");
        }
        assert_eq!(schemas["Text2000"]["maxLength"], json!(2_000));

        let page = service.get("/swagger-ui/").await.done(200);
        assert!(page.as_str().unwrap().contains("swagger-ui"), "{page}");
    };
    server::run_on_a_file(test).await;
}

fn collect<'v>(value: &'v Value, references: &mut Vec<&'v str>) {
    match value {
        Value::Object(object) => {
            references.extend(object.get("$ref").and_then(Value::as_str));
            object.values().for_each(|value| collect(value, references));
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, references)),
        _ => {}
    }
}
