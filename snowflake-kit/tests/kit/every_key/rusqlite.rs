//! The rows by rusqlite.

use std::future::ready;
use std::sync::{Arc, Mutex};

use rusqlite::{Connection, Params};
use snowflake_kit::sql::Dialect;

use super::ids::{CountryId, LineId, OrderId};
use super::{Line, Pending, Tables, ask, database};

struct Store(Mutex<Connection>);

impl Store {
    fn insert(&self, sql: &str, values: impl Params) {
        self.0.lock().unwrap().execute(sql, values).unwrap();
    }
}

impl Tables for Store {
    fn add_country(&self, name: String) -> Pending<'_, CountryId> {
        let db = self.0.lock().unwrap();
        let insert = "INSERT INTO countries (name) VALUES (?) RETURNING id";
        Box::pin(ready(db.query_row(insert, [name], |row| row.get(0)).unwrap()))
    }

    fn add_order(&self, id: OrderId, country: CountryId) -> Pending<'_, ()> {
        self.insert("INSERT INTO orders VALUES (?, ?)", (id, country));
        Box::pin(ready(()))
    }

    fn add_line(&self, id: LineId, order: OrderId) -> Pending<'_, ()> {
        self.insert("INSERT INTO order_lines VALUES (?, ?)", (id, order));
        Box::pin(ready(()))
    }

    fn lines(&self, order: OrderId) -> Pending<'_, Vec<Line>> {
        let db = self.0.lock().unwrap();
        let mut joined = db
            .prepare(
                "SELECT order_lines.id, orders.id, countries.id FROM order_lines
                 JOIN orders ON orders.id = order_id JOIN countries ON countries.id = country_id
                 WHERE orders.id = ? ORDER BY order_lines.id",
            )
            .unwrap();
        let lines = joined.query_map([order], |row| {
            Ok(Line { id: row.get(0)?, order_id: row.get(1)?, country_id: row.get(2)? })
        });
        Box::pin(ready(lines.unwrap().map(Result::unwrap).collect()))
    }
}

#[tokio::test]
async fn sqlite() {
    let database = database(Dialect::Sqlite);
    ask(Arc::new(Store(Mutex::new(Connection::open(database.path()).unwrap())))).await;
}
