//! The stage of PostgreSQL: a database that is created for it, as is the role that owns it.
//!
//! The schema has functions and triggers of other people. They run with the rights of that role,
//! which has none outside of this database: it is logged in as, since a session that only became it
//! could go back.

mod dump;
mod scratch;

use std::collections::{BTreeMap, BTreeSet};
use std::pin::pin;
use std::time::Duration;

use snowflake_kit_core::Dialect;
use snowflake_kit_sql::text::{SEARCH_PATH, known, shown};
use sqlx::{AssertSqlSafe, Executor, PgConnection, Row};
use tokio::time::timeout;

use super::play::Objects;
use super::{Proposal, Refusal, Rehearsed, Stage, Statement, left_out, marks, play};
use crate::catalog::Catalog;
use scratch::Scratch;

/// Functions and procedures, each with a call in which the server finds what they use: with a key where
/// one fits. One in SQL that has arguments is created again before: PostgreSQL then checks its body as
/// a whole.
const FUNCTIONS: &str = "
SELECT format('function %s(%s)', p.proname, pg_get_function_identity_arguments(p.oid)) AS name,
       CASE WHEN p.pronargs > 0 AND l.lanname = 'sql' AND p.prosqlbody IS NULL
            THEN pg_get_functiondef(p.oid) || '; ' ELSE '' END
       || format(CASE p.prokind WHEN 'p' THEN 'CALL %I.%I(%s)'
                 ELSE 'SELECT * FROM %I.%I(%s) LIMIT 100' END, n.nspname, p.proname,
                 (SELECT string_agg(format('%L::%s',
                             CASE coalesce(nullif(t.typbasetype, 0), t.oid)
                             WHEN 'int8'::regtype THEN $1 WHEN 'int8[]'::regtype THEN ARRAY[$1]::text
                             WHEN 'int4'::regtype THEN '1' WHEN 'int4[]'::regtype THEN ARRAY[1]::text
                             WHEN 'text'::regtype THEN '1' END, format_type(a.type, NULL)), ', '
                                    ORDER BY a.place)
                  FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY a (type, place)
                  JOIN pg_catalog.pg_type t ON t.oid = a.type)) AS statement,
       l.lanname = 'sql' AS is_sql, p.oid::regprocedure::text AS signature
FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
JOIN pg_catalog.pg_language l ON l.oid = p.prolang
WHERE p.prokind IN ('f', 'p') AND n.nspname !~ '^(pg_|information_schema$)'
  AND p.prorettype NOT IN ('pg_catalog.trigger'::regtype, 'pg_catalog.event_trigger'::regtype)
  AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.deptype = 'e'
                  AND d.classid = 'pg_catalog.pg_proc'::regclass AND d.objid = p.oid)
ORDER BY p.oid";

/// Functions whose bodies can have marks.
const BODIES: &str = "
SELECT p.oid::bigint AS oid, p.prosrc AS body, pg_get_functiondef(p.oid) AS definition,
       p.oid::regprocedure::text AS signature
FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
JOIN pg_catalog.pg_language l ON l.oid = p.prolang
WHERE l.lanname = 'plpgsql' AND n.nspname !~ '^(pg_|information_schema$)'
  AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.deptype = 'e'
                  AND d.classid = 'pg_catalog.pg_proc'::regclass AND d.objid = p.oid)";

/// What depends on columns of a table, and keeps them from being changed.
const DEPENDENTS: &str = "
SELECT DISTINCT pg_describe_object(d.classid, d.objid, 0)
FROM pg_depend d
JOIN pg_class c ON d.refclassid = 'pg_class'::regclass AND c.oid = d.refobjid
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = $1 AND c.relname = $2 AND d.refobjsubid > 0
  AND (d.classid IN ('pg_rewrite'::regclass, 'pg_policy'::regclass, 'pg_trigger'::regclass,
                     'pg_publication_rel'::regclass, 'pg_proc'::regclass)
       OR EXISTS (SELECT FROM pg_attrdef a WHERE d.classid = 'pg_attrdef'::regclass
                  AND a.oid = d.objid AND a.adnum <> d.refobjsubid))
ORDER BY 1";

/// What drops the constraints of tables and of the domains of their columns, but no key.
const LOOSE: &str = "
WITH t AS (
    SELECT c.oid FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = $1 AND c.relname::text = ANY ($2)
)
SELECT format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %I CASCADE', con.conrelid::regclass,
              con.conname) AS statement
