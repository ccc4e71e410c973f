//! Where leases are.

use std::fmt;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::database::Database;
use super::etcd::Etcd;
use super::fence::{FencePlan, FencePlanner};
use super::snapshot::Snapshot;
use super::{Error, file};

/// A store of leases, found by its URL or path.
#[derive(Debug)]
pub(super) enum Location {
    Database(Box<Database>),
    Etcd(Etcd),
    File(PathBuf),
}

/// What an `SQLite` database begins with.
const SQLITE: &[u8] = b"SQLite format 3\0";

impl Location {
    /// Finds out what kind of store this is. The schema is that of the table in a database.
    pub(super) fn at(url: &str, schema: Option<&str>) -> Result<Self, Error> {
        if url.trim().is_empty() {
            return Err(Error::NoStore);
        }
        // One letter is a drive.
        let (kind, rest) = url.split_once(':').unwrap_or_default();
        let kind = kind.to_ascii_lowercase();
        if let ("etcd", Some(rest)) = (&*kind, rest.strip_prefix("//")) {
            without_schema(schema)?;
            return Ok(Self::Etcd(Etcd::at(rest)?));
        }
        if rest.starts_with("//") || kind == "sqlite" {
            return Ok(Self::Database(Box::new(Database::at(&kind, url, schema)?)));
        }
        Self::at_path(Path::new(url), schema)
    }

    fn at_path(path: &Path, schema: Option<&str>) -> Result<Self, Error> {
        let mut beginning = Vec::new();
        let read = File::open(path)
            .and_then(|file| file.take(SQLITE.len() as u64).read_to_end(&mut beginning));
        match read {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Err(Error::NoFile { path: path.into() })
            }
            Err(error) => Err(Error::File { path: path.into(), error }),
            Ok(_) if beginning == SQLITE => {
                Ok(Self::Database(Box::new(Database::at_path(path, schema))))
            }
            Ok(_) if file::FORMAT.as_bytes().starts_with(&beginning) && !beginning.is_empty() => {
                without_schema(schema)?;
                Ok(Self::File(path.into()))
            }
            Ok(_) => Err(Error::OtherFile { path: path.into() }),
        }
    }

    pub(super) fn read(&self) -> Result<Snapshot, Error> {
        match self {
            Self::Database(database) => database.read(),
            Self::Etcd(etcd) => etcd.read(),
            Self::File(path) => file::read(path),
        }
    }

    /// Writes what `plan` makes of the rows that are there.
    pub(super) fn raise(&self, plan: FencePlanner<'_>) -> Result<(Snapshot, FencePlan), Error> {
        match self {
            Self::Database(database) => database.raise(plan),
            Self::Etcd(etcd) => etcd.raise(plan),
            Self::File(path) => file::raise(path, plan),
        }
    }
}

fn without_schema(schema: Option<&str>) -> Result<(), Error> {
    schema.map_or(Ok(()), |schema| Err(Error::NoTable { schema: schema.to_owned() }))
}

/// Without user and password.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Database(database) => database.fmt(f),
            Self::Etcd(etcd) => etcd.fmt(f),
            Self::File(path) => path.display().fmt(f),
        }
    }
}
