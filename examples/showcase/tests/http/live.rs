//! Subscriptions over a `WebSocket`.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::place::{Place, everywhere};
use crate::server;
use crate::service::Service;

/// The text of messages by which a listener finds out that it listens.
const MARKER: &str = "Marker";

/// Somebody who listens to the messages of a channel.
pub(crate) struct Listener {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Listener {
    /// Listens, and waits until messages come. A subscription is not acknowledged,
    /// so markers are posted until one of them comes.
    pub(crate) async fn start(service: &Service, channel: &str, user: &str) -> Self {
        let mut listener = Self::connect(service).await;
        listener.send(&json!({ "type": "connection_init" })).await;
        assert_eq!(listener.next().await["type"], "connection_ack");
        let query = "subscription($channel: ChannelId) {
            messages(channel: $channel) { id text author { name } }
        }";
        let payload = json!({ "query": query, "variables": { "channel": channel } });
        listener.send(&json!({ "type": "subscribe", "id": "1", "payload": payload })).await;
        loop {
            tokio::select! {
                first = listener.read() => {
                    assert!(is_marker(&first), "{first}");
                    return listener;
                }
                marker = service.post_message(channel, user, MARKER) => drop(marker.created()),
            }
        }
    }

    pub(crate) async fn connect(service: &Service) -> Self {
        Self { socket: connect_async(request(service)).await.unwrap().0 }
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    /// What the service says next, apart from markers.
    pub(crate) async fn next(&mut self) -> Value {
        loop {
            let next = self.read().await;
            if !is_marker(&next) {
                return next;
            }
        }
    }

    async fn read(&mut self) -> Value {
        match self.socket.next().await.unwrap().unwrap() {
            Message::Text(text) => serde_json::from_str(&text).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    /// The next message of the channel.
    pub(crate) async fn message(&mut self) -> Value {
        let mut next = self.next().await;
        assert_eq!(next["type"], "next", "{next}");
        next["payload"]["data"]["messages"].take()
    }

    /// Until the service closes the connection: the reason.
    pub(crate) async fn closed(mut self) -> CloseFrame {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Close(frame))) => return frame.unwrap(),
                Some(Ok(_)) => {}
                other => panic!("{other:?}"),
            }
        }
    }
}

fn is_marker(message: &Value) -> bool {
    message["payload"]["data"]["messages"]["text"] == MARKER
}

/// To be connected.
fn request(service: &Service) -> Request {
    let url = format!("{}/graphql/ws", service.url.replace("http:", "ws:"));
    let mut request = url.into_client_request().unwrap();
    let protocol = "graphql-transport-ws".parse().unwrap();
    request.headers_mut().insert("sec-websocket-protocol", protocol);
    request
}

everywhere! {
    async fn new_messages_are_told_in_their_channel(place: Place) {
        let service = Service::start(&place).await;
        let (user, channel) = service.begin().await;
        let other = service.add_channel(&user).await;
        let mut here = Listener::start(&service, &channel, &user).await;
        let mut there = Listener::start(&service, &other, &user).await;
        for text in ["one", "two"] {
            let id = service.post_message(&channel, &user, text).await.created();
            let expected = json!({ "id": id, "text": text, "author": { "name": "Ada" } });
            assert_eq!(here.message().await, expected);
        }
        // Nothing of the above.
        let id = service.post_message(&other, &user, "three").await.created();
        assert_eq!(there.message().await["id"], id.as_str());
    }
}

#[tokio::test]
async fn a_subscription_ends_as_it_should() {
    let test = async |place: Place| {
        let service = Service::start(&place).await;
        let (user, channel) = service.begin().await;

        // Before the handshake.
        let mut hasty = Listener::connect(&service).await;
        let payload = json!({ "query": "subscription { messages { id } }" });
        hasty.send(&json!({ "type": "subscribe", "id": "1", "payload": payload })).await;
        assert_eq!(hasty.closed().await.code, CloseCode::Error);

        // What is not an ID of a channel.
        let mut wrong = Listener::connect(&service).await;
        wrong.send(&json!({ "type": "connection_init" })).await;
        assert_eq!(wrong.next().await["type"], "connection_ack");
        let payload = json!({ "query": "subscription { messages(channel: \"0\") { id } }" });
        wrong.send(&json!({ "type": "subscribe", "id": "1", "payload": payload })).await;
        let answer = wrong.next().await;
        let message = answer["payload"]["errors"][0]["message"].as_str().unwrap().to_owned();
        assert!(message.contains("\"ChannelId\""), "{answer}");
        // And no JSON.
        wrong.socket.send(Message::text("{")).await.unwrap();
        assert_eq!(wrong.closed().await.code, CloseCode::Protocol);

        // A message that is too long.
        let mut long = Listener::connect(&service).await;
        long.socket.send(Message::text(" ".repeat(64 * 1024 + 1))).await.unwrap();
        let end = long.socket.next().await.unwrap();
        assert!(
            matches!(end, Err(Error::Protocol(_) | Error::Io(_)) | Ok(Message::Close(_))),
            "{end:?}"
        );

        // One that the client has enough of.
        let mut listener = Listener::start(&service, &channel, &user).await;
        listener.send(&json!({ "type": "complete", "id": "1" })).await;
        assert_eq!(listener.next().await, json!({ "type": "complete", "id": "1" }));
        service.post_message(&channel, &user, "unheard").await.created();
        listener.send(&json!({ "type": "ping" })).await;
        assert_eq!(listener.next().await["type"], "pong");
        listener.socket.close(None).await.unwrap();
        service.stop().await;
    };
    server::run_on_a_file(test).await;
}

/// Any page may have a browser connect to any service, with its cookies.
#[tokio::test]
async fn pages_of_others_do_not_listen() {
    let test = async |place: Place| {
        let service = Service::start(&place).await;
        let origin = async |origin: &str| {
            let mut request = request(&service);
            request.headers_mut().insert("origin", origin.parse().unwrap());
            match connect_async(request).await {
                Ok(_) => 101,
                Err(Error::Http(response)) => response.status().as_u16(),
                Err(error) => panic!("{error}"),
            }
        };
        assert_eq!(origin(&service.url).await, 101);
        for other in ["https://example.com", "http://127.0.0.1", "http://127.0.0.1:1", "null", ""] {
            assert_eq!(origin(other).await, 403, "{other}");
        }
        service.stop().await;
    };
    server::run_on_a_file(test).await;
}
