//! A service whose tables have a key of each kind: counted, a UUID, a snowflake. It is asked by REST
//! and by GraphQL, and has its rows by each ORM and driver on each database.
#![cfg(all(
    feature = "async_graphql_7",
    feature = "diesel-uuid",
    feature = "mint",
    feature = "rusqlite",
    feature = "sea_orm_1-uuid",
    feature = "sea_orm_2-uuid",
    feature = "serde",
    feature = "sql",
    feature = "sqlx_0_8-mysql",
    feature = "sqlx_0_8-postgres",
    feature = "sqlx_0_8-sqlite",
    feature = "sqlx_0_9-mysql",
    feature = "sqlx_0_9-postgres",
    feature = "sqlx_0_9-sqlite",
    feature = "utoipa_6",
    feature = "uuid"
))]

mod diesel;
mod rusqlite;
mod sea_orm_1;
mod sea_orm_2;
mod sqlx;

use std::pin::Pin;
use std::sync::Arc;

use async_graphql::{EmptyMutation, EmptySubscription, Object, Schema, SimpleObject};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Json, Path, State};
use axum::http::{Request, StatusCode};
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};
use snowflake_kit::sql::Dialect;
use test_databases::Database;
use tower::ServiceExt as _;
use utoipa::{OpenApi, ToSchema};

mod ids {
    use snowflake_kit::{CountedId, Snowflake, SnowflakeId, UuidId};
    use uuid::Uuid;

    /// Identifies a country.
    #[derive(CountedId)]
    pub struct CountryId(i32);

    /// Identifies an order.
    #[derive(UuidId)]
    #[uuid_id(prefix = "order_", text = "typeid")]
    pub struct OrderId(Uuid);

    /// Identifies a line of an order.
    #[derive(SnowflakeId)]
    #[snowflake(prefix = "line_", text = "base62")]
    pub struct LineId(Snowflake);
}

use ids::{CountryId, LineId, OrderId};

#[derive(Debug, PartialEq, Serialize, Deserialize, SimpleObject, ToSchema)]
struct Line {
    id: LineId,
    order_id: OrderId,
    country_id: CountryId,
}

#[derive(Deserialize, ToSchema)]
struct NewCountry {
    name: String,
}

#[derive(Deserialize, ToSchema)]
struct NewLine {
    order_id: Option<OrderId>,
    country_id: CountryId,
}

type Pending<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The tables, as an ORM or a driver has them.
trait Tables: Send + Sync {
    /// Inserts a country. The database counts its key.
    fn add_country(&self, name: String) -> Pending<'_, CountryId>;
    /// Inserts an order, whose key was minted before.
    fn add_order(&self, id: OrderId, country: CountryId) -> Pending<'_, ()>;
    /// Inserts a line of an order.
    fn add_line(&self, id: LineId, order: OrderId) -> Pending<'_, ()>;
    /// The lines of an order, with keys of all three tables, by the lines' keys.
    fn lines(&self, order: OrderId) -> Pending<'_, Vec<Line>>;
}

type Rows = Arc<dyn Tables>;

/// A new database with the tables.
fn database(dialect: Dialect) -> Database {
    let database = Database::new(dialect);
    let (counted, uuid) = match dialect {
        Dialect::Postgres => ("SERIAL PRIMARY KEY", "UUID"),
        Dialect::Sqlite => ("INTEGER NOT NULL PRIMARY KEY", "BLOB"),
        _ => ("INT NOT NULL AUTO_INCREMENT PRIMARY KEY", "BINARY(16)"),
    };
    let mut session = database.session();
    for table in [
        format!("CREATE TABLE countries (id {counted}, name VARCHAR(40) NOT NULL)"),
        format!(
            "CREATE TABLE orders (
                 id {uuid} NOT NULL PRIMARY KEY,
                 country_id INT NOT NULL REFERENCES countries (id)
             )"
        ),
        format!(
            "CREATE TABLE order_lines (
                 id BIGINT NOT NULL PRIMARY KEY,
                 order_id {uuid} NOT NULL REFERENCES orders (id)
             )"
        ),
    ] {
        session.execute(&table);
    }
    database
}

#[utoipa::path(post, path = "/countries", request_body = NewCountry, responses((status = 201, body = CountryId)))]
async fn add_country(
    State(rows): State<Rows>,
    Json(new): Json<NewCountry>,
) -> (StatusCode, Json<CountryId>) {
    (StatusCode::CREATED, Json(rows.add_country(new.name).await))
}

