//! The store that the URL names.

use std::error::Error;
use std::path::{Path, PathBuf};

use diesel::{Connection, PgConnection, SqliteConnection};
use diesel_async::AsyncMysqlConnection;
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;
use snowflake_kit::diesel::lease::{Dialect, LeaseStore};
use snowflake_kit::lease::{FileStore, Store};

use crate::awaited::Awaited;
use crate::recorded::{AsyncRecorded, Recorded};

/// What this process was told: where the store is, how to speak to it, and the
/// name of all files that it writes, but for their extensions.
pub(crate) struct Place {
    pub(crate) url: String,
    pub(crate) library: String,
    pub(crate) files: PathBuf,
}

/// A store, by who waits for it.
pub(crate) enum Connected {
    Thread(Recorded<Box<dyn Store>>),
    Task(AsyncRecorded<Awaited>),
}

impl Place {
    /// The store, whose answers are written down in a file with this extension.
    pub(crate) fn connect(&self, extension: &str) -> Result<Connected, Box<dyn Error>> {
        let (scheme, path) = self.url.split_once(':').ok_or("a URL has a scheme")?;
        let (url, path) = (self.url.clone(), path.to_owned());
        let file = self.files.with_extension(extension);
        let store: Box<dyn Store> = match (self.library.as_str(), scheme) {
            (_, "file") => Box::new(FileStore::new(path)),
            (_, "etcd") => return awaited(Awaited::etcd(&path)?, &file),
            ("seaorm", _) => return awaited(Awaited::seaorm(url), &file),
            ("sqlx", _) => return awaited(Awaited::sqlx(&url)?, &file),
            (_, "sqlite") => {
                let connect = move || SqliteConnection::establish(&path);
                Box::new(LeaseStore::new(Dialect::Sqlite, connect))
            }
            (_, "postgres") => {
                let connect = move || PgConnection::establish(&url);
                Box::new(LeaseStore::new(Dialect::Postgres, connect))
            }
            (_, "mysql") => {
                let connect =
                    move || AsyncConnectionWrapper::<AsyncMysqlConnection>::establish(&url);
                Box::new(LeaseStore::new(Dialect::MySql, connect))
            }
            (library, _) => return Err(format!("no store for {scheme} and {library}").into()),
        };
        Ok(Connected::Thread(Recorded::new(store, &file)?))
    }
}

fn awaited(store: Awaited, file: &Path) -> Result<Connected, Box<dyn Error>> {
    Ok(Connected::Task(AsyncRecorded(Recorded::new(store, file)?)))
}
