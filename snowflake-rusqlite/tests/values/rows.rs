//! Rows as structs, by serde.

use rusqlite::Connection;
use serde::{Deserialize, Serialize};
use serde_rusqlite::{from_row, to_params_named};
use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::SnowflakeId;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base62", prefix = "pst_")]
struct PostId(Snowflake);

snowflake_kit_rusqlite::value!(UserId, PostId);
snowflake_kit_serde::value!(UserId, PostId);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Post {
    #[serde(with = "snowflake_kit_serde::number")]
    id: PostId,
    #[serde(with = "snowflake_kit_serde::number")]
    author_id: UserId,
    #[serde(with = "snowflake_kit_serde::number::option")]
    reply_to: Option<PostId>,
}

/// The same, without an attribute.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Plain {
    id: PostId,
    author_id: UserId,
    reply_to: Option<PostId>,
}

const INSERT: &str = "INSERT INTO posts VALUES (:id, :author_id, :reply_to)";
const TYPES: &str = "SELECT typeof(id), typeof(author_id), typeof(reply_to) FROM posts";

fn open() -> Connection {
    let connection = Connection::open_in_memory().unwrap();
    let table = "CREATE TABLE posts (id BIGINT, author_id BIGINT, reply_to BIGINT)";
    connection.execute_batch(table).unwrap();
    connection
}

fn types(connection: &Connection) -> [String; 3] {
    let types = |row: &rusqlite::Row<'_>| Ok([row.get(0)?, row.get(1)?, row.get(2)?]);
    connection.query_row(TYPES, [], types).unwrap()
}

#[test]
fn fields_that_are_numbers_are_integers() {
    for reply_to in [None, Some(PostId::from_i64(5).unwrap())] {
        let connection = open();
        let (id, author_id) = (PostId::from_i64(i64::MAX).unwrap(), UserId::from_i64(7).unwrap());
        let post = Post { id, author_id, reply_to };
        let parameters = to_params_named(&post).unwrap();
        connection.execute(INSERT, parameters.to_slice().as_slice()).unwrap();
        let last = if reply_to.is_some() { "integer" } else { "null" };
        assert_eq!(types(&connection), ["integer", "integer", last]);
        let mut select = connection.prepare("SELECT * FROM posts").unwrap();
        let found = select.query_row([], |row| Ok(from_row::<Post>(row).unwrap())).unwrap();
        assert_eq!(found, post);
        // Reading needs no attribute.
        let found = select.query_row([], |row| Ok(from_row::<Plain>(row).unwrap())).unwrap();
        assert_eq!((found.id, found.author_id, found.reply_to), (id, author_id, reply_to));
    }
}

/// A trap: the column's type makes an integer of decimal digits alone.
#[test]
fn other_fields_are_written_as_text() {
    let connection = open();
    let (id, author_id) = (PostId::from_i64(5).unwrap(), UserId::from_i64(7).unwrap());
    let parameters = to_params_named(Plain { id, author_id, reply_to: None }).unwrap();
    connection.execute(INSERT, parameters.to_slice().as_slice()).unwrap();
    assert_eq!(types(&connection), ["text", "integer", "null"]);
    let read = connection.query_row("SELECT id FROM posts", [], |row| row.get::<_, PostId>(0));
    assert!(read.unwrap_err().to_string().contains(r#"invalid PostId "pst_"#));
}

#[test]
fn what_is_not_an_id_is_named() {
    let connection = open();
    connection.execute_batch("INSERT INTO posts VALUES (1, 0, NULL)").unwrap();
    let mut select = connection.prepare("SELECT * FROM posts").unwrap();
    let error = select.query_row([], |row| Ok(from_row::<Post>(row).unwrap_err())).unwrap();
    let text = error.to_string();
    assert!(text.contains("author_id") && text.contains("UserId") && text.contains('0'), "{text}");
}
