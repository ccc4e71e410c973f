//! The rows by sqlx 0.8 and 0.9.

use std::sync::Arc;

use snowflake_kit::sql::Dialect;

use super::ids::{CountryId, LineId, OrderId};
use super::{Line, Pending, Tables, ask, database};

/// A query with PostgreSQL's placeholders for that database. Every version of sqlx takes it.
fn sql(dialect: Dialect, text: &'static str) -> &'static str {
    if dialect == Dialect::Postgres {
        return text;
    }
    text.replace("$1", "?").replace("$2", "?").leak()
}

macro_rules! on_database {
    ($test:ident, $sqlx:ident, $pool:path, $dialect:expr) => {
        mod $test {
            use $sqlx::Row as _;

            use super::*;

            struct Store($pool);

            impl Tables for Store {
                fn add_country(&self, name: String) -> Pending<'_, CountryId> {
                    let insert = sql($dialect, "INSERT INTO countries (name) VALUES ($1)");
                    let find = sql($dialect, "SELECT id FROM countries WHERE name = $1");
                    Box::pin(async move {
                        $sqlx::query(insert).bind(&name).execute(&self.0).await.unwrap();
                        $sqlx::query_scalar(find).bind(&name).fetch_one(&self.0).await.unwrap()
                    })
                }

                fn add_order(&self, id: OrderId, country: CountryId) -> Pending<'_, ()> {
                    let insert = sql($dialect, "INSERT INTO orders VALUES ($1, $2)");
                    Box::pin(async move {
                        let insert = $sqlx::query(insert).bind(id).bind(country);
                        insert.execute(&self.0).await.unwrap();
                    })
                }

                fn add_line(&self, id: LineId, order: OrderId) -> Pending<'_, ()> {
                    let insert = sql($dialect, "INSERT INTO order_lines VALUES ($1, $2)");
                    Box::pin(async move {
                        let insert = $sqlx::query(insert).bind(id).bind(order);
                        insert.execute(&self.0).await.unwrap();
                    })
                }

                fn lines(&self, order: OrderId) -> Pending<'_, Vec<Line>> {
                    let joined = sql(
                        $dialect,
                        "SELECT order_lines.id, orders.id, countries.id FROM order_lines
                         JOIN orders ON orders.id = order_id
                         JOIN countries ON countries.id = country_id
                         WHERE orders.id = $1 ORDER BY order_lines.id",
                    );
                    Box::pin(async move {
                        let rows = $sqlx::query(joined).bind(order).fetch_all(&self.0).await;
                        let mut lines = Vec::new();
                        for row in rows.unwrap() {
                            let (order_id, country_id) = (row.get(1), row.get(2));
                            lines.push(Line { id: row.get(0), order_id, country_id });
                        }
                        lines
                    })
                }
            }

            #[tokio::test]
            async fn asked() {
                let database = database($dialect);
                let pool = <$pool>::connect(database.url()).await.unwrap();
                ask(Arc::new(Store(pool.clone()))).await;
                pool.close().await;
            }
        }
    };
}

mod version_0_8 {
    use super::*;

    on_database!(sqlite, sqlx_0_8, sqlx_0_8::SqlitePool, Dialect::Sqlite);
    on_database!(postgres, sqlx_0_8, sqlx_0_8::PgPool, Dialect::Postgres);
    on_database!(mariadb, sqlx_0_8, sqlx_0_8::MySqlPool, Dialect::MySql);
}

mod version_0_9 {
    use super::*;
    use ::sqlx as sqlx_0_9;

    on_database!(sqlite, sqlx_0_9, sqlx_0_9::SqlitePool, Dialect::Sqlite);
    on_database!(postgres, sqlx_0_9, sqlx_0_9::PgPool, Dialect::Postgres);
    on_database!(mariadb, sqlx_0_9, sqlx_0_9::MySqlPool, Dialect::MySql);
}
