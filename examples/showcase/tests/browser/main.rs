//! The page in a real browser, by the programs in this folder.

mod files;
#[path = "../instance/mod.rs"]
mod instance;
mod numbers;
mod order;
mod project;

use std::path::Path;

use sea_orm::{ConnectionTrait, DbBackend, Statement};
use serde::Deserialize;

use instance::Instance;
use project::Project;
use showcase::id::{ChannelId, MessageId};

#[tokio::test(flavor = "multi_thread")]
async fn the_page_does_what_it_should_in_chromium() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("chat.db");
    let first = Instance::start(&database, &["--messages", "2000"]);
    let second = Instance::start(&database, &[]);

    let sealed_database = folder.path().join("sealed.db");
    let sealed = Instance::start(&sealed_database, &["--public", "--messages", "2000"]);

    let project = Project::of("tests/browser");
    project.run("node", &["test.mjs", &first.url, &second.url, &sealed.url]);

    numbers::are_not_in(&project.read("received.json"), &sealed_database).await;

    // The IDs that were shown are those in the database, without the service.
    let shown: Shown = serde_json::from_str(&project.read("shown.json")).unwrap();
    let channel = shown.channel.get();
    let query = format!("SELECT id FROM messages WHERE channel_id = {channel} ORDER BY id");
    let stored = ids(&database, &query).await;
    let shown: Vec<_> = shown.messages.iter().map(|id| id.get()).collect();
    assert_eq!(shown, stored);
}

/// What was on the page when its oldest message was.
#[derive(Deserialize)]
struct Shown {
    channel: ChannelId,
    messages: Vec<MessageId>,
}

/// The IDs that a query finds in a file.
async fn ids(database: &Path, query: &str) -> Vec<i64> {
    let db = sea_orm::Database::connect(format!("sqlite:{}", database.display())).await.unwrap();
    let query = Statement::from_string(DbBackend::Sqlite, query);
    let rows = db.query_all_raw(query).await.unwrap();
    rows.iter().map(|row| row.try_get("", "id").unwrap()).collect()
}
