//! The stage of MariaDB and MySQL: a database that is created for it, and a user who has rights on
//! nothing else.
//!
//! Functions and triggers of the schema get this user as their definer.

use std::collections::BTreeSet;
use std::pin::pin;
use std::time::{Duration, Instant};

use regex::Regex;
use snowflake_kit_core::Dialect;
use snowflake_kit_sql::text::{known, literal};
use sqlx::mysql::{MySqlConnectOptions, MySqlRow};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, MySqlConnection, Row};
use tokio::time::timeout;

use super::play::Objects;
use super::{Proposal, Rehearsed, Stage, left_out, marks, play};
use crate::catalog::{Catalog, View};
use crate::error::words;
use crate::token::{TokenKind, tokens};

/// All objects, what others use first. Events are left out: they would run by themselves.
const OBJECTS: &str = "
SELECT CAST(kind AS CHAR) AS kind, CAST(name AS CHAR) AS name, CAST(engine AS CHAR) AS engine FROM (
    SELECT CASE TABLE_TYPE WHEN 'SEQUENCE' THEN 'sequence' ELSE 'table' END AS kind,
           TABLE_NAME AS name, ENGINE AS engine, TABLE_TYPE <> 'SEQUENCE' AS place, '' AS of_table, 0 AS number
    FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()
      AND TABLE_TYPE IN ('SEQUENCE', 'BASE TABLE', 'SYSTEM VERSIONED')
    UNION ALL
    SELECT LOWER(ROUTINE_TYPE), ROUTINE_NAME, NULL, 2 + (ROUTINE_TYPE = 'PROCEDURE'), '', 0
    FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = DATABASE()
    UNION ALL
    SELECT 'view', TABLE_NAME, NULL, 4, '', 0
    FROM information_schema.VIEWS WHERE TABLE_SCHEMA = DATABASE()
    UNION ALL
    SELECT 'trigger', TRIGGER_NAME, NULL, 5, EVENT_OBJECT_TABLE, ACTION_ORDER
    FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = DATABASE()) o
ORDER BY place, of_table, number, name";

/// Functions, with a call without values, in which the server finds what they use. A procedure may
/// commit, and change tables.
const FUNCTIONS: &str = "
SELECT CAST(r.ROUTINE_NAME AS CHAR) AS name,
       CAST(GROUP_CONCAT(CASE WHEN p.ORDINAL_POSITION IS NULL THEN '' WHEN p.DATA_TYPE = 'bigint'
            THEN ', $KEY' ELSE ', NULL' END ORDER BY p.ORDINAL_POSITION SEPARATOR '') AS CHAR)
            AS arguments
FROM information_schema.ROUTINES r
LEFT JOIN information_schema.PARAMETERS p ON p.SPECIFIC_SCHEMA = r.ROUTINE_SCHEMA
     AND p.SPECIFIC_NAME = r.SPECIFIC_NAME AND p.ROUTINE_TYPE = r.ROUTINE_TYPE
     AND p.ORDINAL_POSITION > 0
WHERE r.ROUTINE_SCHEMA = DATABASE() AND r.ROUTINE_TYPE = 'FUNCTION'
GROUP BY r.ROUTINE_NAME ORDER BY 1";

/// Engines that keep their rows where the server keeps its own.
const ENGINES: [&str; 4] = ["InnoDB", "Aria", "MyISAM", "MEMORY"];

const KEPT: &str = "
SELECT CAST(TABLE_NAME AS CHAR) AS name FROM information_schema.TABLES
WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE' AND ENGINE <> 'InnoDB'";

/// All but what reaches outside of the database, or runs by itself.
const RIGHTS: &str = "SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, REFERENCES, INDEX, ALTER, \
                      CREATE TEMPORARY TABLES, LOCK TABLES, EXECUTE, CREATE VIEW, SHOW VIEW, \
                      CREATE ROUTINE, ALTER ROUTINE, TRIGGER";