FROM pg_catalog.pg_constraint con
WHERE con.conrelid IN (SELECT oid FROM t) AND con.contype IN ('c', 'f', 'u', 'x')
UNION ALL
SELECT format('ALTER TABLE %s ALTER COLUMN %I DROP NOT NULL', a.attrelid::regclass, a.attname)
FROM pg_catalog.pg_attribute a
WHERE a.attrelid IN (SELECT oid FROM t) AND a.attnum > 0 AND NOT a.attisdropped
  AND a.attnotnull AND a.attidentity = ''
  AND NOT EXISTS (SELECT FROM pg_catalog.pg_index i WHERE i.indrelid = a.attrelid
                  AND i.indisprimary AND a.attnum = ANY (i.indkey))
UNION ALL
SELECT DISTINCT format('ALTER DOMAIN %s DROP CONSTRAINT IF EXISTS %I', con.contypid::regtype,
                       con.conname)
FROM pg_catalog.pg_constraint con
JOIN pg_catalog.pg_attribute a ON a.atttypid = con.contypid
WHERE a.attrelid IN (SELECT oid FROM t) AND con.contype = 'c'";

pub(super) async fn rehearse(
    url: &str,
    server: &str,
    proposal: &Proposal<'_>,
) -> Result<Rehearsed, String> {
    let limit = proposal.call_limit();
    let (scratch, mut admin) =
        Scratch::create(url, server, &proposal.catalog.schema, limit).await?;
    let done = timeout(proposal.limit, on(&scratch, &mut admin, url, proposal)).await;
    let done = done.unwrap_or_else(|_| Err(proposal.not_ended()));
    // With the sessions that are left.
    let dropped = scratch.drop(&mut admin).await;
    let done = done.map_err(|words| scratch.anonymous(&words))?;
    dropped?;
    Ok(done)
}

async fn on(
    scratch: &Scratch,
    admin: &mut PgConnection,
    url: &str,
    proposal: &Proposal<'_>,
) -> Result<Rehearsed, String> {
    let missing = scratch.restore(url).await?;
    let (db, process) = session(scratch, proposal.catalog).await?;
    let mut stage = OnServer {
        scratch,
        admin,
        limit: proposal.call_limit(),
        db,
        process,
        refused: BTreeSet::new(),
        catalog: proposal.catalog,
        is_open: false,
        marks: BTreeMap::new(),
        ran: BTreeSet::new(),
    };
    for table in proposal.catalog.tables.keys() {
        let sql = format!("SELECT FROM {} LIMIT 0", super::rows::qualified(proposal, table));
        if let Err(words) = stage.execute(&sql).await {
            let why = missing.first().map_or(words, |(_, words)| words.clone());
            return Err(format!(
                "the table {table} cannot be created in a scratch database: {why}"
            ));
        }
    }
    stage.mark().await.map_err(|error| scratch.words(&error))?;
    let mut done = play(&mut stage, proposal).await?;
    done.obstacles.extend(left_out(missing));
    Ok(done)
}

/// The search path that a program has.
fn path(catalog: &Catalog) -> String {
    format!("SET search_path = {}, public", known(Dialect::Postgres, &catalog.schema))
}

/// A session as a program has it.
async fn session(scratch: &Scratch, catalog: &Catalog) -> Result<(PgConnection, i32), String> {
    let mut db = scratch.connect().await?;
    // Nothing here has to outlive a crash.
    let path = format!(
        "SET synchronous_commit = off; SET max_parallel_workers_per_gather = 0; {}",
        path(catalog)
    );
    sqlx::raw_sql(AssertSqlSafe(path))
        .execute(&mut db)
        .await
        .map_err(|error| scratch.words(&error))?;
    let process = sqlx::query_scalar("SELECT pg_catalog.pg_backend_pid()").fetch_one(&mut db).await;
    Ok((db, process.map_err(|error| scratch.words(&error))?))
}

struct OnServer<'a> {
    scratch: &'a Scratch,
    /// The session that can end the other.
    admin: &'a mut PgConnection,
    limit: Duration,
    db: PgConnection,
    process: i32,
    /// The functions that could not be called once, or took too long: they are not tried again.
    refused: BTreeSet<String>,
    catalog: &'a Catalog,
    is_open: bool,
    /// The settings that are the marks of a routine, by its signature.
    marks: BTreeMap<String, Vec<String>>,
    /// The settings that are set, the views that had a row, and the functions in SQL that could be
    /// called.
    ran: BTreeSet<String>,
}

