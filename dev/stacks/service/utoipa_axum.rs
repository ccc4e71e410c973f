//! IDs in a service of utoipa-axum, and in the document that Swagger UI shows.

use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, Query};
use axum::http::{Request, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tower::ServiceExt;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use utoipa_swagger_ui::SwaggerUi;

use crate::graph::{Checked, Graph, PostId, UserId};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Filter {
    author: Option<UserId>,
}

#[derive(Serialize, ToSchema)]
struct Post {
    id: PostId,
    author_id: Option<UserId>,
}

#[utoipa::path(
    get,
    path = "/posts/{id}",
    params(("id" = PostId, Path), Filter),
    responses((status = 200, body = Post)),
)]
async fn post(Path(id): Path<PostId>, Query(filter): Query<Filter>) -> Json<Post> {
    Json(Post { id, author_id: filter.author })
}

pub async fn check() -> Checked {
    let (router, document) = OpenApiRouter::new().routes(routes!(post)).split_for_parts();
    let router = router.merge(SwaggerUi::new("/docs").url("/openapi.json", document));
    let graph = Graph::mint();
    let (id, author) = (graph.posts[0].0, graph.author);
    let get = async |uri: String| {
        let request = Request::get(uri).body(Body::empty()).unwrap();
        let answer = router.clone().oneshot(request).await.unwrap();
        let status = answer.status();
        let body = to_bytes(answer.into_body(), 1 << 20).await.unwrap();
        (status, String::from_utf8(body.to_vec()).unwrap())
    };
    let (status, body) = get(format!("/posts/{id}?author={author}")).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(body, format!("{{\"id\":\"{id}\",\"author_id\":\"{author}\"}}"));
    assert_eq!(get(format!("/posts/{author}")).await.0, StatusCode::BAD_REQUEST);

    let (_, document) = get("/openapi.json".to_owned()).await;
    let document: Value = serde_json::from_str(&document)?;
    let parameters = document["paths"]["/posts/{id}"]["get"]["parameters"].as_array().unwrap();
    let of =
        |name: &str| parameters.iter().find(|it| it["name"] == name).unwrap()["schema"].to_string();
    assert!(of("id").contains("PostId") && of("author").contains("UserId"), "{document}");
    let schemas = &document["components"]["schemas"];
    assert_eq!(schemas["Post"]["properties"]["id"]["$ref"], "#/components/schemas/PostId");
    for name in ["PostId", "UserId"] {
        assert_eq!(schemas[name]["type"], "string", "{document}");
        assert!(schemas[name]["pattern"].is_string(), "{document}");
    }
    let (status, page) = get("/docs/".to_owned()).await;
    assert!(status == StatusCode::OK && page.contains("swagger-ui"), "{page}");
    Ok(())
}
