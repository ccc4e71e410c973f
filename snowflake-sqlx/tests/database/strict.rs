//! `STRICT` tables, whose 64-bit integers are called `INT`.

use super::suite::{Place, UserId};

#[tokio::test]
async fn strict_tables_hold_ids() {
    let place = Place::new();
    let mut db = place.connect().await;
    let table = "CREATE TABLE strict (id INT PRIMARY KEY NOT NULL, link INT) STRICT";
    sqlx::raw_sql(table).execute(&mut db).await.unwrap();
    let [least, largest] = [1, i64::MAX].map(|id| UserId::from_i64(id).unwrap());
    for (id, link) in [(least, None), (largest, Some(least))] {
        let insert = sqlx::query("INSERT INTO strict VALUES (?, ?)").bind(id).bind(link);
        insert.execute(&mut db).await.unwrap();
    }
    let read = "SELECT id, link FROM strict ORDER BY id";
    let rows: Vec<(UserId, Option<UserId>)> =
        sqlx::query_as(read).fetch_all(&mut db).await.unwrap();
    assert_eq!(rows, [(least, None), (largest, Some(least))]);
    for refused in
        ["INSERT INTO strict (link) VALUES (7)", "INSERT INTO strict VALUES ('pst_1', 7)"]
    {
        sqlx::raw_sql(refused).execute(&mut db).await.unwrap_err();
    }
}
