//! Where leases are.

use std::fmt;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use snowflake_lease::FileLines;

use super::database::{Database, Plan};
use super::fence::Fence;
use super::row::RowTexts;
use super::{Error, file};

/// A store of leases, found by its URL or path.
#[derive(Debug)]
pub(super) enum Location {
    Database(Box<Database>),
    File(PathBuf),
}

/// What a store has, and when.
#[derive(Debug)]
pub(super) struct Snapshot {
    /// The store's clock, in Unix ms.
    pub(super) unix_millis: i64,
    /// By how much it is ahead of this machine's, in ms.
    pub(super) skew: i64,
    pub(super) rows: Vec<RowTexts>,
}

/// What an `SQLite` database begins with.
const SQLITE: &[u8] = b"SQLite format 3\0";

impl Location {
    /// Finds out what kind of store this is.
    pub(super) fn at(url: &str) -> Result<Self, Error> {
        if url.trim().is_empty() {
            return Err(Error::NoStore);
        }
        // One letter is a drive.
        let (scheme, rest) = url.split_once(':').unwrap_or_default();
        let scheme = scheme.to_ascii_lowercase();
        if rest.starts_with("//") || scheme == "sqlite" {
            return Ok(Self::Database(Box::new(Database::at(&scheme, url)?)));
        }
        Self::at_path(Path::new(url))
    }

    fn at_path(path: &Path) -> Result<Self, Error> {
        let mut beginning = Vec::new();
        let read = File::open(path)
            .and_then(|file| file.take(SQLITE.len() as u64).read_to_end(&mut beginning));
        match read {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Err(Error::NoFile { path: path.into() })
            }
            Err(error) => Err(Error::File { path: path.into(), error }),
            Ok(_) if beginning == SQLITE => Ok(Self::Database(Box::new(Database::at_path(path)))),
            Ok(_)
                if FileLines::FORMAT.as_bytes().starts_with(&beginning)
                    && !beginning.is_empty() =>
            {
                Ok(Self::File(path.into()))
            }
            Ok(_) => Err(Error::OtherFile { path: path.into() }),
        }
    }

    pub(super) fn read(&self) -> Result<Snapshot, Error> {
        match self {
            Self::Database(database) => database.read(),
            Self::File(path) => file::read(path),
        }
    }

    /// Writes what `plan` makes of the rows that are there, in one step.
    pub(super) fn raise(&self, plan: Plan<'_>) -> Result<(Snapshot, Fence), Error> {
        match self {
            Self::Database(database) => database.raise(plan),
            Self::File(path) => file::raise(path, plan),
        }
    }
}

/// Without user and password.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Database(database) => database.fmt(f),
            Self::File(path) => path.display().fmt(f),
        }
    }
}
