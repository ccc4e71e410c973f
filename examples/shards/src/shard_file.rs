//! A file with some of the shards.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Result, params};
use snowflake_kit::core::CallerId;

use crate::ids::{Post, PostId, User};

pub(crate) struct ShardFile(Connection);

/// What became of a request to a file.
pub(crate) enum Answer<T> {
    Done(T),
    /// The shard is not in this file, or not any more. Nothing was done.
    Elsewhere,
}

impl ShardFile {
    pub(crate) fn create(path: &Path, shards: impl Iterator<Item = u32>) -> Result<()> {
        let file = Self::open(path)?;
        file.0.execute_batch(
            "CREATE TABLE shards (shard INT PRIMARY KEY NOT NULL) STRICT;
             CREATE TABLE users (id INT PRIMARY KEY NOT NULL, name TEXT NOT NULL) STRICT;
             CREATE TABLE posts (
                 id INT PRIMARY KEY NOT NULL,
                 author_id INT NOT NULL REFERENCES users,
                 title TEXT NOT NULL
             ) STRICT;",
        )?;
        for shard in shards {
            file.0.execute("INSERT INTO shards VALUES (?1)", [shard])?;
        }
        Ok(())
    }

    pub(crate) fn open(path: &Path) -> Result<Self> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_mins(1))?;
        // The files of this example are gone when it ends.
        connection.pragma_update(None, "synchronous", "OFF")?;
        Ok(Self(connection))
    }

    /// Whether the shard is here is part of the statement, so a shard that moves at this
    /// moment takes the row along, or refuses it.
    pub(crate) fn insert_user(&self, user: &User) -> Result<Answer<()>> {
        let mut insert = self.0.prepare_cached(
            "INSERT INTO users SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM shards WHERE shard = ?3)",
        )?;
        Ok(inserted(insert.execute(params![user.id, user.name, user.id.caller()])?))
    }

    /// The same for a post.
    pub(crate) fn insert_post(&self, post: &Post) -> Result<Answer<()>> {
        let mut insert = self.0.prepare_cached(
            "INSERT INTO posts SELECT ?1, ?2, ?3
             WHERE EXISTS (SELECT 1 FROM shards WHERE shard = ?4)",
        )?;
        let row = params![post.id, post.author_id, post.title, post.id.caller()];
        Ok(inserted(insert.execute(row)?))
    }

    /// A post, if there is one in its shard.
    pub(crate) fn find_post(&self, id: PostId) -> Result<Answer<Option<Post>>> {
        let mut select = self.0.prepare_cached(
            "SELECT author_id, title FROM shards LEFT JOIN posts ON posts.id = ?1
             WHERE shards.shard = ?2",
        )?;
        let post = |row: &rusqlite::Row<'_>| {
            let Some(author_id) = row.get("author_id")? else { return Ok(None) };
            Ok(Some(Post { id, author_id, title: row.get("title")? }))
        };
        let found = select.query_row(params![id, id.caller()], post).optional()?;
        Ok(found.map_or(Answer::Elsewhere, Answer::Done))
    }

    pub(crate) fn posts(&self) -> Result<Vec<PostId>> {
        self.0.prepare("SELECT id FROM posts")?.query_map([], |row| row.get(0))?.collect()
    }

    /// Moves a shard with its rows to another file, in one transaction of both.
    pub(crate) fn move_shard(&self, shard: u32, to: &Path) -> Result<()> {
        self.0.execute("ATTACH ?1 AS target", [to.display().to_string()])?;
        // The shard is above the 16 bits of node and sequence: see `ids`.
        self.0.execute_batch(&format!(
            "BEGIN IMMEDIATE;
             INSERT INTO target.users SELECT * FROM users WHERE (id >> 16) & 63 = {shard};
             INSERT INTO target.posts SELECT * FROM posts WHERE (id >> 16) & 63 = {shard};
             DELETE FROM posts WHERE (id >> 16) & 63 = {shard};
             DELETE FROM users WHERE (id >> 16) & 63 = {shard};
             DELETE FROM shards WHERE shard = {shard};
             INSERT INTO target.shards VALUES ({shard});
             COMMIT;
             DETACH target;"
        ))
    }
}

fn inserted(rows: usize) -> Answer<()> {
    if rows == 1 { Answer::Done(()) } else { Answer::Elsewhere }
}
