//! sea-query without SeaORM: statements that it builds, and rows that sqlx reads.

use sea_query_1::{
    ColumnDef, Expr, ExprTrait, Order, PostgresQueryBuilder, Query, QueryBuilder, SchemaBuilder,
    SqliteQueryBuilder, Table,
};
use sea_query_sqlx::{SqlxBinder, SqlxValues};
use snowflake_kit_core::{Dialect, Snowflake};
use snowflake_kit_derive::{CountedId, SnowflakeId, UuidId};
use snowflake_kit_seaorm::sea_query_1::schema;
use sqlx::{AssertSqlSafe, Pool};
use uuid::Uuid;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct PostId(Snowflake);

#[derive(UuidId)]
#[uuid_id(crate = "snowflake_kit_mint")]
struct OrderId(Uuid);

#[derive(CountedId)]
#[counted_id(crate = "snowflake_kit_core")]
struct CountryId(i32);

snowflake_kit_seaorm::value!(sea_query_1: PostId, OrderId, CountryId);
snowflake_kit_sqlx::value!(sqlx_0_9: PostId, OrderId, CountryId);

/// The statements of one database.
fn statements<B: QueryBuilder + SchemaBuilder>(builder: fn() -> B) -> Statements {
    let id = PostId::constant(7);
    let order = OrderId::constant(Uuid::from_u128(0x0194_192f_fd80_744f_a9f6_1e00_1d8c_5073));
    let create = Table::create()
        .table("posts")
        .col(schema::pk_snowflake("id"))
        .col(ColumnDef::new_with_type("order_id", schema::column_type_of::<OrderId>()))
        .col(ColumnDef::new_with_type("country_id", schema::column_type_of::<CountryId>()))
        .col(schema::snowflake_null("reply_to"))
        .build(builder());
    let insert = Query::insert()
        .into_table("posts")
        .columns(["id", "order_id", "country_id", "reply_to"])
        .values_panic([
            id.into(),
            order.into(),
            CountryId::constant(49).into(),
            None::<PostId>.into(),
        ])
        .values_panic([
            PostId::constant(8).into(),
            order.into(),
            CountryId::constant(1).into(),
            Some(id).into(),
        ])
        .build_sqlx(builder());
    let select = Query::select()
        .columns(["id", "order_id", "country_id", "reply_to"])
        .from("posts")
        .and_where(Expr::col("id").is_in([id, PostId::constant(8)]))
        .and_where(Expr::col("order_id").eq(order))
        .and_where(Expr::col("country_id").gte(CountryId::constant(1)))
        .order_by("id", Order::Asc)
        .build_sqlx(builder());
    Statements { create, insert, select }
}

struct Statements {
    create: String,
    insert: (String, SqlxValues),
    select: (String, SqlxValues),
}

/// What stands in the table.
type Row = (PostId, OrderId, CountryId, Option<PostId>);

macro_rules! reads_what_it_wrote {
    ($url:expr, $database:ty, $builder:ident) => {{
        let pool = Pool::<$database>::connect($url).await.unwrap();
        let Statements { create, insert, select } = statements(|| $builder);
        sqlx::query(AssertSqlSafe(create)).execute(&pool).await.unwrap();
        sqlx::query_with(AssertSqlSafe(insert.0), insert.1).execute(&pool).await.unwrap();
        let rows: Vec<Row> =
            sqlx::query_as_with(AssertSqlSafe(select.0), select.1).fetch_all(&pool).await.unwrap();
        let found: Vec<_> =
            rows.iter().map(|(id, _, country, reply)| (id.get(), country.get(), *reply)).collect();
        assert_eq!(found, [(7, 49, None), (8, 1, Some(PostId::constant(7)))]);
        assert_eq!(rows[0].1, rows[1].1);
        pool.close().await;
    }};
}

#[tokio::test]
async fn sqlite() {
    reads_what_it_wrote!("sqlite::memory:", sqlx::Sqlite, SqliteQueryBuilder);
}

#[tokio::test]
async fn postgres() {
    let database = test_databases::Database::new(Dialect::Postgres);
    reads_what_it_wrote!(database.url(), sqlx::Postgres, PostgresQueryBuilder);
}
