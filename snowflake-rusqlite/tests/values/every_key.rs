//! A table of each kind of key, joined.

use rusqlite::{Connection, params};
use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::{CountedId, SnowflakeId, UuidId};
use snowflake_kit_rusqlite::OrZero;
use uuid::Uuid;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
struct PostId(Snowflake);

#[derive(UuidId)]
#[uuid_id(crate = "snowflake_kit_mint", prefix = "order_", text = "typeid")]
struct OrderId(Uuid);

#[derive(CountedId)]
#[counted_id(crate = "snowflake_kit_core")]
struct CountryId(i32);

snowflake_kit_rusqlite::value!(PostId, OrderId, CountryId);

fn tables() -> Connection {
    let db = Connection::open_in_memory().unwrap();
    db.execute_batch(
        "CREATE TABLE countries (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
         CREATE TABLE orders (
             id BLOB PRIMARY KEY NOT NULL,
             country_id INTEGER NOT NULL REFERENCES countries,
             other_country INTEGER NOT NULL DEFAULT 0
         ) STRICT;
         CREATE TABLE posts (
             id INT PRIMARY KEY NOT NULL, order_id BLOB REFERENCES orders
         ) STRICT;",
    )
    .unwrap();
    db
}

#[test]
fn a_table_of_each_kind_is_joined() {
    let db = tables();
    let country: CountryId = db
        .query_row("INSERT INTO countries (name) VALUES ('Germany') RETURNING id", [], |row| {
            row.get(0)
        })
        .unwrap();
    assert_eq!(country.get(), 1);
    let (order, post) = (OrderId::mint(), PostId::from_i64(5).unwrap());
    let none = OrZero(None::<CountryId>);
    db.execute("INSERT INTO orders VALUES (?1, ?2, ?3)", params![order, country, none]).unwrap();
    db.execute("INSERT INTO posts VALUES (?1, ?2)", params![post, Some(order)]).unwrap();
    let found: (PostId, Option<OrderId>, CountryId, OrZero<CountryId>) = db
        .query_row(
            "SELECT posts.id, orders.id, countries.id, other_country
             FROM posts JOIN orders ON order_id = orders.id JOIN countries ON country_id = countries.id
             WHERE orders.id = ?1 AND countries.id = ?2",
            params![order, country],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
        )
        .unwrap();
    assert_eq!(found, (post, Some(order), country, none));
}

#[test]
fn what_is_not_an_id_is_refused_by_name() {
    let db = tables();
    let read = |sql: &str| db.query_row(sql, [], |row| row.get::<_, OrderId>(0)).unwrap_err();
    let error = read("SELECT x'0102'").to_string();
    assert!(
        error.ends_with("invalid OrderId (a BLOB of 2 bytes): expected a BLOB of 16 bytes"),
        "{error}"
    );
    let error = read("SELECT '01890a5d-ac96-774b-bcce-b302099a8057'").to_string();
    assert!(error.contains("expected a BLOB of 16 bytes"), "{error}");
    let error = read("SELECT zeroblob(16)").to_string();
    assert!(error.contains("the nil and the max UUID identify nothing"), "{error}");
    let read = |sql: &str| db.query_row(sql, [], |row| row.get::<_, CountryId>(0)).unwrap_err();
    let error = read("SELECT 2147483648").to_string();
    assert!(error.contains("invalid CountryId 2147483648: expected 1 to 2147483647"), "{error}");
    let error = read("SELECT '7'").to_string();
    assert!(error.contains("expected an INTEGER, 1 to 2147483647"), "{error}");
}
