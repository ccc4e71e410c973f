//! Names, comments and defaults of somebody who wants what is written to be read as something else.

use std::fs;
use std::path::Path;

use snowflake_kit_adopt::{Error, Orm, Outcome, Rehearsal, Request, adopt, check};
use snowflake_kit_core::Dialect;
use snowflake_kit_sql::text::{known, literal};
use test_databases::Session;
use test_databases::hostile::{self, FILE, TEXTS, VICTIM};

use crate::backend::{Backend, on_each_database, run};
use crate::online::STEPS;

on_each_database!(
    migrations_are_what_they_say,
    files_can_be_read,
    names_and_strings_are_read_as_they_are,
);

/// The program of MariaDB drops a carriage return at the end of a line.
fn names(backend: &Backend) -> Vec<&'static str> {
    let mut names = hostile::names(backend.dialect);
    names.retain(|name| backend.dialect != Dialect::MariaDb || !name.contains("\r\n"));
    names
}

/// A table for each name, with a column and a check of that name, and a comment.
fn create_tables(backend: &Backend) {
    backend.execute(&format!("CREATE TABLE {VICTIM} (a INTEGER); INSERT INTO {VICTIM} VALUES (1)"));
    let names = names(backend);
    for (number, (name, text)) in names.iter().zip(TEXTS.iter().cycle()).enumerate() {
        let name = &known(backend.dialect, name);
        let text = &literal(backend.dialect, text).unwrap();
        backend.execute(&match backend.dialect {
            Dialect::Postgres => format!(
                "CREATE TABLE {name} (id serial PRIMARY KEY, {name} int REFERENCES {name} (id),
                     CONSTRAINT {name} CHECK ({name} <> 99), note text DEFAULT {text});
                 CREATE INDEX ON {name} (({name} + 1), note) WHERE note <> {text};
                 COMMENT ON COLUMN {name}.{name} IS {text};
                 CREATE VIEW view_{number} AS SELECT id AS {name}, {text} AS note FROM {name};
                 INSERT INTO {name} DEFAULT VALUES"
            ),
            Dialect::Sqlite => format!(
                "CREATE TABLE {name} (id INTEGER PRIMARY KEY AUTOINCREMENT, {name} INTEGER
                     REFERENCES {name} (id), note TEXT DEFAULT {text}, CHECK ({name} <> 99));
                 CREATE INDEX index_{number} ON {name} ({name}) WHERE note <> {text};
                 INSERT INTO {name} DEFAULT VALUES"
            ),
            _ => format!(
                "CREATE TABLE {name} (id INT AUTO_INCREMENT PRIMARY KEY COMMENT {text}, {name} INT \
                     COMMENT {text}, note VARCHAR(200) DEFAULT {text}, \
                     CONSTRAINT {name} FOREIGN KEY ({name}) REFERENCES {name} (id));
                 INSERT INTO {name} (id) VALUES (NULL)"
            ),
        });
    }
}

/// That nothing was run but what was to be run.
#[track_caller]
fn is_unharmed(backend: &Backend) {
    assert_eq!(backend.number(&format!("SELECT count(*) FROM {VICTIM}")), 1);
    for folder in [backend.folder.path(), Path::new(".")] {
        assert!(!folder.join(FILE).exists(), "{}", folder.display());
    }
}

/// All of the tables have their row, and their key is counted or not.
#[track_caller]
fn have_rows(backend: &Backend, is_counted: bool) {
    for name in names(backend) {
        let quoted = known(backend.dialect, name);
        assert_eq!(backend.number(&format!("SELECT count(*) FROM {quoted}")), 1, "{name:?}");
        let counted = backend.try_execute(&format!("INSERT INTO {quoted} (note) VALUES ('x')"));
        assert_eq!(counted.is_ok(), is_counted, "{name:?}: {counted:?}");
        backend.execute(&format!("DELETE FROM {quoted} WHERE note = 'x'"));
    }
}

