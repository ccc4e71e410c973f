//! IDs in paths, answers and the document of dropshot.

use dropshot::{ApiDescription, HttpError, HttpResponseOk, Path, RequestContext, endpoint};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::graph::{Checked, PostId, UserId};

#[derive(Deserialize, JsonSchema)]
struct PostPath {
    id: PostId,
}

#[derive(Serialize, JsonSchema)]
struct Post {
    id: PostId,
    author_id: Option<UserId>,
}

#[endpoint { method = GET, path = "/posts/{id}" }]
async fn post(
    _: RequestContext<()>,
    path: Path<PostPath>,
) -> Result<HttpResponseOk<Post>, HttpError> {
    Ok(HttpResponseOk(Post { id: path.into_inner().id, author_id: None }))
}

pub async fn check() -> Checked {
    let mut api = ApiDescription::new();
    api.register(post)?;
    let document: Value = api.openapi("posts", semver::Version::new(1, 0, 0)).json()?;
    let schemas = &document["components"]["schemas"];
    assert_eq!(schemas["Post"]["properties"]["id"]["$ref"], "#/components/schemas/PostId");
    for name in ["PostId", "UserId"] {
        assert_eq!(schemas[name]["type"], "string", "{document}");
        assert!(schemas[name]["pattern"].is_string(), "{document}");
    }
    Ok(())
}
