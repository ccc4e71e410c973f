//! Two processes of the service on one database, and the page that shows it.

use std::collections::HashSet;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use reqwest::{Client, StatusCode};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use test_servers::{Database, Durability, Server};

/// A process of the service.
struct Service {
    process: Child,
    url: String,
}

impl Service {
    fn start(database: &str) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_service"))
            .env("DATABASE_URL", database)
            .env("LISTEN", "127.0.0.1:0")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (url, _) = line.split_once(" mints as node ").expect("it says where it is");
        Self { process, url: url.to_owned() }
    }

    fn stop(mut self) {
        kill_process(Pid::from_child(&self.process), Signal::TERM).unwrap();
        assert!(self.process.wait().unwrap().success());
    }
}

#[tokio::test]
async fn two_processes_write_posts_that_each_can_read() {
    let server = Server::start(Database::Postgres, Durability::Default, &[]).unwrap();
    let services = [Service::start(&server.url()), Service::start(&server.url())];
    let client = Client::new();

    let mut ids = HashSet::new();
    let mut reply_to = Value::Null;
    for round in 0..20 {
        let Service { url, .. } = &services[round % 2];
        let draft = json!({ "reply_to": reply_to, "text": format!("Post {round}") });
        let answer = client.post(format!("{url}/posts")).json(&draft).send().await.unwrap();
        let post: Value = answer.error_for_status().unwrap().json().await.unwrap();
        assert_eq!(post["reply_to"], reply_to);
        reply_to = post["id"].clone();
        assert!(ids.insert(reply_to.as_str().unwrap().to_owned()));
    }

    for Service { url, .. } in &services {
        let get = async |path: &str| client.get(format!("{url}{path}")).send().await.unwrap();
        let recent: Vec<Value> = get("/posts").await.json().await.unwrap();
        assert_eq!(recent.len(), 20);
        let last: Value =
            get(&format!("/posts/{}", reply_to.as_str().unwrap())).await.json().await.unwrap();
        assert_eq!(last["text"], "Post 19");
        assert_eq!(get("/posts/pst_00000000001").await.status(), StatusCode::NOT_FOUND);
        let refused = get("/posts/usr_00000000001").await;
        assert_eq!(refused.status(), StatusCode::BAD_REQUEST);
        assert!(refused.text().await.unwrap().contains("does not start with"));
        assert_eq!(get("/ready").await.status(), StatusCode::OK);
    }
    services.into_iter().for_each(Service::stop);
}

/// The page has the table as it is here. `cargo xtask prose` looks for the parts of the program.
#[test]
fn the_page_shows_this_table() {
    let page = include_str!("../../../snowflake-kit/src/guide/service.md");
    let file = include_str!("../migrations/2026-11-23-100100_posts/up.sql");
    assert!(page.contains(file), "copy this into the page:\n{file}");
}
