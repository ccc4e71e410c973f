//! The rows by Diesel, whose columns are typed.

use std::sync::Arc;

use diesel::{ExpressionMethods as _, QueryDsl as _, SqliteConnection};
use diesel_async::sync_connection_wrapper::SyncConnectionWrapper;
use diesel_async::{
    AsyncConnection as _, AsyncMysqlConnection, AsyncPgConnection, RunQueryDsl as _,
};
use snowflake_kit::sql::Dialect;
use tokio::sync::Mutex;

use super::ids::{CountryId, LineId, OrderId};
use super::{Line, Pending, Tables, ask, database};

mod schema {
    use super::{CountryId, LineId, OrderId};

    diesel::table! {
        use diesel::sql_types::VarChar;
        use snowflake_kit::IntegerKey;
        use super::CountryId;

        countries (id) {
            id -> IntegerKey<CountryId>,
            name -> VarChar,
        }
    }

    diesel::table! {
        use snowflake_kit::{IntegerKey, UuidKey};
        use super::{CountryId, OrderId};

        orders (id) {
            id -> UuidKey<OrderId>,
            country_id -> IntegerKey<CountryId>,
        }
    }

    diesel::table! {
        use snowflake_kit::{Key, UuidKey};
        use super::{LineId, OrderId};

        order_lines (id) {
            id -> Key<LineId>,
            order_id -> UuidKey<OrderId>,
        }
    }

    diesel::joinable!(orders -> countries (country_id));
    diesel::joinable!(order_lines -> orders (order_id));
    diesel::allow_tables_to_appear_in_same_query!(countries, orders, order_lines);
}

use schema::{countries, order_lines, orders};

macro_rules! on_database {
    ($test:ident, $connection:ty, $dialect:expr) => {
        mod $test {
            use super::*;

            struct Store(Mutex<$connection>);

            impl Tables for Store {
                fn add_country(&self, name: String) -> Pending<'_, CountryId> {
                    Box::pin(async move {
                        let db = &mut *self.0.lock().await;
                        let insert = diesel::insert_into(countries::table);
                        insert.values(countries::name.eq(&name)).execute(db).await.unwrap();
                        let found = countries::table.filter(countries::name.eq(&name));
                        found.select(countries::id).first(db).await.unwrap()
                    })
                }

                fn add_order(&self, id: OrderId, country: CountryId) -> Pending<'_, ()> {
                    Box::pin(async move {
                        let db = &mut *self.0.lock().await;
                        let row = (orders::id.eq(id), orders::country_id.eq(country));
                        let insert = diesel::insert_into(orders::table).values(row);
                        insert.execute(db).await.unwrap();
                    })
                }

                fn add_line(&self, id: LineId, order: OrderId) -> Pending<'_, ()> {
                    Box::pin(async move {
                        let db = &mut *self.0.lock().await;
                        let row = (order_lines::id.eq(id), order_lines::order_id.eq(order));
                        let insert = diesel::insert_into(order_lines::table).values(row);
                        insert.execute(db).await.unwrap();
                    })
                }

                fn lines(&self, order: OrderId) -> Pending<'_, Vec<Line>> {
                    Box::pin(async move {
                        let db = &mut *self.0.lock().await;
                        let joined = order_lines::table
                            .inner_join(orders::table.inner_join(countries::table))
                            .filter(orders::id.eq(order))
                            .order(order_lines::id)
                            .select((order_lines::id, orders::id, countries::id));
                        let rows: Vec<(LineId, OrderId, CountryId)> =
                            joined.load(db).await.unwrap();
                        let line = |(id, order_id, country_id)| Line { id, order_id, country_id };
                        rows.into_iter().map(line).collect()
                    })
                }
            }

            #[tokio::test]
            async fn asked() {
                let database = database($dialect);
                let url = database.url().trim_start_matches("sqlite://");
                let db = <$connection>::establish(url).await.unwrap();
                ask(Arc::new(Store(Mutex::new(db)))).await;
            }
        }
    };
}

on_database!(sqlite, SyncConnectionWrapper<SqliteConnection>, Dialect::Sqlite);
on_database!(postgres, AsyncPgConnection, Dialect::Postgres);
on_database!(mariadb, AsyncMysqlConnection, Dialect::MySql);
