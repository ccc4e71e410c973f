//! IDs in every place of a document, whatever their texts.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};
use utoipa::{IntoParams, OpenApi, ToSchema};

use super::references::references;
use super::{OldId, PostId, RoomId, TagId, TraceId, UserId};

pub(crate) fn schema<T: ToSchema>() -> Value {
    serde_json::to_value(T::schema()).unwrap()
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is of interest")]
struct User {
    id: UserId,
    /// Who invited them.
    invited_by: Option<UserId>,
    friends: Vec<UserId>,
    rooms: BTreeMap<RoomId, Vec<PostId>>,
    tags: HashMap<String, TagId>,
    #[schema(inline)]
    trace: TraceId,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is of interest")]
struct Page<T> {
    items: Vec<T>,
    next: Option<T>,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only its parameters are of interest")]
struct Filter {
    before: Option<PostId>,
    authors: Vec<UserId>,
    #[param(inline)]
    old: OldId,
}

#[utoipa::path(
    get,
    path = "/users/{id}",
    params(("id" = UserId, Path), ("room" = Option<RoomId>, Query)),
    responses((status = 200, body = User)),
)]
#[expect(dead_code, reason = "only its description is of interest")]
fn user() {}

#[utoipa::path(
    get,
    path = "/posts",
    params(Filter),
    responses((status = 200, body = Page<PostId>)),
)]
#[expect(dead_code, reason = "only its description is of interest")]
fn posts() {}

#[utoipa::path(
    post,
    path = "/users",
    request_body = Vec<UserId>,
    responses((status = 200, body = HashMap<UserId, PostId>), (status = 404, body = Option<TagId>)),
)]
#[expect(dead_code, reason = "only its description is of interest")]
fn users() {}

#[derive(OpenApi)]
#[openapi(paths(user, posts, users))]
struct Api;

#[test]
fn every_reference_has_its_component() {
    let document = serde_json::to_value(Api::openapi()).unwrap();
    let (referred, defined) = references(&document);
    assert!(referred.is_subset(&defined), "{:?}", referred.difference(&defined));
    for id in ["UserId", "PostId", "Tag", "RoomId"] {
        assert!(referred.contains(id), "{id}");
    }
    assert_eq!(document["components"]["schemas"]["UserId"], schema::<UserId>());
}

/// Whether this is one or the other, in the order of the version.
fn is_optional(schema: &Value, some: &Value) -> bool {
    let nothing = json!({ "type": "null" });
    *schema == json!({ "oneOf": [some, nothing] }) || *schema == json!({ "oneOf": [nothing, some] })
}

#[test]
fn fields_refer_to_the_component() {
    let document = serde_json::to_value(Api::openapi()).unwrap();
    let user = &document["components"]["schemas"]["User"];
    assert_eq!(user["required"], json!(["id", "friends", "rooms", "tags", "trace"]));
    let fields = &user["properties"];
    let user_id = json!({ "$ref": "#/components/schemas/UserId" });
    assert_eq!(fields["id"], user_id);
    assert_eq!(fields["friends"], json!({ "type": "array", "items": user_id }));
    let user_id =
        json!({ "$ref": "#/components/schemas/UserId", "description": "Who invited them." });
    assert!(is_optional(&fields["invited_by"], &user_id), "{}", fields["invited_by"]);
    assert_eq!(fields["tags"]["additionalProperties"]["$ref"], "#/components/schemas/Tag");
    assert_eq!(fields["trace"], schema::<TraceId>());
}

#[test]
fn parameters_and_bodies_refer_to_the_component() {
    let document = serde_json::to_value(Api::openapi()).unwrap();
    let paths = &document["paths"];
    let post_id = json!({ "$ref": "#/components/schemas/PostId" });
    let user_ids = json!({ "type": "array", "items": { "$ref": "#/components/schemas/UserId" } });

    let user = &paths["/users/{id}"]["get"]["parameters"];
    assert_eq!(
        *user,
        json!([
            {
                "name": "id",
                "in": "path",
                "required": true,
                "schema": { "$ref": "#/components/schemas/UserId" },
            },
            {
                "name": "room",
                "in": "query",
                "required": false,
                "schema": { "$ref": "#/components/schemas/RoomId" },
            },
        ])
    );
    let filter = &paths["/posts"]["get"]["parameters"];
    assert_eq!(filter[0]["schema"], post_id);
    assert_eq!(filter[1]["schema"], user_ids);
    assert_eq!(filter[2]["schema"], schema::<OldId>());

    let users = &paths["/users"]["post"];
    assert_eq!(users["requestBody"]["content"]["application/json"]["schema"], user_ids);
    let body = |status: &str| &users["responses"][status]["content"]["application/json"]["schema"];
    assert_eq!(body("200")["additionalProperties"], post_id);
    assert_eq!(body("200")["propertyNames"], schema::<UserId>());
    assert!(is_optional(body("404"), &json!({ "$ref": "#/components/schemas/Tag" })));
}

#[test]
fn generic_schemas_and_enums_take_ids() {
    #[derive(ToSchema)]
    #[expect(dead_code, reason = "only its schema is of interest")]
    struct Pages {
        one: Page<UserId>,
        lists: Page<Vec<UserId>>,
        options: Page<Option<UserId>>,
        maps: Page<HashMap<UserId, PostId>>,
        pair: (UserId, Option<PostId>),
    }

    #[derive(ToSchema)]
    #[expect(dead_code, reason = "only its schema is of interest")]
    enum Author {
        User(UserId),
        Guest { invited_by: Box<UserId> },
    }

    #[derive(OpenApi)]
    #[openapi(components(schemas(Pages, Author)))]
    struct Api;

    let document = serde_json::to_value(Api::openapi()).unwrap();
    let (referred, defined) = references(&document);
    assert!(referred.is_subset(&defined), "{:?}", referred.difference(&defined));
    // utoipa writes parameters of a generic schema in place.
    let schemas = &document["components"]["schemas"];
    let items = |page: &str| schemas[page]["properties"]["items"]["items"].clone();
    assert_eq!(items("Page_UserId"), schema::<UserId>());
    assert_eq!(items("Page_Vec_UserId")["items"], schema::<UserId>());
    assert_eq!(schemas["Pages"]["properties"]["pair"]["prefixItems"][0], schema::<UserId>());
    let user_id = json!({ "$ref": "#/components/schemas/UserId" });
    assert_eq!(schemas["Author"]["oneOf"][0]["properties"]["User"], user_id);
    assert_eq!(
        schemas["Author"]["oneOf"][1]["properties"]["Guest"]["properties"]["invited_by"],
        user_id
    );
}