fn migrations_are_what_they_say(backend: &Backend) {
    create_tables(backend);
    if backend.dialect == Dialect::Postgres {
        // Then a backslash escapes, in sessions that do not set it themselves.
        let name = backend.text_of("SELECT current_database()::text");
        backend.execute(&format!("ALTER DATABASE {name} SET standard_conforming_strings = off"));
    }
    let comments = || match backend.dialect {
        Dialect::Sqlite => Vec::new(),
        Dialect::Postgres => Session::open(&backend.url).texts(
            "SELECT format('%s %s %s', c.oid, attname, col_description(c.oid, attnum)) FROM \
             pg_attribute JOIN pg_class c ON c.oid = attrelid WHERE relnamespace = \
             'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND relname NOT LIKE \
             '%sqlx%' ORDER BY 1",
        ),
        _ => Session::open(&backend.url).texts(
            "SELECT CONCAT(TABLE_NAME, ' ', COLUMN_NAME, ' ', COLUMN_COMMENT) FROM \
             information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME NOT LIKE \
             '%sqlx%' ORDER BY TABLE_NAME, COLUMN_NAME",
        ),
    };
    let before = comments();
    backend.adopt(Orm::Sqlx);
    is_unharmed(backend);
    // With the program of the database, which has commands of its own.
    let run_files = |end: &str, is_up: bool| {
        let mut files = backend.migrations();
        files.retain(|file| file.to_string_lossy().ends_with(end));
        if !is_up {
            files.reverse();
        }
        for file in files {
            // The program of SQLite drops carriage returns.
            let done = match backend.dialect {
                Dialect::Sqlite => {
                    let sql = fs::read_to_string(&file).unwrap();
                    backend.try_execute(&sql).map_err(|error| error.to_string())
                }
                _ => backend.run_file(&file),
            };
            done.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            is_unharmed(backend);
        }
        have_rows(backend, !is_up);
    };
    run_files(".up.sql", true);
    run_files(".down.sql", false);
    assert_eq!(comments(), before);
    // As sqlx runs them.
    backend.migrate();
    have_rows(backend, false);
    backend.undo();
    have_rows(backend, true);
    is_unharmed(backend);
    assert_eq!(comments(), before);
}

#[test]
fn widening_without_a_lock_is_what_it_says() {
    run(Dialect::Postgres, |backend| {
        create_tables(backend);
        backend.adopt(Orm::Sqlx);
        let folder = backend.out().join("widen_online");
        let run = |step: &str| {
            let done = backend.run_file(&folder.join(format!("{step}.sql")));
            done.unwrap_or_else(|error| panic!("{step}: {error}"));
            is_unharmed(backend);
        };
        for step in STEPS.iter().take(5).chain(&["undo"]).chain(&STEPS) {
            run(step);
        }
        have_rows(backend, true);
        let narrow = "SELECT count(*) FROM pg_attribute WHERE attnum > 0 AND NOT attisdropped \
                      AND atttypid = 'int'::regtype AND attrelid IN (SELECT oid FROM pg_class \
                      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname \
                      <> 'victim')";
        assert_eq!(backend.number(narrow), 0);
    });
}

fn files_can_be_read(backend: &Backend) {
    create_tables(backend);
    for orm in [Orm::Sqlx, Orm::Diesel, Orm::SeaOrm] {
        // Once is enough to rehearse what is the same for all.
        let untried = Request { rehearsal: Rehearsal::Skipped, ..backend.request(orm) };
        let outcome = match orm {
            Orm::Sqlx => adopt(&backend.request(orm)).unwrap(),
            _ => adopt(&untried).unwrap(),
        };
        assert_eq!(outcome.in_the_way, 0, "{}", outcome.report);
        report_can_be_read(&outcome);
        for path in &outcome.written {
            let text = fs::read_to_string(path).unwrap();
            let name = path.to_string_lossy();
            if name.ends_with(".rs") {
                syn::parse_file(&text).unwrap_or_else(|error| panic!("{name}: {error}: {text}"));
                assert_eq!(hostile::obeyed(&text), "", "{name}");
            } else if name.ends_with(".toml") {
                let parsed = text.parse::<toml_edit::DocumentMut>();
                parsed.unwrap_or_else(|error| panic!("{name}: {error}: {text}"));
            }
        }
        // A second run knows what the first one has written.
        let before = backend.migrations();
        adopt(&untried).unwrap();
        assert_eq!(backend.migrations(), before);
        fs::remove_dir_all(backend.out().join("migrations")).unwrap();
    }
    let [overrides, settings] = ["ids/sqlx.toml", "ids/adopt.toml"].map(|file| {
        let text = backend.text(file);
        assert_eq!(hostile::obeyed(&text), "", "{file}");
        text.parse::<toml_edit::DocumentMut>().unwrap()
    });
    for name in names(backend) {
        assert!(settings["ids"].get(name).is_some(), "{name:?}");
        assert!(overrides["macros"]["table-overrides"][name].get(name).is_some(), "{name:?}");
    }
}

fn report_can_be_read(outcome: &Outcome) {
    let report = &outcome.report;
    assert_eq!(hostile::obeyed(report), "", "{report}");
    let unescaped = |line: &str, sign: char| {
        let escaped = line.replace("\\\\", "");
        escaped.matches(sign).count() - escaped.matches(&format!("\\{sign}")).count()
    };
    let table = report.split_once("| holds |\n").unwrap().1;
    for line in table.lines().take_while(|line| !line.is_empty()) {
        assert_eq!(unescaped(line, '|'), 6, "{line}");
        assert_eq!(unescaped(line, '<'), 0, "{line}");
    }
    let titles = report.lines().filter(|line| line.starts_with('#'));
    assert!(titles.clone().all(|title| !title.contains("wned")), "{report}");
}

