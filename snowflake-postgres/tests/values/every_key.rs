//! A table of each kind of key, joined.

use std::error::Error as _;

use snowflake_kit_core::Id as _;
use snowflake_kit_derive::{CountedId, UuidId};
use snowflake_kit_postgres::OrZero;
use uuid::Uuid;

use crate::{PostId, connect, post};

#[derive(UuidId)]
#[uuid_id(crate = "snowflake_kit_mint", prefix = "order_", text = "typeid")]
struct OrderId(Uuid);

#[derive(CountedId)]
#[counted_id(crate = "snowflake_kit_core")]
struct CountryId(i32);

#[derive(CountedId)]
#[counted_id(crate = "snowflake_kit_core")]
struct RoleId(i16);

snowflake_kit_postgres::value!(OrderId, CountryId, RoleId);

const TABLES: &str = "
    CREATE DOMAIN pg_temp.role_id AS smallint;
    CREATE TEMP TABLE countries (id serial PRIMARY KEY, role role_id NOT NULL);
    CREATE TEMP TABLE orders (
        id uuid PRIMARY KEY,
        country_id integer NOT NULL REFERENCES countries,
        other_country integer NOT NULL
    );
    CREATE TEMP TABLE posts (id bigint PRIMARY KEY, order_id uuid REFERENCES orders)";

#[tokio::test]
async fn a_table_of_each_kind_is_joined() {
    let client = connect(TABLES).await;
    let role = RoleId::from_value(3).unwrap();
    let insert = "INSERT INTO countries (role) VALUES ($1) RETURNING id";
    let country: CountryId = client.query_one(insert, &[&role]).await.unwrap().get(0);
    assert_eq!(country.get(), 1);
    let (order, none) = (OrderId::mint(), OrZero(None::<CountryId>));
    let insert = "INSERT INTO orders VALUES ($1, $2, $3)";
    client.execute(insert, &[&order, &country, &none]).await.unwrap();
    client.execute("INSERT INTO posts VALUES ($1, $2)", &[&post(5), &Some(order)]).await.unwrap();
    let row = client
        .query_one(
            "SELECT posts.id, orders.id, country_id, other_country, role
             FROM posts JOIN orders ON order_id = orders.id JOIN countries ON country_id = countries.id
             WHERE orders.id = ANY($1) AND countries.id = ANY($2)",
            &[&vec![order], &[country].as_slice()],
        )
        .await
        .unwrap();
    let found: (PostId, Option<OrderId>, CountryId, OrZero<CountryId>, RoleId) =
        (row.get(0), row.get(1), row.get(2), row.get(3), row.get(4));
    assert_eq!(found, (post(5), Some(order), country, none, role));
    let text: String = client.query_one("SELECT id::text FROM orders", &[]).await.unwrap().get(0);
    assert_eq!(text, order.get().to_string());
}

#[tokio::test]
async fn what_is_not_an_id_is_refused_by_name() {
    let client = connect(TABLES).await;
    let error = client.query_one("SELECT 7::bigint WHERE 1 = $1", &[&OrderId::mint()]).await;
    let error = error.unwrap_err().source().unwrap().to_string();
    assert!(error.contains("`int4`") && error.contains("OrderId"), "{error}");
    let row =
        client.query_one("SELECT 7::bigint, 0, uuid '00000000-0000-0000-0000-000000000000'", &[]);
    let row = row.await.unwrap();
    let error = row.try_get::<_, CountryId>(0).unwrap_err().source().unwrap().to_string();
    assert!(error.contains("`int8`") && error.contains("CountryId"), "{error}");
    let error = row.try_get::<_, CountryId>(1).unwrap_err().source().unwrap().to_string();
    assert_eq!(error, "invalid CountryId 0: expected 1 to 2147483647");
    let error = row.try_get::<_, OrderId>(2).unwrap_err().source().unwrap().to_string();
    assert!(error.contains("the nil and the max UUID identify nothing"), "{error}");
}