pub(super) async fn rehearse(
    url: &str,
    server: &str,
    proposal: &Proposal<'_>,
) -> Result<Rehearsed, String> {
    let server: MySqlConnectOptions = server.parse().map_err(words)?;
    let mut admin = server.connect().await.map_err(words)?;
    let random = || getrandom::u64().map_err(|error| error.to_string());
    // A user has 32 characters at most.
    let name = format!("snowflake_r_{:016x}", random()?);
    // An anonymous user of this host would be taken before one of any host.
    let host =
        admin.fetch_one("SELECT CAST(SUBSTRING_INDEX(USER(), '@', -1) AS CHAR) AS host").await;
    let host = text(&host.map_err(words)?, "host").unwrap_or_default();
    let host = literal(Dialect::MySql, &host).map_err(|error| error.to_string())?;
    let user = format!("{name}@{host}");
    let password = format!("{:016x}{:016x}", random()?, random()?);
    let done = match create(&mut admin, &name, &user, &password).await {
        Ok(()) => {
            let options = server.clone().username(&name).password(&password).database(&name);
            match timeout(proposal.limit, on(url, &options, proposal)).await {
                Ok(done) => done,
                // Its session still holds its locks.
                Err(_) => end(&options, "CONNECTION").await.and(Err(proposal.not_ended())),
            }
        }
        Err(words) => Err(format!(
            "this user cannot create a user and a database for the rehearsal ({words}): give it \
             CREATE, CREATE USER and GRANT OPTION, or name a server on which it may, with \
             --rehearse-url"
        )),
    };
    for sql in [format!("DROP DATABASE IF EXISTS {name}"), format!("DROP USER IF EXISTS {user}")] {
        if let Err(error) = admin.execute(AssertSqlSafe(sql)).await
            && done.is_ok()
        {
            return Err(format!("drop the database and the user {name}: {}", words(error)));
        }
    }
    // The same in each rehearsal.
    let anonymous = |words: String| words.replace(&name, "snowflake_rehearsal");
    let mut done = done.map_err(&anonymous)?;
    done.obstacles.iter_mut().for_each(|of| of.what = anonymous(std::mem::take(&mut of.what)));
    Ok(done)
}

async fn create(
    admin: &mut MySqlConnection,
    name: &str,
    user: &str,
    password: &str,
) -> Result<(), String> {
    let exactly = known(Dialect::MySql, &name.replace('_', "\\_"));
    let password = literal(Dialect::MySql, password).map_err(|error| error.to_string())?;
    for sql in [
        format!("CREATE DATABASE {name}"),
        format!("CREATE USER {user} IDENTIFIED BY {password}"),
        format!("GRANT {RIGHTS} ON {exactly}.* TO {user}"),
    ] {
        admin.execute(AssertSqlSafe(sql)).await.map_err(words)?;
    }
    Ok(())
}

/// Ends all sessions of the user of a rehearsal, or what they run, as this user: each may end its own.
async fn end(options: &MySqlConnectOptions, what: &str) -> Result<(), String> {
    let mut db = options.connect().await.map_err(words)?;
    let others = "SELECT CAST(ID AS CHAR) AS id FROM information_schema.PROCESSLIST \
                  WHERE ID <> CONNECTION_ID()";
    for row in db.fetch_all(others).await.map_err(words)? {
        let kill = format!("KILL {what} {}", text(&row, "id").unwrap_or_default());
        // It may have ended.
        let _ = db.execute(AssertSqlSafe(kill)).await;
    }
    Ok(())
}

async fn on(
    url: &str,
    options: &MySqlConnectOptions,
    proposal: &Proposal<'_>,
) -> Result<Rehearsed, String> {
    let source: MySqlConnectOptions = url.parse().map_err(words)?;
    let mut source = source.connect().await.map_err(words)?;
    let mut schema = statements(&mut source).await?;
    let (here, there) = (&proposal.catalog.schema, options.get_database().unwrap_or_default());
    for object in &mut schema {
        object.sql = moved(&object.sql, here, there);
    }
    source.close().await.map_err(words)?;
    let db = options.connect().await.map_err(|error| {
        format!("the user of the rehearsal cannot log in ({}): name another server, with --rehearse-url", words(error))
    })?;
    let limit = proposal.call_limit();
    let mut stage = OnServer {
        db,
        options,
        catalog: proposal.catalog,
        limit,
        slow: BTreeSet::new(),
        kept: Vec::new(),
        marks: Vec::new(),
        views: BTreeSet::new(),
    };
    stage.execute("SET SESSION foreign_key_checks = 0").await?;
    stage.execute("CREATE TABLE snowflake_marks (name VARCHAR(40)) ENGINE = InnoDB").await?;
    // A view may be over one that comes later.
    let mut rest = schema;
    for object in &mut rest {
        stage.mark(object);
    }
    let missing = loop {
        let (before, mut refused) = (rest.len(), Vec::new());
        for object in rest {
            if let Err(words) = stage.create(&object).await {
                refused.push((object, words));
            }
        }
        if refused.is_empty() || refused.len() == before {
            break refused;
        }
        rest = refused.into_iter().map(|(object, _)| object).collect();
    };
    let is_adopted =
        |of: &Shown| of.kind == "table" && proposal.catalog.tables.contains_key(&of.name);
    if let Some((table, words)) = missing.iter().find(|(object, _)| is_adopted(object)) {
        let name = &table.name;
        return Err(format!("the table {name} cannot be created in a scratch database: {words}"));
    }
    let missing =
        missing.into_iter().map(|(of, words)| (format!("the {} {}", of.kind, of.name), words));
    for row in stage.db.fetch_all(KEPT).await.map_err(words)? {
        stage.kept.extend(text(&row, "name"));
    }
    // A row without its key is an error, as the programs are to have it.
    let strict = "SET SESSION foreign_key_checks = 1, sql_mode = 'STRICT_TRANS_TABLES'";
    stage.execute(strict).await?;
    let mut done = play(&mut stage, proposal).await?;
    done.obstacles.extend(left_out(missing.collect()));
    Ok(done)
}