/// Keys come before rows, but for what the database counts.
#[utoipa::path(post, path = "/lines", request_body = NewLine, responses((status = 201, body = Line)))]
async fn add_line(State(rows): State<Rows>, Json(new): Json<NewLine>) -> (StatusCode, Json<Line>) {
    let id = LineId::mint();
    let order_id = new.order_id.unwrap_or_else(OrderId::mint);
    if new.order_id.is_none() {
        rows.add_order(order_id, new.country_id).await;
    }
    rows.add_line(id, order_id).await;
    (StatusCode::CREATED, Json(Line { id, order_id, country_id: new.country_id }))
}

#[utoipa::path(get, path = "/orders/{id}", params(("id" = OrderId, Path)), responses((status = 200, body = [Line])))]
async fn order(State(rows): State<Rows>, Path(id): Path<OrderId>) -> Json<Vec<Line>> {
    Json(rows.lines(id).await)
}

#[derive(OpenApi)]
#[openapi(paths(add_country, add_line, order))]
struct Description;

struct Query(Rows);

#[Object]
impl Query {
    async fn order(&self, id: OrderId, country: Option<CountryId>) -> Vec<Line> {
        let mut lines = self.0.lines(id).await;
        lines.retain(|line| country.is_none_or(|country| line.country_id == country));
        lines
    }
}

async fn answer(service: &Router, request: Request<Body>) -> (StatusCode, String) {
    let response = service.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, String::from_utf8(body.to_vec()).unwrap())
}

async fn posted(service: &Router, path: &str, body: String) -> (StatusCode, String) {
    let request = Request::post(path).header("content-type", "application/json");
    answer(service, request.body(Body::from(body)).unwrap()).await
}

/// Asks the service by REST and by GraphQL: each shows each key by its text.
async fn ask(rows: Rows) {
    crate::install();
    let service = Router::new()
        .route("/countries", post(add_country))
        .route("/lines", post(add_line))
        .route("/orders/{id}", get(order))
        .with_state(Arc::clone(&rows));

    // A counted key of 32 bits is a number.
    let (status, body) = posted(&service, "/countries", r#"{"name":"Germany"}"#.to_owned()).await;
    assert_eq!((status, body.as_str()), (StatusCode::CREATED, "1"));
    let (status, body) = posted(&service, "/lines", r#"{"country_id":1}"#.to_owned()).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    let first: Line = serde_json::from_str(&body).unwrap();
    let [line, order] = [first.id.to_string(), first.order_id.to_string()];
    assert_eq!(body, format!(r#"{{"id":"{line}","order_id":"{order}","country_id":1}}"#));
    assert!(line.starts_with("line_") && order.starts_with("order_"), "{body}");
    let second = format!(r#"{{"country_id":1,"order_id":"{order}"}}"#);
    let (_, body) = posted(&service, "/lines", second).await;
    let second: Line = serde_json::from_str(&body).unwrap();
    assert!(second.id > first.id);

    let get = |id: &str| Request::get(format!("/orders/{id}")).body(Body::empty()).unwrap();
    let (_, body) = answer(&service, get(&order)).await;
    assert_eq!(serde_json::from_str::<Vec<Line>>(&body).unwrap(), [first, second]);
    let (status, body) = answer(&service, get(&line)).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(body.contains("invalid OrderId") && body.contains("order_"), "{body}");
    for wrong in ["0", "-1", "2147483648", "\"x\""] {
        let (status, body) =
            posted(&service, "/lines", format!(r#"{{"country_id":{wrong}}}"#)).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}: {body}");
        assert!(body.contains("CountryId"), "{body}");
    }

    let schema = Schema::new(Query(rows), EmptyMutation, EmptySubscription);
    let query = format!(r#"{{ order(id: "{order}", country: 1) {{ id orderId countryId }} }}"#);
    let data = schema.execute(query).await.into_result().unwrap().data.into_json().unwrap();
    assert_eq!(data["order"].as_array().unwrap().len(), 2);
    assert_eq!([&data["order"][0]["id"], &data["order"][0]["orderId"]], [&line, &order]);
    let wrong = format!(r#"{{ order(id: "{line}") {{ id }} }}"#);
    let errors = schema.execute(wrong).await.into_result().unwrap_err();
    assert!(errors[0].message.starts_with("Failed to parse \"OrderId\": "), "{errors:?}");
}

#[test]
fn the_description_has_a_component_for_each() {
    let document = serde_json::to_value(Description::openapi()).unwrap();
    let schemas = &document["components"]["schemas"];
    for (name, kind) in [("LineId", "string"), ("OrderId", "string"), ("CountryId", "integer")] {
        assert_eq!(schemas[name]["type"], kind, "{schemas}");
    }
    let parameter = &document["paths"]["/orders/{id}"]["get"]["parameters"][0]["schema"];
    assert_eq!(parameter["$ref"], "#/components/schemas/OrderId");
}
