//! IDs that say in which shard their row is: 64 shards in 8 files, written by 64 processes,
//! of which one shard moves to another file meanwhile. Each row is found by its ID alone,
//! and no two IDs are equal. `cargo run -p shards`

mod ids;
mod router;
mod shard_file;

use std::collections::HashSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, thread};

use rusqlite::Connection;
use snowflake_kit::core::{CallerId, Dialect};
use snowflake_kit::lease::{Lease, LeaseBuilder, table};
use snowflake_kit::rusqlite::lease::LeaseStore;

use ids::{LAYOUT, Post, User, UserId};
use router::{FILES, Router};

const PROCESSES: u32 = 64;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let arguments: Vec<_> = env::args().collect();
    match &arguments[1..] {
        [folder, number, author] => write(Path::new(folder), number.parse()?, author.parse()?),
        _ => run(),
    }
}

/// Starts the writers, moves a shard while they write, and looks at what they wrote.
fn run() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut router = Router::create(folder.path())?;
    // In a deployment this table is a migration.
    Connection::open(leases(folder.path()))?
        .execute_batch(&table::Migration::new(Dialect::Sqlite).up())?;
    let lease = node(folder.path())?;
    let author = User::new(5);
    router.insert_user(&author)?;

    let program = env::current_exe()?;
    let writers = (0..PROCESSES)
        .map(|number| {
            Command::new(&program)
                .arg(folder.path())
                .args([number.to_string(), author.id.to_string()])
                .stdout(Stdio::piped())
                .spawn()
        })
        .collect::<std::result::Result<Vec<_>, _>>()?;

    // While all of them write into this author's shard.
    let shard = author.id.caller();
    let from = (shard % FILES) as usize;
    while router.posts()?[from].iter().filter(|id| id.caller() == shard).count() < 64 {
        thread::sleep(Duration::from_millis(20));
    }
    router.move_shard(shard, (shard + 1) % FILES)?;
    std::fs::write(has_moved(folder.path()), "")?;

    let (mut written, mut detours) = (0, 0);
    for writer in writers {
        let output = writer.wait_with_output()?;
        assert!(output.status.success(), "a writer failed");
        let text = String::from_utf8(output.stdout)?;
        let counts = text
            .split_whitespace()
            .map(str::parse)
            .collect::<std::result::Result<Vec<u32>, _>>()?;
        written += counts[0];
        detours += counts[1];
    }

    let files = router.posts()?;
    let moved = files[from].iter().all(|id| id.caller() != shard);
    let posts = files.concat();
    let found =
        posts.iter().map(|id| Ok(router.find_post(*id)?.is_some_and(|post| post.id == *id)));
    let found = found.collect::<Result<Vec<_>>>()?;
    let nodes: HashSet<_> = posts.iter().map(|id| id.parts().node).collect();
    // Without the shard they differ as well, so a row may change its shard and keep the rest.
    let rest: HashSet<_> = posts
        .iter()
        .map(|id| (id.parts().timestamp, id.parts().node, id.parts().sequence))
        .collect();
    assert!(moved && found.iter().all(|found| *found));
    assert_eq!((posts.len(), rest.len()), (written as usize, written as usize));
    println!(
        "{written} posts by {PROCESSES} processes under {} node numbers, no ID twice, all found by \
         their ID alone; shard {shard} moved meanwhile, and was looked for elsewhere {detours} times",
        nodes.len()
    );
    lease.release()?;
    Ok(())
}

/// What one process does: writes until the shard has moved, and some more.
fn write(folder: &Path, number: u32, author: UserId) -> Result<()> {
    let lease = node(folder)?;
    let mut router = Router::open(folder)?;
    let own = User::new(number);
    router.insert_user(&own)?;
    let (mut written, mut left) = (0, 5);
    while left > 0 {
        for author in [author, own.id] {
            let post = Post::mint(author, format!("{} has to say something", own.name));
            router.insert_post(&post)?;
            assert!(router.find_post(post.id)?.is_some_and(|found| found.title == post.title));
            written += 1;
        }
        if has_moved(folder).exists() {
            left -= 1;
        }
    }
    println!("{written} {}", router.detours);
    lease.release()?;
    Ok(())
}

/// A node number of this process's own.
fn node(folder: &Path) -> Result<Lease> {
    let store = LeaseStore::new(leases(folder));
    Ok(LeaseBuilder::new(store).space("shards").layouts([LAYOUT]).install()?)
}

fn leases(folder: &Path) -> PathBuf {
    folder.join("leases.db")
}

/// There once the shard has moved.
fn has_moved(folder: &Path) -> PathBuf {
    folder.join("moved")
}
