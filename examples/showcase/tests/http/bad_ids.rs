//! What is not an ID, wherever an ID is expected.

use reqwest::Method;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};

use crate::server;
use crate::service::{Answer, Service};

// IDs of no row.
const USER: &str = "usr_00000000001";
const GUILD: &str = "gld_00000000001";
const CHANNEL: &str = "chn_00000000001";
const MESSAGE: &str = "msg_00000000001";

/// Texts that are the ID of nothing, as they stand in a path. The empty one is no
/// segment of a path, so it is not among them.
const TEXTS: &str = "0 1 00 -1 +1 %2B1 01 1.0 1e3 0x10 1_000 %201 1%20 1%00 %00 %EF%BC%91 %D9%A1 \
    %F0%9F%A6%80 9223372036854775808 18446744073709551616 \
    99999999999999999999999999999999999999999 null undefined NaN true usr_ usr_0 \
    usr_0000000000 usr_000000000001 usr_00000000000 usr_zzzzzzzzzzz usr_AzL8n0Y58m8 \
    USR_00000000001 usr-00000000001 rct_0000000000001 Message:1 ..%2F1 %27%20OR%201=1";

/// As they stand in JSON.
const VALUES: [&str; 4] = [
    r"0|-1|1.0|1.5|1e3|-0|9223372036854775808|18446744073709551616|1e400|true|[]|[1]",
    r#"{}|{"id":1}|""|"0"|"1"|"-1"|"+1"|"01"|" 1"|"1 "|"1\u0000"|"1.0"|"\uff11"|"٣""#,
    r#""9223372036854775808"|"usr_0"|"usr_000000000000"|"usr_00000000000""#,
    r#""usr_AzL8n0Y58m8"|"rct_0000000000001""#,
];

fn values<'v>() -> impl Iterator<Item = &'v str> {
    VALUES.iter().flat_map(|line| line.split('|'))
}

#[tokio::test]
async fn in_a_path() {
    server::run_on_a_file(async |place| {
        let service = Service::start(&place).await;
        for (paths, own) in [
            (["/api/users/{}"].as_slice(), USER),
            (&["/api/guilds/{}", "/api/guilds/{}/channels", "/api/guilds/{}/members"], GUILD),
            (&["/api/channels/{}", "/api/channels/{}/messages"], CHANNEL),
            (
                &["/api/messages/{}", "/api/messages/{}/replies", "/api/messages/{}/reactions"],
                MESSAGE,
            ),
        ] {
            let others = [USER, GUILD, CHANNEL, MESSAGE].into_iter().filter(|other| *other != own);
            let texts = TEXTS.split(' ').map(|text| text.replace("usr_", &own[..4]));
            let texts: Vec<_> = texts.chain(others.map(str::to_owned)).collect();
            for path in paths {
                let parameter = path.split('/').nth(2).unwrap().trim_end_matches('s');
                for text in &texts {
                    let answer = service.get(&path.replace("{}", text)).await;
                    answer.refused(400, "bad-id", Some(parameter));
                }
                // No UTF-8.
                let answer = service.get(&path.replace("{}", "%ff")).await;
                answer.refused(400, "bad-id", Some(parameter));
                // An ID may be written with escapes, and then it is one.
                let escaped = own.replace('1', "%31");
                service.get(&path.replace("{}", &escaped)).await.refused(
                    404,
                    "not-found",
                    Some(parameter),
                );
            }
        }
        for (method, path, parameter) in [
            (Method::PUT, "/api/guilds/0/members/usr_00000000001", "guild"),
            (Method::PUT, "/api/guilds/gld_00000000001/members/1", "user"),
            (Method::DELETE, "/api/messages/-1", "message"),
            (Method::POST, "/api/guilds/x/channels", "guild"),
            (Method::POST, "/api/channels/x/messages", "channel"),
            (Method::POST, "/api/messages/x/reactions", "message"),
            (Method::PUT, "/api/channels/x/pin", "channel"),
        ] {
            let answer = Answer::of(service.request(method, path).json(&json!({}))).await;
            answer.refused(400, "bad-id", Some(parameter));
        }
    })
    .await;
}

#[tokio::test]
async fn in_a_query() {
    server::run_on_a_file(async |place| {
        let (service, _, channel, message) = Service::start(&place).await.with_message().await;
        let guilds = service.get("/api/guilds").await.done(200);
        let guild = guilds["items"][0]["id"].as_str().unwrap();
        for (path, other) in [
            ("/api/guilds".to_owned(), USER),
            (format!("/api/guilds/{guild}/members"), GUILD),
            (format!("/api/channels/{channel}/messages"), USER),
            (format!("/api/messages/{message}/replies"), CHANNEL),
        ] {
            for parameter in ["after", "before"] {
                for text in TEXTS.split(' ').chain(["", other, "%ff"]) {
                    let answer = service.get(&format!("{path}?{parameter}={text}")).await;
                    answer.refused(400, "bad-id", Some(parameter));
                }
            }
        }
    })
    .await;
}

