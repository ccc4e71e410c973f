//! poem-openapi.

use std::borrow::Cow;
use std::iter;

use frameworks::{listen, run};
use poem::listener::TcpAcceptor;
use poem::{Route, Server};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseFromJSON, ParseFromParameter, ParseResult, ToJSON, Type};
use poem_openapi::{Object, OpenApi, OpenApiService};
use serde_json::{Value, json};
use snowflake_kit::core::Shape;
use snowflake_kit::{Id, utoipa_6};

use crate::{DRAFT, PostId, UserId, WRONG, reason};

macro_rules! openapi_ids {
    ($($id:ty),+) => {$(
        impl Type for $id {
            const IS_REQUIRED: bool = true;
            type RawValueType = Self;
            type RawElementValueType = Self;

            fn name() -> Cow<'static, str> {
                Self::NAME.into()
            }

            fn schema_ref() -> MetaSchemaRef {
                MetaSchemaRef::Reference(Self::NAME.into())
            }

            fn register(registry: &mut Registry) {
                registry.create_schema::<Self, _>(Self::NAME.into(), |_| MetaSchema {
                    pattern: Some(utoipa_6::pattern(Shape::of_type::<Self>())),
                    ..MetaSchema::new("string")
                });
            }

            fn as_raw_value(&self) -> Option<&Self> {
                Some(self)
            }

            fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
                Box::new(iter::once(self))
            }
        }

        impl ParseFromJSON for $id {
            fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
                Ok(serde_json::from_value(value.unwrap_or_default())?)
            }
        }

        impl ParseFromParameter for $id {
            fn parse_from_parameter(text: &str) -> ParseResult<Self> {
                Ok(text.parse()?)
            }
        }

        impl ToJSON for $id {
            fn to_json(&self) -> Option<Value> {
                serde_json::to_value(self).ok()
            }
        }
    )+};
}

openapi_ids!(UserId, PostId);

#[derive(Object)]
struct User {
    id: UserId,
}

#[derive(Object)]
struct Draft {
    author: UserId,
    reply_to: Option<PostId>,
}

struct Api;

#[OpenApi]
impl Api {
    #[oai(path = "/users/:id", method = "get")]
    async fn user(&self, Path(id): Path<UserId>) -> Json<User> {
        Json(User { id })
    }

    #[oai(path = "/authors", method = "get")]
    async fn author(&self, Query(author): Query<Option<UserId>>) -> Json<Option<UserId>> {
        Json(author)
    }

    #[oai(path = "/posts", method = "get")]
    async fn posts(&self, Query(id): Query<Vec<PostId>>) -> Json<Vec<PostId>> {
        Json(id)
    }

    #[oai(path = "/posts", method = "post")]
    async fn write(&self, draft: Json<Draft>) -> Json<Draft> {
        draft
    }
}

fn service() -> OpenApiService<Api, ()> {
    OpenApiService::new(Api, "Blog", "1")
}

fn serve() -> u16 {
    let (port, listener) = listen();
    run(move || async {
        let acceptor = TcpAcceptor::from_std(listener).expect("it listens");
        let app = Route::new().nest("/", service());
        Server::new_with_acceptor(acceptor).run(app).await.expect("it serves");
    });
    port
}

#[test]
fn paths() {
    let port = serve();
    let get = |path: &str| frameworks::get(port, path);
    assert_eq!(get("/users/249857720318955522"), (200, r#"{"id":"249857720318955522"}"#.into()));
    for (wrong, text) in WRONG {
        let (status, body) = get(&format!("/users/{wrong}"));
        let expected =
            format!(r#"failed to parse path `param0`: failed to parse "UserId": {}"#, reason(text));
        assert_eq!((status, body), (400, expected));
    }
}

#[test]
fn queries() {
    let port = serve();
    let get = |path: &str| frameworks::get(port, path);
    assert_eq!(get("/authors"), (200, "null".into()));
    assert_eq!(get("/authors?author=7"), (200, r#""7""#.into()));
    for (wrong, text) in WRONG {
        let (status, body) = get(&format!("/authors?author={wrong}"));
        let text = if text == "+7" { " 7" } else { text };
        assert_eq!(status, 400);
        assert!(body.contains(&reason(text)), "{body}");
    }
    let list = r#"["pst_0ISLlHTcqtU","pst_0ISLlHTcqtV"]"#;
    assert_eq!(get("/posts?id=pst_0ISLlHTcqtU&id=pst_0ISLlHTcqtV"), (200, list.into()));
    assert_eq!(get("/posts?id=pst_0ISLlHTcqtU&id=7").0, 400);
}

#[test]
fn bodies() {
    let port = serve();
    let send = |json: &str| frameworks::post(port, "/posts", json);
    assert_eq!(send(DRAFT), (200, DRAFT.into()));
    for (_, text) in WRONG {
        let (status, body) = send(&format!(r#"{{"author":"{text}"}}"#));
        assert_eq!(status, 400);
        assert!(body.contains(&reason(text)), "{body}");
    }
    assert_eq!(send(r#"{"author":0}"#).0, 400);
}

#[test]
fn descriptions() {
    let document: Value = serde_json::from_str(&service().spec()).expect("JSON");
    let schemas = &document["components"]["schemas"];
    assert_eq!(
        schemas["PostId"],
        json!({ "type": "string", "pattern": utoipa_6::pattern(Shape::of_type::<PostId>()) }),
    );
    let component = json!({ "$ref": "#/components/schemas/UserId" });
    assert_eq!(schemas["User"]["properties"]["id"], component);
    assert_eq!(document["paths"]["/users/{id}"]["get"]["parameters"][0]["schema"], component);
}
