//! What holds on each database. The module above is one of them.

mod counting;
mod every_key;
mod or_zero;
mod queries;
mod rows;

use std::fmt::Write as _;

use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_mint::Node;
use sqlx::{ConnectOptions as _, Database};

use super::{DIALECT, Db, Options};

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
pub(crate) struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
pub(crate) struct PostId(Snowflake);

value!(UserId, PostId);
snowflake_kit_serde::value!(UserId, PostId);

/// A database of a test's own.
pub(crate) struct Place(test_databases::Database);

impl Place {
    pub(crate) fn new() -> Self {
        Self(test_databases::Database::new(DIALECT))
    }

    pub(crate) fn options(&self) -> Options {
        self.0.url().parse().unwrap()
    }

    pub(crate) async fn connect(&self) -> <Db as Database>::Connection {
        self.options().connect().await.unwrap()
    }
}

const TABLES: &str = "
    CREATE TABLE users (id BIGINT PRIMARY KEY NOT NULL, name TEXT NOT NULL);
    CREATE TABLE posts (
        id BIGINT PRIMARY KEY,
        author_id BIGINT NOT NULL REFERENCES users (id),
        reply_to BIGINT REFERENCES posts (id),
        title TEXT NOT NULL
    )";

/// A connection to a database with tables, which is gone with the place.
async fn tables(place: &Place) -> <Db as Database>::Connection {
    crate::NODE.call_once(|| snowflake_kit_mint::install(Node::fixed(7)).unwrap());
    let mut db = place.connect().await;
    sqlx::raw_sql(TABLES).execute(&mut db).await.unwrap();
    db
}

/// A query with the placeholders of this database in place of `?`.
fn sql(text: &str) -> &'static str {
    let mut parts = text.split('?');
    let mut sql = parts.next().unwrap_or_default().to_owned();
    for (at, part) in parts.enumerate() {
        match Db::NAME {
            "PostgreSQL" => write!(sql, "${}{part}", at + 1),
            _ => write!(sql, "?{part}"),
        }
        .unwrap();
    }
    // All versions of sqlx take such a text.
    sql.leak()
}
