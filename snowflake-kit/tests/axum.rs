//! IDs in the paths, queries and bodies of a service, over HTTP.

#![cfg(feature = "serde")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use axum::extract::{Json, Path, Query};
use axum::routing::{get, post};
use axum::{Router, serve};
use serde::{Deserialize, Serialize};
use snowflake_kit::{Snowflake, SnowflakeId};
use tokio::net::TcpListener;

#[derive(SnowflakeId)]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(text = "base62", prefix = "pst_")]
struct PostId(Snowflake);

#[derive(Serialize, Deserialize)]
struct Post {
    id: PostId,
    author: UserId,
    reply_to: Option<PostId>,
}

#[derive(Deserialize)]
struct Place {
    user: UserId,
    post: PostId,
}

#[derive(Deserialize)]
struct Page {
    before: Option<PostId>,
}

/// The service, on a port of its own, for as long as the test runs.
fn service() -> SocketAddr {
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build().unwrap();
        runtime.block_on(async {
            let router = Router::new()
                .route("/users/{id}", get(async |Path(id): Path<UserId>| format!("{id:?}")))
                .route(
                    "/users/{user}/posts/{post}",
                    get(async |Path((user, post)): Path<(UserId, PostId)>| {
                        format!("{user:?} {post:?}")
                    }),
                )
                .route(
                    "/by-name/{user}/{post}",
                    get(async |Path(Place { user, post }): Path<Place>| format!("{user} {post}")),
                )
                .route(
                    "/posts",
                    get(async |Query(Page { before }): Query<Page>| format!("{before:?}")),
                )
                .route("/posts", post(async |Json(post): Json<Post>| Json(post)));
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            sender.send(listener.local_addr().unwrap()).unwrap();
            serve(listener, router).await.unwrap();
        });
    });
    receiver.recv().unwrap()
}

/// The status and the body of the response.
fn request(service: SocketAddr, method: &str, path: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(service).unwrap();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    let status = response.split(' ').nth(1).unwrap().parse().unwrap();
    (status, response.split_once("\r\n\r\n").unwrap().1.to_owned())
}

#[test]
fn ids_are_read_wherever_a_request_has_them() {
    let service = service();
    let get = |path| request(service, "GET", path, "");
    assert_eq!(get("/users/175928847299117063"), (200, "UserId(175928847299117063)".into()));
    assert_eq!(
        get("/users/7/posts/pst_0Czks0tP37X"),
        (200, "UserId(7) PostId(pst_0Czks0tP37X)".into())
    );
    assert_eq!(get("/by-name/7/pst_0Czks0tP37X"), (200, "7 pst_0Czks0tP37X".into()));
    assert_eq!(get("/posts"), (200, "None".into()));
    let found = (200, "Some(PostId(pst_0Czks0tP37X))".into());
    assert_eq!(get("/posts?before=pst_0Czks0tP37X"), found);

    let body = r#"{"id":"pst_0Czks0tP37X","author":"7","reply_to":null}"#;
    assert_eq!(request(service, "POST", "/posts", body), (200, body.into()));
}

#[test]
fn what_is_no_id_is_refused_by_name() {
    let service = service();
    for (path, name) in [
        ("/users/0", "UserId"),
        ("/users/-1", "UserId"),
        ("/users/%2B1", "UserId"),
        ("/users/01", "UserId"),
        ("/users/1.0", "UserId"),
        ("/users/9223372036854775808", "UserId"),
        ("/users/pst_0Czks0tP37X", "UserId"),
        ("/users/%D9%A3", "UserId"),
        ("/users/7/posts/175928847299117063", "PostId"),
        ("/by-name/7/pst_0Czks0tP37", "PostId"),
        ("/posts?before=", "PostId"),
        ("/posts?before=7", "PostId"),
    ] {
        let (status, body) = request(service, "GET", path, "");
        assert_eq!(status, 400, "{path}: {body}");
        assert!(body.contains(&format!("invalid {name} ")), "{path}: {body}");
        assert!(body.contains("expected"), "{path}: {body}");
    }
    let body = r#"{"id":"pst_0Czks0tP37X","author":0,"reply_to":null}"#;
    let (status, text) = request(service, "POST", "/posts", body);
    // What a body lacks is 422 with axum; it parsed, as JSON.
    assert_eq!(status, 422, "{text}");
    assert!(text.contains("author") && text.contains("expected a UserId"), "{text}");
}
