//! What is not an ID is refused, and the message says why.

use async_graphql::{
    EmptyMutation, EmptySubscription, InputObject, Object, PathSegment, Request, Schema, Variables,
};
use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::SnowflakeId;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base62", prefix = "post_")]
struct PostId(Snowflake);

snowflake_kit_graphql::scalar!(UserId, PostId);

#[derive(InputObject)]
struct Filter {
    user_ids: Vec<UserId>,
}

struct Query;

#[Object]
impl Query {
    async fn user(&self, id: UserId) -> UserId {
        id
    }

    async fn post(&self, id: PostId) -> PostId {
        id
    }

    async fn filtered(&self, filter: Filter) -> Vec<UserId> {
        filter.user_ids
    }
}

async fn error(request: impl Into<Request>) -> async_graphql::ServerError {
    let schema = Schema::new(Query, EmptyMutation, EmptySubscription);
    let mut errors = schema.execute(request).await.into_result().unwrap_err();
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors.remove(0)
}

const DECIMAL: &str = "a decimal string from \"1\" to \"9223372036854775807\"";
const BASE62: &str = "\"post_\" and 11 base62 characters (0-9, A-Z, a-z) \
                      from \"post_00000000001\" to \"post_AzL8n0Y58m7\"";
const INTEGER: &str = "an integer from 1 to 9223372036854775807";

#[tokio::test]
async fn literals() {
    let texts = [
        (r#""""#, r#""": it is empty"#),
        (r#""0""#, r#""0": 0 is not an ID"#),
        (r#""+7""#, r#""+7": '+' at byte 0 is not a decimal digit"#),
        (r#""07""#, r#""07": it has a leading zero (remove it)"#),
        (
            r#""9223372036854775808""#,
            r#""9223372036854775808": it is larger than the largest ID, 2^63 - 1"#,
        ),
        (r#""post_0Czks0tP37X""#, r#""post_0Czks0tP37X": 'p' at byte 0 is not a decimal digit"#),
    ];
    for (literal, reason) in texts {
        let message = error(format!("{{ user(id: {literal}) }}")).await.message;
        let expected =
            format!("Failed to parse \"UserId\": invalid ID {reason}; expected {DECIMAL}");
        assert_eq!(message, expected);
    }

    for integer in ["0", "-7", "9223372036854775808", "18446744073709551615"] {
        let message = error(format!("{{ user(id: {integer}) }}")).await.message;
        let expected = format!(
            "Failed to parse \"UserId\": invalid ID {integer}: expected 1 to 9223372036854775807"
        );
        assert_eq!(message, expected);
    }

    for (literal, found) in [
        ("7.0", "7.0"),
        ("7e3", "7000.0"),
        ("18446744073709551616", "1.8446744073709552e+19"),
        ("true", "true"),
        ("SEVEN", "SEVEN"),
        ("[7]", "[7]"),
        ("{ id: 7 }", "{id: 7}"),
    ] {
        let message = error(format!("{{ user(id: {literal}) }}")).await.message;
        let expected = format!(
            "Failed to parse \"UserId\": invalid ID {found}: expected {DECIMAL}, or {INTEGER}"
        );
        assert_eq!(message, expected);
    }
}

#[tokio::test]
async fn variables() {
    let refused = async |id: serde_json::Value| {
        let variables = Variables::from_json(serde_json::json!({ "id": id }));
        let query = "query ($id: PostId!) { post(id: $id) }";
        error(Request::new(query).variables(variables)).await.message
    };
    let start = "Failed to parse \"PostId\": invalid ID";
    assert_eq!(
        refused("7".into()).await,
        format!("{start} \"7\": it does not start with \"post_\"; expected {BASE62}")
    );
    assert_eq!(refused(0.into()).await, format!("{start} 0: expected 1 to 9223372036854775807"));
    assert_eq!(refused(7.5.into()).await, format!("{start} 7.5: expected {BASE62}, or {INTEGER}"));
    assert_eq!(
        refused(serde_json::json!(["post_0Czks0tP37X"])).await,
        format!("{start} [\"post_0Czks0tP37X\"]: expected {BASE62}, or {INTEGER}")
    );
    assert_eq!(
        refused(serde_json::Value::Null).await,
        "Invalid value for argument \"id\", expected type \"PostId\""
    );
    // A field of a variable may have any name, also one that would forge a line of a log.
    assert_eq!(
        refused(serde_json::json!({ "a\n\u{1b}[2J\u{7f}": 1 })).await,
        format!("{start} {{a\\n\\u{{1b}}[2J\\u{{7f}}: 1}}: expected {BASE62}, or {INTEGER}")
    );
}

#[tokio::test]
async fn large_values_are_cut() {
    let text = "é".repeat(1_000);
    let message = error(format!("{{ user(id: {{ text: \"{text}\" }}) }}")).await.message;
    let expected = format!(
        "Failed to parse \"UserId\": invalid ID {{text: \"{}…: expected {DECIMAL}, or {INTEGER}",
        "é".repeat(32)
    );
    assert_eq!(message, expected);

    let list = vec!["7"; 1_000].join(",");
    let message = error(format!("{{ user(id: [{list}]) }}")).await.message;
    assert!(message.contains("invalid ID [7, 7, "), "{message}");
    assert!(message.len() < 250, "{message}");

    let text = "7".repeat(1_000_000);
    let message = error(format!("{{ user(id: \"{text}\") }}")).await.message;
    assert!(message.len() < 300, "{message}");
}

#[tokio::test]
async fn errors_say_where() {
    let error = error("{ users: filtered(filter: { userIds: [7, true] }) }").await;
    assert_eq!(
        error.message,
        format!(
            "Failed to parse \"UserId\": invalid ID true: expected {DECIMAL}, or {INTEGER} \
             (occurred while parsing \"[UserId!]\") (occurred while parsing \"Filter\")"
        )
    );
    assert_eq!(error.path, [PathSegment::Field("users".to_owned())]);
    assert_eq!((error.locations[0].line, error.locations[0].column), (1, 27));
}
