//! Rocket.

use std::sync::mpsc;

use frameworks::run;
use rocket::config::LogLevel;
use rocket::fairing::AdHoc;
use rocket::form::{self, FromFormField, ValueField};
use rocket::http::uri::fmt::{Formatter, Part, UriDisplay};
use rocket::http::{Status, impl_from_uri_param_identity};
use rocket::request::FromParam;
use rocket::serde::json::Json;
use rocket::{Config, get, post, routes, uri};
use snowflake_kit::ParseError;

use crate::{DRAFT, Draft, PostId, User, UserId, WRONG, reason};

macro_rules! rocket_ids {
    ($($id:ty),+) => {$(
        impl FromParam<'_> for $id {
            type Error = ParseError;

            fn from_param(text: &str) -> Result<Self, ParseError> {
                text.parse()
            }
        }

        impl<'v> FromFormField<'v> for $id {
            fn from_value(field: ValueField<'v>) -> form::Result<'v, Self> {
                let id: Result<Self, ParseError> = field.value.parse();
                Ok(id.map_err(form::Error::custom)?)
            }
        }

        // For `uri!(user(id))`.
        impl<P: Part> UriDisplay<P> for $id {
            fn fmt(&self, f: &mut Formatter<'_, P>) -> std::fmt::Result {
                f.write_value(self.to_string())
            }
        }

        impl_from_uri_param_identity!($id);
    )+};
}

rocket_ids!(UserId, PostId);

#[get("/users/<id>")]
fn user(id: UserId) -> Json<User> {
    Json(User { id })
}

/// The answer says what is wrong.
#[get("/explained/<id>")]
fn explained(id: Result<UserId, ParseError>) -> Result<Json<User>, (Status, String)> {
    let id = id.map_err(|error| (Status::BadRequest, error.to_string()))?;
    Ok(Json(User { id }))
}

#[get("/users/<author>/posts/<post>")]
fn place(author: UserId, post: PostId) -> Json<(UserId, PostId)> {
    Json((author, post))
}

#[get("/posts?<author>")]
fn posts(author: Vec<UserId>) -> Json<Vec<UserId>> {
    Json(author)
}

#[get("/optional?<author>")]
fn optional(author: Option<UserId>) -> Json<Option<UserId>> {
    Json(author)
}

#[post("/posts", data = "<draft>")]
fn write(draft: Json<Draft>) -> Json<Draft> {
    draft
}

#[post("/explained", data = "<draft>")]
fn write_explained(
    draft: Result<Json<Draft>, rocket::serde::json::Error<'_>>,
) -> Result<Json<Draft>, (Status, String)> {
    draft.map_err(|error| (Status::BadRequest, error.to_string()))
}

fn serve() -> u16 {
    let (sender, port) = mpsc::channel();
    run(move || async move {
        let config = Config { port: 0, log_level: LogLevel::Off, ..Config::debug_default() };
        let routes = routes![user, explained, place, posts, optional, write, write_explained];
        let lifted = AdHoc::on_liftoff("port", move |rocket| {
            Box::pin(async move { sender.send(rocket.config().port).expect("a test that waits") })
        });
        let rocket = rocket::custom(config).attach(lifted).mount("/", routes);
        rocket.launch().await.expect("it serves");
    });
    port.recv().expect("it listens")
}

/// What Rocket answers where a parameter is not of its type.
const REFUSED: &str = "422";

#[test]
fn paths() {
    let port = serve();
    let get = |path: &str| frameworks::get(port, path);
    assert_eq!(get("/users/249857720318955522"), (200, r#"{"id":"249857720318955522"}"#.into()));
    assert_eq!(get("/users/%37"), (200, r#"{"id":"7"}"#.into()));
    for (wrong, text) in WRONG {
        let (status, body) = get(&format!("/users/{wrong}"));
        assert_eq!(status, 422);
        assert!(body.contains(REFUSED), "{body}");
        assert_eq!(get(&format!("/explained/{wrong}")), (400, reason(text)));
    }
    let both = r#"["7","pst_0ISLlHTcqtU"]"#;
    assert_eq!(get("/users/7/posts/pst_0ISLlHTcqtU"), (200, both.into()));
    assert_eq!(get("/users/7/posts/7").0, 422);
}

#[test]
fn queries() {
    let port = serve();
    let get = |path: &str| frameworks::get(port, path);
    assert_eq!(get("/posts"), (200, "[]".into()));
    assert_eq!(get("/posts?author=7&author=8"), (200, r#"["7","8"]"#.into()));
    assert_eq!(get("/optional"), (200, "null".into()));
    assert_eq!(get("/optional?author=7"), (200, r#""7""#.into()));
    for (wrong, _) in WRONG {
        assert_eq!(get(&format!("/posts?author={wrong}")).0, 422);
        // Why there is `Vec`.
        assert_eq!(get(&format!("/optional?author={wrong}")), (200, "null".into()));
    }
}

#[test]
fn bodies() {
    let port = serve();
    assert_eq!(frameworks::post(port, "/posts", DRAFT), (200, DRAFT.into()));
    for (_, text) in WRONG {
        let draft = format!(r#"{{"author":"{text}"}}"#);
        assert_eq!(frameworks::post(port, "/posts", &draft).0, 422);
        let (status, body) = frameworks::post(port, "/explained", &draft);
        assert_eq!(status, 400);
        assert!(body.starts_with(&format!("parse error: {}", reason(text))), "{body}");
    }
    assert_eq!(frameworks::post(port, "/posts", r#"{"author":0}"#).0, 422);
}

#[test]
fn uris() -> Result<(), ParseError> {
    let (author, post): (UserId, PostId) = ("7".parse()?, "pst_0ISLlHTcqtU".parse()?);
    assert_eq!(uri!(place(author, post)), "/users/7/posts/pst_0ISLlHTcqtU");
    assert_eq!(uri!(posts(vec![author])), "/posts?author=7");
    Ok(())
}
