//! Fifty tables that refer to each other and to themselves, with what is in the way of a move, and what
//! more tables cost.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::thread;
use std::time::Duration;

use snowflake_kit_adopt::{Orm, adopt};
use snowflake_kit_core::Dialect;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::backend::{Backend, MINTED, on_each_database, run};

on_each_database!(fifty_tables_are_adopted);

/// Each table refers to itself and to two others; every fifth has a key of two columns.
fn schema(tables: usize) -> String {
    let mut schema = String::new();
    for number in 0..tables {
        let _ = write!(schema, "CREATE TABLE thing_{number}s (");
        let (first, second) = (number / 2 / 5 * 5 + 1, number / 3 / 5 * 5 + 1);
        let is_junction = number % 5 == 0 && number > 5;
        let is_first = number < 7;
        match (is_junction, is_first) {
            (_, true) => {
                let _ = write!(
                    schema,
                    "id $KEY, parent_id $INT, CONSTRAINT self_{number} FOREIGN \
                     KEY (parent_id) REFERENCES thing_{number}s (id)"
                );
            }
            (true, _) => {
                let _ = write!(
                    schema,
                    "one $INT NOT NULL, two $INT NOT NULL, PRIMARY KEY (one, \
                     two), CONSTRAINT one_{number} FOREIGN KEY (one) REFERENCES thing_{first}s \
                     (id), CONSTRAINT two_{number} FOREIGN KEY (two) REFERENCES thing_{second}s \
                     (id)"
                );
            }
            _ => {
                let _ = write!(
                    schema,
                    "id $KEY, parent_id $INT, one $INT, two $INT, CONSTRAINT \
                     self_{number} FOREIGN KEY (parent_id) REFERENCES thing_{number}s (id), \
                     CONSTRAINT one_{number} FOREIGN KEY (one) REFERENCES thing_{first}s (id), \
                     CONSTRAINT two_{number} FOREIGN KEY (two) REFERENCES thing_{second}s (id)"
                );
            }
        }
        schema += ");\n";
    }
    schema
}

/// What is in the way of a move, by its names in the report, and the statement that solves it.
fn obstacles(dialect: Dialect) -> Vec<(&'static [&'static str], &'static str)> {
    let solved: (&[_], _) = (&["values:thing_2s.id"], "UPDATE thing_2s SET id = 5");
    let torn: (&[_], _) = (&["owners:torn.thing_id"], "DROP TABLE torn");
    match dialect {
        Dialect::Postgres => vec![
            solved,
            torn,
            (
                &["function:note_thing", "insert:thing_4s"],
                "DROP TRIGGER note_thing ON thing_4s; DROP FUNCTION note_thing",
            ),
            (&["view:numbers"], "DROP VIEW numbers"),
            (&["widen:thing_2s"], "DROP MATERIALIZED VIEW things_now"),
        ],
        Dialect::Sqlite => vec![
            solved,
            torn,
            (&["trigger:note_thing", "insert:thing_4s"], "DROP TRIGGER note_thing"),
        ],
        // There a type is not changed under a foreign key.
        _ => vec![
            solved,
            (&["owners:torn.thing_id", "widen:torn"], "DROP TABLE torn"),
            (&["trigger:note_thing"], "DROP TRIGGER note_thing"),
        ],
    }
}

