//! A file with some of the shards.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Result, params};
use snowflake_kit::core::CallerId;

use crate::ids::{Post, PostId, User};

pub(crate) struct ShardFile(Connection);

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

    /// Whether it was inserted: `false` if the shard is not in this file, or not any more.
    /// That is part of the statement, so a shard that moves at this moment takes the row
    /// along, or refuses it.
    pub(crate) fn insert_user(&self, user: &User) -> Result<bool> {
        let mut insert = self.0.prepare_cached(
            "INSERT INTO users SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM shards WHERE shard = ?3)",
        )?;
        Ok(insert.execute(params![user.id, user.name, user.id.caller()])? == 1)
    }

    /// The same for a post.
    pub(crate) fn insert_post(&self, post: &Post) -> Result<bool> {
        let mut insert = self.0.prepare_cached(
            "INSERT INTO posts SELECT ?1, ?2, ?3
             WHERE EXISTS (SELECT 1 FROM shards WHERE shard = ?4)",
        )?;
        let row = params![post.id, post.author_id, post.title, post.id.caller()];
        Ok(insert.execute(row)? == 1)
    }

    pub(crate) fn find_post(&self, id: PostId) -> Result<Option<Post>> {
        let mut select =
            self.0.prepare_cached("SELECT author_id, title FROM posts WHERE id = ?1")?;
        let post = |row: &rusqlite::Row<'_>| {
            Ok(Post { id, author_id: row.get("author_id")?, title: row.get("title")? })
        };
        select.query_row([id], post).optional()
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
