//! Columns that hold 0 in place of `NULL`.

use rusqlite::types::Value;
use rusqlite::{Connection, params};
use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_rusqlite::OrZero;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base62", prefix = "pst_")]
struct PostId(Snowflake);

snowflake_kit_rusqlite::value!(PostId);

fn post(value: i64) -> PostId {
    PostId::from_i64(value).unwrap()
}

#[test]
fn zero_stands_for_none() {
    let connection = Connection::open_in_memory().unwrap();
    connection
        .execute_batch("CREATE TABLE posts (id BIGINT PRIMARY KEY, reply_to BIGINT NOT NULL)")
        .unwrap();
    let replies_to = [OrZero(None), OrZero(Some(post(i64::MAX)))];
    for (id, reply_to) in (1..).map(post).zip(replies_to) {
        connection.execute("INSERT INTO posts VALUES (?1, ?2)", params![id, reply_to]).unwrap();
    }
    let mut select = connection.prepare("SELECT reply_to FROM posts ORDER BY id").unwrap();
    let found = select.query_map([], |row| Ok((row.get(0)?, row.get(0)?))).unwrap();
    let found: Vec<(OrZero<PostId>, i64)> = found.map(Result::unwrap).collect();
    assert_eq!(found, [(replies_to[0], 0), (replies_to[1], i64::MAX)]);
    let sql = "SELECT id FROM posts WHERE reply_to = ?1";
    let none = OrZero::<PostId>::default();
    assert_eq!(connection.query_row(sql, [none], |row| row.get(0)), Ok(post(1)));
    assert_eq!(Value::from(none), Value::Integer(0));
}

#[test]
fn what_is_neither_an_id_nor_zero_is_named() {
    let connection = Connection::open_in_memory().unwrap();
    for (value, expected) in [
        ("-1", "invalid PostId -1: expected 1 to 9223372036854775807"),
        ("NULL", "invalid PostId NULL: expected an INTEGER, 1 to 9223372036854775807"),
        ("'0'", r#"invalid PostId "0": expected an INTEGER, 1 to 9223372036854775807"#),
    ] {
        let read = |row: &rusqlite::Row<'_>| row.get::<_, OrZero<PostId>>(0);
        let error = connection.query_row(&format!("SELECT {value}"), [], read).unwrap_err();
        assert!(error.to_string().ends_with(expected), "{error}");
    }
}
