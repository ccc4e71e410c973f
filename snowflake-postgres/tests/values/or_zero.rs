//! Columns that hold 0 in place of `NULL`.

use snowflake_kit_postgres::OrZero;

use crate::{PostId, connect, post, said};

const ANSWERS: &str = "CREATE TEMP TABLE answers (id bigint PRIMARY KEY, reply_to bigint NOT NULL)";

#[tokio::test]
async fn zero_stands_for_none() {
    let client = connect(ANSWERS).await;
    let replies_to = [OrZero(None), OrZero(Some(post(i64::MAX)))];
    let insert = "INSERT INTO answers VALUES ($1, $2)";
    for (id, reply_to) in (1..).map(post).zip(replies_to) {
        client.execute(insert, &[&id, &reply_to]).await.unwrap();
    }
    let rows = client.query("SELECT reply_to FROM answers ORDER BY id", &[]).await.unwrap();
    let found: Vec<OrZero<PostId>> = rows.iter().map(|row| row.get(0)).collect();
    assert_eq!(found, replies_to);
    let found: Vec<i64> = rows.iter().map(|row| row.get(0)).collect();
    assert_eq!(found, [0, i64::MAX]);

    let sql = "SELECT id FROM answers WHERE reply_to = $1";
    let row = client.query_one(sql, &[&OrZero::<PostId>(None)]).await.unwrap();
    assert_eq!(row.get::<_, PostId>(0), post(1));
    let sql = "SELECT array_agg(reply_to ORDER BY id) FROM answers WHERE reply_to = ANY($1)";
    let row = client.query_one(sql, &[&replies_to.as_slice()]).await.unwrap();
    assert_eq!(row.get::<_, Vec<OrZero<PostId>>>(0), replies_to);
}

#[tokio::test]
async fn what_is_neither_an_id_nor_zero_is_named() {
    let client = connect("").await;
    let row = client.query_one("SELECT -1::bigint, NULL::bigint, 7::int4", &[]).await.unwrap();
    let error = said(row.try_get::<_, OrZero<PostId>>(0));
    assert!(error.contains("invalid PostId -1: expected 1 to 9223372036854775807"), "{error}");
    let error = said(row.try_get::<_, OrZero<PostId>>(1));
    assert!(error.contains("a Postgres value was `NULL`"), "{error}");
    let read = said(row.try_get::<_, OrZero<PostId>>(2));
    let sent = said(client.query("SELECT $1::int4", &[&OrZero(Some(post(7)))]).await);
    for error in [read, sent] {
        assert!(error.contains("OrZero<values::PostId>") && error.contains("`int4`"), "{error}");
    }
}
