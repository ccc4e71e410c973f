//! A database for one test, on each server, and a folder for what is written.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use snowflake_kit_adopt::{Orm, Outcome, Rehearsal, Request, adopt, check};
use snowflake_kit_core::Dialect;
use sqlx::migrate::Migrator;
use sqlx::{Connection, MySqlConnection, PgConnection, SqliteConnection};
use tempfile::TempDir;
use test_databases::{Database, Session, wait};
use test_servers::{find, mysql_client};

/// An ID of this year.
pub(crate) const MINTED: i64 = 250_250_518_331_420_672;

/// A database that is there for one test.
pub(crate) struct Backend {
    /// MariaDB's for MySQL too.
    pub(crate) dialect: Dialect,
    /// What the server says that it is.
    pub(crate) server: Dialect,
    pub(crate) url: String,
    pub(crate) folder: TempDir,
}

/// Runs a test on each database, in a module of the test's name.
macro_rules! on_each_database {
    ($($test:ident),* $(,)?) => {$(
        mod $test {
            use snowflake_kit_core::Dialect;

            #[test]
            fn on_postgres() {
                crate::backend::run(Dialect::Postgres, super::$test);
            }

            #[test]
            fn on_mariadb() {
                crate::backend::run(Dialect::MariaDb, super::$test);
            }

            #[test]
            fn on_sqlite() {
                crate::backend::run(Dialect::Sqlite, super::$test);
            }
        }
    )*};
}
pub(crate) use on_each_database;

/// Runs a test on a database of its own.
pub(crate) fn run(dialect: Dialect, test: impl FnOnce(&Backend)) {
    let database = Database::new(dialect);
    let folder = tempfile::tempdir().unwrap();
    let server = database.server();
    test(&Backend { dialect, server, url: database.url().to_owned(), folder });
}

/// A run in which each of these is in the way.
pub(crate) fn in_the_way(backend: &Backend, lines: &[impl AsRef<str>]) -> String {
    let outcome = check(&backend.request(Orm::Sqlx)).unwrap();
    for line in lines.iter().map(AsRef::as_ref) {
        assert!(outcome.report.contains(line), "{line}\n{}", outcome.report);
    }
    assert!(outcome.in_the_way > 0, "{}", outcome.report);
    outcome.report
}

impl Backend {
    pub(crate) const fn is_mysql(&self) -> bool {
        matches!(self.dialect, Dialect::MariaDb | Dialect::MySql)
    }

    /// Adds lines to a table of `adopt.toml`.
    pub(crate) fn set(&self, table: &str, lines: &str) {
        let path = self.out().join("adopt.toml");
        let settings = fs::read_to_string(&path).unwrap();
        let head = format!("[{table}]\n");
        fs::write(&path, settings.replace(&head, &format!("{head}{lines}\n"))).unwrap();
    }

    /// Runs statements.
    pub(crate) fn execute(&self, sql: &str) {
        self.try_execute(sql).unwrap();
    }

    pub(crate) fn try_execute(&self, sql: &str) -> Result<(), sqlx::Error> {
        Session::open(&self.url).try_execute(sql)
    }

    /// One number.
    pub(crate) fn number(&self, sql: &str) -> i64 {
        let integer = match self.dialect {
            Dialect::Postgres | Dialect::Sqlite => "bigint",
            _ => "SIGNED",
        };
        Session::open(&self.url).numbers(&format!("SELECT CAST(({sql}) AS {integer})")).remove(0)
    }

    /// One text of PostgreSQL.
    pub(crate) fn text_of(&self, sql: &str) -> String {
        Session::open(&self.url).texts(sql).remove(0)
    }

    /// Creates the tables of a schema, in which `$KEY` and `$INT` are those of the database.
    pub(crate) fn create(&self, schema: &str) {
        self.execute(&self.written(schema));
    }

    /// A schema in the words of the database.
    pub(crate) fn written(&self, schema: &str) -> String {
        let (key, int) = match self.dialect {
            Dialect::Postgres => ("SERIAL PRIMARY KEY", "INTEGER"),
            Dialect::Sqlite => ("INTEGER PRIMARY KEY AUTOINCREMENT", "INTEGER"),
            _ => ("INT UNSIGNED AUTO_INCREMENT PRIMARY KEY", "INT UNSIGNED"),
        };
        schema.replace("$KEY", key).replace("$INT", int)
    }

    /// Where the types are written, without `.rs`.
    pub(crate) fn out(&self) -> PathBuf {
        self.folder.path().join("src/ids")
    }

    /// A run in which all tables move that the report names.
    pub(crate) fn request(&self, orm: Orm) -> Request {
        let request = self.types(orm);
        self.move_all(&request);
        request
    }

    /// Pastes what the report says.
    pub(crate) fn move_all(&self, request: &Request) {
        self.move_some(request, |_| true);
    }

