//! IDs as parameters and columns, on a PostgreSQL server.

mod arrays;
mod columns;
mod domains;
mod every_key;
mod hygiene;
mod inserts;
mod or_zero;
mod pool;
mod server;

use std::error::Error as _;
use std::sync::Once;

use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_mint::Node;
use tokio_postgres::Client;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", text = "base62", prefix = "pst_")]
struct PostId(Snowflake);

snowflake_kit_postgres::value!(UserId, PostId);

/// The ends of what an ID can be, and one between.
const VALUES: [i64; 3] = [1, 175_928_847_299_117_063, i64::MAX];

fn user(value: i64) -> UserId {
    UserId::from_i64(value).unwrap()
}

fn post(value: i64) -> PostId {
    PostId::from_i64(value).unwrap()
}

/// A connection that has run this. What it creates is temporary.
async fn connect(sql: &str) -> Client {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| snowflake_kit_mint::install(Node::fixed(7)).unwrap());
    let client = server::connect(&server::url()).await;
    client.batch_execute(sql).await.unwrap();
    client
}

/// Users and their posts.
const TABLES: &str = "
    CREATE TEMP TABLE users (id bigint PRIMARY KEY, name text NOT NULL);
    CREATE TEMP TABLE posts (
        id bigint PRIMARY KEY,
        author_id bigint NOT NULL REFERENCES users,
        reply_to bigint REFERENCES posts
    );";

/// An error and its source.
fn said<T>(result: Result<T, tokio_postgres::Error>) -> String {
    let error = result.err().expect("it fails");
    format!("{error}: {}", error.source().expect("it has a source"))
}
