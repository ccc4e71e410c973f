//! Rows with typed IDs, and with plain integers.

use std::time::Instant;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use sea_orm::{ActiveValue, ConnectionTrait, Database, EntityTrait, QueryOrder};

use super::{Limit, Table, target};
use crate::ids::{ids, numbers};
use crate::measure::Contender;

const ROWS: u64 = 100_000;
/// So many go into a statement.
const CHUNK: usize = 1_000;

/// Where PostgreSQL is.
pub const POSTGRES: &str = "SNOWFLAKE_POSTGRES_URL";

/// In the connection's own temporary space, so that nothing is left behind.
const CREATE: &str = "CREATE TEMPORARY TABLE bench_rows (
    id BIGINT PRIMARY KEY NOT NULL, parent_id BIGINT NOT NULL, name TEXT NOT NULL)";
const DROP: &str = "DROP TABLE bench_rows";

const TYPED: &str = "kit: typed IDs";
const PLAIN: &str = "i64";

/// The same table with Diesel and with SeaORM, with keys of one type.
macro_rules! rows {
    ($module:ident, $id:ty, $sql:ty, $values:expr) => {
        mod $module {
            use super::*;

            diesel::table! {
                bench_rows (id) {
                    id -> $sql,
                    parent_id -> $sql,
                    name -> diesel::sql_types::Text,
                }
            }

            #[derive(Clone, Insertable, Queryable)]
            #[diesel(table_name = bench_rows)]
            pub struct Row {
                pub id: $id,
                pub parent_id: $id,
                pub name: String,
            }

            pub fn all() -> Vec<Row> {
                let values: Vec<$id> = $values;
                let row = |id| Row { id, parent_id: values[0], name: "a name".to_owned() };
                values.iter().copied().map(row).collect()
            }

            pub mod entity {
                use sea_orm::entity::prelude::*;

                #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
                #[sea_orm(table_name = "bench_rows")]
                pub struct Model {
                    #[sea_orm(primary_key, auto_increment = false)]
                    pub id: $id,
                    pub parent_id: $id,
                    pub name: String,
                }

                #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
                pub enum Relation {}

                impl ActiveModelBehavior for ActiveModel {}
            }

            pub fn models() -> Vec<entity::ActiveModel> {
                let row = |row: Row| entity::ActiveModel {
                    id: ActiveValue::Set(row.id),
                    parent_id: ActiveValue::Set(row.parent_id),
                    name: ActiveValue::Set(row.name),
                };
                all().into_iter().map(row).collect()
            }
        }
    };
}

rows!(typed, crate::ids::PlainId, snowflake_kit::Key<crate::ids::PlainId>, ids(ROWS));
rows!(plain, i64, diesel::sql_types::BigInt, numbers(ROWS));

macro_rules! diesel_insert {
    ($name:expr, $rows:ident, $connection:ty, $url:expr) => {{
        let mut db = <$connection>::establish(&$url).expect("the database is there");
        let rows = $rows::all();
        Contender::timed($name, move |_| {
            db.batch_execute(CREATE).expect("SQL");
            let began = Instant::now();
            db.transaction(|db| {
                for rows in rows.chunks(CHUNK) {
                    diesel::insert_into($rows::bench_rows::table).values(rows).execute(db)?;
                }
                diesel::QueryResult::Ok(())
            })
            .expect("they are inserted");
            let took = began.elapsed();
            db.batch_execute(DROP).expect("SQL");
            took
        })
        .of(ROWS)
    }};
}

macro_rules! diesel_load {
    ($name:expr, $rows:ident, $connection:ty, $url:expr) => {{
        let mut db = <$connection>::establish(&$url).expect("the database is there");
        db.batch_execute(CREATE).expect("SQL");
        for rows in $rows::all().chunks(CHUNK) {
            let insert = diesel::insert_into($rows::bench_rows::table).values(rows);
            insert.execute(&mut db).expect("they are inserted");
        }
        Contender::timed($name, move |_| {
            let began = Instant::now();
            let rows: Vec<$rows::Row> = $rows::bench_rows::table.load(&mut db).expect("rows");
            let took = began.elapsed();
            assert_eq!(rows.len() as u64, ROWS);
            took
        })
        .of(ROWS)
    }};
}

/// SeaORM is async; one thread waits for it.
fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}

/// One connection, since temporary tables belong to one.
async fn connect(url: &str) -> sea_orm::DatabaseConnection {
    let mut options = sea_orm::ConnectOptions::new(url);
    options.max_connections(1).min_connections(1).sqlx_logging(false);
    Database::connect(options).await.expect("the database is there")
}

