//! From an ID to the file that its row is in.

use std::collections::HashMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use rusqlite::Connection;
use snowflake_kit::core::CallerId;

use crate::ids::{Post, PostId, SHARDS, User};
use crate::shard_file::{Answer, ShardFile};

/// How many files there are.
pub(crate) const FILES: u32 = 8;

/// Knows which shard is in which file, by a table that all processes read.
pub(crate) struct Router {
    folder: PathBuf,
    directory: Connection,
    files: HashMap<u32, ShardFile>,
    /// How often a file did not have a shard any more.
    pub(crate) detours: u32,
}

type Result<T> = std::result::Result<T, Box<dyn Error>>;

impl Router {
    pub(crate) fn create(folder: &Path) -> Result<Self> {
        let router = Self::open(folder)?;
        router.directory.execute_batch(
            "CREATE TABLE shards (shard INT PRIMARY KEY NOT NULL, file INT NOT NULL) STRICT;",
        )?;
        for file in 0..FILES {
            let shards = (0..SHARDS).filter(|shard| shard % FILES == file);
            ShardFile::create(&router.path(file), shards.clone())?;
            for shard in shards {
                router.directory.execute("INSERT INTO shards VALUES (?1, ?2)", [shard, file])?;
            }
        }
        Ok(router)
    }

    pub(crate) fn open(folder: &Path) -> Result<Self> {
        let directory = Connection::open(folder.join("directory.db"))?;
        directory.busy_timeout(Duration::from_mins(1))?;
        Ok(Self { folder: folder.to_owned(), directory, files: HashMap::new(), detours: 0 })
    }

    pub(crate) fn insert_user(&mut self, user: &User) -> Result<()> {
        self.at(user.id.caller(), |file| file.insert_user(user))
    }

    pub(crate) fn insert_post(&mut self, post: &Post) -> Result<()> {
        self.at(post.id.caller(), |file| file.insert_post(post))
    }

    /// A post, wherever it is now.
    pub(crate) fn find_post(&mut self, id: PostId) -> Result<Option<Post>> {
        self.at(id.caller(), |file| file.find_post(id))
    }

    /// The posts of each file.
    pub(crate) fn posts(&mut self) -> Result<Vec<Vec<PostId>>> {
        (0..FILES).map(|file| Ok(self.file(file)?.posts()?)).collect()
    }

    pub(crate) fn move_shard(&mut self, shard: u32, to: u32) -> Result<()> {
        let target = self.path(to);
        self.file_of(shard)?.move_shard(shard, &target)?;
        self.directory.execute("UPDATE shards SET file = ?2 WHERE shard = ?1", [shard, to])?;
        Ok(())
    }

    /// Does something where the shard is; asks again if it has moved meanwhile.
    fn at<R>(
        &mut self,
        shard: u32,
        act: impl Fn(&ShardFile) -> rusqlite::Result<Answer<R>>,
    ) -> Result<R> {
        loop {
            if let Answer::Done(done) = act(self.file_of(shard)?)? {
                return Ok(done);
            }
            self.detours += 1;
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn file_of(&mut self, shard: u32) -> Result<&ShardFile> {
        let mut select =
            self.directory.prepare_cached("SELECT file FROM shards WHERE shard = ?1")?;
        let file = select.query_row([shard], |row| row.get(0))?;
        drop(select);
        self.file(file)
    }

    fn file(&mut self, file: u32) -> Result<&ShardFile> {
        if !self.files.contains_key(&file) {
            self.files.insert(file, ShardFile::open(&self.path(file))?);
        }
        Ok(&self.files[&file])
    }

    fn path(&self, file: u32) -> PathBuf {
        self.folder.join(format!("shards-{file}.db"))
    }
}
