//! IDs that are nowhere but in parameters.

use std::collections::BTreeSet;

use crate::version::IdComponents;
use serde_json::Value;
use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::SnowflakeId;
use utoipa::openapi::OpenApi as Document;
use utoipa::{IntoParams, Modify, OpenApi, PartialSchema, ToSchema};

use super::references::references;

ids! {
    /// In a body.
    UserId,
    /// In parameters alone, as are the others.
    PostId,
    OptionId,
    ListId,
    HeaderId,
    FieldId,
    OptionalFieldId,
    ListFieldId,
    NestedId,
    #[snowflake(json = "number")]
    NumberId,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is of interest")]
struct User {
    id: UserId,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only its parameters are of interest")]
struct Filter {
    field: FieldId,
    optional: Option<OptionalFieldId>,
    list: Vec<ListFieldId>,
}

macro_rules! operations {
    ($($operation:ident, $path:literal, ($($params:tt)*), $response:tt;)+) => {$(
        #[utoipa::path(get, path = $path, params($($params)*), responses($response))]
        #[expect(dead_code, reason = "only its description is of interest")]
        fn $operation() {}
    )+};
}

operations! {
    user, "/users", (), (status = 200, body = User);
    post, "/posts/{post}/{number}", (("post" = PostId, Path), ("number" = NumberId, Path)), (status = 204);
    others, "/others", (
        ("option" = Option<OptionId>, Query),
        ("list" = Vec<ListId>, Query),
        ("x-id" = HeaderId, Header),
        Filter,
    ), (status = 204);
    nested, "/nested", (("nested" = Option<Vec<NestedId>>, Query)), (status = 204);
    inline, "/inline/{post}", (("post" = inline(PostId), Path)), (status = 204);
    header, "/header", (), (status = 204, headers(("x-next" = PostId)));
}

/// Those that are referred to without being there.
fn dangling(document: &Document) -> BTreeSet<String> {
    let (referred, defined) = references(&serde_json::to_value(document).unwrap());
    referred.difference(&defined).cloned().collect()
}

fn component(document: &Document, name: &str) -> Value {
    serde_json::to_value(document).unwrap()["components"]["schemas"][name].clone()
}

const NONE: BTreeSet<String> = BTreeSet::new();

#[test]
fn an_id_in_a_body_brings_those_of_all_parameters() {
    // In any order, also before and after the operation with the body.
    #[derive(OpenApi)]
    #[openapi(paths(others, user, post, nested, header))]
    struct Api;

    for document in [Api::openapi(), Api::openapi()] {
        assert_eq!(dangling(&document), NONE);
        let schema = serde_json::to_value(ListFieldId::schema()).unwrap();
        assert_eq!(component(&document, "ListFieldId"), schema);
        assert_eq!(document.components.unwrap().schemas.len(), 11);
    }
}

#[test]
fn an_id_that_is_listed_brings_them_too() {
    #[derive(OpenApi)]
    #[openapi(paths(post), components(schemas(ListId)))]
    struct Api;

    assert_eq!(dangling(&Api::openapi()), NONE);
}

/// What utoipa does with parameters, as the crate's docs tell: when this fails,
/// it has learned to collect them.
#[test]
fn without_any_id_elsewhere_the_document_has_to_be_completed() {
    #[derive(OpenApi)]
    #[openapi(paths(post, others, nested, header))]
    struct Dangling;

    #[derive(OpenApi)]
    #[openapi(paths(post, others, nested, header), modifiers(&IdComponents))]
    struct Complete;

    assert_eq!(dangling(&Dangling::openapi()).len(), 9);
    let document = Complete::openapi();
    assert_eq!(dangling(&document), NONE);
    let schema = serde_json::to_value(PostId::schema()).unwrap();
    assert_eq!(component(&document, "PostId"), schema);
    assert_eq!(document.components.unwrap().schemas.len(), 9);
}

#[test]
fn a_document_is_completed_by_hand_and_on_another_thread() {
    #[derive(OpenApi)]
    #[openapi(paths(post))]
    struct Api;

    let mut document = Api::openapi();
    let document = std::thread::spawn(move || {
        IdComponents.modify(&mut document);
        document
    });
    assert_eq!(dangling(&document.join().unwrap()), NONE);
}

#[test]
fn what_is_not_referred_to_is_not_added() {
    #[derive(OpenApi)]
    #[openapi(paths(inline), modifiers(&IdComponents))]
    struct Api;

    let _named_before = (PostId::name(), ListId::name());
    let document = Api::openapi();
    assert!(document.components.unwrap().schemas.is_empty());
}

#[test]
fn what_is_there_stays() {
    #[derive(ToSchema)]
    #[schema(as = PostId)]
    #[expect(dead_code, reason = "only its schema is of interest")]
    struct Own {
        of: String,
    }

    #[derive(OpenApi)]
    #[openapi(paths(post), components(schemas(Own)), modifiers(&IdComponents))]
    struct Api;

    let document = Api::openapi();
    assert_eq!(component(&document, "PostId")["type"], "object");
    assert_eq!(component(&document, "NumberId")["type"], "integer");
}

#[test]
fn a_document_is_made_of_the_types_it_was_built_from() {
    mod other {
        use super::{IdComponents, OpenApi, Snowflake, SnowflakeId};

        ids! {
            #[snowflake(text = "hex")]
            PostId,
        }

        operations! {
            post, "/posts/{post}", (("post" = PostId, Path)), (status = 204);
        }

        #[derive(OpenApi)]
        #[openapi(paths(post), modifiers(&IdComponents))]
        pub(super) struct Api;
    }

    #[derive(OpenApi)]
    #[openapi(paths(post), modifiers(&IdComponents))]
    struct Api;

    for _ in 0..2 {
        assert_eq!(component(&other::Api::openapi(), "PostId")["maxLength"], 16);
        assert_eq!(component(&Api::openapi(), "PostId")["maxLength"], 19);
    }
}

#[test]
fn nested_documents_are_completed_by_the_outermost() {
    #[derive(OpenApi)]
    #[openapi(paths(post))]
    struct Inner;

    #[derive(OpenApi)]
    #[openapi(paths(user), nest((path = "/inner", api = Inner)), modifiers(&IdComponents))]
    struct Outer;

    assert_eq!(dangling(&Outer::openapi()), NONE);
}

#[test]
fn a_parameter_says_what_its_type_says() {
    #[derive(OpenApi)]
    #[openapi(paths(post, others, nested, inline), modifiers(&IdComponents))]
    struct Api;

    let document = serde_json::to_value(Api::openapi()).unwrap();
    let parameters = |path: &str| document["paths"][path]["get"]["parameters"].clone();
    let schemas = &document["components"]["schemas"];
    let said = |path, at: usize| {
        let parameter = &parameters(path)[at];
        (parameter["description"].clone(), parameter["example"].clone())
    };
    let of_type = |name: &str| {
        let schema = &schemas[name];
        (schema["description"].clone(), schema["examples"][0].clone())
    };
    for (at, name) in [(0, "PostId"), (1, "NumberId")] {
        assert_eq!(said("/posts/{post}/{number}", at), of_type(name));
    }
    let inline = &parameters("/inline/{post}")[0];
    assert_eq!(inline["schema"]["x-brand"], "PostId");
    assert_eq!(said("/inline/{post}", 0), of_type("PostId"));
    // No example where it would filter.
    let names = ["OptionId", "ListId", "HeaderId", "FieldId", "OptionalFieldId", "ListFieldId"];
    for (at, name) in names.into_iter().enumerate() {
        assert_eq!(said("/others", at), (of_type(name).0, Value::Null), "{name}");
    }
    assert_eq!(said("/nested", 0), (of_type("NestedId").0, Value::Null));
}

#[test]
fn what_a_parameter_says_itself_stays() {
    #[utoipa::path(
        get,
        path = "/{post}",
        params(("post" = PostId, Path, description = "The newest.", example = "7")),
        responses((status = 204))
    )]
    #[expect(dead_code, reason = "only its description is of interest")]
    fn one() {}

    #[derive(OpenApi)]
    #[openapi(paths(one), modifiers(&IdComponents))]
    struct Api;

    let document = serde_json::to_value(Api::openapi()).unwrap();
    let parameter = &document["paths"]["/{post}"]["get"]["parameters"][0];
    assert_eq!([&parameter["description"], &parameter["example"]], ["The newest.", "7"]);
}