/// What the pieces of SQL are, as each database reads them.
fn names_and_strings_are_read_as_they_are(backend: &Backend) {
    let texts = |sql: &str| Session::open(&backend.url).texts(sql);
    for text in TEXTS.iter().chain(hostile::NAMES) {
        let literal = literal(backend.dialect, text).unwrap();
        let kind = match backend.dialect {
            Dialect::Postgres | Dialect::Sqlite => "text",
            _ => "CHAR",
        };
        assert_eq!(texts(&format!("SELECT CAST({literal} AS {kind})")), [*text]);
    }
    for name in hostile::names(backend.dialect) {
        let quoted = known(backend.dialect, name);
        backend.execute(&format!("CREATE TABLE {quoted} (id INTEGER)"));
        let tables = match backend.dialect {
            Dialect::Postgres => {
                "SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relnamespace = \
                 'public'::regnamespace"
            }
            Dialect::Sqlite => "SELECT name FROM sqlite_schema",
            _ => {
                "SELECT CAST(TABLE_NAME AS CHAR) FROM information_schema.TABLES WHERE \
                 TABLE_SCHEMA = DATABASE()"
            }
        };
        assert_eq!(texts(tables), [name]);
        backend.execute(&format!("DROP TABLE {quoted}"));
    }
}

#[test]
fn defaults_of_sqlite_stay() {
    run(Dialect::Sqlite, |backend| {
        backend.execute(&format!("CREATE TABLE {VICTIM} (a); INSERT INTO {VICTIM} VALUES (1)"));
        let defaults = hostile::defaults(Dialect::Sqlite);
        let columns = defaults.iter().enumerate();
        let columns: Vec<_> =
            columns.map(|(number, default)| format!("c{number} text default {default}")).collect();
        backend.execute(&format!(
            "CREATE TABLE users (id INTEGER PRIMARY KEY AUTOINCREMENT, {})",
            columns.join(", ")
        ));
        backend.execute("INSERT INTO users DEFAULT VALUES");
        backend.adopt(Orm::Sqlx);
        backend.migrate();
        backend.execute("INSERT INTO users (id) VALUES (2)");
        backend.undo();
        backend.execute("INSERT INTO users DEFAULT VALUES");
        for (number, default) in defaults.iter().enumerate() {
            let values = format!("SELECT count(DISTINCT c{number}) FROM users");
            assert_eq!(backend.number(&values), 1, "{default}");
        }
        assert_eq!(backend.number("SELECT count(*) FROM users"), 3);
        is_unharmed(backend);
    });
}

#[test]
#[cfg(unix)]
fn a_link_that_leads_to_no_file_is_refused() {
    run(Dialect::Sqlite, |backend| {
        backend.create("CREATE TABLE users (id $KEY);");
        let elsewhere = backend.folder.path().join(FILE);
        fs::create_dir_all(backend.out()).unwrap();
        for path in [backend.out().with_extension("rs"), backend.out().join("REPORT.md")] {
            std::os::unix::fs::symlink(&elsewhere, &path).unwrap();
            let error = adopt(&backend.request(Orm::Sqlx)).unwrap_err();
            assert!(matches!(&error, Error::File { path: other, .. } if *other == path), "{error}");
            assert!(!elsewhere.exists());
            fs::remove_file(&path).unwrap();
        }
        backend.adopt(Orm::Sqlx);
    });
}

#[test]
fn the_place_of_the_types_is_that_of_a_module() {
    run(Dialect::Sqlite, |backend| {
        backend.create("CREATE TABLE users (id $KEY);");
        for name in ["my-ids", "a\nb", "type", "a\"b"] {
            let mut request = backend.request(Orm::Sqlx);
            request.out = backend.folder.path().join("src").join(name);
            let error = check(&request).unwrap_err();
            assert!(
                error.is_bad_input() && error.to_string().contains("not the place of a module"),
                "{error}"
            );
        }
        backend.adopt(Orm::Sqlx);
        let settings = backend.out().join("adopt.toml");
        let text = fs::read_to_string(&settings).unwrap();
        fs::write(&settings, text.replace("\"UserId\"", "\"Self\"")).unwrap();
        let error = adopt(&backend.request(Orm::Sqlx)).unwrap_err();
        assert!(error.to_string().contains("`Self` is not the name of a type"), "{error}");
    });
}
