//! actix-web.

use actix_web::web::{Json, Path, Query};
use actix_web::{App, HttpServer, get, post};
use frameworks::{listen, run};
use serde::{Deserialize, Serialize};
use snowflake_kit::{Id, Snowflake, SnowflakeId};

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

#[get("/users/{id}")]
async fn user(id: Path<InPath<UserId>>) -> Json<User> {
    let InPath(id) = id.into_inner();
    Json(User { id })
}

#[get("/users/{author}/posts/{post}")]
async fn place(place: Path<Place>) -> Json<Place> {
    Json(place.into_inner())
}

#[get("/pairs/{author}/{post}")]
async fn pair(pair: Path<(InPath<UserId>, InPath<PostId>)>) -> Json<Place> {
    let (InPath(author), InPath(post)) = pair.into_inner();
    Json(Place { author, post })
}

/// Without `InPath`.
#[get("/guessed/{id}")]
async fn guessed(id: Path<UserId>) -> Json<User> {
    Json(User { id: id.into_inner() })
}

/// Identifies a tag.
#[derive(SnowflakeId)]
#[snowflake(text = "base62")]
struct TagId(Snowflake);

#[get("/guessed-tags/{id}")]
async fn guessed_tag(id: Path<TagId>) -> Json<TagId> {
    Json(id.into_inner())
}

#[get("/posts")]
async fn posts(filter: Query<Filter>) -> Json<Filter> {
    Json(filter.into_inner())
}

#[post("/posts")]
async fn write(draft: Json<Draft>) -> Json<Draft> {
    draft
}

fn serve() -> u16 {
    let (port, listener) = listen();
    run(move || async {
        let app = || {
            App::new()
                .service(user)
                .service(place)
                .service(pair)
                .service(guessed)
                .service(guessed_tag)
                .service(posts)
                .service(write)
        };
        let server = HttpServer::new(app).workers(1).disable_signals().listen(listener);
        server.expect("it listens").run().await.expect("it serves");
    });
    port
}

#[test]
fn paths() {
    let port = serve();
    let get = |path: &str| frameworks::get(port, path);
    assert_eq!(get("/users/249857720318955522"), (200, r#"{"id":"249857720318955522"}"#.into()));
    assert_eq!(get("/users/%37"), (200, r#"{"id":"7"}"#.into()));
    for (wrong, text) in WRONG {
        assert_eq!(get(&format!("/users/{wrong}")), (404, reason(text)));
        assert_eq!(get(&format!("/users/{wrong}/posts/pst_0ISLlHTcqtU")), (404, reason(text)));
        assert_eq!(get(&format!("/pairs/{wrong}/pst_0ISLlHTcqtU")), (404, reason(text)));
    }
    let both = r#"{"author":"7","post":"pst_0ISLlHTcqtU"}"#;
    assert_eq!(get("/users/7/posts/pst_0ISLlHTcqtU"), (200, both.into()));
    assert_eq!(get("/pairs/7/pst_0ISLlHTcqtU"), (200, both.into()));
    assert_eq!(get("/users/7/posts/7").0, 404);
    assert_eq!(get("/pairs/7/7").0, 404);
}

/// Why there is `InPath`.
#[test]
fn digits_in_paths_are_numbers() {
    let port = serve();
    for seven in ["7", "007", "+7"] {
        let path = format!("/guessed/{seven}");
        assert_eq!(frameworks::get(port, &path), (200, r#"{"id":"7"}"#.into()));
    }
    assert_eq!(frameworks::get(port, "/guessed/0").0, 404);
    // In base62 these digits are another ID.
    let ten = frameworks::get(port, "/guessed-tags/00000000010");
    assert_eq!(ten, (200, r#""0000000000A""#.into()));
}

#[test]
fn queries() {
    let port = serve();
    let get = |query: &str| frameworks::get(port, &format!("/posts{query}"));
    assert_eq!(get(""), (200, r#"{"author":null}"#.into()));
    assert_eq!(get("?author=7"), (200, r#"{"author":"7"}"#.into()));
    for (wrong, text) in WRONG {
        let text = if text == "+7" { " 7" } else { text };
        let expected = format!("Query deserialize error: {}", reason(text));
        assert_eq!(get(&format!("?author={wrong}")), (400, expected));
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
        let expected = format!("Json deserialize error: {} at line 1 column ", reason(text));
        assert!(body.starts_with(&expected), "{body}");
    }
    assert_eq!(send(r#"{"author":0}"#).0, 400);
}