impl OnServer<'_> {
    /// Puts marks into the bodies of functions. A setting of the session is neither a statement of
    /// SQL, after which `FOUND` would be another, nor a row that a trigger sees.
    async fn mark(&mut self) -> Result<(), sqlx::Error> {
        self.db.execute(SEARCH_PATH).await?;
        let all = sqlx::query(BODIES).fetch_all(&mut self.db).await?;
        self.db.execute(AssertSqlSafe(path(self.catalog))).await?;
        for row in all {
            let [body, definition, signature] =
                ["body", "definition", "signature"].map(|column| row.get::<String, _>(column));
            let name = |at| format!("snowflake.mark_{}_{at}", row.get::<i64, _>("oid"));
            let mark = |at| {
                let set = format!("pg_catalog.set_config('{}', '1', false)", name(at));
                format!("ASSERT {set} IS NOT NULL; ")
            };
            if let Some((marked, count)) = marks::marked(Dialect::Postgres, &body, mark)
                && let Some(at) = definition.rfind(&body)
            {
                let mut definition = definition;
                definition.replace_range(at..at + body.len(), &marked);
                if self.run(&definition).await.is_ok() {
                    self.marks.insert(signature, (0..count).map(name).collect());
                }
            }
        }
        Ok(())
    }

    /// Notes the marks that are set, before what has set them is taken back.
    async fn note(&mut self) -> Result<(), String> {
        let marks = self.marks.values().flatten().filter(|mark| !self.ran.contains(*mark));
        let open: Vec<_> = marks.cloned().collect();
        if open.is_empty() {
            return Ok(());
        }
        let sql = "SELECT mark FROM unnest($1) m (mark) WHERE current_setting(mark, true) = '1'";
        let set = sqlx::query_scalar(sql).bind(open).fetch_all(&mut self.db).await;
        self.ran.extend(set.map_err(|error| self.scratch.words(&error))?);
        Ok(())
    }

    /// All that depends on the columns with IDs of the table that a statement changes: the server
    /// names one.
    async fn dependents(&mut self, sql: &str) -> String {
        let schema = known(Dialect::Postgres, &self.catalog.schema);
        let table = self.catalog.tables.keys().find(|table| {
            sql.starts_with(&format!("ALTER TABLE {schema}.{}\n", known(Dialect::Postgres, table)))
        });
        let Some(table) = table else { return String::new() };
        // In the migration, whose search path is that of PostgreSQL.
        let query = sqlx::query_scalar(DEPENDENTS).bind(&self.catalog.schema).bind(table);
        let names: Vec<String> = query.fetch_all(&mut self.db).await.unwrap_or_default();
        match names.as_slice() {
            [] => String::new(),
            names => format!("; all that depends on its columns: {}", shown(&names.join(", "))),
        }
    }

    async fn run(&mut self, sql: &str) -> Result<(), String> {
        self.rows(sql).await.map(drop)
    }

    /// Runs statements, and says how many rows there were.
    async fn rows(&mut self, sql: &str) -> Result<u64, String> {
        let Self { db, admin, process, limit, scratch, .. } = self;
        let mut run = pin!(sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(db));
        // The server ends it itself, unless a function has set another limit.
        let limit = *limit + Duration::from_secs(1);
        let done = if let Ok(done) = timeout(limit, &mut run).await {
            done
        } else {
            let cancel = sqlx::query("SELECT pg_cancel_backend($1)").bind(*process);
            cancel.execute(&mut **admin).await.map_err(|error| scratch.words(&error))?;
            let ended = timeout(limit, run).await;
            ended.map_err(|_| format!("this call cannot be ended: {sql}"))?
        };
        done.map(|done| done.rows_affected()).map_err(|error| scratch.words(&error))
    }

    /// Runs what reads, and takes back what it has changed.
    async fn read(&mut self, sql: &str) -> Result<u64, String> {
        let done = self.rows(&format!("SAVEPOINT one; {sql}")).await;
        if done.is_ok() {
            self.note().await?;
        }
        self.run("ROLLBACK TO SAVEPOINT one; RELEASE SAVEPOINT one").await?;
        done
    }
}

