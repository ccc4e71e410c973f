//! A table of each kind of key, joined, with typed and with plain columns.

use std::error::Error as _;

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Integer, SmallInt};
use diesel_async::AsyncMysqlConnection;
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;
use snowflake_kit_core::Id as _;
use snowflake_kit_derive::{CountedId, UuidId};
use snowflake_kit_diesel::{IntegerKey, Key, OrZero, SmallIntKey, UuidKey};
use uuid::Uuid;

use crate::database;
use crate::ids::{self, PostId};

#[derive(UuidId)]
#[uuid_id(crate = "snowflake_kit_mint", prefix = "order_", text = "typeid")]
pub struct OrderId(Uuid);

#[derive(CountedId)]
#[counted_id(crate = "snowflake_kit_core")]
pub struct CountryId(i32);

#[derive(CountedId)]
#[counted_id(crate = "snowflake_kit_core")]
pub struct RoleId(i16);

snowflake_kit_diesel::column!(uuid: OrderId);
snowflake_kit_diesel::column!(integer: CountryId);
snowflake_kit_diesel::column!(small_int: RoleId);

/// The tables and the tests, with these types of columns.
macro_rules! tests {
    ($columns:ident, $connection:ty, $open:expr, $counted:literal, $uuid:literal, {
        $country:ty, $role:ty, $order:ty, $post:ty
    }) => {
        mod $columns {
            use super::*;

            diesel::table! {
                use super::super::*;

                countries (id) {
                    id -> $country,
                    role -> $role,
                }
            }

            diesel::table! {
                use super::super::*;

                orders (id) {
                    id -> $order,
                    country_id -> $country,
                    other_country -> $country,
                }
            }

            diesel::table! {
                use super::super::*;

                order_posts (id) {
                    id -> $post,
                    order_id -> diesel::sql_types::Nullable<$order>,
                }
            }

            diesel::joinable!(orders -> countries (country_id));
            diesel::joinable!(order_posts -> orders (order_id));
            diesel::allow_tables_to_appear_in_same_query!(countries, orders, order_posts);

            #[derive(Clone, Copy, Debug, Insertable, PartialEq, Queryable)]
            #[diesel(table_name = orders)]
            struct Order {
                id: OrderId,
                country_id: CountryId,
                other_country: OrZero<CountryId>,
            }

            #[test]
            fn a_table_of_each_kind_is_joined() {
                ids::install();
                let database = $open();
                let db = &mut <$connection>::establish(database.url()).unwrap();
                for table in [
                    concat!("CREATE TABLE countries (id ", $counted, ", role SMALLINT NOT NULL)"),
                    concat!(
                        "CREATE TABLE orders (
                             id ", $uuid, " NOT NULL PRIMARY KEY,
                             country_id INTEGER NOT NULL REFERENCES countries (id),
                             other_country INTEGER NOT NULL
                         )",
                    ),
                    concat!(
                        "CREATE TABLE order_posts (
                             id BIGINT NOT NULL PRIMARY KEY,
                             order_id ", $uuid, " REFERENCES orders (id)
                         )",
                    ),
                ] {
                    db.batch_execute(table).unwrap();
                }
                let role = RoleId::from_value(3).unwrap();
                diesel::insert_into(countries::table)
                    .values(countries::role.eq(role))
                    .execute(db)
                    .unwrap();
                let country: CountryId =
                    countries::table.select(countries::id).get_result(db).unwrap();
                assert_eq!(country.get(), 1);
                let order =
                    Order { id: OrderId::mint(), country_id: country, other_country: OrZero(None) };
                diesel::insert_into(orders::table).values(&order).execute(db).unwrap();
                let post = PostId::mint();
                diesel::insert_into(order_posts::table)
                    .values((order_posts::id.eq(post), order_posts::order_id.eq(Some(order.id))))
                    .execute(db)
                    .unwrap();

                let found: (PostId, Option<OrderId>, Order, RoleId) = order_posts::table
                    .inner_join(orders::table.inner_join(countries::table))
                    .filter(orders::id.eq(order.id))
                    .filter(order_posts::order_id.eq(&order.id))
                    .filter(countries::id.eq_any([country]))
                    .filter(countries::role.eq(role))
                    .select((
                        order_posts::id,
                        order_posts::order_id,
                        orders::all_columns,
                        countries::role,
                    ))
                    .first(db)
                    .unwrap();
                assert_eq!(found, (post, Some(order.id), order, role));
                let found: Order = orders::table.find(order.id).first(db).unwrap();
                assert_eq!(found, order);

                let change = "UPDATE countries SET role = 0";
                db.batch_execute(change).unwrap();
                let error = countries::table.select(countries::role).first::<RoleId>(db);
                let error = error.unwrap_err().source().unwrap().to_string();
                assert!(error.contains("invalid RoleId 0: expected 1 to 32767"), "{error}");
            }
        }
    };
}

mod sqlite {
    use super::*;

    tests!(typed, SqliteConnection, crate::sqlite, "INTEGER PRIMARY KEY NOT NULL", "BLOB", {
        IntegerKey<CountryId>, SmallIntKey<RoleId>, UuidKey<OrderId>, Key<PostId>
    });
    tests!(plain, SqliteConnection, crate::sqlite, "INTEGER PRIMARY KEY NOT NULL", "BLOB", {
        Integer, SmallInt, Binary, BigInt
    });
}

mod postgres {
    use super::*;

    tests!(typed, PgConnection, database::postgres, "SERIAL PRIMARY KEY", "UUID", {
        IntegerKey<CountryId>, SmallIntKey<RoleId>, UuidKey<OrderId>, Key<PostId>
    });
    tests!(plain, PgConnection, database::postgres, "SERIAL PRIMARY KEY", "UUID", {
        Integer, SmallInt, diesel::pg::sql_types::Uuid, BigInt
    });

    /// Diesel keeps statements by the types of their parameters, and `bytea` is not `uuid`.
    #[test]
    fn a_statement_for_uuids_is_not_one_for_bytes() {
        let database = database::postgres();
        let db = &mut PgConnection::establish(database.url()).unwrap();
        let id = OrderId::mint();
        let found = diesel::select(id.into_sql::<UuidKey<OrderId>>()).get_result::<OrderId>(db);
        assert_eq!(found, Ok(id));
        let bytes = vec![1_u8, 2, 3];
        let found = diesel::select(bytes.as_slice().into_sql::<Binary>()).get_result::<Vec<u8>>(db);
        assert_eq!(found, Ok(bytes));
    }
}

mod mariadb {
    use super::*;

    type Client = AsyncConnectionWrapper<AsyncMysqlConnection>;

    tests!(
        typed,
        Client,
        database::mariadb,
        "INTEGER NOT NULL AUTO_INCREMENT PRIMARY KEY",
        "BINARY(16)",
        { IntegerKey<CountryId>, SmallIntKey<RoleId>, UuidKey<OrderId>, Key<PostId> }
    );
    tests!(
        plain,
        Client,
        database::mariadb,
        "INTEGER NOT NULL AUTO_INCREMENT PRIMARY KEY",
        "BINARY(16)",
        { Integer, SmallInt, Binary, BigInt }
    );
}