/// An object, and the statement that creates it.
struct Shown {
    kind: String,
    name: String,
    sql: String,
    mode: Option<String>,
    is_inside: bool,
}

/// A definition in which names with the name of a database have that of another.
fn moved(sql: &str, here: &str, there: &str) -> String {
    let Some(all) = tokens(Dialect::MySql, sql) else { return sql.to_owned() };
    let texts = all.iter().enumerate().map(|(at, token)| {
        let is_of_it = token.kind == TokenKind::Name
            && token.name().is_some_and(|name| name == here)
            && all.get(at + 1).is_some_and(|next| next.is_sign("."));
        if is_of_it { known(Dialect::MySql, there) } else { token.text.to_owned() }
    });
    texts.collect()
}

/// All objects of the database that a session uses.
async fn statements(db: &mut MySqlConnection) -> Result<Vec<Shown>, String> {
    // The user who creates them is their definer.
    let definer = Regex::new(r"DEFINER=`(?:[^`]|``)*`@`(?:[^`]|``)*` ?");
    let definer = definer.map_err(|error| error.to_string())?;
    let mut all = Vec::new();
    for row in db.fetch_all(OBJECTS).await.map_err(words)? {
        let [kind, name] = ["kind", "name"].map(|column| text(&row, column).unwrap_or_default());
        let show = format!("SHOW CREATE {kind} {}", known(Dialect::MySql, &name));
        let shown = db.fetch_one(AssertSqlSafe(show)).await.map_err(words)?;
        let column = match kind.as_str() {
            "trigger" => "SQL Original Statement",
            "function" => "Create Function",
            "procedure" => "Create Procedure",
            "view" => "Create View",
            _ => "Create Table",
        };
        let sql = text(&shown, column)
            .ok_or_else(|| format!("this user may not see how the {kind} {name} was created"))?;
        let is_inside = kind != "table"
            || text(&row, "engine").is_some_and(|engine| ENGINES.contains(&engine.as_str()))
                && !sql.contains("DATA DIRECTORY");
        let sql = definer.replace(&sql, "").into_owned();
        all.push(Shown { kind, name, sql, mode: text(&shown, "sql_mode"), is_inside });
    }
    Ok(all)
}

/// A text, which MySQL says to be bytes in places.
fn text(row: &MySqlRow, column: &str) -> Option<String> {
    let bytes = row.try_get_unchecked::<Option<Vec<u8>>, _>(column).ok()??;
    String::from_utf8(bytes).ok()
}

struct OnServer<'a> {
    db: MySqlConnection,
    options: &'a MySqlConnectOptions,
    catalog: &'a Catalog,
    /// Of a single call.
    limit: Duration,
    /// The tables whose engines take nothing back.
    kept: Vec<String>,
    /// The functions that took longer once: they are not tried again.
    slow: BTreeSet<String>,
    /// The routines that leave marks, and how many.
    marks: Vec<(String, usize)>,
    /// Those that had a row, and the functions that could be called.
    views: BTreeSet<String>,
}

impl OnServer<'_> {
    /// Puts marks into the body of a routine: rows, which are taken back with a statement that fails.
    fn mark(&mut self, object: &mut Shown) {
        let signature = format!("{} {}", object.kind, object.name);
        let of = self.catalog.routines.iter().find(|routine| routine.signature == signature);
        let Some(body) = of.map(|routine| routine.body.trim()).filter(|body| !body.is_empty())
        else {
            return;
        };
        let number = self.marks.len();
        let first = body.split_whitespace().next().unwrap_or_default();
        let whole = if first.eq_ignore_ascii_case("begin") || first.ends_with(':') {
            body.to_owned()
        } else {
            format!("BEGIN {body}; END")
        };
        let mark = |at| format!("INSERT INTO snowflake_marks VALUES ('{number}.{at}'); ");
        if let Some((marked, count)) = marks::marked(Dialect::MySql, &whole, mark)
            && let Some(at) = object.sql.rfind(body)
        {
            object.sql.replace_range(at..at + body.len(), &marked);
            self.marks.push((signature, count));
        }
    }

    /// Runs a statement, which the limit of a call ends.
    async fn rows(&mut self, sql: &str) -> Result<Vec<MySqlRow>, String> {
        let mut run = pin!(sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).fetch_all(&mut self.db));
        let done = if let Ok(done) = timeout(self.limit, &mut run).await {
            done
        } else {
            end(self.options, "QUERY").await?;
            run.await
        };
        done.map_err(words)
    }

    async fn create(&mut self, object: &Shown) -> Result<(), String> {
        if !object.is_inside {
            return Err("it keeps its rows elsewhere".to_owned());
        }
        if let Some(mode) = &object.mode {
            let mode = literal(Dialect::MySql, mode).map_err(|error| error.to_string())?;
            self.execute(&format!("SET SESSION sql_mode = {mode}")).await?;
        }
        self.execute(&object.sql).await
    }
}