macro_rules! seaorm_insert {
    ($name:expr, $rows:ident, $url:expr) => {{
        let runtime = runtime();
        let db = runtime.block_on(connect(&$url));
        let rows = $rows::models();
        Contender::timed($name, move |_| {
            let rows: Vec<Vec<_>> = rows.chunks(CHUNK).map(<[_]>::to_vec).collect();
            runtime.block_on(async {
                db.execute_unprepared(CREATE).await.expect("SQL");
                let began = Instant::now();
                db.execute_unprepared("BEGIN").await.expect("SQL");
                for rows in rows {
                    let insert = $rows::entity::Entity::insert_many(rows);
                    insert.exec_without_returning(&db).await.expect("they are inserted");
                }
                db.execute_unprepared("COMMIT").await.expect("SQL");
                let took = began.elapsed();
                db.execute_unprepared(DROP).await.expect("SQL");
                took
            })
        })
        .of(ROWS)
    }};
}

macro_rules! seaorm_load {
    ($name:expr, $rows:ident, $url:expr) => {{
        let runtime = runtime();
        let db = runtime.block_on(async {
            let db = connect(&$url).await;
            db.execute_unprepared(CREATE).await.expect("SQL");
            for rows in $rows::models().chunks(CHUNK) {
                let insert = $rows::entity::Entity::insert_many(rows.to_vec());
                insert.exec_without_returning(&db).await.expect("they are inserted");
            }
            db
        });
        Contender::timed($name, move |_| {
            runtime.block_on(async {
                let began = Instant::now();
                let find = $rows::entity::Entity::find();
                let rows = find.order_by_asc($rows::entity::Column::Id).all(&db).await;
                let took = began.elapsed();
                assert_eq!(rows.expect("rows").len() as u64, ROWS);
                took
            })
        })
        .of(ROWS)
    }};
}

fn table(title: &'static str, contenders: Vec<Contender>) -> Table {
    Table {
        title,
        about: "Rows of two IDs and a short text, with typed IDs and with i64, in statements of \
                1,000 rows. The database is the same, so what differs is the adapter.",
        unit: "ns per row",
        contenders,
        targets: vec![target(TYPED, Limit::Of(1.01, PLAIN))],
        note: "",
        is_slow: true,
    }
}

fn postgres() -> String {
    std::env::var(POSTGRES).expect("SNOWFLAKE_POSTGRES_URL names a server")
}

pub fn diesel_sqlite_insert() -> Table {
    let url = ":memory:";
    table(
        "Diesel, SQLite: insert 100,000 rows",
        vec![
            diesel_insert!(TYPED, typed, SqliteConnection, url).kit(),
            diesel_insert!(PLAIN, plain, SqliteConnection, url),
        ],
    )
}

pub fn diesel_sqlite_load() -> Table {
    let url = ":memory:";
    table(
        "Diesel, SQLite: load 100,000 rows",
        vec![
            diesel_load!(TYPED, typed, SqliteConnection, url).kit(),
            diesel_load!(PLAIN, plain, SqliteConnection, url),
        ],
    )
}

pub fn diesel_postgres_insert() -> Table {
    let url = postgres();
    table(
        "Diesel, PostgreSQL: insert 100,000 rows",
        vec![
            diesel_insert!(TYPED, typed, PgConnection, url).kit(),
            diesel_insert!(PLAIN, plain, PgConnection, url),
        ],
    )
}

pub fn diesel_postgres_load() -> Table {
    let url = postgres();
    table(
        "Diesel, PostgreSQL: load 100,000 rows",
        vec![
            diesel_load!(TYPED, typed, PgConnection, url).kit(),
            diesel_load!(PLAIN, plain, PgConnection, url),
        ],
    )
}

pub fn seaorm_sqlite_insert() -> Table {
    let url = "sqlite::memory:";
    table(
        "SeaORM, SQLite: insert 100,000 rows",
        vec![seaorm_insert!(TYPED, typed, url).kit(), seaorm_insert!(PLAIN, plain, url)],
    )
}

pub fn seaorm_sqlite_load() -> Table {
    let url = "sqlite::memory:";
    table(
        "SeaORM, SQLite: load 100,000 rows",
        vec![seaorm_load!(TYPED, typed, url).kit(), seaorm_load!(PLAIN, plain, url)],
    )
}

pub fn seaorm_postgres_insert() -> Table {
    let url = postgres();
    table(
        "SeaORM, PostgreSQL: insert 100,000 rows",
        vec![seaorm_insert!(TYPED, typed, url).kit(), seaorm_insert!(PLAIN, plain, url)],
    )
}

pub fn seaorm_postgres_load() -> Table {
    let url = postgres();
    table(
        "SeaORM, PostgreSQL: load 100,000 rows",
        vec![seaorm_load!(TYPED, typed, url).kit(), seaorm_load!(PLAIN, plain, url)],
    )
}