    /// Pastes what the report says of these tables.
    pub(crate) fn move_some(&self, request: &Request, mut is_meant: impl FnMut(&str) -> bool) {
        let request = Request { rehearsal: Rehearsal::Skipped, ..request.clone() };
        let path = self.out().join("adopt.toml");
        // Whatever is wrong with it is said by the test's own run. Without moves, no migration is written.
        let outcome = if path.exists() { check(&request) } else { adopt(&request) };
        let Ok(outcome) = outcome else { return };
        let Some((_, moves)) = outcome.report.split_once("```toml\n[ids]\n") else { return };
        let moves = format!("[ids]\n{}", moves.split("```").next().unwrap());
        let moves: toml_edit::DocumentMut = moves.parse().unwrap();
        let mut settings: toml_edit::DocumentMut =
            fs::read_to_string(&path).unwrap().parse().unwrap();
        let ids = settings["ids"].as_table_mut().unwrap();
        for (table, id) in moves["ids"].as_table().unwrap().iter().filter(|(of, _)| is_meant(of)) {
            ids[table] = id.clone();
        }
        fs::write(&path, settings.to_string()).unwrap();
    }

    /// A run in which the tables move that `adopt.toml` says.
    pub(crate) fn types(&self, orm: Orm) -> Request {
        Request {
            database_url: self.url.clone(),
            schema: None,
            orm,
            out: self.out(),
            tables: Some(self.folder.path().join("src/schema.rs")),
            patch: None,
            entities: None,
            rehearsal: Rehearsal::Beside,
            limit: Duration::from_mins(5),
            progress: |_| {},
        }
    }

    /// A run that finds nothing in the way.
    pub(crate) fn adopt(&self, orm: Orm) -> Outcome {
        let outcome = adopt(&self.request(orm)).unwrap();
        assert_eq!(outcome.in_the_way, 0, "{}", outcome.report);
        assert_eq!(outcome.untried, None);
        outcome
    }

    /// What is in a file that was written.
    pub(crate) fn text(&self, path: &str) -> String {
        fs::read_to_string(self.folder.path().join("src").join(path)).unwrap()
    }

    /// Applies the migrations that were written, as sqlx does.
    pub(crate) fn migrate(&self) {
        wait(async || {
            let migrator = self.migrator().await;
            match self.dialect {
                Dialect::Postgres => migrator.run(&mut self.connect::<PgConnection>().await).await,
                Dialect::Sqlite => {
                    migrator.run(&mut self.connect::<SqliteConnection>().await).await
                }
                _ => migrator.run(&mut self.connect::<MySqlConnection>().await).await,
            }
        })
        .unwrap();
    }

    /// Runs a file of SQL with the database's own program, in the folder of the test.
    pub(crate) fn run_file(&self, path: &Path) -> Result<(), String> {
        let mut command = match self.dialect {
            Dialect::Postgres => {
                let mut command = Command::new(find("psql"));
                command.args(["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"]).arg(&self.url);
                command
            }
            Dialect::Sqlite => unreachable!("the program of SQLite is not used"),
            _ => {
                let url = self.url.strip_prefix("mysql://root@").unwrap();
                let (server, database) = url.split_once('/').unwrap();
                let (host, port) = server.split_once(':').unwrap();
                let mut command = Command::new(mysql_client());
                command.args(["--no-defaults", "--default-character-set=utf8mb4", "--user=root"]);
                command.args([&format!("--host={host}"), &format!("--port={port}"), database]);
                command
            }
        };
        if self.dialect == Dialect::Postgres {
            command.arg("--file").arg(path).stdin(Stdio::null());
        } else {
            command.stdin(fs::File::open(path).unwrap());
        }
        let output = command.current_dir(self.folder.path()).output().unwrap();
        if output.status.success() {
            return Ok(());
        }
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }

    /// The migrations that were written, in their order.
    pub(crate) fn migrations(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(self.out().join("migrations")).unwrap();
        let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        files.sort();
        files
    }

    /// Takes all migrations back.
    pub(crate) fn undo(&self) {
        wait(async || {
            let migrator = self.migrator().await;
            match self.dialect {
                Dialect::Postgres => {
                    migrator.undo(&mut self.connect::<PgConnection>().await, 0).await
                }
                Dialect::Sqlite => {
                    migrator.undo(&mut self.connect::<SqliteConnection>().await, 0).await
                }
                _ => migrator.undo(&mut self.connect::<MySqlConnection>().await, 0).await,
            }
        })
        .unwrap();
    }

    async fn migrator(&self) -> Migrator {
        Migrator::new(self.out().join("migrations")).await.unwrap()
    }

    async fn connect<C: Connection>(&self) -> C {
        C::connect(&self.url).await.unwrap()
    }

    /// A schema of the tests.
    pub(crate) fn schema(name: &str) -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schemas");
        fs::read_to_string(folder.join(format!("{name}.sql"))).unwrap()
    }
}
