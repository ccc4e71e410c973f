//! The page in a real browser, by the programs in this folder.

mod files;
#[path = "../instance/mod.rs"]
mod instance;
mod numbers;
mod order;
mod project;
mod renewed;
mod texts;

use diesel::prelude::*;
use diesel::sql_types::BigInt;
use serde::Deserialize;

use instance::Instance;
use project::Project;
use showcase::id::{ChannelId, MessageId};

#[test]
fn the_page_does_what_it_should_in_chromium() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("chat.db");
    let first = Instance::start(&database, &["--messages", "2000"]);
    let second = Instance::start(&database, &[]);

    let sealed_database = folder.path().join("sealed.db");
    let sealed = Instance::start(&sealed_database, &["--public", "--messages", "2000"]);

    let project = Project::of("tests/browser");
    project.write("texts.json", &texts::texts().to_string());
    project.run("node", &["test.mjs", &first.url, &second.url, &sealed.url]);

    numbers::are_not_in(&project.read("received.json"), &sealed_database);

    // The IDs that were shown are those in the database, without the service.
    let shown: Shown = serde_json::from_str(&project.read("shown.json")).unwrap();
    let mut connection = SqliteConnection::establish(database.to_str().unwrap()).unwrap();
    let stored = diesel::sql_query("SELECT id FROM messages WHERE channel_id = ? ORDER BY id")
        .bind::<BigInt, _>(shown.channel.get())
        .load::<Row>(&mut connection)
        .unwrap();
    let stored: Vec<_> = stored.into_iter().map(|row| row.id.to_string()).collect();
    let shown: Vec<_> = shown.messages.iter().map(ToString::to_string).collect();
    assert_eq!(shown, stored);
}

/// What was on the page when its oldest message was.
#[derive(Deserialize)]
struct Shown {
    channel: ChannelId,
    messages: Vec<MessageId>,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = BigInt)]
    id: i64,
}
