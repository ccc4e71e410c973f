//! A database of a test's own.

use std::env;
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use snowflake_kit_core::Dialect;
use tempfile::TempDir;

use crate::session::Session;

/// An empty database, which is dropped with this value.
pub struct Database {
    dialect: Dialect,
    url: String,
    home: Home,
}

enum Home {
    /// Deleted with this value.
    Folder {
        _folder: TempDir,
    },
    Server {
        url: String,
        name: String,
    },
}

impl Database {
    /// Creates one: an empty file for SQLite.
    ///
    /// # Panics
    /// If the environment does not name a server, or the server refuses.
    pub fn new(dialect: Dialect) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let server = match dialect {
            Dialect::Sqlite => return Self::in_a_folder(),
            Dialect::Postgres => "SNOWFLAKE_POSTGRES_URL",
            // MariaDB and MySQL, as in each such arm here.
            _ => "SNOWFLAKE_MYSQL_URL",
        };
        let Ok(server) = env::var(server) else {
            panic!(
                "{server} is not set: run the tests with `cargo xtask test`, which starts the \
                 databases, or set it to the URL of a server"
            );
        };
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("snowflake_test_{}_{number}", process::id());
        let (start, _) = server.rsplit_once('/').expect("the URL of a server names a database");
        let url = format!("{start}/{name}");
        let database = Self { dialect, url, home: Home::Server { url: server, name } };
        database.try_on_server(|name| format!("CREATE DATABASE {name}")).unwrap();
        database
    }

    fn in_a_folder() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("database");
        std::fs::write(&path, "").unwrap();
        let url = format!("sqlite://{}", path.display());
        Self { dialect: Dialect::Sqlite, url, home: Home::Folder { _folder: folder } }
    }

    /// What it was made for, which is one of MariaDB and MySQL for both.
    pub const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// What it speaks: as the server says where that may be MariaDB or MySQL.
    ///
    /// # Panics
    /// If the server does not answer.
    pub fn server(&self) -> Dialect {
        match self.dialect {
            Dialect::Postgres | Dialect::Sqlite => self.dialect,
            _ => {
                let is_mariadb = "SELECT VERSION() LIKE '%mariadb%'";
                match self.session().numbers(is_mariadb)[..] {
                    [1] => Dialect::MariaDb,
                    _ => Dialect::MySql,
                }
            }
        }
    }

    /// Where it is: `sqlite://`, and the path of a file, for SQLite.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The file of SQLite.
    ///
    /// # Panics
    /// If it is on a server.
    pub fn path(&self) -> PathBuf {
        sqlite_path(&self.url).expect("a URL of SQLite").into()
    }

    /// A new session on it.
    ///
    /// # Panics
    /// As [`Session::open`].
    pub fn session(&self) -> Session {
        Session::open(&self.url)
    }

    /// Changes a setting of PostgreSQL for all sessions that begin from now on, and no other
    /// setting.
    ///
    /// # Panics
    /// If the server refuses.
    pub fn set(&self, setting: &str) {
        self.try_on_server(|name| format!("ALTER DATABASE {name} RESET ALL")).unwrap();
        self.try_on_server(|name| format!("ALTER DATABASE {name} SET {setting}")).unwrap();
    }

    /// Drops the database of a server while this runs. It is empty afterwards.
    ///
    /// # Panics
    /// If the server refuses.
    pub fn without(&self, run: impl FnOnce()) {
        self.try_drop().unwrap();
        run();
        self.try_on_server(|name| format!("CREATE DATABASE {name}")).unwrap();
    }

    fn try_drop(&self) -> Result<(), sqlx::Error> {
        let force = if self.dialect == Dialect::Postgres { " WITH (FORCE)" } else { "" };
        self.try_on_server(|name| format!("DROP DATABASE {name}{force}"))
    }

    /// Executes a statement about the database on another one of its server.
    fn try_on_server(&self, sql: impl FnOnce(&str) -> String) -> Result<(), sqlx::Error> {
        match &self.home {
            Home::Folder { .. } => Ok(()),
            Home::Server { url, name } => Session::open(url).try_execute(&sql(name)),
        }
    }

    /// Ends all other sessions on it.
    ///
    /// # Panics
    /// If there is none.
    pub fn cut(&self) {
        let mut admin = self.session();
        let cut = match self.dialect {
            Dialect::Sqlite => panic!("SQLite has no sessions on a server"),
            Dialect::Postgres => admin
                .numbers(
                    "SELECT pg_terminate_backend(pid)::int::bigint FROM pg_stat_activity \
                     WHERE datname = current_database() AND pid <> pg_backend_pid()",
                )
                .len(),
            _ => {
                let others = admin.numbers(
                    "SELECT CAST(id AS SIGNED) FROM information_schema.processlist \
                     WHERE db = DATABASE() AND id <> CONNECTION_ID()",
                );
                // Some of them have been closed, and may end by themselves meanwhile.
                let killed = |id: &&i64| admin.try_execute(&format!("KILL {id}")).is_ok();
                others.iter().filter(killed).count()
            }
        };
        assert!(cut > 0, "there is a session to be cut");
    }
}

/// The path in a URL of SQLite, if it is one. `sqlite::memory:` has the path `:memory:`.
pub fn sqlite_path(url: &str) -> Option<&str> {
    let path = url.strip_prefix("sqlite:")?;
    Some(path.strip_prefix("//").unwrap_or(path))
}

impl Drop for Database {
    fn drop(&mut self) {
        let dropped = self.try_drop();
        // A second panic would hide why a test failed.
        assert!(dropped.is_ok() || thread::panicking(), "{dropped:?}");
    }
}
