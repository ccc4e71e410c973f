//! Columns that hold 0 in place of `NULL`.

use sqlx::{Database, FromRow};

use super::super::Db;
use super::Place;
use super::{PostId, sql};
use crate::version::OrZero;

#[derive(Debug, FromRow, PartialEq)]
struct Answer {
    id: PostId,
    reply_to: OrZero<PostId>,
}

/// The same rows, with an `Option` in the struct.
#[derive(Debug, FromRow, PartialEq)]
struct OptionalAnswer {
    id: PostId,
    #[sqlx(try_from = "OrZero<PostId>")]
    reply_to: Option<PostId>,
}

async fn answers(place: &Place) -> <Db as Database>::Connection {
    let mut db = place.connect().await;
    let create = "CREATE TABLE answers (id BIGINT PRIMARY KEY, reply_to BIGINT NOT NULL)";
    sqlx::raw_sql(create).execute(&mut db).await.unwrap();
    db
}

fn post(number: i64) -> PostId {
    PostId::from_i64(number).unwrap()
}

#[tokio::test]
async fn zero_stands_for_none() {
    let place = Place::new();
    let mut db = answers(&place).await;
    let replies_to = [None, Some(post(i64::MAX))];
    for (id, reply_to) in (1..).map(post).zip(replies_to) {
        let insert = sqlx::query(sql("INSERT INTO answers VALUES (?, ?)"));
        insert.bind(id).bind(OrZero(reply_to)).execute(&mut db).await.unwrap();
    }
    let select = "SELECT * FROM answers ORDER BY id";
    let found: Vec<Answer> = sqlx::query_as(select).fetch_all(&mut db).await.unwrap();
    let found: Vec<_> = found.into_iter().map(|row| (row.id, row.reply_to.0)).collect();
    assert_eq!(found, [(post(1), replies_to[0]), (post(2), replies_to[1])]);
    let found: Vec<OptionalAnswer> = sqlx::query_as(select).fetch_all(&mut db).await.unwrap();
    let found: Vec<_> = found.into_iter().map(|row| (row.id, row.reply_to)).collect();
    assert_eq!(found, [(post(1), replies_to[0]), (post(2), replies_to[1])]);

    let written = "SELECT reply_to FROM answers ORDER BY id";
    let written: Vec<i64> = sqlx::query_scalar(written).fetch_all(&mut db).await.unwrap();
    assert_eq!(written, [0, i64::MAX]);
    let select = sqlx::query_scalar(sql("SELECT id FROM answers WHERE reply_to = ?"));
    let found: Vec<PostId> = select.bind(OrZero::<PostId>(None)).fetch_all(&mut db).await.unwrap();
    assert_eq!(found, [post(1)]);
}

#[tokio::test]
async fn what_is_neither_an_id_nor_zero_is_named() {
    let place = Place::new();
    let mut db = answers(&place).await;
    sqlx::query("INSERT INTO answers VALUES (1, -1)").execute(&mut db).await.unwrap();
    let error = sqlx::query_as::<_, Answer>("SELECT * FROM answers").fetch_one(&mut db).await;
    let error = error.unwrap_err().to_string();
    assert!(error.contains("reply_to"), "{error}");
    assert!(error.contains("invalid PostId -1: expected 1 to 9223372036854775807"), "{error}");

    let null = sqlx::query_scalar::<_, OrZero<PostId>>("SELECT CAST(NULL AS CHAR) AS reply_to");
    let error = null.fetch_one(&mut db).await.unwrap_err().to_string();
    assert!(error.contains("unexpected null"), "{error}");
}
