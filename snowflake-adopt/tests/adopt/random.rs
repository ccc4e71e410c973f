//! Random schemas: whenever the report says that nothing is in the way, the migrations apply, lose
//! nothing, and can be taken back.
//!
//! A few for each run; `SNOWFLAKE_RANDOM_SCHEMAS=2000` tries more, and `SNOWFLAKE_RANDOM_SEED` begins
//! with one that was printed.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::process::Command;

use fastrand::Rng;
use snowflake_kit_adopt::{Orm, adopt};
use snowflake_kit_core::Dialect;
use test_databases::Session;
use test_servers::find;

use crate::backend::{Backend, MINTED, on_each_database, run};

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
    for statement in schema.split("\n\n") {
        backend.try_execute(statement).unwrap_or_else(|error| panic!("{context}\n{error}"));
    }
    let outcome =
        adopt(&backend.request(Orm::Sqlx)).unwrap_or_else(|error| panic!("{context}\n{error}"));
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
    let before = catalog(backend);
    let uses = uses(schema);
    let works = |sql: &String| backend.try_execute(&format!("BEGIN; {sql}; ROLLBACK")).is_ok();
    let worked: Vec<_> =
        uses.iter().map(|(_, sql)| works(&sql.replace("$ID, ", "").replace("id, ", ""))).collect();
    let files = backend.migrations();
    let apply = |way: &str, files: &mut dyn Iterator<Item = &std::path::PathBuf>| {
        for file in files.filter(|file| file.to_string_lossy().ends_with(way)) {
            let sql = fs::read_to_string(file).unwrap();
            let sql = match backend.dialect {
                Dialect::Postgres => format!("BEGIN; {sql} COMMIT;"),
                _ => sql,
            };
            let done = backend.try_execute(&sql);
            done.unwrap_or_else(|error| panic!("{context}\n{}\n{error}", file.display()));
        }
    };
    apply(".up.sql", &mut files.iter());
    let report = adopt(&backend.request(Orm::Sqlx)).unwrap().report;
    assert!(report.contains("the database counts no key"), "{context}\n{report}");
    for ((name, sql), _) in uses.iter().zip(worked).filter(|(_, worked)| *worked) {
        let sql = sql.replace("$ID", &MINTED.to_string());
        assert!(works(&sql), "{name}: {sql}\n{context}");
    }
    apply(".down.sql", &mut files.iter().rev());
    let after = catalog(backend);
    assert_eq!(before, after, "{context}");
    apply(".up.sql", &mut files.iter());
    true
}

