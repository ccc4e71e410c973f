//! Decimal IDs are IDs like any other, with every adapter.
#![cfg(all(
    feature = "diesel",
    feature = "async_graphql_7",
    feature = "utoipa_6",
    feature = "schemars_1",
    feature = "sea_orm_2",
    feature = "serde",
    feature = "tokio",
    feature = "ts_rs_12",
))]
#![expect(unreachable_pub, reason = "SeaORM's derives make all but the model public")]

use async_graphql::connection::CursorType as _;
use async_graphql::{EmptyMutation, EmptySubscription, Object, Schema, SimpleObject};
use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use ids::{InvoiceId, OrderId};
use schema::orders;
use sea_orm::{ActiveModelTrait as _, Database, EntityTrait as _, Set};
use serde_json::json;
use snowflake_kit::core::DecimalParts;
use snowflake_kit::decimal::Launch;
use snowflake_kit::diesel::lease::{Dialect, LeaseStore};
use snowflake_kit::lease::table;
use snowflake_kit::{DecimalId, Id, Minted};
use ts_rs::{Config, TS as _};
use utoipa::PartialSchema as _;

mod ids {
    use snowflake_kit::{DecimalId, Snowflake};

    /// Identifies an order.
    #[derive(DecimalId)]
    pub struct OrderId(Snowflake);

    /// Identifies an invoice.
    #[derive(DecimalId)]
    #[snowflake(text = "base32", prefix = "inv_")]
    pub struct InvoiceId(Snowflake);
}

/// Its parts are 1415, 92 and 65.
const KNOWN: &str = "14150009200065";

const KNOWN_PARTS: DecimalParts = DecimalParts { counter: 1415, generator: 92, launch: 65 };

fn order() -> OrderId {
    KNOWN.parse().unwrap()
}

fn invoice() -> InvoiceId {
    InvoiceId::from_snowflake(order().snowflake())
}

#[test]
fn serde() {
    let value = json!({ "order": order(), "invoice": invoice() });
    assert_eq!(value, json!({ "order": KNOWN, "invoice": "inv_0000CVT74B7E1" }));
    let read: OrderId = serde_json::from_value(value["order"].clone()).unwrap();
    assert_eq!(read.decimal_parts(), Ok(KNOWN_PARTS));
    let read: OrderId = serde_json::from_str(KNOWN).unwrap();
    assert_eq!(read.decimal_parts(), Ok(KNOWN_PARTS));
    let read: InvoiceId = serde_json::from_value(value["invoice"].clone()).unwrap();
    assert_eq!(read.decimal_parts(), Ok(KNOWN_PARTS));
    assert!(serde_json::from_value::<InvoiceId>(json!(KNOWN)).is_err());
}

#[test]
fn schemas() {
    let component = serde_json::to_value(OrderId::schema()).unwrap();
    assert_eq!(component["examples"], json!([KNOWN]), "{component}");
    let description = component["description"].as_str().unwrap();
    assert_eq!(
        description,
        "Identifies an order.\n\nA snowflake ID: a decimal string of 1 to 19 digits."
    );
    let component = serde_json::to_value(InvoiceId::schema()).unwrap();
    assert_eq!(component["examples"], json!(["inv_0000CVT74B7E1"]), "{component}");
    let schema = schemars::schema_for!(OrderId).to_value();
    assert_eq!(schema["type"], "string");
    assert_eq!(OrderId::inline(&Config::new()), "string & { readonly __id: \"OrderId\" }");
}

struct Query;

#[derive(SimpleObject)]
struct Order {
    id: OrderId,
    invoice: Option<InvoiceId>,
}

#[Object]
impl Query {
    async fn order(&self, id: OrderId, invoice: InvoiceId) -> Order {
        Order { id, invoice: Some(invoice) }
    }
}

#[tokio::test]
async fn graphql() {
    let schema = Schema::new(Query, EmptyMutation, EmptySubscription);
    let query =
        format!("{{ order(id: {KNOWN}, invoice: \"inv_0000CVT74B7E1\") {{ id invoice }} }}");
    let answer = schema.execute(query).await.into_result().unwrap();
    let expected = json!({ "order": { "id": KNOWN, "invoice": "inv_0000CVT74B7E1" } });
    assert_eq!(answer.data.into_json().unwrap(), expected);
    assert_eq!(order().encode_cursor(), KNOWN);
}

mod schema {
    diesel::table! {
        orders (id) {
            id -> snowflake_kit::Key<crate::decimal::ids::OrderId>,
            invoice_id -> Nullable<snowflake_kit::Key<crate::decimal::ids::InvoiceId>>,
        }
    }
}

/// A row as Diesel has it.
#[derive(Debug, Clone, PartialEq, Eq, Insertable, Queryable, Minted)]
#[diesel(table_name = orders)]
struct Row {
    #[minted]
    id: OrderId,
    invoice_id: Option<InvoiceId>,
}

/// A row as SeaORM has it.
mod row {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    use super::ids::{InvoiceId, OrderId};

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "orders")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: OrderId,
        pub invoice_id: Option<InvoiceId>,
    }
}

/// The only test that mints. The numbers are from the database that the rows are
/// in.
#[tokio::test]
async fn rows_of_both_orms() {
    let folder = std::env::temp_dir().join(format!("snowflake-kit-decimal-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("shop.sqlite").display().to_string();
    let diesel = &mut SqliteConnection::establish(&file).unwrap();
    diesel.batch_execute(&table::Migration::new(Dialect::Sqlite).up()).unwrap();
    diesel
        .batch_execute("CREATE TABLE orders (id bigint NOT NULL PRIMARY KEY, invoice_id bigint)")
        .unwrap();

    let launch = Launch::new(65).unwrap();
    let store = {
        let file = file.clone();
        LeaseStore::new(Dialect::Sqlite, move || SqliteConnection::establish(&file))
    };
    snowflake_kit::decimal::DecimalBuilder::new(store)
        .space("shop")
        .launch(launch)
        .install()
        .unwrap();

    let first = Row::mint(Some(InvoiceId::mint()));
    diesel::insert_into(orders::table).values(&first).execute(diesel).unwrap();
    let seaorm = Database::connect(format!("sqlite://{file}")).await.unwrap();
    let second = row::ActiveModel { invoice_id: Set(None), ..Default::default() };
    let second = second.insert(&seaorm).await.unwrap();

    // All types count on together, whatever minted them.
    let mut counters = [first.id.snowflake(), first.invoice_id.unwrap().snowflake()]
        .into_iter()
        .chain([second.id.snowflake(), OrderId::mint_async().await.unwrap().snowflake()])
        .map(|id| DecimalParts::decompose(id).unwrap())
        .map(|parts| ((parts.generator, parts.launch), parts.counter))
        .collect::<Vec<_>>();
    counters.sort_unstable();
    assert_eq!(counters, [1, 2, 3, 4].map(|counter| ((0, 65), counter)));

    // Each reads what the other has written.
    let read = row::Entity::find_by_id(first.id).one(&seaorm).await.unwrap().unwrap();
    assert_eq!((read.id, read.invoice_id), (first.id, first.invoice_id));
    let read: Vec<Row> = orders::table.order(orders::id).load(diesel).unwrap();
    assert_eq!(read, [first, Row { id: second.id, invoice_id: None }]);
    seaorm.close().await.unwrap();
    std::fs::remove_dir_all(folder).unwrap();
}
