//! poem.

use frameworks::{listen, run};
use poem::listener::TcpAcceptor;
use poem::web::{Json, Path, Query};
use poem::{Route, Server, get, handler};
use serde::{Deserialize, Serialize};
use snowflake_kit::Id;

use crate::{DRAFT, Draft, PostId, User, UserId, WRONG, reason};

/// An ID in a path.
#[derive(Deserialize)]
struct InPath<T: Id>(#[serde(with = "snowflake_kit::serde::string")] T);

#[derive(Deserialize, Serialize)]
struct Filter {
    author: Option<UserId>,
}

/// Both, as fields of a path.
#[derive(Deserialize, Serialize)]
struct Place {
    #[serde(with = "snowflake_kit::serde::string")]
    author: UserId,
    #[serde(with = "snowflake_kit::serde::string")]
    post: PostId,
}

#[handler]
fn user(Path(InPath(id)): Path<InPath<UserId>>) -> Json<User> {
    Json(User { id })
}

#[handler]
fn place(Path(place): Path<Place>) -> Json<Place> {
    Json(place)
}

#[handler]
fn pair(
    Path((InPath(author), InPath(post))): Path<(InPath<UserId>, InPath<PostId>)>,
) -> Json<Place> {
    Json(Place { author, post })
}

/// Without `InPath`.
#[handler]
fn unsupported(Path(id): Path<UserId>) -> Json<User> {
    Json(User { id })
}

#[handler]
fn posts(Query(filter): Query<Filter>) -> Json<Filter> {
    Json(filter)
}

#[handler]
fn write(draft: Json<Draft>) -> Json<Draft> {
    draft
}

fn serve() -> u16 {
    let (port, listener) = listen();
    run(move || async {
        let app = Route::new()
            .at("/users/:id", get(user))
            .at("/users/:author/posts/:post", get(place))
            .at("/pairs/:author/:post", get(pair))
            .at("/unsupported/:id", get(unsupported))
            .at("/posts", get(posts).post(write));
        let acceptor = TcpAcceptor::from_std(listener).expect("it listens");
        Server::new_with_acceptor(acceptor).run(app).await.expect("it serves");
    });
    port
}

#[test]
fn paths() {
    let port = serve();
    let get = |path: &str| frameworks::get(port, path);
    assert_eq!(get("/users/249857720318955522"), (200, r#"{"id":"249857720318955522"}"#.into()));
    assert_eq!(get("/users/%37"), (200, r#"{"id":"7"}"#.into()));
    for (wrong, _) in WRONG {
        let refused = (400, "invalid path params".into());
        assert_eq!(get(&format!("/users/{wrong}")), refused);
        assert_eq!(get(&format!("/users/{wrong}/posts/pst_0ISLlHTcqtU")), refused);
        assert_eq!(get(&format!("/pairs/{wrong}/pst_0ISLlHTcqtU")), refused);
    }
    let both = r#"{"author":"7","post":"pst_0ISLlHTcqtU"}"#;
    assert_eq!(get("/users/7/posts/pst_0ISLlHTcqtU"), (200, both.into()));
    assert_eq!(get("/pairs/7/pst_0ISLlHTcqtU"), (200, both.into()));
    assert_eq!(get("/pairs/7/7").0, 400);
}

/// Why there is `InPath`.
#[test]
fn paths_do_not_say_what_they_hold() {
    assert_eq!(frameworks::get(serve(), "/unsupported/7"), (400, "invalid path params".into()));
}

#[test]
fn queries() {
    let port = serve();
    let get = |query: &str| frameworks::get(port, &format!("/posts{query}"));
    assert_eq!(get(""), (200, r#"{"author":null}"#.into()));
    assert_eq!(get("?author=7"), (200, r#"{"author":"7"}"#.into()));
    for (wrong, text) in WRONG {
        let text = if text == "+7" { " 7" } else { text };
        assert_eq!(get(&format!("?author={wrong}")), (400, reason(text)));
    }
    assert_eq!(get("?author=").0, 400);
}

#[test]
fn bodies() {
    let port = serve();
    let send = |json: &str| frameworks::post(port, "/posts", json);
    assert_eq!(send(DRAFT), (200, DRAFT.into()));
    for (_, text) in WRONG {
        let (status, body) = send(&format!(r#"{{"author":"{text}"}}"#));
        assert_eq!(status, 400);
        let expected = format!("parse error: {} at line 1 column ", reason(text));
        assert!(body.starts_with(&expected), "{body}");
    }
    assert_eq!(send(r#"{"author":0}"#).0, 400);
}
