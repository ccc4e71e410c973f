//! salvo.

use frameworks::{listen, run};
use salvo::conn::tcp::TcpAcceptor;
use salvo::extract::{JsonBody, PathParam, QueryParam};
use salvo::prelude::{Extractible, Json, Request, Router, Server, StatusError, Writer, handler};
use serde::{Deserialize, Serialize};

use crate::{DRAFT, Draft, PostId, User, UserId, WRONG, reason};

#[derive(Deserialize, Extractible, Serialize)]
#[salvo(extract(default_source(from = "query")))]
struct Filter {
    author: Option<UserId>,
    #[serde(default)]
    ids: Vec<PostId>,
}

#[handler]
async fn user(id: PathParam<UserId>) -> Json<User> {
    Json(User { id: id.into_inner() })
}

/// The answer says what is wrong.
#[handler]
async fn explained(req: &mut Request) -> Result<Json<User>, StatusError> {
    let id = req.try_param("id");
    let id = id.map_err(|error| StatusError::bad_request().brief(error.to_string()))?;
    Ok(Json(User { id }))
}

#[handler]
async fn posts(filter: Filter) -> Json<Filter> {
    Json(filter)
}

#[handler]
async fn optional(author: QueryParam<UserId, false>) -> Json<Option<UserId>> {
    Json(author.into_inner())
}

#[handler]
async fn write(draft: JsonBody<Draft>) -> Json<Draft> {
    Json(draft.into_inner())
}

/// The answer says what is wrong.
#[handler]
async fn write_explained(req: &mut Request) -> Result<Json<Draft>, StatusError> {
    let draft = req.parse_json().await;
    draft.map(Json).map_err(|error| StatusError::bad_request().brief(error.to_string()))
}

fn serve() -> u16 {
    let (port, listener) = listen();
    run(move || async {
        let router = Router::new()
            .push(Router::with_path("users/{id}").get(user))
            .push(Router::with_path("explained/{id}").get(explained))
            .push(Router::with_path("explained").post(write_explained))
            .push(Router::with_path("posts").get(posts).post(write))
            .push(Router::with_path("optional").get(optional));
        let listener = tokio::net::TcpListener::from_std(listener).expect("it listens");
        let acceptor = TcpAcceptor::try_from(listener).expect("it listens");
        Server::new(acceptor).serve(router).await;
    });
    port
}

/// The field of salvo's answer that says what is wrong.
fn brief(body: &str) -> String {
    let body: serde_json::Value = serde_json::from_str(body).expect(body);
    body["error"]["brief"].as_str().expect("a text").to_owned()
}

#[test]
fn paths() {
    let port = serve();
    let get = |path: &str| frameworks::get(port, path);
    assert_eq!(get("/users/249857720318955522"), (200, r#"{"id":"249857720318955522"}"#.into()));
    assert_eq!(get("/users/%37"), (200, r#"{"id":"7"}"#.into()));
    for (wrong, text) in WRONG {
        let (status, body) = get(&format!("/users/{wrong}"));
        assert_eq!((status, brief(&body).as_str()), (400, "parse http data failed"));
        let (status, body) = get(&format!("/explained/{wrong}"));
        assert_eq!((status, brief(&body)), (400, format!("deserialize error: {}", reason(text))));
    }
}

#[test]
fn queries() {
    let port = serve();
    let get = |path: &str| frameworks::get(port, path);
    assert_eq!(get("/posts"), (200, r#"{"author":null,"ids":[]}"#.into()));
    assert_eq!(get("/posts?author=7"), (200, r#"{"author":"7","ids":[]}"#.into()));
    let list = r#"{"author":null,"ids":["pst_0ISLlHTcqtU","pst_0ISLlHTcqtV"]}"#;
    assert_eq!(get("/posts?ids=pst_0ISLlHTcqtU&ids=pst_0ISLlHTcqtV"), (200, list.into()));
    assert_eq!(get("/posts?author=7&author=8").0, 400);
    assert_eq!(get("/optional?author=7"), (200, r#""7""#.into()));
    for (wrong, _) in WRONG {
        assert_eq!(get(&format!("/posts?author={wrong}")).0, 400);
        assert_eq!(get(&format!("/posts?ids={wrong}")).0, 400);
        // Why there is `Filter`.
        assert_eq!(get(&format!("/optional?author={wrong}")), (200, "null".into()));
    }
}

#[test]
fn bodies() {
    let port = serve();
    assert_eq!(frameworks::post(port, "/posts", DRAFT), (200, DRAFT.into()));
    for (_, text) in WRONG {
        let draft = format!(r#"{{"author":"{text}"}}"#);
        let (status, body) = frameworks::post(port, "/posts", &draft);
        assert_eq!((status, brief(&body).as_str()), (400, "parse http data failed"));
        let (status, body) = frameworks::post(port, "/explained", &draft);
        let expected = format!("serde json error: {}", reason(text));
        assert_eq!(status, 400);
        assert!(brief(&body).starts_with(&expected), "{body}");
    }
    assert_eq!(frameworks::post(port, "/posts", r#"{"author":0}"#).0, 400);
}
