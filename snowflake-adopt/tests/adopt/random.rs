//! Random schemas: whenever the report says that nothing is in the way, the migrations apply, lose no
//! row, and can be taken back, and programs can do all that they could: old ones until the database
//! counts no more and after the way back, new ones in between.
//!
//! A few for each run; `SNOWFLAKE_RANDOM_SCHEMAS=2000` tries more, and `SNOWFLAKE_RANDOM_SEED` begins
//! with one that was printed.

mod schema;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use fastrand::Rng;
use snowflake_kit_adopt::{Orm, adopt};
use snowflake_kit_core::Dialect;
use test_databases::Session;
use test_servers::find;

use crate::backend::{Backend, MINTED, on_each_database, run};
use schema::schema;

on_each_database!(a_plan_with_nothing_in_the_way_works);

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).map_or(otherwise, |text| text.parse().unwrap())
}

fn a_plan_with_nothing_in_the_way_works(first: &Backend) {
    let count = number("SNOWFLAKE_RANDOM_SCHEMAS", 12);
    let from = number("SNOWFLAKE_RANDOM_SEED", 1);
    let (mut free, mut obstacles) = (0, BTreeMap::new());
    for seed in from..from + count {
        run(first.dialect, |backend| {
            let schema = schema(backend.dialect, &mut Rng::with_seed(seed));
            free += u64::from(is_free(backend, &schema, seed, &mut obstacles));
        });
    }
    println!(
        "{:?}: {free} of {count} schemas had nothing in the way; of the others, {obstacles:?}",
        first.dialect
    );
    assert!(count < 10 || free * 5 > count, "{free} of {count}");
}

/// Adopts a schema, and applies what is written. Whether anything was.
fn is_free(
    backend: &Backend,
    schema: &str,
    seed: u64,
    obstacles: &mut BTreeMap<String, u64>,
) -> bool {
    let context = format!("SNOWFLAKE_RANDOM_SEED={seed} on {:?}:\n{schema}", backend.dialect);
    // The tables of which a row is gone, and its key.
    let mut gone = Vec::new();
    for statement in schema.split("\n\n") {
        let table = statement
            .strip_prefix("DELETE FROM ")
            .and_then(|rest| rest.strip_suffix(" WHERE name = 'gone'"));
        gone.extend(
            table.map(|table| (table, backend.number(&format!("SELECT max(id) FROM {table}")))),
        );
        backend.try_execute(statement).unwrap_or_else(|error| panic!("{context}\n{error}"));
    }
    // Types never fail, and nothing is in their way. Then some of the tables move, or all.
    let adopted = || {
        let outcome = adopt(&backend.types(Orm::Sqlx));
        outcome.unwrap_or_else(|error| panic!("{context}\n{error}"))
    };
    let outcome = adopted();
    assert_eq!((outcome.in_the_way, outcome.untried), (0, None), "{context}\n{}", outcome.report);
    assert!(!backend.out().join("migrations").exists(), "{context}");
    let mut random = Rng::with_seed(seed);
    let mut staying = Vec::new();
    backend.move_some(&backend.types(Orm::Sqlx), |table| {
        let moves = seed.is_multiple_of(2) || random.bool();
        if !moves {
            staying.push(table.to_owned());
        }
        moves
    });
    let outcome = adopted();
    assert!(!outcome.report.contains("untried"), "{context}\n{}", outcome.report);
    let blocking = outcome.report.split("\n## ").find(|part| part.starts_with("In the way"));
    for line in blocking.into_iter().flat_map(str::lines) {
        if let Some(name) = line.trim().strip_prefix("(`") {
            let kind = name.split(':').next().unwrap_or_default();
            *obstacles.entry(kind.to_owned()).or_default() += 1;
        }
    }
    if outcome.in_the_way > 0 || !backend.out().join("migrations").exists() {
        return false;
    }
    let uses = uses(schema);
    let works = |sql: &String| backend.try_execute(&format!("BEGIN; {sql}; ROLLBACK"));
    // Without keys, as long as the database counts them.
    let old = |sql: &str| sql.replace("$ID, ", "").replace("id, ", "");
    let worked: Vec<_> = uses.iter().map(|(_, sql)| works(&old(sql)).is_ok()).collect();
    let old_programs_work = |when: &str| {
        for ((name, sql), _) in uses.iter().zip(&worked).filter(|(_, worked)| **worked) {
            if let Err(error) = works(&old(sql)) {
                panic!("{when}, {name}: {}: {error}\n{context}", old(sql));
            }
        }
    };
    let before = (catalog(backend), rows(backend));
    let files = backend.migrations();
    let apply = |file: &Path| {
        let sql = fs::read_to_string(file).unwrap();
        let sql = match backend.dialect {
            Dialect::Postgres => format!("BEGIN; {sql} COMMIT;"),
            _ => sql,
        };
        let done = backend.try_execute(&sql);
        done.unwrap_or_else(|error| panic!("{context}\n{}\n{error}", file.display()));
    };
    let is = |file: &&PathBuf, part: &str| file.to_string_lossy().contains(part);
    let ups = || files.iter().filter(|file| is(file, ".up.sql"));
    for file in ups() {
        apply(file);
        assert_eq!(rows(backend), before.1, "{}: {context}", file.display());
        if is(&file, "widen") {
            old_programs_work("after widen");
        }
    }
    let report = adopted().report;
    assert!(report.contains("the database counts no key"), "{context}\n{report}");
    for (id, ((name, sql), worked)) in (MINTED..).zip(uses.iter().zip(&worked)) {
        if !worked || staying.iter().any(|table| sql.contains(table.as_str())) {
            continue;
        }
        // Not each engine takes a row back.
        let sql = sql.replace("$ID", &id.to_string());
        works(&sql).unwrap_or_else(|error| panic!("{name}: {sql}: {error}\n{context}"));
    }
    let kept = rows(backend);
    files.iter().rev().filter(|file| is(file, ".down.sql")).for_each(|file| apply(file));
    assert_eq!((catalog(backend), rows(backend)), (before.0, kept), "{context}");
    old_programs_work("after the way back");
    for (table, key) in gone {
        let remembers = match backend.dialect {
            Dialect::Postgres => true,
            // The report says that the others do not.
            Dialect::Sqlite => is_remembered(backend, table),
            _ => false,
        };
        let insert = format!("INSERT INTO {table} (name) VALUES ('new')");
        if remembers && backend.try_execute(&insert).is_ok() {
            let next = backend.number(&format!("SELECT max(id) FROM {table} WHERE name = 'new'"));
            assert!(next > key, "{table} gives {key} again: {context}");
            backend.execute(&format!("DELETE FROM {table} WHERE name = 'new'"));
        }
    }
    ups().for_each(|file| apply(file));
    true
}

