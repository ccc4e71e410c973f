//! The database is not there, or the client.

use std::time::Duration;

use sea_orm::ConnectionTrait;
use serde_json::json;
use test_servers::{Database, Server};

use crate::place::{Place, everywhere, with_database};
use crate::proxy::{Network, Proxy};
use crate::server;
use crate::service::{ANY_PORT, Answer, Service, command, failure};

/// A test on each server.
macro_rules! on_each_server {
    ($($(#[$attribute:meta])* async fn $name:ident($database:ident: Database) $body:block)*) => {$(
        $(#[$attribute])*
        mod $name {
            use super::*;

            async fn test($database: Database) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                test(Database::Postgres).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn mariadb() {
                test(Database::MySql).await;
            }
        }
    )*};
}

/// A server with an empty database, and a network in between.
struct Remote {
    server: Server,
    proxy: Proxy,
    place: Place,
}

impl Remote {
    async fn start(database: Database) -> Self {
        let server = tokio::task::spawn_blocking(move || server::start(database)).await.unwrap();
        let proxy = Proxy::start(server.port()).await;
        let admin = Place { url: server.url() }.connect().await;
        admin.execute_unprepared("CREATE DATABASE chat").await.unwrap();
        admin.close().await.unwrap();
        let place = Place { url: with_database(&server.url_at(proxy.port), "chat") };
        Self { server, proxy, place }
    }
}

/// The refusal of a message while the database is away. Whether there are no new IDs either: the
/// lease is kept there too, and a busy machine may take longer than it lasts to start a server.
fn has_no_new_ids(answer: Answer) -> bool {
    let has_none = answer.body["error"]["code"] == "no-new-ids";
    answer.refused(503, if has_none { "no-new-ids" } else { "database-away" }, None);
    has_none
}

/// Until there is a lease.
async fn ready(service: &Service) {
    while service.get("/ready").await.status.as_u16() != 200 {}
}

/// Until a message is stored again. Connections that broke may be found out first.
async fn post_again(service: &Service, channel: &str, user: &str) -> String {
    for _ in 0..100 {
        let answer = service.post_message(channel, user, "Hello").await;
        if answer.status.as_u16() == 201 {
            return answer.created();
        }
        if has_no_new_ids(answer) {
            ready(service).await;
        }
    }
    panic!("it does not find the database again");
}

on_each_server! {
    async fn an_outage_is_over_when_it_is_over(database: Database) {
        let Remote { proxy, place, server: _server } = Remote::start(database).await;
        let (service, user, channel, first) = Service::start(&place).await.with_message().await;
        let path = format!("/api/channels/{channel}/messages");

        proxy.set(Network::Cut);
        service.get(&path).await.refused(503, "database-away", None);
        has_no_new_ids(service.post_message(&channel, &user, "?").await);
        service.get(&format!("/api/messages/{first}")).await.refused(503, "database-away", None);
        let query = "query($id: MessageId!) { message(id: $id) { text } }";
        let answer = service.graphql(query, json!({ "id": first })).await;
        assert_eq!(answer.status.as_u16(), 503, "{answer:?}");
        assert_eq!(answer.body["errors"][0]["extensions"]["code"], "database-away", "{answer:?}");
        // What needs no database goes on.
        service.get("/api/users/0").await.refused(400, "bad-id", Some("user"));
        let answer = service.get("/ready").await;
        if answer.status.as_u16() != 200 {
            answer.refused(503, "no-new-ids", None);
            let instance = service.get("/api/instance").await.done(200);
            assert_eq!(instance["lease_seconds_left"], 0);
        }

        proxy.set(Network::Open);
        let second = post_again(&service, &channel, &user).await;

        // A server that does not answer at all.
        proxy.set(Network::Stalled);
        let answer = service.get(&path).await;
        assert_eq!(answer.status.as_u16(), 503, "{answer:?}");

        proxy.set(Network::Open);
        let third = post_again(&service, &channel, &user).await;
        assert_eq!(service.messages(&channel).await, [third, second, first]);
        service.stop().await;
    }

    async fn a_crash_loses_nothing_that_was_acknowledged(database: Database) {
        let Remote { mut server, proxy: _proxy, place } = Remote::start(database).await;
        let service = Service::start(&place).await;
        let (user, channel) = service.begin().await;
        let mut acknowledged = vec![post_again(&service, &channel, &user).await];
        let mut crash = tokio::task::spawn_blocking(move || {
            server.crash().unwrap();
            server
        });
        let _server = loop {
            tokio::select! {
                biased;
                server = &mut crash => break server.unwrap(),
                answer = service.post_message(&channel, &user, "Hello") => match answer.status.as_u16() {
                    201 => acknowledged.push(answer.created()),
                    _ => {
                        has_no_new_ids(answer);
                    }
                },
            }
        };
        acknowledged.push(post_again(&service, &channel, &user).await);
        let stored = service.messages(&channel).await;
        let lost: Vec<_> = acknowledged.iter().filter(|id| !stored.contains(id)).collect();
        assert!(lost.is_empty(), "{lost:?}");
        service.stop().await;
    }
}

everywhere! {
    async fn clients_that_go_away_harm_nobody(place: Place) {
        let (service, other) = (Service::start(&place).await, Service::start(&place).await);
        let (user, channel) = service.begin().await;
        for time in (1..=40).map(|step| Duration::from_micros(step * 100)) {
            // Long enough to begin something, and often too short to see its end.
            let post = service.post_message(&channel, &user, "?");
            let _ = tokio::time::timeout(time, post).await;
            // By the connection that this had, and the next one: each sees what is new.
            for _ in 0..2 {
                service.messages(&channel).await;
                let new = other.post_message(&channel, &user, "!").await.created();
                assert!(service.messages(&channel).await.contains(&new), "{time:?}");
            }
        }
        service.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_lease_nothing_is_minted() {
    let remote = Remote::start(Database::Postgres).await;
    let service = Service::start(&remote.place).await;
    let (user, channel) = service.begin().await;
    remote.proxy.set(Network::Cut);
    // For as long as the lease lasts.
    let mut answer = service.get("/ready").await;
    while answer.status.as_u16() == 200 {
        answer = service.get("/ready").await;
    }
    answer.refused(503, "no-new-ids", None);
    service.post_message(&channel, &user, "?").await.refused(503, "no-new-ids", None);
    let instance = service.get("/api/instance").await.done(200);
    assert_eq!(instance["lease_seconds_left"], 0);

    remote.proxy.set(Network::Open);
    ready(&service).await;
    post_again(&service, &channel, &user).await;
    service.stop().await;
}

#[tokio::test]
async fn an_instance_says_why_it_does_not_start() {
    for scheme in ["postgres", "mysql"] {
        // Nobody listens there: the port of a proxy that hands nothing on.
        let proxy = Proxy::start(0).await;
        proxy.set(Network::Cut);
        let url = format!("{scheme}://user:secret@127.0.0.1:{}/chat", proxy.port);
        let error = failure(command(&Place { url }, ANY_PORT)).await;
        assert!(error.contains("the database cannot be reached"), "{error}");
        assert!(!error.contains("secret"), "{error}");
    }
    for url in ["sqlite:/nowhere/at/all/chat.db", "oracle://x", "sqlite:"] {
        let error = failure(command(&Place { url: url.to_owned() }, ANY_PORT)).await;
        assert!(error.contains("database"), "{error}");
    }
}

#[tokio::test]
async fn a_port_that_is_taken_is_named() {
    let test = async |place: Place| {
        let service = Service::start(&place).await;
        let address = service.url.strip_prefix("http://").unwrap();
        let output = command(&place, address).output();
        let output = output.await.unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && error.contains(address), "{error}");
        service.get("/ready").await.done(200);
    };
    server::run_on_a_file(test).await;
}
