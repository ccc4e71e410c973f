//! The stage of `SQLite`: a database in memory.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;
use std::time::Instant;

use snowflake_kit_core::Dialect;
use snowflake_kit_sql::text::{known, literal};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, Row, SqliteConnection};

use super::play::Objects;
use super::{Proposal, Rehearsed, Stage, left_out, play};
use crate::error::words;
use crate::token::{TokenKind, tokens};

/// The tables of a virtual table come with it.
const OBJECTS: &str = "
SELECT type AS kind, name, sql FROM sqlite_schema
WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> 'snowflake_marks' AND sql IS NOT NULL
  AND NOT (type = 'table' AND name IN (SELECT name FROM pragma_table_list WHERE type = 'shadow'))
ORDER BY type = 'table' DESC, type = 'view' DESC, rowid";

const NAMES: &str = "
SELECT name, type AS kind FROM pragma_table_list
WHERE schema = 'main' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> 'snowflake_marks'
ORDER BY name";

pub(super) async fn rehearse(url: &str, proposal: &Proposal<'_>) -> Result<Rehearsed, String> {
    let source = SqliteConnectOptions::from_str(url).map_err(words)?;
    let mut source =
        source.create_if_missing(false).read_only(true).connect().await.map_err(words)?;
    let rows = sqlx::query(OBJECTS).fetch_all(&mut source).await.map_err(words)?;
    source.close().await.map_err(words)?;
    let options = SqliteConnectOptions::new().in_memory(true);
    let mut db = options.connect().await.map_err(words)?;
    // Nothing in the schema may call what is not for everybody.
    db.execute("PRAGMA trusted_schema = OFF").await.map_err(words)?;
    // A trigger may never end.
    let end = Instant::now() + proposal.limit;
    let mut handle = db.lock_handle().await.map_err(words)?;
    handle.set_progress_handler(100_000, move || Instant::now() < end);
    drop(handle);
    db.execute(MARKS).await.map_err(words)?;
    let mut stage = InMemory { db, marked: BTreeMap::new(), views: BTreeSet::new() };
    let mut missing = Vec::new();
    for row in rows {
        let [kind, name, sql] = ["kind", "name", "sql"].map(|column| row.get::<String, _>(column));
        if kind == "trigger" {
            stage.marked.insert(sql.clone(), marked(&name, &sql));
        }
        let Err(words) = stage.execute(&sql).await else { continue };
        if proposal.catalog.tables.contains_key(&name) && kind == "table" {
            return Err(format!(
                "the table {name} cannot be created in a scratch database: {words}"
            ));
        }
        missing.push((format!("the {kind} {name}"), words));
    }
    let mut done = play(&mut stage, proposal).await?;
    if Instant::now() >= end {
        return Err(proposal.not_ended());
    }
    done.obstacles.extend(left_out(missing));
    Ok(done)
}

/// The triggers that have run to their ends.
const MARKS: &str = "CREATE TABLE snowflake_marks (signature TEXT PRIMARY KEY) WITHOUT ROWID";

/// A trigger that leaves a mark at its end, before the last word of its statement.
fn marked(name: &str, sql: &str) -> String {
    let tokens = tokens(Dialect::Sqlite, sql).unwrap_or_default();
    let end = tokens.iter().rposition(|token| token.is_word(&["end"]));
    let (Some(end), Ok(signature)) = (end, literal(Dialect::Sqlite, &format!("trigger {name}")))
    else {
        return sql.to_owned();
    };
    let [before, after] = [&tokens[..end], &tokens[end..]]
        .map(|some| some.iter().map(|token| token.text).collect::<String>());
    format!("{before} INSERT OR IGNORE INTO snowflake_marks VALUES ({signature}); {after}")
}

struct InMemory {
    db: SqliteConnection,
    /// The statements of triggers, and those with marks.
    marked: BTreeMap<String, String>,
    /// Those that had a row.
    views: BTreeSet<String>,
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
        // It is not there before the first table that remembers its keys.
        let counters =
            self.db.fetch_all("SELECT name, CAST(seq AS TEXT) AS seq FROM sqlite_sequence");
        for row in counters.await.unwrap_or_default() {
            let name: String = row.get("name");
            if name.ends_with(" (counted)") {
                continue;
            }
            objects.insert(format!("counter of {name}"), row.get("seq"));
        }
        Ok(objects)
    }

    fn is_meant(&self, of: &Proposal<'_>, object: &str, _: &str, is: Option<&str>) -> bool {
        let known = ["table ", "counter of "]
            .iter()
            .find_map(|kind| Some((*kind, object.strip_prefix(kind)?)));
        let Some((kind, table)) = known else { return false };
        (is.is_some() || kind != "table ")
            && of.scripts.iter().any(|script| script.tables.contains(table))
    }

    async fn reads(&mut self, _: i64) -> Result<Objects, String> {
        self.views.clear();
        let mut reads = Objects::new();
        for row in sqlx::query(NAMES).fetch_all(&mut self.db).await.map_err(words)? {
            let (name, kind) = (row.get::<String, _>("name"), row.get::<String, _>("kind"));
            let sql = format!("SELECT * FROM {} LIMIT 9", known(Dialect::Sqlite, &name));
            let (object, read) =
                (format!("{kind} {name}"), self.db.fetch_all(AssertSqlSafe(sql)).await);
            if read.as_ref().is_ok_and(|rows| !rows.is_empty()) {
                self.views.insert(object.clone());
            }
            reads.insert(object, read.err().map(words).unwrap_or_default());
        }
        Ok(reads)
    }

    async fn ran(&mut self) -> Result<BTreeSet<String>, String> {
        let marks = sqlx::query_scalar("SELECT signature FROM snowflake_marks");
        let mut ran: BTreeSet<String> =
            marks.fetch_all(&mut self.db).await.map_err(words)?.into_iter().collect();
        ran.extend(self.views.iter().cloned());
        Ok(ran)
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
        let sql = self.marked.get(sql).map_or(sql, String::as_str).to_owned();
        let done = sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut self.db).await;
        done.map(|_| ()).map_err(words)
    }
}