/// The rows of each table and view, as texts.
fn rows(backend: &Backend) -> Vec<(String, Vec<String>)> {
    let mut session = Session::open(&backend.url);
    // Two texts each: a name, and what one row is there.
    let (names, texts) = match backend.dialect {
        Dialect::Postgres => (
            "SELECT format('%I', relname) FROM pg_class WHERE relnamespace = 'public'::regnamespace \
             AND relkind IN ('r', 'v', 'm') ORDER BY 1",
            "SELECT 'CAST(it AS text)'",
        ),
        Dialect::Sqlite => (
            "SELECT '\"' || name || '\"' FROM sqlite_schema WHERE type IN ('table', 'view') AND name \
             NOT LIKE 'sqlite%' ORDER BY 1",
            "SELECT group_concat('quote(\"' || name || '\")', ' || '','' || ') FROM \
             pragma_table_xinfo($TABLE)",
        ),
        _ => (
            "SELECT CAST(CONCAT('`', TABLE_NAME, '`') AS CHAR) FROM information_schema.TABLES WHERE \
             TABLE_SCHEMA = DATABASE() AND TABLE_TYPE IN ('BASE TABLE', 'VIEW') ORDER BY 1",
            "SELECT CAST(CONCAT('CAST(CONCAT_WS(0x2c, ', GROUP_CONCAT('QUOTE(`', COLUMN_NAME, '`)'), \
             ') AS CHAR)') AS CHAR) FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() \
             AND CONCAT('`', TABLE_NAME, '`') = $TABLE",
        ),
    };
    let mut found = Vec::new();
    for name in session.texts(names) {
        let of_table = texts.replace("$TABLE", &format!("'{}'", name.replace('"', "")));
        let text = session.texts(&of_table).remove(0);
        let rows = session.texts(&format!("SELECT {text} AS it_ FROM {name} AS it ORDER BY 1"));
        found.push((name, rows));
    }
    found
}

