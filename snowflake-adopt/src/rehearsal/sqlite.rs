//! The stage of `SQLite`: a database in memory.

use std::borrow::Cow;
use std::str::FromStr;
use std::time::{Duration, Instant};

use snowflake_kit_core::Dialect;
use snowflake_kit_sql::text::{known, literal};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, Row, SqliteConnection};

use super::play::Objects;
use super::{Obstacle, Proposal, Refusal, Stage, Statement, left_out, play};
use crate::token::{TokenKind, tokens};

/// A trigger may never end.
const LIMIT: Duration = Duration::from_mins(1);

/// The tables of a virtual table come with it.
const OBJECTS: &str = "
SELECT type AS kind, name, sql FROM sqlite_schema
WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND sql IS NOT NULL
  AND NOT (type = 'table' AND name IN (SELECT name FROM pragma_table_list WHERE type = 'shadow'))
ORDER BY type = 'table' DESC, type = 'view' DESC, rowid";

const NAMES: &str = "
SELECT name, type AS kind FROM pragma_table_list
WHERE schema = 'main' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name";

pub(super) async fn rehearse(url: &str, proposal: &Proposal<'_>) -> Result<Vec<Obstacle>, String> {
    let source = SqliteConnectOptions::from_str(url).map_err(words)?;
    let mut source =
        source.create_if_missing(false).read_only(true).connect().await.map_err(words)?;
    let rows = sqlx::query(OBJECTS).fetch_all(&mut source).await.map_err(words)?;
    source.close().await.map_err(words)?;
    let options = SqliteConnectOptions::new().in_memory(true);
    let mut db = options.connect().await.map_err(words)?;
    // Nothing in the schema may call what is not for everybody.
    db.execute("PRAGMA trusted_schema = OFF").await.map_err(words)?;
    let end = Instant::now() + LIMIT;
    let mut handle = db.lock_handle().await.map_err(words)?;
    handle.set_progress_handler(100_000, move || Instant::now() < end);
    drop(handle);
    let mut stage = InMemory { db };
    let mut missing = Vec::new();
    for row in rows {
        let [kind, name, sql] = ["kind", "name", "sql"].map(|column| row.get::<String, _>(column));
        let Err(words) = stage.execute(&sql).await else { continue };
        if proposal.catalog.tables.contains_key(&name) && kind == "table" {
            return Err(format!(
                "the table {name} cannot be created in a scratch database: {words}"
            ));
        }
        missing.push((format!("the {kind} {name}"), words));
    }
    let mut obstacles = play(&mut stage, proposal).await?;
    obstacles.extend(left_out(missing));
    Ok(obstacles)
}

struct InMemory {
    db: SqliteConnection,
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
fn words(error: sqlx::Error) -> String {
    let text = match error.as_database_error() {
        Some(error) => error.message().to_owned(),
        None => error.to_string(),
    };
    snowflake_kit_sql::text::shown(&text).into_owned()
}

impl InMemory {
    /// Empty if a statement can be run.
    async fn says(&mut self, sql: String) -> String {
        let done = self.db.fetch_all(AssertSqlSafe(sql)).await;
        done.err().map(words).unwrap_or_default()
    }

    async fn number(&mut self, sql: String) -> String {
        match sqlx::query(AssertSqlSafe(sql)).fetch_one(&mut self.db).await {
            Ok(row) => row.try_get::<String, _>(0).unwrap_or_default(),
            Err(error) => words(error),
        }
    }
}

impl Stage for InMemory {
    async fn apply(&mut self, statements: &[Statement]) -> Vec<Refusal> {
        for statement in statements {
            if let Err(words) = self.execute(&statement.sql).await {
                for clean in ["ROLLBACK", "PRAGMA legacy_alter_table = OFF"] {
                    // There may be no transaction.
                    let _ = self.execute(clean).await;
                }
                return vec![Refusal { statement: statement.sql.clone(), words }];
            }
        }
        Vec::new()
    }

    async fn objects(&mut self) -> Result<Objects, String> {
        let mut objects = Objects::new();
        for row in sqlx::query(OBJECTS).fetch_all(&mut self.db).await.map_err(words)? {
            let [kind, name, sql] =
                ["kind", "name", "sql"].map(|column| row.get::<String, _>(column));
            // A table that was renamed has its name in quotes.
            let tokens = tokens(Dialect::Sqlite, &sql).unwrap_or_default();
            let texts = tokens
                .iter()
                .filter(|token| token.kind != TokenKind::Space)
                .map(|token| token.name().map_or_else(|| token.text.to_owned(), Cow::into_owned));
            objects.insert(format!("{kind} {name}"), texts.collect::<Vec<_>>().join(" "));
        }
        for row in sqlx::query(NAMES).fetch_all(&mut self.db).await.map_err(words)? {
            let (name, kind) = (row.get::<String, _>("name"), row.get::<String, _>("kind"));
            let table = known(Dialect::Sqlite, &name);
            let what = match kind.as_str() {
                "table" => {
                    let sql = format!(
                        "SELECT count(*) || ' rows, the last with number ' || max(rowid) FROM {table}"
                    );
                    self.number(sql).await
                }
                "virtual" => {
                    let name =
                        literal(Dialect::Sqlite, &name).map_err(|error| error.to_string())?;
                    let check =
                        format!("INSERT INTO {table} ({name}, rank) VALUES ('integrity-check', 1)");
                    let read = self.says(format!("SELECT * FROM {table} LIMIT 1")).await;
                    format!("{read}\n{}", self.says(check).await)
                }
                _ => continue,
            };
            objects.insert(format!("content of {name}"), what);
        }
        Ok(objects)
    }

    fn is_meant(
        &self,
        proposal: &Proposal<'_>,
        object: &str,
        _: &str,
        after: Option<&str>,
    ) -> bool {
        let Some(("table", table)) = object.split_once(' ') else { return false };
        after.is_some() && proposal.scripts.iter().any(|script| script.tables.contains(table))
    }

    async fn reads(&mut self) -> Result<Objects, String> {
        let mut reads = Objects::new();
        for row in sqlx::query(NAMES).fetch_all(&mut self.db).await.map_err(words)? {
            let (name, kind) = (row.get::<String, _>("name"), row.get::<String, _>("kind"));
            let sql = format!("SELECT * FROM {} LIMIT 9", known(Dialect::Sqlite, &name));
            reads.insert(format!("{kind} {name}"), self.says(sql).await);
        }
        Ok(reads)
    }

    async fn loosen(&mut self, _: &[&str]) -> Result<(), String> {
        self.execute("PRAGMA ignore_check_constraints = ON").await?;
        self.execute("PRAGMA foreign_keys = OFF").await?;
        self.execute("BEGIN").await
    }

    async fn tighten(&mut self) -> Result<(), String> {
        // A trigger may have done that already.
        let _ = self.execute("ROLLBACK").await;
        self.execute("PRAGMA foreign_keys = ON").await?;
        self.execute("PRAGMA ignore_check_constraints = OFF").await
    }

    async fn execute(&mut self, sql: &str) -> Result<(), String> {
        let done = sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(&mut self.db).await;
        done.map(|_| ()).map_err(words)
    }
}