/// Makes what is in the way: numbers that mean "none", a trigger without a key, casts.
fn obstruct(backend: &Backend) {
    let none = none(backend.dialect);
    backend.create(
        "CREATE TABLE torn (id $KEY, thing_id $INT, CONSTRAINT torn_1 FOREIGN KEY (thing_id) \
         REFERENCES thing_1s (id), CONSTRAINT torn_2 FOREIGN KEY (thing_id) REFERENCES thing_2s (id))",
    );
    backend.execute(&format!(
        "INSERT INTO thing_2s (parent_id) VALUES (NULL); UPDATE thing_2s SET id = {none}"
    ));
    let insert = "INSERT INTO thing_1s (parent_id) VALUES (NULL);";
    backend.execute(&match backend.dialect {
        Dialect::Postgres => format!(
            "CREATE FUNCTION note_thing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {insert} \
             RETURN NEW; END $$;
             CREATE TRIGGER note_thing AFTER INSERT ON thing_4s FOR EACH ROW EXECUTE FUNCTION \
             note_thing();
             CREATE VIEW numbers AS SELECT id::smallint AS id FROM thing_1s;
             CREATE MATERIALIZED VIEW things_now AS SELECT id FROM thing_2s;"
        ),
        _ => format!(
            "CREATE TRIGGER note_thing AFTER INSERT ON thing_4s FOR EACH ROW BEGIN {insert} END"
        ),
    });
}

/// The number that means "none".
fn none(dialect: Dialect) -> i64 {
    match dialect {
        // Keys have no sign there.
        Dialect::MariaDb => 0,
        _ => -1,
    }
}

fn fifty_tables_are_adopted(backend: &Backend) {
    let sentinel = format!("parent_id $INT DEFAULT {}, CONSTRAINT self_3 ", none(backend.dialect));
    backend.create(&schema(50).replace("parent_id $INT, CONSTRAINT self_3 ", &sentinel));
    backend.execute("INSERT INTO thing_1s (parent_id) VALUES (NULL); INSERT INTO thing_1s (parent_id) VALUES (1)");
    obstruct(backend);

    // All of them are found at once, and fewer after each solution.
    let obstacles = obstacles(backend.dialect);
    let outcome = adopt(&backend.request(Orm::Sqlx)).unwrap();
    for name in
        obstacles.iter().flat_map(|(names, _)| *names).chain(&["default:thing_3s.parent_id"])
    {
        assert!(outcome.report.contains(&format!("(`{name}`)")), "{name}: {}", outcome.report);
    }
    let mut left = outcome.in_the_way;
    let expected = obstacles.iter().map(|(names, _)| names.len()).sum::<usize>() + 1;
    assert_eq!(left, expected, "{}", outcome.report);
    for (names, solution) in obstacles {
        backend.execute(solution);
        if solution.contains("DROP TABLE torn") {
            let path = backend.out().join("adopt.toml");
            let settings = fs::read_to_string(&path).unwrap();
            let kept: Vec<_> =
                settings.lines().filter(|line| !line.starts_with("torn =")).collect();
            fs::write(&path, kept.join("\n") + "\n").unwrap();
        }
        let outcome = adopt(&backend.request(Orm::Sqlx)).unwrap();
        assert!(outcome.in_the_way < left, "after {names:?}: {}", outcome.report);
        left = outcome.in_the_way;
        assert!(!backend.out().join("migrations").exists());
    }
    assert_eq!(left, 1);
    let path = backend.out().join("adopt.toml");
    let accepted = "[accepted]\n\"default:thing_3s.parent_id\" = \"all inserts give it\"\n";
    let settings = backend.text("ids/adopt.toml").replace("[accepted]\n", accepted);
    fs::write(&path, settings).unwrap();
    backend.adopt(Orm::Sqlx);
    let again = backend.adopt(Orm::Sqlx).written;
    assert!(again.is_empty(), "{again:?}");

    let ids = backend.text("ids.rs");
    assert_eq!(ids.matches("pub struct ").count(), 42, "{ids}");
    backend.migrate();
    backend.execute(&format!("INSERT INTO thing_1s (id, parent_id) VALUES ({MINTED}, 2)"));
    backend.execute(&format!("INSERT INTO thing_49s (id, one, two) VALUES ({MINTED}, NULL, NULL)"));
    assert!(backend.try_execute("INSERT INTO thing_49s (parent_id) VALUES (NULL)").is_err());
    if backend.dialect == Dialect::Postgres {
        // No column of 32 bits is left.
        let narrow = "SELECT count(*) FROM information_schema.columns WHERE table_schema = \
                      'public' AND table_name LIKE 'thing%' AND data_type = 'integer'";
        assert_eq!(backend.number(narrow), 0);
    }
    a_later_table_alone_is_adopted(backend);
    backend.execute("DELETE FROM thing_49s");
    backend.execute("DELETE FROM thing_1s WHERE id > 1000");
    if backend.dialect == Dialect::MariaDb {
        // The earlier migrations do not know the foreign key, and no column under one is changed.
        backend.execute("ALTER TABLE later_things DROP FOREIGN KEY later_one");
    }
    backend.undo();
    backend.execute("INSERT INTO thing_49s (parent_id) VALUES (NULL)");
    backend.execute("INSERT INTO later_things (one) VALUES (1)");
}

