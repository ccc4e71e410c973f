//! Connections that always have a request under way.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use reqwest::{Client, Method, StatusCode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use showcase::id::{ChannelId, GuildId, MessageId, UserId};
use tokio::task::JoinSet;

use crate::check::check;

const CHANNELS: usize = 4;

pub struct Load {
    pub url: String,
    pub connections: usize,
    /// For so long at most,
    pub time: Duration,
    /// and so many at most: what is left of them, which may be changed while it runs.
    pub posts: Arc<AtomicUsize>,
    /// Of each message.
    pub text: String,
    /// How many of the newest messages are read after each post.
    pub page: usize,
    /// For how long the service may be away at a time. A request without an answer is sent again.
    pub patience: Duration,
}

pub struct Report {
    /// The IDs of all that was posted.
    pub ids: BTreeSet<MessageId>,
    pub posts: Times,
    pub reads: Times,
    /// The posts of which nobody knows whether they are there: they had no answer.
    pub unanswered: usize,
    pub elapsed: Duration,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, times) in [("posts", &self.posts), ("reads", &self.reads)] {
            let [p50, p99, p999, max] = [500, 990, 999, 1000].map(|share| times.quantile(share));
            let rate = times.count() as u128 * 1000 / self.elapsed.as_millis().max(1);
            writeln!(
                f,
                "{name}: {} ({rate}/s), median {p50:.1?}, 99 % {p99:.1?}, 99.9 % {p999:.1?}, max \
                 {max:.1?}",
                times.count()
            )?;
        }
        write!(f, "{} IDs: no two alike, all there, in order", self.ids.len())?;
        if self.unanswered > 0 {
            write!(f, "; {} posts had no answer and were sent again", self.unanswered)?;
        }
        Ok(())
    }
}

/// What must not happen.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    #[error(transparent)]
    Request(#[from] reqwest::Error),
    #[error("{method} {path}: {status} {body}")]
    Refused { method: Method, path: String, status: StatusCode, body: String },
    #[error("{0} was given to two messages")]
    Twice(MessageId),
    #[error("{0} was posted, and is not in its channel")]
    Lost(MessageId),
    #[error("{0} is in the channel, and was never posted")]
    Unknown(MessageId),
    #[error("{0} is not after {1}")]
    Unordered(MessageId, MessageId),
}

#[derive(Deserialize)]
pub struct Row<Id> {
    pub id: Id,
}

#[derive(Deserialize)]
pub struct Page {
    pub items: Vec<Row<MessageId>>,
    pub next: Option<MessageId>,
}

impl Load {
    /// Runs it, and looks at all that is there afterwards.
    pub async fn run(self) -> Result<Report, Fault> {
        let connection = Connection::new(&self);
        let author: Row<UserId> = connection.post("users", json!({ "name": "Load" })).await?;
        let draft = json!({ "name": "Load", "owner_id": author.id });
        let guild: Row<GuildId> = connection.post("guilds", draft).await?;
        let mut channels: Vec<ChannelId> = Vec::new();
        for at in 0..CHANNELS {
            let path = format!("guilds/{}/channels", guild.id);
            let draft = json!({ "name": format!("load-{at}") });
            channels.push(connection.post::<Row<_>>(&path, draft).await?.id);
        }

        let load = Arc::new(self);
        let begun = Instant::now();
        let mut busy = JoinSet::new();
        for at in 0..load.connections {
            let channel = channels[at % CHANNELS];
            busy.spawn(Arc::clone(&load).keep_busy(begun, channel, author.id));
        }
        let mut report = Report {
            ids: BTreeSet::new(),
            posts: Times(Vec::new()),
            reads: Times(Vec::new()),
            unanswered: 0,
            elapsed: Duration::ZERO,
        };
        while let Some(part) = busy.join_next().await {
            let part = part.expect("no task panics")?;
            for id in part.ids {
                if !report.ids.insert(id) {
                    return Err(Fault::Twice(id));
                }
            }
            report.posts.0.extend(part.posts.0);
            report.reads.0.extend(part.reads.0);
            report.unanswered += part.unanswered;
        }
        report.elapsed = begun.elapsed();
        report.posts.0.sort_unstable();
        report.reads.0.sort_unstable();
        check(&connection, &channels, &report.ids, report.unanswered).await?;
        Ok(report)
    }

