//! The program, and requests to it.

use std::process::{ExitStatus, Stdio};

use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, Method, RequestBuilder, StatusCode};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::place::Place;

/// An instance. It is killed if it has not ended before.
pub(crate) struct Service {
    pub(crate) url: String,
    client: Client,
    process: Child,
}

pub(crate) const ANY_PORT: &str = "127.0.0.1:0";

/// What the service said.
#[derive(Debug)]
pub(crate) struct Answer {
    #[expect(dead_code, reason = "a failure prints it")]
    request: String,
    pub(crate) status: StatusCode,
    pub(crate) body: Value,
}

/// The program, on an address.
pub(crate) fn command(place: &Place, listen: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_showcase"));
    command
        .args(["--listen", listen, "--messages", "0"])
        .args(["--database-url", &place.url])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    command
}

/// Where the key of sealed IDs is, and the key.
pub(crate) const KEY_VARIABLE: &str = "SHOWCASE_PUBLIC_KEY";
pub(crate) const KEY: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

/// The program, with sealed IDs.
pub(crate) fn sealed_command(place: &Place) -> Command {
    let mut command = command(place, ANY_PORT);
    command.arg("--public").env(KEY_VARIABLE, KEY);
    command
}

impl Service {
    /// Starts the service, and waits until it says where it is.
    pub(crate) async fn start(place: &Place) -> Self {
        Self::run(command(place, ANY_PORT)).await
    }

    /// Starts the program as this command does.
    pub(crate) async fn run(mut command: Command) -> Self {
        let mut process = command.spawn().unwrap();
        let mut stderr = process.stderr.take().unwrap();
        // Read to its end, so that the service never waits for a reader.
        let log = tokio::spawn(async move {
            let mut log = String::new();
            stderr.read_to_string(&mut log).await.unwrap();
            log
        });
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let Some(url) = lines.next_line().await.unwrap() else {
            panic!("it has ended: {}", log.await.unwrap());
        };
        Self { url, client: Client::new(), process }
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let pid = Pid::from_raw(self.process.id().unwrap().cast_signed()).unwrap();
        kill_process(pid, signal).unwrap();
    }

    /// Waits for its end.
    pub(crate) async fn ended(mut self) -> ExitStatus {
        self.process.wait().await.unwrap()
    }

    pub(crate) async fn stop(self) {
        self.signal(Signal::TERM);
        assert!(self.ended().await.success());
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.url))
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        Answer::of(self.request(Method::GET, path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        Answer::of(self.request(Method::POST, path).json(&body)).await
    }

    pub(crate) async fn put(&self, path: &str, body: Value) -> Answer {
        Answer::of(self.request(Method::PUT, path).json(&body)).await
    }

    pub(crate) async fn delete(&self, path: &str) -> Answer {
        Answer::of(self.request(Method::DELETE, path)).await
    }

    /// A body as it is.
    pub(crate) async fn post_text(&self, path: &str, body: impl Into<String>) -> Answer {
        let json = "application/json";
        let request = self.request(Method::POST, path).header(CONTENT_TYPE, json);
        Answer::of(request.body(body.into())).await
    }

    pub(crate) async fn graphql(&self, query: &str, variables: Value) -> Answer {
        self.post("/graphql", json!({ "query": query, "variables": variables })).await
    }

    pub(crate) async fn add_user(&self, name: &str) -> String {
        self.post("/api/users", json!({ "name": name })).await.created()
    }

    /// A guild's channel.
    pub(crate) async fn add_channel(&self, owner: &str) -> String {
        let guild = self.post("/api/guilds", json!({ "name": "Guild", "owner_id": owner })).await;
        guild.done(201)["welcome_id"].as_str().unwrap().to_owned()
    }

    /// Somebody and a channel to write to.
    pub(crate) async fn begin(&self) -> (String, String) {
        let user = self.add_user("Ada").await;
        let channel = self.add_channel(&user).await;
        (user, channel)
    }

    /// With a user, a channel and a message.
    pub(crate) async fn with_message(self) -> (Self, String, String, String) {
        let (user, channel) = self.begin().await;
        let message = self.post_message(&channel, &user, "Hello").await.created();
        (self, user, channel, message)
    }

    pub(crate) async fn post_message(&self, channel: &str, author: &str, text: &str) -> Answer {
        let path = format!("/api/channels/{channel}/messages");
        self.post(&path, json!({ "author_id": author, "text": text })).await
    }

    /// The IDs of all messages of a channel, the newest first, page by page.
    pub(crate) async fn messages(&self, channel: &str) -> Vec<String> {
        let mut ids = Vec::new();
        let mut after = String::new();
        loop {
            let path = format!("/api/channels/{channel}/messages?limit=100{after}");
            let page = self.get(&path).await.done(200);
            ids.extend(texts(&page["items"], "id"));
            match page["next"].as_str() {
                Some(next) => after = format!("&after={next}"),
                None => return ids,
            }
        }
    }
}

/// A field of each of these.
pub(crate) fn texts(items: &Value, field: &str) -> Vec<String> {
    let items = items.as_array().unwrap().iter();
    items.map(|item| item[field].as_str().unwrap().to_owned()).collect()
}

impl Answer {
    pub(crate) async fn of(request: RequestBuilder) -> Self {
        Self::try_of(request).await.unwrap()
    }

    pub(crate) async fn try_of(request: RequestBuilder) -> reqwest::Result<Self> {
        let (client, request) = request.build_split();
        let request = request?;
        let description = format!("{} {}", request.method(), request.url());
        let response = client.execute(request).await?;
        let status = response.status();
        let text = response.text().await?;
        let body = if text.is_empty() { Value::Null } else { json_of(&text) };
        Ok(Self { request: description, status, body })
    }

    /// The body of a success.
    #[track_caller]
    pub(crate) fn done(self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{self:?}");
        self.body
    }

    #[track_caller]
    pub(crate) fn created(self) -> String {
        self.done(201)["id"].as_str().unwrap().to_owned()
    }

    /// The message of a refusal, which has the shape that all have.
    #[track_caller]
    pub(crate) fn refused(self, status: u16, code: &str, parameter: Option<&str>) -> String {
        let error = &self.body["error"];
        assert_eq!(self.status.as_u16(), status, "{self:?}");
        assert_eq!(error["code"], code, "{self:?}");
        assert_eq!(error.get("parameter").and_then(Value::as_str), parameter, "{self:?}");
        assert_eq!(self.body.as_object().unwrap().len(), 1, "{self:?}");
        error["message"].as_str().filter(|message| !message.is_empty()).unwrap().to_owned()
    }

    /// The data of a GraphQL response.
    #[track_caller]
    pub(crate) fn data(mut self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{self:?}");
        assert_eq!(self.body.get("errors"), None, "{self:?}");
        self.body["data"].take()
    }
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}

/// Why the program does not start.
pub(crate) async fn failure(mut command: Command) -> String {
    let mut process = command.spawn().unwrap();
    let mut text = String::new();
    process.stderr.take().unwrap().read_to_string(&mut text).await.unwrap();
    assert!(!process.wait().await.unwrap().success(), "{text}");
    text
}
