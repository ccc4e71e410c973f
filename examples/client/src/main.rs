//! A client of a service whose rows have typed IDs: it reads and compares them, sees when
//! they were made, and asks for more. Nothing of minting is compiled for it.
//!
//! `cargo run -p client` reads an answer of such a service; `cargo run -p client -- -`
//! reads one from the standard input.

use std::error::Error;
use std::io::{Read, stdin};

use serde::Deserialize;
use snowflake_kit::core::UtcTime;
use snowflake_kit::prelude::*;

/// Identifies a user.
#[derive(SnowflakeId)]
#[snowflake(prefix = "usr_", text = "base62")]
struct UserId(Snowflake);

/// Identifies a post.
#[derive(SnowflakeId)]
struct PostId(Snowflake);

/// Identifies an invoice.
#[derive(DecimalId)]
struct InvoiceId(Snowflake);

#[derive(Deserialize)]
struct Post {
    id: PostId,
    author: UserId,
    invoice: Option<InvoiceId>,
    title: String,
}

/// What a service answers.
const ANSWER: &str = r#"[
    {"id": "250250518331420672", "author": "usr_0ICdIL8kHno", "title": "Keys before rows"},
    {"id": "250250518331420673", "author": "usr_0ICdIL8kHno", "title": "A reply",
     "invoice": "14150009200065"}
]"#;

fn main() -> Result<(), Box<dyn Error>> {
    let mut answer = ANSWER.to_owned();
    if std::env::args().nth(1).as_deref() == Some("-") {
        answer.clear();
        stdin().read_to_string(&mut answer)?;
    }
    let posts: Vec<Post> = serde_json::from_str(&answer)?;
    for Post { id, author, invoice, title } in &posts {
        println!("{title}: {id} by {author}, at {}", UtcTime(id.unix_millis()));
        if let Some(invoice) = invoice {
            println!("    paid with invoice number {}", invoice.decimal_parts()?.counter);
        }
    }
    if let Some(last) = posts.iter().map(|post| post.id).max() {
        println!("more: GET /posts?after={last}");
    }
    Ok(())
}
