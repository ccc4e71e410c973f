//! IDs in a document of utoipa.

use serde_json::{Value, json};
use utoipa::{OpenApi, ToSchema};

use crate::graph::{Checked, PostId, UserId};

#[derive(ToSchema)]
#[expect(dead_code, reason = "only its description is of interest")]
struct Post {
    id: PostId,
    author_id: UserId,
    reply_to: Option<PostId>,
}

#[utoipa::path(
    get,
    path = "/posts/{id}",
    params(("id" = PostId, Path), ("author" = Option<UserId>, Query)),
    responses((status = 200, body = Post)),
)]
#[expect(dead_code, reason = "only its description is of interest")]
async fn post() {}

#[derive(OpenApi)]
#[openapi(paths(post))]
struct Api;

pub fn check() -> Checked {
    let document = serde_json::to_value(Api::openapi())?;
    let schemas = &document["components"]["schemas"];
    let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    assert_eq!(schemas["Post"]["properties"]["id"], reference("PostId"));
    assert_eq!(schemas["Post"]["properties"]["author_id"], reference("UserId"));
    let parameters = &document["paths"]["/posts/{id}"]["get"]["parameters"];
    assert_eq!(parameters[0]["schema"], reference("PostId"));
    for name in ["PostId", "UserId"] {
        is_described(&schemas[name]);
    }
    Ok(())
}

/// That of a text that begins with three letters.
fn is_described(schema: &Value) {
    assert_eq!(schema["type"], "string", "{schema}");
    let example = schema["examples"][0].as_str().unwrap();
    let pattern = schema["pattern"].as_str().unwrap();
    assert!(pattern.starts_with(&format!("^{}", &example[..4])), "{schema}");
}
