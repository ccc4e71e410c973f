//! `BIGINT UNSIGNED`, which other frameworks make for keys.

use sqlx::Row as _;

use super::suite::{Place, UserId};

#[tokio::test]
async fn an_unsigned_column_holds_ids_up_to_the_largest() {
    let place = Place::new();
    let mut db = place.connect().await;
    let table = "CREATE TABLE old (id BIGINT UNSIGNED PRIMARY KEY, link BIGINT UNSIGNED)";
    sqlx::raw_sql(table).execute(&mut db).await.unwrap();
    let largest = UserId::from_i64(i64::MAX).unwrap();
    let insert = sqlx::query("INSERT INTO old VALUES (?, ?)").bind(largest).bind(largest);
    insert.execute(&mut db).await.unwrap();
    let read = "SELECT id, link FROM old";
    let row: (UserId, Option<UserId>) = sqlx::query_as(read).fetch_one(&mut db).await.unwrap();
    assert_eq!(row, (largest, Some(largest)));
    // Without parameters and a prepared statement, it comes as a text.
    let row = sqlx::raw_sql(read).fetch_one(&mut db).await.unwrap();
    assert_eq!(row.get::<UserId, _>("id"), largest);

    for (value, shown) in [("0", "UserId 0"), ("9223372036854775808", "UserId 9223372036854775808")]
    {
        let change = format!("UPDATE old SET id = {value}");
        sqlx::raw_sql(change.leak() as &'static str).execute(&mut db).await.unwrap();
        let row = sqlx::query(read).fetch_one(&mut db).await.unwrap();
        let error = row.try_get::<UserId, _>("id").unwrap_err().to_string();
        assert!(error.contains(shown), "{error}");
    }
}
