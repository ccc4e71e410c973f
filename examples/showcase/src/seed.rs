//! A world to begin with: some weeks of talk in a few guilds.

mod chatter;
mod guilds;
mod world;

use std::time::SystemTime;

use indicatif::{ProgressBar, ProgressStyle};

use crate::storage::{Storage, StorageError, Window};

pub use world::World;

/// The same each time, but for the time.
const SEED: u64 = 1_288_834_974_657;

/// How often another instance, which is at it, is waited for.
const ATTEMPTS: u32 = 12;

/// Fills a database that has no guild yet, with about so many messages. False if
/// there was nothing to do, or another instance has done it meanwhile.
///
/// It is one transaction: a world that is interrupted is none. And each world
/// begins with the same row, so there can be no second one beside it.
///
/// # Errors
/// Those of the storage.
pub async fn plant(storage: &dyn Storage, messages: u32) -> Result<bool, StorageError> {
    let mut attempt = 0;
    loop {
        if messages == 0 || !is_empty(storage).await? {
            return Ok(false);
        }
        attempt += 1;
        match insert(storage, World::new(messages, SystemTime::now(), SEED)).await {
            Ok(()) => return Ok(true),
            Err(StorageError::Duplicate(_)) => return Ok(false),
            // SQLite's other writers are waited for, for some time.
            Err(StorageError::Away(_)) if attempt < ATTEMPTS => {}
            Err(error) => return Err(error),
        }
    }
}

async fn is_empty(storage: &dyn Storage) -> Result<bool, StorageError> {
    let first =
        Window { greater_than: None, less_than: None, within: None, newest_first: false, limit: 1 };
    Ok(storage.guilds(&first).await?.is_empty())
}

async fn insert(storage: &dyn Storage, world: World) -> Result<(), StorageError> {
    // Nothing is drawn into a file.
    let bar = ProgressBar::new(world.messages());
    let style = ProgressStyle::with_template("{msg} {wide_bar} {human_pos} of {human_len}");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar.set_message("Messages");
    let mut graphs = world.inspect(|graph| bar.inc(graph.messages.len() as u64));
    storage.insert_all(&mut graphs).await?;
    bar.finish_and_clear();
    Ok(())
}
