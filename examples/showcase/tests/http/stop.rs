//! The end of an instance, and what is there after it.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::SystemTime;

use rustix::process::Signal;
use sea_orm::{ConnectionTrait, DatabaseBackend, Statement};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::{JoinHandle, JoinSet};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use crate::live::Listener;
use crate::place::{Place, everywhere};
use crate::server;
use crate::service::{Answer, Service};

/// How many nodes are held: whose lease is not over.
async fn held(place: &Place) -> usize {
    let db = place.connect().await;
    let backend = db.get_database_backend();
    let query = match backend {
        DatabaseBackend::Postgres => "SELECT until_unix_ms FROM snowflake_kit.snowflake_leases",
        _ => "SELECT until_unix_ms FROM snowflake_leases",
    };
    let statement = Statement::from_string(backend, query);
    let rows = db.query_all_raw(statement).await.unwrap();
    db.close().await.unwrap();
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_millis();
    let until = rows.iter().map(|row| row.try_get::<i64>("", "until_unix_ms").unwrap());
    until.filter(|&until| u128::try_from(until).unwrap() > now).count()
}

/// Writers who go on until the service is gone: what was acknowledged to them. Some is when this
/// returns.
async fn write(service: &Arc<Service>, channel: &str, user: &str) -> JoinHandle<Vec<String>> {
    let mut writers = JoinSet::new();
    for _ in 0..8 {
        let service = Arc::clone(service);
        let path = format!("/api/channels/{channel}/messages");
        let body = json!({ "author_id": user, "text": "Hello" });
        writers.spawn(async move {
            let mut ids = Vec::new();
            loop {
                let request = service.request(reqwest::Method::POST, &path).json(&body);
                match Answer::try_of(request).await {
                    Ok(answer) => ids.push(answer.created()),
                    Err(_) => return ids,
                }
            }
        });
    }
    let seen = service.messages(channel).await.len();
    while service.messages(channel).await.len() < seen + 20 {}
    tokio::spawn(async move { writers.join_all().await.concat() })
}

async fn stops_by(signal: Signal, place: Place) {
    let service = Arc::new(Service::start(&place).await);
    let (user, channel) = service.begin().await;
    let listener = Listener::start(&service, &channel, &user).await;
    assert_eq!(held(&place).await, 1);

    // A request that is being read when the signal comes: the service asks for its
    // body when it is in the handler.
    let body = json!({ "author_id": user, "text": "The last words" }).to_string();
    let address = service.url.strip_prefix("http://").unwrap();
    let mut begun = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "POST /api/channels/{channel}/messages HTTP/1.1\r\nhost: {address}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\nexpect: 100-continue\r\n\r\n",
        body.len()
    );
    begun.write_all(head.as_bytes()).await.unwrap();
    let mut go_on = [0; 25];
    begun.read_exact(&mut go_on).await.unwrap();
    assert_eq!(&go_on, b"HTTP/1.1 100 Continue\r\n\r\n");

    let written = write(&service, &channel, &user).await;
    service.signal(signal);

    // All writers have found it gone, and it still waits for the one that has begun.
    let mut acknowledged = written.await.unwrap();
    assert!(TcpStream::connect(address).await.is_err(), "{address}");
    begun.write_all(body.as_bytes()).await.unwrap();
    let mut response = String::new();
    begun.read_to_string(&mut response).await.unwrap();
    let (head, body) = response.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 201 Created\r\n"), "{response}");
    let message: serde_json::Value = serde_json::from_str(body).unwrap();
    acknowledged.push(message["id"].as_str().unwrap().to_owned());

    assert_eq!(listener.closed().await.code, CloseCode::Away);
    let service = Arc::into_inner(service).unwrap();
    let status = service.ended().await;
    assert_eq!(status.code(), Some(0), "{status}");

    // The node is free at once, and nothing that was acknowledged is lost.
    assert_eq!(held(&place).await, 0);
    let next = Service::start(&place).await;
    let stored: BTreeSet<_> = next.messages(&channel).await.into_iter().collect();
    let lost: Vec<_> = acknowledged.iter().filter(|&id| !stored.contains(id)).collect();
    assert!(lost.is_empty(), "{lost:?}");
    next.stop().await;
}

everywhere! {
    async fn ctrl_c_ends_it_when_all_is_answered(place: Place) {
        stops_by(Signal::INT, place).await;
    }

    async fn sigterm_ends_it_when_all_is_answered(place: Place) {
        stops_by(Signal::TERM, place).await;
    }

    async fn what_follows_a_kill_takes_another_node(place: Place) {
        let mut all = Vec::new();
        let first = Service::start(&place).await;
        let (user, channel) = first.begin().await;
        first.stop().await;
        for killed in 0..3 {
            let service = Arc::new(Service::start(&place).await);
            let written = write(&service, &channel, &user).await;
            service.signal(Signal::KILL);
            all.extend(written.await.unwrap());
            // It had no time to give its node back.
            assert_eq!(held(&place).await, killed + 1);
        }
        let once: BTreeSet<_> = all.iter().cloned().collect();
        assert_eq!(once.len(), all.len(), "an ID was minted twice");
        let service = Service::start(&place).await;
        let stored: BTreeSet<_> = service.messages(&channel).await.into_iter().collect();
        let lost: Vec<_> = once.iter().filter(|&id| !stored.contains(id)).collect();
        assert!(lost.is_empty(), "{lost:?}");
    }
}

#[tokio::test]
async fn a_client_that_does_not_go_on_does_not_hold_it() {
    let test = async |place: Place| {
        let service = Service::start(&place).await;
        let address = service.url.strip_prefix("http://").unwrap();
        // Half of a head, and a head whose body never comes.
        let mut first = TcpStream::connect(address).await.unwrap();
        first.write_all(b"POST /api/users HTTP/1.1\r\n").await.unwrap();
        let mut second = TcpStream::connect(address).await.unwrap();
        let head = "POST /api/users HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\
                    content-length: 2\r\nexpect: 100-continue\r\n\r\n";
        second.write_all(head.as_bytes()).await.unwrap();
        let mut go_on = [0; 25];
        second.read_exact(&mut go_on).await.unwrap();
        service.signal(Signal::TERM);

        // What was begun has its time, and is told when that is over.
        let mut response = String::new();
        second.read_to_string(&mut response).await.unwrap();
        assert!(response.starts_with("HTTP/1.1 503 "), "{response}");
        assert!(response.contains("\"timed-out\""), "{response}");
        assert_eq!(service.ended().await.code(), Some(0));
        assert_eq!(held(&place).await, 0);
    };
    server::run_on_a_file(test).await;
}