/// What a program does with each table that has a counted key and no other that it must give.
fn uses(schema: &str) -> Vec<(&str, String)> {
    let tables = schema.split("\n\n").filter_map(|statement| {
        Some(statement.strip_prefix("INSERT INTO ")?.split_once(" (name)")?.0)
    });
    let all = tables.flat_map(|table| {
        [
            ("insert", format!("INSERT INTO {table} (id, name) VALUES ($ID, 'new')")),
            ("update", format!("UPDATE {table} SET name = 'other'")),
            ("delete", format!("DELETE FROM {table}")),
        ]
    });
    all.collect()
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

/// Statements, with an empty line between two.
fn schema(dialect: Dialect, random: &mut Rng) -> String {
    let is_postgres = dialect == Dialect::Postgres;
    let int = if dialect == Dialect::Sqlite { "INTEGER" } else { "INT" };
    let counted = counted(dialect);
    let mut text = String::new();
    // The tables with a counted key, and its type for those that refer to it.
    let mut keys: Vec<(String, String)> = Vec::new();
    for number in 0..random.usize(2..6) {
        let name = ["users", "Order Lines", "post_tags", "events", "日本"][number];
        let quoted = if matches!(dialect, Dialect::MariaDb | Dialect::MySql) {
            format!("`{name}`")
        } else {
            format!("\"{name}\"")
        };
        let mut parts: Vec<String> = Vec::new();
        let mut end: Vec<String> = Vec::new();
        let mut key = None;
        match random.u8(0..8) {
            0 => end.push("PRIMARY KEY (name)".to_owned()),
            1 if !keys.is_empty() => {
                let (parent, kind) = &keys[random.usize(0..keys.len())];
                parts.push(format!("owner {kind} NOT NULL"));
                end.push(format!("PRIMARY KEY (owner, name), CONSTRAINT owner_{number} FOREIGN KEY (owner) REFERENCES {parent} (id)"));
            }
            2 if is_postgres && random.u8(0..4) == 0 => {
                parts.push("id bigserial".to_owned());
                end.push("PRIMARY KEY (name, id)".to_owned());
            }
            _ => {
                let declared = counted[random.usize(0..counted.len())];
                let first = declared.split(' ').next().unwrap();
                let kind = match first {
                    "serial" => "int",
                    "bigserial" => "bigint",
                    "smallserial" => "smallint",
                    other => other,
                };
                parts.push(format!("id {declared}"));
                key = Some(kind.to_owned());
            }
        }
        parts.push("name VARCHAR(40) NOT NULL DEFAULT 'it''s'".to_owned());
        if random.bool() {
            parts.push(format!("n {int} DEFAULT 7 CHECK (n > 0)"));
            if random.bool() && dialect != Dialect::MariaDb {
                let stored = if random.bool() || is_postgres { "STORED" } else { "VIRTUAL" };
                parts.push(format!("twice {int} GENERATED ALWAYS AS (n * 2) {stored}"));
            }
        }
        if let Some((parent, kind)) = keys.last().filter(|_| random.bool()) {
            let null = if random.bool() { " NOT NULL" } else { "" };
            let action = ["", " ON DELETE CASCADE", " ON UPDATE CASCADE"][random.usize(0..3)];
            parts.push(format!("parent_id {kind}{null}"));
            end.push(format!("CONSTRAINT parent_{number} FOREIGN KEY (parent_id) REFERENCES {parent} (id){action}"));
        }
        if let Some(kind) = key.as_ref().filter(|_| random.bool()) {
            parts.push(format!("self_id {kind}"));
            end.push(format!(
                "CONSTRAINT self_{number} FOREIGN KEY (self_id) REFERENCES {quoted} (id)"
            ));
        }
        parts.extend(end);
        let _ = write!(text, "CREATE TABLE {quoted} (\n  {}\n)\n\n", parts.join(",\n  "));
        let is_alone =
            !parts.iter().any(|part| part.starts_with("parent_id") && part.contains("NOT"));
        if key.is_some() && is_alone {
            let _ = write!(text, "INSERT INTO {quoted} (name) VALUES ('one')\n\n");
        }
        if let Some(kind) = key {
            beside(dialect, random, &mut text, number, &quoted, keys.first());
            keys.push((quoted, kind));
        }
    }
    text.trim_end().to_owned()
}

/// What a table with a counted key may have beside it.
fn beside(
    dialect: Dialect,
    random: &mut Rng,
    text: &mut String,
    number: usize,
    quoted: &str,
    first: Option<&(String, String)>,
) {
    let is_postgres = dialect == Dialect::Postgres;
    if random.u8(0..3) == 0 {
        let options = if is_postgres && random.bool() { " WITH (security_barrier)" } else { "" };
        let _ =
            write!(text, "CREATE VIEW view_{number}{options} AS SELECT id, name FROM {quoted}\n\n");
        if random.bool() {
            let _ = write!(
                text,
                "CREATE VIEW over_{number} AS SELECT id FROM view_{number} WHERE id > 3\n\n"
            );
        }
        if is_postgres && random.bool() {
            let _ = write!(text, "COMMENT ON VIEW view_{number} IS 'A \\ view'\n\n");
        }
    }
    if random.u8(0..3) == 0 {
        let _ = write!(text, "CREATE INDEX by_name_{number} ON {quoted} (name, id)\n\n");
    }
    if let Some((other, _)) = first.filter(|_| random.u8(0..4) == 0) {
        let body = if random.bool() {
            format!("INSERT INTO {other} (name) VALUES ('of a trigger');")
        } else {
            format!("UPDATE {other} SET name = 'touched' WHERE id = NEW.id;")
        };
        let _ = match dialect {
            Dialect::Postgres => write!(
                text,
                "CREATE FUNCTION touch_{number}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {body} RETURN NEW; END $$\n\n\
                 CREATE TRIGGER touch AFTER INSERT ON {quoted} FOR EACH ROW EXECUTE FUNCTION touch_{number}()\n\n"
            ),
            _ => write!(
                text,
                "CREATE TRIGGER touch_{number} AFTER INSERT ON {quoted} FOR EACH ROW BEGIN {body} END\n\n"
            ),
        };
    }
    changed(dialect, random, text, number, quoted);
    if is_postgres && random.u8(0..24) == 0 {
        let kind = ["bigserial", "serial"][random.usize(0..2)];
        let key = ["id, at", "id"][random.usize(0..2)];
        let by = if key == "id" { "HASH (id)" } else { "RANGE (at)" };
        let values = if key == "id" {
            "WITH (modulus 1, remainder 0)"
        } else {
            "FROM ('2000-01-01') TO ('2100-01-01')"
        };
        let _ = write!(
            text,
            "CREATE TABLE visits_{number} (id {kind}, at date NOT NULL, PRIMARY KEY ({key})) PARTITION BY {by}\n\n\
             CREATE TABLE visits_{number}_1 PARTITION OF visits_{number} FOR VALUES {values}\n\n"
        );
    }
    if is_postgres && random.u8(0..4) == 0 {
        let _ = write!(text, "COMMENT ON COLUMN {quoted}.id IS 'The ''key'''\n\n");
    }
    if is_postgres && random.u8(0..8) == 0 {
        let _ =
            write!(text, "CREATE MATERIALIZED VIEW kept_{number} AS SELECT id FROM {quoted}\n\n");
    }
    if is_postgres && random.u8(0..6) == 0 {
        let _ = write!(text, "CREATE STATISTICS seen_{number} ON id, name FROM {quoted}\n\n");
    }
}

/// What runs, or is called, when rows change.
fn changed(dialect: Dialect, random: &mut Rng, text: &mut String, number: usize, quoted: &str) {
    let is_postgres = dialect == Dialect::Postgres;
    if random.u8(0..5) == 0 {
        let event = ["UPDATE", "DELETE"][random.usize(0..2)];
        let wide = if random.u8(0..4) > 0 { "bigint" } else { "int" };
        let _ = match dialect {
            Dialect::Postgres => write!(
                text,
                "CREATE FUNCTION note_{number}() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE n {wide}; \
                 BEGIN n := OLD.id; RETURN coalesce(NEW, OLD); END $$\n\n\
                 CREATE TRIGGER note BEFORE {event} ON {quoted} FOR EACH ROW EXECUTE FUNCTION note_{number}()\n\n"
            ),
            Dialect::Sqlite => write!(
                text,
                "CREATE TRIGGER note_{number} AFTER {event} ON {quoted} WHEN OLD.id > 4000000000 \
                 BEGIN SELECT {}; END\n\n",
                if wide == "int" { "RAISE(ABORT, '32 bits')" } else { "1" }
            ),
            _ => write!(
                text,
                "CREATE TRIGGER note_{number} BEFORE {event} ON {quoted} FOR EACH ROW BEGIN DECLARE n {wide}; \
                 SET n = OLD.id; END\n\n"
            ),
        };
    }
    if is_postgres && random.u8(0..12) == 0 {
        let kind = ["int", "int[]", "bigint", "bigint[]"][random.usize(0..4)];
        let passed = if kind.ends_with(']') { "ARRAY[NEW.id]" } else { "NEW.id" };
        let _ = write!(
            text,
            "CREATE FUNCTION take_{number}(one {kind}) RETURNS void LANGUAGE sql AS 'SELECT'\n\n\
             CREATE FUNCTION pass_{number}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
             PERFORM take_{number}({passed}); RETURN NEW; END $$\n\n\
             CREATE TRIGGER pass AFTER INSERT ON {quoted} FOR EACH ROW EXECUTE FUNCTION pass_{number}()\n\n"
        );
    }
}

/// Keys that are counted.
const fn counted(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::Postgres => &[
            "serial PRIMARY KEY",
            "bigserial PRIMARY KEY",
            "int GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
            "bigint GENERATED BY DEFAULT AS IDENTITY (START WITH 50 INCREMENT BY 5) PRIMARY KEY",
            "smallserial PRIMARY KEY",
        ],
        Dialect::Sqlite => &[
            "INTEGER PRIMARY KEY",
            "INTEGER PRIMARY KEY AUTOINCREMENT",
            "INTEGER CONSTRAINT counted PRIMARY KEY AUTOINCREMENT NOT NULL",
        ],
        _ => &[
            "INT AUTO_INCREMENT PRIMARY KEY",
            "INT AUTO_INCREMENT PRIMARY KEY COMMENT 'A ''key'''",
        ],
    }
}