fn a_later_table_alone_is_adopted(backend: &Backend) {
    let migrations = || -> BTreeSet<_> {
        let files = fs::read_dir(backend.out().join("migrations")).unwrap();
        files.map(|file| file.unwrap().path()).collect()
    };
    let before = migrations();
    // The version of a migration has a second.
    thread::sleep(Duration::from_millis(2100));
    // It has to be of the type of the column that it refers to.
    let wide = if backend.dialect == Dialect::MariaDb { "BIGINT" } else { "$INT" };
    backend.create(&format!(
        "CREATE TABLE later_things (id $KEY, one {wide}, CONSTRAINT later_one FOREIGN KEY (one) \
         REFERENCES thing_1s (id)); INSERT INTO later_things (one) VALUES (1);"
    ));
    backend.adopt(Orm::Sqlx);
    let after = migrations();
    let added: Vec<_> = after.difference(&before).collect();
    let expected = if backend.dialect == Dialect::Sqlite { 2 } else { 4 };
    assert_eq!(added.len(), expected, "{added:?}");
    for path in added {
        let text = fs::read_to_string(path).unwrap();
        let changed: Vec<_> = text
            .lines()
            .filter(|line| line.starts_with("-- widen ") || line.starts_with("-- end_counting "))
            .collect();
        assert!(!changed.is_empty(), "{text}");
        assert!(changed.iter().all(|line| line.contains(" later_things.")), "{changed:?}");
    }
    backend.migrate();
    assert!(backend.try_execute("INSERT INTO later_things (one) VALUES (1)").is_err());
    backend.adopt(Orm::Sqlx);
    let again = backend.adopt(Orm::Sqlx).written;
    assert!(again.is_empty(), "{again:?}");
}

thread_local! {
    static SENT: Cell<usize> = const { Cell::new(0) };
}

/// Counts the statements that sqlx sends in each thread. It is the subscriber of all threads, since
/// one without a subscriber switches the events off for the others.
struct Statements;

impl Subscriber for Statements {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "sqlx::query"
    }

    fn event(&self, _: &Event<'_>) {
        SENT.set(SENT.get() + 1);
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

#[test]
fn twice_the_tables_take_twice_the_statements_at_most() {
    tracing::subscriber::set_global_default(Statements).unwrap();
    for (dialect, limit) in [(Dialect::Postgres, 120), (Dialect::MariaDb, 45)] {
        let [some, more] = [20, 40].map(|tables| {
            let mut sent = 0;
            run(dialect, |backend| {
                backend.create(&schema(tables));
                let before = SENT.get();
                backend.adopt(Orm::Sqlx);
                sent = SENT.get() - before;
            });
            sent
        });
        println!("{dialect:?}: {some} statements for 20 tables, {more} for 40");
        assert!(some > 20 && more <= 2 * some, "{dialect:?}: {some} and {more}");
        // Every one more is 300 more in a schema of 300 tables.
        assert!(more <= 40 * limit, "{dialect:?}: {more} statements for 40 tables");
    }
}