impl Stage for OnServer<'_> {
    async fn objects(&mut self) -> Result<Objects, String> {
        let counter = Regex::new(r" AUTO_INCREMENT=\d+").map_err(|error| error.to_string())?;
        let all =
            statements(&mut self.db).await?.into_iter().map(|Shown { kind, name, sql, .. }| {
                let sql = counter.replace(&sql, "");
                // Keys that were dropped and added again come last.
                let mut lines: Vec<_> =
                    sql.lines().map(|line| line.trim_end_matches(',')).collect();
                lines.sort_unstable();
                (format!("{kind} {name}"), lines.join("\n"))
            });
        Ok(all.collect())
    }

    fn is_meant(&self, _: &Proposal<'_>, object: &str, _: &str, is: Option<&str>) -> bool {
        is.is_some() && object.starts_with("table ")
    }

    async fn reads(&mut self, key: i64) -> Result<Objects, String> {
        self.views.clear();
        let mut reads = Objects::new();
        let select = |of: &View| format!("SELECT * FROM {} LIMIT 9", of.qualified);
        let views = self.catalog.views.iter().map(|of| (format!("view {}", of.name), select(of)));
        let mut calls: Vec<_> = views.collect();
        for row in self.db.fetch_all(FUNCTIONS).await.map_err(words)? {
            let [name, arguments] =
                ["name", "arguments"].map(|column| text(&row, column).unwrap_or_default());
            let arguments = arguments.trim_start_matches(", ").replace("$KEY", &key.to_string());
            let sql = format!("SELECT {}({arguments})", known(Dialect::MySql, &name));
            calls.push((format!("function {name}"), sql));
        }
        calls.retain(|(what, _)| !self.slow.contains(what));
        for (what, sql) in calls {
            let begin = Instant::now();
            let read = self.rows(&sql).await;
            if begin.elapsed() >= self.limit {
                self.slow.insert(what.clone());
            }
            if read.as_ref().is_ok_and(|rows| !rows.is_empty() && what.starts_with("view ")) {
                self.views.insert(what.clone());
            }
            reads.insert(what, read.err().unwrap_or_default());
        }
        Ok(reads)
    }

    async fn ran(&mut self) -> Result<BTreeSet<String>, String> {
        let sql = "SELECT DISTINCT CAST(name AS CHAR) AS name FROM snowflake_marks";
        let set = self.db.fetch_all(sql).await.map_err(words)?;
        let set: BTreeSet<_> = set.iter().filter_map(|row| text(row, "name")).collect();
        let whole = self.marks.iter().enumerate().filter(|(number, (_, count))| {
            (0..*count).all(|at| set.contains(&format!("{number}.{at}")))
        });
        Ok(whole.map(|(_, (signature, _))| signature.clone()).chain(self.views.clone()).collect())
    }

    async fn loosen(&mut self, _: &[&str]) -> Result<(), String> {
        self.execute("SET SESSION foreign_key_checks = 0").await?;
        // Of MariaDB alone.
        let _ = self.execute("SET SESSION check_constraint_checks = 0").await;
        self.execute("BEGIN").await
    }

    async fn tighten(&mut self) -> Result<(), String> {
        self.execute("ROLLBACK").await?;
        let _ = self.execute("SET SESSION check_constraint_checks = 1").await;
        self.execute("SET SESSION foreign_key_checks = 1").await
    }

    async fn execute(&mut self, sql: &str) -> Result<(), String> {
        self.rows(sql).await?;
        if sql == "ROLLBACK" {
            // These begin with no row, and their counters with 1.
            for table in &self.kept {
                let sql = format!("TRUNCATE TABLE {}", known(Dialect::MySql, table));
                self.db.execute(AssertSqlSafe(sql)).await.map_err(words)?;
            }
        }
        Ok(())
    }
}
