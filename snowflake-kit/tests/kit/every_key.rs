//! A service whose tables have a key of each kind: counted, a UUID, a snowflake. It is asked by REST
//! and by GraphQL.
#![cfg(all(
    feature = "async_graphql_7",
    feature = "mint",
    feature = "rusqlite",
    feature = "serde",
    feature = "utoipa_6",
    feature = "uuid"
))]

use std::sync::{Arc, Mutex};

use async_graphql::{EmptyMutation, EmptySubscription, Object, Schema, SimpleObject};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Json, Path, State};
use axum::http::{Request, StatusCode};
use axum::routing::{get, post};
use rusqlite::Connection;
use serde::{Deserialize, Serialize};
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
struct NewLine {
    order_id: Option<OrderId>,
    country_id: CountryId,
}

type Database = Arc<Mutex<Connection>>;

fn database() -> Database {
    let database = Connection::open_in_memory().unwrap();
    database
        .execute_batch(
            "CREATE TABLE countries (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
             CREATE TABLE orders (id BLOB PRIMARY KEY, country_id INTEGER REFERENCES countries);
             CREATE TABLE lines (id BIGINT PRIMARY KEY, order_id BLOB REFERENCES orders);
             INSERT INTO countries (name) VALUES ('Germany');",
        )
        .unwrap();
    Arc::new(Mutex::new(database))
}

/// Keys come before rows, but for what the database counts.
fn insert(database: &Database, new: &NewLine) -> Line {
    let database = database.lock().unwrap();
    let line = Line {
        id: LineId::mint(),
        order_id: new.order_id.unwrap_or_else(OrderId::mint),
        country_id: new.country_id,
    };
    database
        .execute("INSERT OR IGNORE INTO orders VALUES (?, ?)", (line.order_id, line.country_id))
        .unwrap();
    database.execute("INSERT INTO lines VALUES (?, ?)", (line.id, line.order_id)).unwrap();
    line
}

fn find(database: &Database, order: OrderId) -> Vec<Line> {
    let database = database.lock().unwrap();
    let mut statement = database
        .prepare(
            "SELECT lines.id, orders.id, countries.id FROM lines \
             JOIN orders ON orders.id = order_id JOIN countries ON countries.id = country_id \
             WHERE orders.id = ? ORDER BY lines.id",
        )
        .unwrap();
    let lines = statement.query_map([order], |row| {
        Ok(Line { id: row.get(0)?, order_id: row.get(1)?, country_id: row.get(2)? })
    });
    lines.unwrap().map(Result::unwrap).collect()
}

#[utoipa::path(post, path = "/lines", request_body = NewLine, responses((status = 201, body = Line)))]
async fn create(
    State(database): State<Database>,
    Json(new): Json<NewLine>,
) -> (StatusCode, Json<Line>) {
    (StatusCode::CREATED, Json(insert(&database, &new)))
}

#[utoipa::path(get, path = "/orders/{id}", params(("id" = OrderId, Path)), responses((status = 200, body = [Line])))]
async fn order(State(database): State<Database>, Path(id): Path<OrderId>) -> Json<Vec<Line>> {
    Json(find(&database, id))
}

#[derive(OpenApi)]
#[openapi(paths(create, order))]
struct Description;

async fn answer(service: &Router, request: Request<Body>) -> (StatusCode, String) {
    let response = service.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, String::from_utf8(body.to_vec()).unwrap())
}

async fn created(service: &Router, body: String) -> (StatusCode, String) {
    let request = Request::post("/lines").header("content-type", "application/json");
    answer(service, request.body(Body::from(body)).unwrap()).await
}

struct Query(Database);

#[Object]
impl Query {
    async fn order(&self, id: OrderId, country: Option<CountryId>) -> Vec<Line> {
        let mut lines = find(&self.0, id);
        lines.retain(|line| country.is_none_or(|country| line.country_id == country));
        lines
    }
}

#[tokio::test]
async fn rest_and_graphql_show_each_key_by_its_text() {
    crate::install();
    let database = database();
    let service = Router::new()
        .route("/lines", post(create))
        .route("/orders/{id}", get(order))
        .with_state(Arc::clone(&database));

    // A counted key of 32 bits is a number.
    let (status, body) = created(&service, r#"{"country_id":1}"#.to_owned()).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    let first: Line = serde_json::from_str(&body).unwrap();
    let [line, order] = [first.id.to_string(), first.order_id.to_string()];
    assert_eq!(body, format!(r#"{{"id":"{line}","order_id":"{order}","country_id":1}}"#));
    assert!(line.starts_with("line_") && order.starts_with("order_"), "{body}");
    let second = format!(r#"{{"country_id":1,"order_id":"{order}"}}"#);
    let (_, body) = created(&service, second).await;
    let second: Line = serde_json::from_str(&body).unwrap();
    assert!(second.id > first.id);

    let get = |id: &str| Request::get(format!("/orders/{id}")).body(Body::empty()).unwrap();
    let (_, body) = answer(&service, get(&order)).await;
    assert_eq!(serde_json::from_str::<Vec<Line>>(&body).unwrap(), [first, second]);
    let (status, body) = answer(&service, get(&line)).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    assert!(body.contains("invalid OrderId") && body.contains("order_"), "{body}");
    for wrong in ["0", "-1", "2147483648", "\"x\""] {
        let (status, body) = created(&service, format!(r#"{{"country_id":{wrong}}}"#)).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}: {body}");
        assert!(body.contains("CountryId"), "{body}");
    }

    let schema = Schema::new(Query(database), EmptyMutation, EmptySubscription);
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