#[tokio::test]
async fn in_a_body() {
    server::run_on_a_file(async |place| {
        let (service, user, channel, message) = Service::start(&place).await.with_message().await;
        let messages = format!("/api/channels/{channel}/messages");
        let reactions = format!("/api/messages/{message}/reactions");
        let message_of_user = r#"{"text":"x","author_id":{}}"#;
        let reply = format!(r#"{{"text":"x","author_id":"{user}","reply_to":{{}}}}"#);
        for (path, body, parameter, other) in [
            ("/api/guilds", r#"{"name":"x","owner_id":{}}"#, "owner_id", GUILD),
            (&messages, message_of_user, "author_id", MESSAGE),
            (&messages, &reply, "reply_to", CHANNEL),
            (&reactions, r#"{"emoji":"x","user_id":{}}"#, "user_id", MESSAGE),
        ] {
            let null = (parameter != "reply_to").then_some("null");
            let other = format!("\"{other}\"");
            for value in values().chain([&*other]).chain(null) {
                // That number is none to JSON.
                let (code, parameter) =
                    if value == "1e400" { ("bad-json", None) } else { ("bad-id", Some(parameter)) };
                let answer = service.post_text(path, body.replace("{}", value)).await;
                answer.refused(400, code, parameter);
            }
        }
        // Without a header that says what it is.
        let body = r#"{"text":"x","author_id":0}"#;
        let answer = Answer::of(service.request(Method::POST, &messages).body(body)).await;
        answer.refused(400, "bad-value", Some("content-type"));
        let pin = service.request(Method::PUT, &format!("/api/channels/{channel}/pin"));
        let pin = pin.header(CONTENT_TYPE, "application/json").body(r#"{"message_id":0}"#);
        Answer::of(pin).await.refused(400, "bad-id", Some("message_id"));
    })
    .await;
}

/// The message of a query that is refused.
#[track_caller]
fn refused(answer: &Answer) -> &str {
    assert_eq!(answer.status.as_u16(), 400, "{answer:?}");
    assert_eq!(answer.body["data"], Value::Null, "{answer:?}");
    answer.body["errors"][0]["message"].as_str().unwrap()
}

#[tokio::test]
async fn in_a_query_of_graphql() {
    server::run_on_a_file(async |place| {
        let service = Service::start(&place).await;
        let (user, _) = service.begin().await;
        for value in values().filter(|&value| value != "1e400") {
            let variables: Value = serde_json::from_str(&format!(r#"{{"id":{value}}}"#)).unwrap();
            // A variable, and in a list in an argument.
            let query = "query($id: ChannelId!) { channel(id: $id) { name } }";
            let answer = service.graphql(query, variables.clone()).await;
            let message = refused(&answer).to_owned();
            assert!(message.contains("\"ChannelId\""), "{value}: {message}");
            let query = r#"mutation($id: UserId!) {
                postThread(channel: "chn_00000000001", author: "usr_00000000001", text: "x", replies: [
                    { author: "usr_00000000001", text: "x" }, { author: $id, text: "x" },
                ]) { id }
            }"#;
            let answer = service.graphql(query, variables).await;
            let message = refused(&answer).to_owned();
            assert!(message.contains("\"UserId\""), "{value}: {message}");

            // A literal. JSON's objects have other braces there.
            if !value.contains(['{', '\\']) {
                let query = format!("{{ message(id: {value}) {{ text }} }}");
                let answer = service.graphql(&query, json!({})).await;
                let message = refused(&answer);
                assert!(message.contains("argument \"id\""), "{value}: {message}");
                // That one is the ID of a reaction.
                if !value.contains("rct_") {
                    let query = format!("{{ node(id: {value}) {{ nodeId }} }}");
                    refused(&service.graphql(&query, json!({})).await);
                }
                let query = format!("subscription {{ messages(channel: {value}) {{ id }} }}");
                refused(&service.graphql(&query, json!({})).await);
            }
            // A cursor, which is a text.
            if value.starts_with('"') {
                for cursor in ["after", "before"] {
                    let query = format!("{{ guilds({cursor}: {value}) {{ nodes {{ id }} }} }}");
                    let answer = service.graphql(&query, json!({})).await;
                    let message = refused(&answer);
                    assert!(message.contains(cursor), "{value}: {message}");
                }
            }
        }
        // Of another type, or of no kind.
        for query in [
            format!("{{ channel(id: {user:?}) {{ name }} }}"),
            r#"{ user(id: "gld_00000000001") { name } }"#.to_owned(),
            r#"{ node(id: "User:usr_00000000001") { nodeId } }"#.to_owned(),
            format!("{{ guilds(after: {user:?}) {{ nodes {{ id }} }} }}"),
        ] {
            refused(&service.graphql(&query, json!({})).await);
        }
    })
    .await;
}