impl Stage for OnServer<'_> {
    const GOES_ON: bool = true;

    async fn apply(&mut self, statements: &[Statement]) -> Vec<Refusal> {
        let mut refused = Vec::new();
        if let Err(words) = self.execute("BEGIN").await {
            return vec![Refusal { statement: "BEGIN".to_owned(), words }];
        }
        // The rights of other roles are left out of the scratch database.
        for statement in statements.iter().filter(|statement| !statement.is_right) {
            if let Err(words) = self.execute(&statement.sql).await {
                let words = words + &self.dependents(&statement.sql).await;
                refused.push(Refusal { statement: statement.sql.clone(), words });
            }
        }
        if let Err(words) = self.execute("COMMIT").await {
            refused.push(Refusal { statement: "COMMIT".to_owned(), words });
        }
        self.ran.clear();
        // Functions of a session remember the types of what they have used.
        match session(self.scratch, self.catalog).await {
            Ok((db, process)) => (self.db, self.process) = (db, process),
            Err(words) => refused.push(Refusal { statement: "a new session".to_owned(), words }),
        }
        refused
    }

    async fn objects(&mut self) -> Result<Objects, String> {
        self.scratch.objects().await
    }

    async fn run_file(&mut self, statements: &[Statement]) -> Result<(), String> {
        let mut done = Ok(());
        for statement in statements.iter().filter(|statement| !statement.is_right) {
            let said = |words| format!("{words} (in {})", statement.sql.replace('\n', " "));
            done = self.execute(&statement.sql).await.map_err(said);
            if done.is_err() {
                // There may be no transaction.
                let _ = self.execute("ROLLBACK").await;
                break;
            }
        }
        (self.db, self.process) = session(self.scratch, self.catalog).await?;
        done
    }

    fn is_meant(&self, of: &Proposal<'_>, object: &str, was: &str, is: Option<&str>) -> bool {
        if is.is_some() {
            // Its type, or that of something that it uses. What is not as it was is seen when all
            // is taken back.
            return true;
        }
        let counted = of.decision.columns.keys().filter(|place| {
            let column = self.catalog.column(place);
            column.is_some_and(|column| column.counting.is_some() || !column.is_integer())
        });
        let mut defaults = counted
            .map(|(table, column)| format!("default {table} {column}").replace(['\n', '\r'], " "));
        if defaults.any(|default| default == object) {
            return true;
        }
        // The sequence of an identity.
        object.starts_with("sequence ") && was.contains(" AS IDENTITY")
    }

    async fn reads(&mut self, key: i64) -> Result<Objects, String> {
        let mut reads = Objects::new();
        // What the schema has put before the operators of PostgreSQL is not meant here.
        self.run(SEARCH_PATH).await?;
        let query = sqlx::query(FUNCTIONS).bind(key.to_string());
        let functions = query.fetch_all(&mut self.db).await;
        self.run(&path(self.catalog)).await?;
        for view in &self.catalog.views {
            let (noun, sql) = if view.is_materialized {
                ("materialized view", format!("REFRESH MATERIALIZED VIEW {}", view.qualified))
            } else {
                ("view", format!("SELECT * FROM {} LIMIT 100", view.qualified))
            };
            let read = self.read(&sql).await;
            if read.as_ref().is_ok_and(|rows| *rows > 0) {
                self.ran.insert(format!("view {}", view.name));
            }
            reads.insert(format!("{noun} {}", view.name), read.err().unwrap_or_default());
        }
        for row in functions.map_err(|error| self.scratch.words(&error))? {
            let signature: String = row.get("signature");
            if self.refused.contains(&signature) {
                continue;
            }
            let read = self.read(row.get("statement")).await;
            if read.is_ok() && row.get("is_sql") {
                self.ran.insert(signature);
            } else if read.is_err() {
                self.refused.insert(signature);
            }
            reads.insert(row.get("name"), read.err().unwrap_or_default());
        }
        Ok(reads)
    }

    async fn ran(&mut self) -> Result<BTreeSet<String>, String> {
        self.note().await?;
        let whole =
            self.marks.iter().filter(|(_, marks)| marks.iter().all(|mark| self.ran.contains(mark)));
        let whole: Vec<_> = whole.map(|(signature, _)| signature.clone()).collect();
        Ok(self.ran.iter().cloned().chain(whole).collect())
    }

    async fn loosen(&mut self, tables: &[&str]) -> Result<(), String> {
        self.execute("BEGIN").await?;
        let tables: Vec<_> = tables.iter().map(|table| (*table).to_owned()).collect();
        let query = sqlx::query(LOOSE).bind(&self.catalog.schema).bind(tables);
        let rows = query.fetch_all(&mut self.db).await;
        for row in rows.map_err(|error| self.scratch.words(&error))? {
            // One that something else needs stays.
            let _ = self.execute(row.get("statement")).await;
        }
        Ok(())
    }

    async fn tighten(&mut self) -> Result<(), String> {
        // A trigger may have done that already.
        let _ = self.execute("ROLLBACK").await;
        Ok(())
    }

    async fn execute(&mut self, sql: &str) -> Result<(), String> {
        match sql {
            "BEGIN" | "COMMIT" | "ROLLBACK" => {
                self.is_open = sql == "BEGIN";
                self.run(sql).await
            }
            _ if !self.is_open => self.run(sql).await,
            _ => {
                // In one message: a large schema has thousands of statements.
                let done = self.run(&format!("SAVEPOINT one; {sql}; RELEASE SAVEPOINT one")).await;
                if done.is_err() {
                    self.run("ROLLBACK TO SAVEPOINT one").await?;
                }
                done
            }
        }
    }
}