/// What a program does with each table that has a counted key and no other that it must give, and
/// with each function that reads one.
fn uses(schema: &str) -> Vec<(&str, String)> {
    let insert = |table: &str| format!("INSERT INTO {table} (id, name) VALUES ($ID, 'new')");
    let special = |table: &str| format!("INSERT INTO {table} (id, name) VALUES ($ID, 'vip')");
    let tables = schema.split("\n\n").filter_map(|statement| {
        Some(statement.strip_prefix("INSERT INTO ")?.split_once(" (name)")?.0)
    });
    let of_tables = tables.clone().flat_map(|table| {
        [
            ("insert", insert(table)),
            ("insert vip", special(table)),
            ("update", format!("UPDATE {table} SET name = 'other'")),
        ]
    });
    let of_functions = schema.split("\n\n").filter_map(|statement| {
        let (name, rest) = statement.strip_prefix("CREATE FUNCTION sum_")?.split_once('(')?;
        let (_, table) = rest.trim_end_matches(')').split_once(" FROM ")?;
        Some(("call", format!("{}; SELECT sum_{name}()", insert(table))))
    });
    let of_programs = schema.split("\n\n").filter_map(|statement| {
        let (name, rest) = statement.strip_prefix("CREATE FUNCTION greet_")?.split_once('(')?;
        let (_, table) = rest.split_once(" FROM public.")?;
        let (table, _) = table.split_once(" WHERE")?;
        let key = format!("(SELECT max(id) FROM {table})");
        // With the type that a driver gives a key: that of the column.
        Some(("call", format!("{}; SELECT greet_{name}({key})", insert(table))))
    });
    let deletes = tables.map(|table| ("delete", format!("DELETE FROM {table}")));
    // At the end, since not each engine takes a row back.
    of_tables.chain(of_functions).chain(of_programs).chain(deletes).collect()
}

/// Whether a table of SQLite gives no key twice.
fn is_remembered(backend: &Backend, table: &str) -> bool {
    let name = table.trim_matches('"');
    let sql = format!(
        "SELECT count(*) FROM sqlite_schema WHERE name = '{name}' AND sql LIKE '%AUTOINCREMENT%'"
    );
    backend.number(&sql) == 1
}

/// The whole schema, as the database says it.
fn catalog(backend: &Backend) -> String {
    let mut session = Session::open(&backend.url);
    match backend.dialect {
        Dialect::Postgres => {
            let output = Command::new(find("pg_dump"))
                .args(["--schema-only", &backend.url])
                .output()
                .unwrap();
            let text = String::from_utf8(output.stdout).unwrap();
            let lines = text.lines().filter(|line| !line.contains("restrict "));
            lines.collect::<Vec<_>>().join("\n")
        }
        Dialect::Sqlite => {
            let sql = "SELECT coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' ORDER BY type, name";
            session.texts(sql).join("\n").replace('"', "")
        }
        _ => [
            "SELECT CAST(CONCAT_WS(' ', TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, \
             COLUMN_DEFAULT, EXTRA, COLUMN_COMMENT) AS CHAR) FROM information_schema.COLUMNS \
             WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME, ORDINAL_POSITION",
            "SELECT CAST(CONCAT_WS(' ', TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, \
             REFERENCED_TABLE_NAME) AS CHAR) FROM information_schema.KEY_COLUMN_USAGE \
             WHERE TABLE_SCHEMA = DATABASE() ORDER BY 1",
            "SELECT CAST(CONCAT_WS(' ', TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX, COLUMN_NAME, \
             NON_UNIQUE) AS CHAR) FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = \
             DATABASE() ORDER BY 1",
            "SELECT CAST(CONCAT_WS(' ', TRIGGER_NAME, ACTION_STATEMENT) AS CHAR) FROM \
             information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = DATABASE() ORDER BY 1",
            "SELECT CAST(CONCAT_WS(' ', TABLE_NAME, VIEW_DEFINITION) AS CHAR) FROM \
             information_schema.VIEWS WHERE TABLE_SCHEMA = DATABASE() ORDER BY 1",
        ]
        .map(|sql| session.texts(sql).join("\n"))
        .join("\n"),
    }
}
