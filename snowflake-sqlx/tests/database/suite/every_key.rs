//! A table of each kind of key, joined.

use snowflake_kit_core::Id as _;
use snowflake_kit_derive::{CountedId, UuidId};
use sqlx::{Database, FromRow, Row as _};
use uuid::Uuid;

use super::super::{COUNTED_KEY, Db, UUID};
use super::{Place, PostId, sql};
use crate::version::OrZero;

#[derive(UuidId)]
#[uuid_id(crate = "snowflake_kit_mint", prefix = "order_", text = "typeid")]
pub(crate) struct OrderId(Uuid);

#[derive(CountedId)]
#[counted_id(crate = "snowflake_kit_core")]
pub(crate) struct CountryId(i32);

#[derive(CountedId)]
#[counted_id(crate = "snowflake_kit_core")]
pub(crate) struct RoleId(i16);

value!(OrderId, CountryId, RoleId);

async fn tables(place: &Place) -> <Db as Database>::Connection {
    crate::NODE.call_once(|| {
        snowflake_kit_mint::install(snowflake_kit_mint::Node::fixed(7)).unwrap();
    });
    let mut db = place.connect().await;
    let tables = format!(
        "CREATE TABLE countries (id {COUNTED_KEY}, role SMALLINT NOT NULL);
         CREATE TABLE orders (
             id {UUID} NOT NULL PRIMARY KEY,
             country_id INT NOT NULL REFERENCES countries (id),
             other_country INT NOT NULL
         );
         CREATE TABLE posts (
             id BIGINT NOT NULL PRIMARY KEY, order_id {UUID} REFERENCES orders (id)
         )"
    );
    sqlx::raw_sql(sql(&tables)).execute(&mut db).await.unwrap();
    db
}

#[derive(Debug, FromRow, PartialEq)]
struct Joined {
    post: PostId,
    order: Option<OrderId>,
    country: CountryId,
    other: OrZero<CountryId>,
    role: RoleId,
}

#[tokio::test]
async fn a_table_of_each_kind_is_joined() {
    let place = Place::new();
    let mut db = tables(&place).await;
    let role = RoleId::from_value(3).unwrap();
    sqlx::query(sql("INSERT INTO countries (role) VALUES (?)"))
        .bind(role)
        .execute(&mut db)
        .await
        .unwrap();
    let country: CountryId =
        sqlx::query_scalar("SELECT id FROM countries").fetch_one(&mut db).await.unwrap();
    assert_eq!(country.get(), 1);
    let (order, post) = (OrderId::mint(), PostId::mint());
    sqlx::query(sql("INSERT INTO orders VALUES (?, ?, ?)"))
        .bind(order)
        .bind(country)
        .bind(OrZero(None::<CountryId>))
        .execute(&mut db)
        .await
        .unwrap();
    sqlx::query(sql("INSERT INTO posts VALUES (?, ?)"))
        .bind(post)
        .bind(Some(order))
        .execute(&mut db)
        .await
        .unwrap();
    let joined = "SELECT posts.id AS post, orders.id AS \"order\", countries.id AS country,
                         other_country AS other, role
                  FROM posts JOIN orders ON order_id = orders.id
                  JOIN countries ON country_id = countries.id
                  WHERE orders.id = ? AND countries.id = ?";
    let joined = if Db::NAME == "MySQL" { joined.replace('"', "`") } else { joined.to_owned() };
    let found: Joined =
        sqlx::query_as(sql(&joined)).bind(order).bind(country).fetch_one(&mut db).await.unwrap();
    let expected = Joined { post, order: Some(order), country, other: OrZero(None), role };
    assert_eq!(found, expected);
}

#[tokio::test]
async fn what_is_not_an_id_is_refused_by_name() {
    let place = Place::new();
    let mut db = tables(&place).await;
    let insert = sqlx::query(sql("INSERT INTO countries VALUES (0, 0)"));
    // MySQL counts for 0.
    if Db::NAME == "MySQL" {
        sqlx::raw_sql("SET sql_mode = 'NO_AUTO_VALUE_ON_ZERO'").execute(&mut db).await.unwrap();
    }
    insert.execute(&mut db).await.unwrap();
    sqlx::query(sql("INSERT INTO orders VALUES (?, 0, 0)"))
        .bind(Uuid::nil())
        .execute(&mut db)
        .await
        .unwrap();
    let row = sqlx::query("SELECT id FROM countries").fetch_one(&mut db).await.unwrap();
    let error = row.try_get::<CountryId, _>("id").unwrap_err().to_string();
    assert!(error.ends_with("invalid CountryId 0: expected 1 to 2147483647"), "{error}");
    let row = sqlx::query("SELECT id FROM orders").fetch_one(&mut db).await.unwrap();
    let error = row.try_get::<OrderId, _>("id").unwrap_err().to_string();
    assert!(error.contains("the nil and the max UUID identify nothing"), "{error}");
    // A column of another kind.
    let error = row.try_get::<CountryId, _>("id").unwrap_err().to_string();
    assert!(error.contains("mismatched types") || error.contains("not compatible"), "{error}");
    let error = row.try_get::<PostId, _>("id").unwrap_err().to_string();
    assert!(error.contains("mismatched types") || error.contains("not compatible"), "{error}");
}
