//! IDs in paths, queries, bodies, messages and documents of frameworks that need no adapter.

mod actix;
mod grpc;
mod juniper;
mod mcp;
mod mongodb;
mod poem;
#[expect(clippy::unused_async, reason = "poem-openapi takes async functions alone")]
mod poem_openapi;
mod rocket;
mod salvo;

use std::sync::Once;

use serde::{Deserialize, Serialize};
use snowflake_kit::{Snowflake, SnowflakeId, public};

/// Identifies a user.
#[derive(SnowflakeId)]
struct UserId(Snowflake);

/// Identifies a post.
#[derive(SnowflakeId)]
#[snowflake(text = "base62", prefix = "pst_")]
struct PostId(Snowflake);

/// What a service answers.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct User {
    id: UserId,
}

/// What is sent to a service.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Draft {
    author: UserId,
    reply_to: Option<PostId>,
}

/// A JSON body, which a service sends back.
const DRAFT: &str = r#"{"author":"249857720318955522","reply_to":"pst_0ISLlHTcqtU"}"#;

/// Texts that are no `UserId`, as they stand in a URL, and as the service reads them.
const WRONG: [(&str, &str); 9] = [
    ("0", "0"),
    ("-1", "-1"),
    ("9223372036854775808", "9223372036854775808"),
    ("007", "007"),
    ("+7", "+7"),
    ("%207", " 7"),
    ("7.0", "7.0"),
    ("ada", "ada"),
    (
        "0x7fffffffffffffffffffffffffffffffffffffffff",
        "0x7fffffffffffffffffffffffffffffffffffffffff",
    ),
];

/// Installs the key of public forms, once for all tests of a process.
fn install_key() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let keys = "01".repeat(32).parse().expect("a key");
        public::install(keys).expect("the first one");
    });
}

/// Why a text is not an ID.
fn reason(text: &str) -> String {
    text.parse::<UserId>().expect_err("it is not an ID").to_string()
}
