//! Requests that are refused for something else than an ID.

use std::collections::BTreeSet;

use reqwest::Method;
use reqwest::header::{ALLOW, CONTENT_TYPE};
use serde_json::json;

use crate::server;
use crate::service::{Answer, Service};

#[tokio::test]
async fn paths_and_methods() {
    server::run_on_a_file(async |place| {
        let service = Service::start(&place).await;
        for path in
            ["/api", "/api/nothing", "/api/users/", "/api/guilds/gld_00000000001/nothing", "/%ff"]
        {
            service.get(path).await.refused(404, "no-route", None);
        }
        for (method, path) in [
            (Method::DELETE, "/api/guilds"),
            (Method::PATCH, "/api/users/usr_00000000001"),
            (Method::OPTIONS, "/api/guilds"),
            (Method::POST, "/ready"),
        ] {
            let request = service.request(method.clone(), path);
            let response = request.send().await.unwrap();
            assert!(response.headers()[ALLOW].to_str().unwrap().contains(','), "{method} {path}");
            let answer = Answer::of(service.request(method, path)).await;
            answer.refused(405, "wrong-method", None);
        }
        let page = service.get("/swagger-ui/").await.done(200);
        assert!(page.as_str().unwrap().contains("swagger-ui"), "{page}");
        // In which each operation stands below one heading.
        let document = service.get("/api/openapi.json").await.done(200);
        let paths = document["paths"].as_object().unwrap().values();
        let operations = paths.flat_map(|path| path.as_object().unwrap().values());
        let tags: BTreeSet<_> = operations.map(|operation| operation["tags"].to_string()).collect();
        let expected = ["channels", "guilds", "instance", "messages", "users"];
        assert_eq!(tags, expected.map(|tag| format!("[{tag:?}]")).into());
        // As GET, without the body.
        let head = service.request(Method::HEAD, "/api/guilds").send().await.unwrap();
        assert_eq!(head.status().as_u16(), 200);
        assert_eq!(head.text().await.unwrap(), "");
        let head = service.request(Method::HEAD, "/api/guilds/0").send().await.unwrap();
        assert_eq!(head.status().as_u16(), 400);
    })
    .await;
}

#[tokio::test]
async fn parameters_of_the_query() {
    server::run_on_a_file(async |place| {
        let (service, _, channel, _) = Service::start(&place).await.with_message().await;
        let messages = format!("/api/channels/{channel}/messages");
        for limit in ["0", "101", "-1", "abc", "", "1.5", "4294967296", "%EF%BC%91"] {
            let answer = service.get(&format!("{messages}?limit={limit}")).await;
            answer.refused(400, "bad-value", Some("limit"));
        }
        for (query, parameter) in [
            ("from=abc", "from"),
            ("to=9223372036854775808", "to"),
            ("last_seconds=1.5", "last_seconds"),
            ("befor=1", "befor"),
        ] {
            let answer = service.get(&format!("{messages}?{query}")).await;
            answer.refused(400, "bad-value", Some(parameter));
        }
        let answer = service.get(&format!("{messages}?limit=1&limit=2")).await;
        answer.refused(400, "bad-value", None);
        for (query, found) in [
            ("limit=1", 1),
            ("limit=100", 1),
            ("from=0", 1),
            ("from=-9223372036854775808&to=9223372036854775807", 1),
            ("from=9223372036854775807", 0),
            ("from=1&to=1", 0),
            ("from=2&to=1", 0),
            ("from=0&last_seconds=60", 1),
            ("to=1&last_seconds=60", 0),
            ("last_seconds=3600", 1),
            ("last_seconds=9223372036854775807", 1),
            // Not before a minute from now.
            ("last_seconds=-60", 0),
        ] {
            let page = service.get(&format!("{messages}?{query}")).await.done(200);
            assert_eq!(page["items"].as_array().unwrap().len(), found, "{query}: {page}");
        }
    })
    .await;
}

#[tokio::test]
async fn bodies() {
    server::run_on_a_file(async |place| {
        let service = Service::start(&place).await;
        for (body, code, parameter) in [
            ("", "bad-json", None),
            ("{", "bad-json", None),
            ("{}x", "bad-json", None),
            (r#"{"name":"\ud800"}"#, "bad-json", None),
            ("{\"name\":\"\u{7}\"}", "bad-json", None),
            ("[]", "bad-value", None),
            (r#"["Ada"]"#, "bad-value", None),
            ("null", "bad-value", None),
            ("{}", "bad-value", None),
            (r#"{"name":null}"#, "bad-value", Some("name")),
            (r#"{"name":7}"#, "bad-value", Some("name")),
            (r#"{"name":""}"#, "bad-value", Some("name")),
            (r#"{"name":" \n"}"#, "bad-value", Some("name")),
            (r#"{"name":"a\u0000b"}"#, "bad-value", Some("name")),
            (r#"{"name":"Ada","id":"usr_00000000001"}"#, "bad-value", Some("id")),
        ] {
            let answer = service.post_text("/api/users", body).await;
            answer.refused(400, code, parameter);
        }
        let name = "x".repeat(101);
        let answer = service.post("/api/users", json!({ "name": name })).await;
        let message = answer.refused(400, "bad-value", Some("name"));
        assert_eq!(message, "this text has 101 characters: at most 100 are allowed");

        // No UTF-8.
        let request = service.request(Method::POST, "/api/users");
        let request = request.header(CONTENT_TYPE, "application/json");
        let answer = Answer::of(request.body(b"{\"name\":\"\xff\"}".to_vec())).await;
        answer.refused(400, "bad-json", None);

        for content_type in ["text/plain", "application/x-www-form-urlencoded", "x", ""] {
            let request = service.request(Method::POST, "/api/users").body(r#"{"name":"Ada"}"#);
            let answer = Answer::of(request.header(CONTENT_TYPE, content_type)).await;
            answer.refused(415, "wrong-content-type", None);
        }
        for content_type in ["application/json; charset=utf-8", "application/problem+json"] {
            let request = service.request(Method::POST, "/api/users").body(r#"{"name":"Ada"}"#);
            Answer::of(request.header(CONTENT_TYPE, content_type)).await.created();
        }
        let request = service.request(Method::POST, "/api/users").body(r#"{"name":"Ada"}"#);
        Answer::of(request).await.refused(400, "bad-value", Some("content-type"));
    })
    .await;
}

#[tokio::test]
async fn a_body_has_at_most_64_kib() {
    server::run_on_a_file(async |place| {
        let service = Service::start(&place).await;
        let body = |length: usize| {
            let start = r#"{"name":"Ada"}"#;
            format!("{start}{}", " ".repeat(length - start.len()))
        };
        service.post_text("/api/users", body(64 * 1024)).await.created();
        for path in ["/api/users", "/graphql"] {
            let answer = service.post_text(path, body(64 * 1024 + 1)).await;
            answer.refused(413, "too-large", None);
        }
    })
    .await;
}
