//! GraphQL over HTTP and `WebSocket`.

use std::sync::Arc;

use async_graphql::http::ALL_WEBSOCKET_PROTOCOLS;
use async_graphql::{Request, Response, Value, from_value};
use async_graphql_axum::{GraphQLProtocol, GraphQLResponse, GraphQLWebSocket};
use axum::Router;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use futures_util::{SinkExt, StreamExt};

use super::{ChatSchema, schema};
use crate::chat::Chat;
use crate::extract::Json;
use crate::problem::{Code, Problem};
use crate::stop::Stop;

/// How many bytes a message of a client may have.
const LARGEST_MESSAGE: usize = 64 * 1024;

#[derive(Clone)]
struct Api {
    schema: ChatSchema,
    stop: Stop,
}

/// `/graphql` and `/graphql/ws`, whose connections end when told to stop.
pub fn routes(chat: Arc<Chat>, stop: Stop) -> Router {
    Router::new()
        .route("/graphql", post(execute))
        .route("/graphql/ws", get(subscribe))
        .with_state(Api { schema: schema(chat), stop })
}

async fn execute(
    State(api): State<Api>,
    Json(request): Json<Request>,
) -> (StatusCode, GraphQLResponse) {
    let response = api.schema.execute(request).await;
    (status(&response), response.into())
}

/// A response without data has the status of its first error, as in REST.
fn status(response: &Response) -> StatusCode {
    match response.errors.first() {
        Some(error) if response.data == Value::Null => {
            let code = error.extensions.as_ref().and_then(|extensions| extensions.get("code"));
            let code = code.and_then(|code| from_value::<Code>(code.clone()).ok());
            code.map_or(StatusCode::BAD_REQUEST, Code::status)
        }
        _ => StatusCode::OK,
    }
}

async fn subscribe(
    State(Api { schema, stop }): State<Api>,
    headers: HeaderMap,
    protocol: Result<GraphQLProtocol, StatusCode>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<impl IntoResponse, Problem> {
    if is_from_elsewhere(&headers) {
        let message = "pages of other origins may not connect";
        return Err(Problem::with(Code::ForeignOrigin, "origin", message));
    }
    let upgrade =
        upgrade.map_err(|rejection| Problem::new(Code::BadValue, rejection.body_text()))?;
    let protocol = protocol.map_err(|_| {
        let message = "this speaks one protocol: sec-websocket-protocol: graphql-transport-ws";
        Problem::with(Code::BadValue, "sec-websocket-protocol", message)
    })?;
    Ok(upgrade.protocols(ALL_WEBSOCKET_PROTOCOLS).max_message_size(LARGEST_MESSAGE).on_upgrade(
        async move |socket| stop.clone().track(serve(socket, schema, protocol, &stop)).await,
    ))
}

/// Whether a page of another site asks. Browsers ask nobody before they connect a
/// `WebSocket`, as they do before a page posts JSON to another site.
fn is_from_elsewhere(headers: &HeaderMap) -> bool {
    // What is not a browser sends none.
    let Some(origin) = headers.get(ORIGIN) else { return false };
    let host = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    let asked = headers.get(HOST).and_then(|host| host.to_str().ok());
    host.map(|(_, host)| host) != asked
}

/// Serves a connection until one of the two has had enough.
async fn serve(socket: WebSocket, schema: ChatSchema, protocol: GraphQLProtocol, stop: &Stop) {
    let (mut sink, stream) = socket.split();
    let stream = stream.take_until(stop.told());
    GraphQLWebSocket::new_with_pair(&mut sink, stream, schema, protocol).serve().await;
    // If the client has gone, it does not hear this any more.
    let frame = CloseFrame { code: close_code::AWAY, reason: "the service stops".into() };
    let _ = sink.send(Message::Close(Some(frame))).await;
    let _ = sink.close().await;
}