    /// Posts and reads in turn.
    async fn keep_busy(
        self: Arc<Self>,
        begun: Instant,
        channel: ChannelId,
        author: UserId,
    ) -> Result<Part, Fault> {
        let connection = Connection::new(&self);
        let path = format!("channels/{channel}/messages");
        let page = format!("{path}?limit={}", self.page);
        let draft = json!({ "author_id": author, "text": self.text });
        let mut part = Part::default();
        while self.goes_on(begun) {
            let start = Instant::now();
            let message: Row<MessageId> = connection.post(&path, draft.clone()).await?;
            part.posts.0.push(start.elapsed());
            part.ids.push(message.id);

            let start = Instant::now();
            connection.get::<Page>(&page).await?;
            part.reads.0.push(start.elapsed());
        }
        part.unanswered = connection.unanswered.into_inner();
        Ok(part)
    }

    fn goes_on(&self, begun: Instant) -> bool {
        let one_less = |left: usize| left.checked_sub(1);
        begun.elapsed() < self.time
            && self.posts.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).is_ok()
    }
}

/// What one connection did.
#[derive(Default)]
struct Part {
    ids: Vec<MessageId>,
    posts: Times,
    reads: Times,
    unanswered: usize,
}

/// How long requests took.
#[derive(Default)]
pub struct Times(Vec<Duration>);

impl Times {
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The time that so many of a thousand requests did not exceed; they are sorted.
    pub fn quantile(&self, per_mille: usize) -> Duration {
        let at = (self.0.len() * per_mille).div_ceil(1000);
        self.0.get(at.saturating_sub(1)).copied().unwrap_or_default()
    }
}

/// A client with a connection of its own.
pub struct Connection {
    client: Client,
    url: String,
    patience: Duration,
    /// Posts that had no answer.
    unanswered: AtomicUsize,
}

impl Connection {
    fn new(load: &Load) -> Self {
        let (url, patience) = (load.url.clone(), load.patience);
        Self { client: Client::new(), url, patience, unanswered: AtomicUsize::new(0) }
    }

    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Fault> {
        self.request(Method::GET, path, None, StatusCode::OK).await
    }

    async fn post<T: DeserializeOwned>(&self, path: &str, body: Value) -> Result<T, Fault> {
        self.request(Method::POST, path, Some(body), StatusCode::CREATED).await
    }

    /// Sends a request again that had no answer.
    async fn request<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
        expected: StatusCode,
    ) -> Result<T, Fault> {
        let begun = Instant::now();
        loop {
            match self.send(&method, path, body.as_ref(), expected).await {
                Err(Fault::Request(error)) if begun.elapsed() < self.patience => {
                    // One that never reached the service has left nothing there.
                    if method == Method::POST && !error.is_connect() {
                        self.unanswered.fetch_add(1, Ordering::Relaxed);
                    }
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
                answer => return answer,
            }
        }
    }

    async fn send<T: DeserializeOwned>(
        &self,
        method: &Method,
        path: &str,
        body: Option<&Value>,
        expected: StatusCode,
    ) -> Result<T, Fault> {
        let mut request = self.client.request(method.clone(), format!("{}/api/{path}", self.url));
        if let Some(body) = body {
            request = request.json(body);
        }
        let response = request.send().await?;
        let status = response.status();
        if status == expected {
            return Ok(response.json().await?);
        }
        let (method, path) = (method.clone(), path.to_owned());
        Err(Fault::Refused { method, path, status, body: response.text().await? })
    }
}
