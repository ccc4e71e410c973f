//! Schemas by chance.

use std::fmt::Write;

use fastrand::Rng;
use snowflake_kit_core::Dialect;

/// Statements, with an empty line between two.
pub(super) fn schema(dialect: Dialect, random: &mut Rng) -> String {
    let is_postgres = dialect == Dialect::Postgres;
    let is_mysql = matches!(dialect, Dialect::MariaDb | Dialect::MySql);
    let int = if dialect == Dialect::Sqlite { "INTEGER" } else { "INT" };
    let counted = counted(dialect);
    let mut text = String::new();
    // The tables with a counted key, and its type for those that refer to it.
    let mut keys: Vec<(String, String)> = Vec::new();
    for number in 0..random.usize(2..6) {
        let name = ["users", "Order Lines", "post_tags", "events", "日本"][number];
        let quoted = if is_mysql { format!("`{name}`") } else { format!("\"{name}\"") };
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
                if let Some(before) =
                    declared.contains("seq_n").then(|| BEFORE[random.usize(0..BEFORE.len())])
                {
                    text += &before.replace("seq_n", &format!("seq_{number}"));
                }
                let declared = declared.replace("seq_n", &format!("seq_{number}"));
                let first = declared.split(' ').next().unwrap();
                let kind = match first {
                    "serial" | "posint" => "int",
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
        // Of these engines none keeps foreign keys.
        let is_alone = !parts.iter().any(|part| part.contains("FOREIGN KEY"));
        let engine = match random.u8(0..6) {
            kind @ (0 | 1) if is_mysql && is_alone => {
                [" ENGINE = MyISAM", " ENGINE = Aria"][usize::from(kind)]
            }
            _ => "",
        };
        let parts_text = parts.join(",\n  ");
        let _ = write!(text, "CREATE TABLE {quoted} (\n  {parts_text}\n){engine}\n\n");
        if is_postgres && random.u8(0..12) == 0 {
            let _ = write!(text, "ALTER TABLE {quoted} OWNER TO pg_monitor\n\n");
        }
        let is_alone =
            !parts.iter().any(|part| part.starts_with("parent_id") && part.contains("NOT"));
        if key.is_some() && is_alone {
            let _ = write!(text, "INSERT INTO {quoted} (name) VALUES ('one')\n\n");
            if random.u8(0..3) == 0 {
                let _ = write!(
                    text,
                    "INSERT INTO {quoted} (name) VALUES ('gone')\n\nDELETE FROM {quoted} WHERE name = 'gone'\n\n"
                );
            }
        }
        if let Some(kind) = key {
            beside(dialect, random, &mut text, number, &quoted, keys.first());
            if engine.is_empty() {
                keys.push((quoted, kind));
            }
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
    unreached(dialect, random, text, number, quoted);
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
    if matches!(dialect, Dialect::MariaDb | Dialect::MySql) && random.u8(0..6) == 0 {
        passed(random, text, number, quoted);
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

/// What a made-up row does not reach, or only programs call: a branch, a function of 32 bits, the number
/// of a row.
fn unreached(dialect: Dialect, random: &mut Rng, text: &mut String, number: usize, quoted: &str) {
    if random.u8(0..8) == 0 {
        let branch = ["NEW.name = 'vip'", "NEW.id > 0", "NEW.id > 5000000000"][random.usize(0..3)];
        let wide = if random.bool() { "bigint" } else { "int" };
        let _ = match dialect {
            Dialect::Postgres => write!(
                text,
                "CREATE FUNCTION branch_{number}() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE n {wide}; \
                 BEGIN IF {branch} THEN n := NEW.id; END IF; RETURN NEW; END $$\n\n\
                 CREATE TRIGGER branch BEFORE INSERT ON {quoted} FOR EACH ROW EXECUTE FUNCTION branch_{number}()\n\n"
            ),
            Dialect::Sqlite => write!(
                text,
                "CREATE TRIGGER branch_{number} AFTER INSERT ON {quoted} WHEN NEW.name = 'vip' \
                 AND NEW.{} <> NEW.id BEGIN SELECT RAISE(ABORT, 'row number'); END\n\n",
                if wide == "int" { "rowid" } else { "id" }
            ),
            _ => write!(
                text,
                "CREATE TRIGGER branch_{number} AFTER INSERT ON {quoted} FOR EACH ROW BEGIN DECLARE n {wide}; \
                 IF {branch} THEN SET n = NEW.id; END IF; END\n\n"
            ),
        };
    }
    if dialect == Dialect::Postgres && random.u8(0..10) == 0 {
        let kind = ["int", "bigint", "smallint"][random.usize(0..3)];
        let _ = write!(
            text,
            "CREATE FUNCTION greet_{number}(who {kind}) RETURNS varchar LANGUAGE sql AS \
             'SELECT name FROM public.{quoted} WHERE id = who'\n\n"
        );
    }
}

/// A function that passes all keys to another one.
fn passed(random: &mut Rng, text: &mut String, number: usize, quoted: &str) {
    let kind = ["INT", "BIGINT"][random.usize(0..2)];
    let _ = write!(
        text,
        "CREATE FUNCTION half_{number}(one {kind}) RETURNS BIGINT DETERMINISTIC RETURN one DIV 2\n\n\
         CREATE FUNCTION sum_{number}() RETURNS BIGINT READS SQL DATA RETURN \
         (SELECT SUM(half_{number}(id)) FROM {quoted})\n\n"
    );
}

/// Sequences of other types than their keys, which may be older than the table or belong to nobody.
const BEFORE: [&str; 3] = [
    "CREATE SEQUENCE seq_n AS smallint INCREMENT BY 3\n\n",
    "CREATE SEQUENCE seq_n AS bigint START 100 CACHE 5\n\n",
    "CREATE SEQUENCE seq_n AS int MAXVALUE 100000 CYCLE\n\n",
];

/// Keys that are counted.
const fn counted(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::Postgres => &[
            "serial PRIMARY KEY",
            "bigserial PRIMARY KEY",
            "int GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
            "bigint GENERATED BY DEFAULT AS IDENTITY (START WITH 50 INCREMENT BY 5) PRIMARY KEY",
            "smallserial PRIMARY KEY",
            "int DEFAULT nextval('seq_n') PRIMARY KEY",
            "bigint DEFAULT nextval('seq_n') PRIMARY KEY",
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
