//! Why the report asks for a stop.

use snowflake_kit_adopt::{Orm, check};
use snowflake_kit_core::Dialect;

use crate::backend::{Backend, on_each_database, run};

on_each_database!(old_writers_meet_minted_keys, a_database_that_has_moved_is_done);

const MINTED: i64 = 250_250_518_331_420_672;

/// A program of the old version that still runs after the first mint.
fn old_writers_meet_minted_keys(backend: &Backend) {
    let key = match backend.dialect {
        Dialect::Postgres => "BIGSERIAL",
        Dialect::MariaDb => "BIGINT AUTO_INCREMENT",
        _ => "INTEGER",
    };
    backend.create(&format!("CREATE TABLE users (id {key} PRIMARY KEY, name VARCHAR(40))"));
    let old = |name: &str| {
        backend.try_execute(&format!("INSERT INTO users (name) VALUES ('{name}')"))?;
        Ok::<_, sqlx::Error>(backend.number(&format!("SELECT id FROM users WHERE name = '{name}'")))
    };
    assert_eq!(old("Ada").unwrap(), 1);
    let report = backend.adopt(Orm::Sqlx).report;
    backend.execute(&format!("INSERT INTO users (id, name) VALUES ({MINTED}, 'Grace')"));
    let is_postgres = backend.dialect == Dialect::Postgres;
    // The node that minted the one may mint the other next.
    assert_eq!(old("Edsger").unwrap(), if is_postgres { 2 } else { MINTED + 1 });
    assert_eq!(report.contains("**a rolling deployment is not safe**"), !is_postgres, "{report}");
    assert_eq!(report.contains("**Stop everything that writes.**"), !is_postgres, "{report}");

    backend.migrate();
    assert!(old("Barbara").is_err());
    backend.execute(&format!("INSERT INTO users (id, name) VALUES ({}, 'Barbara')", MINTED + 2));
    backend.undo();
    // On PostgreSQL an old program can be taken back.
    assert_eq!(old("Tony").unwrap(), if is_postgres { 3 } else { MINTED + 3 });
}

fn a_database_that_has_moved_is_done(backend: &Backend) {
    backend.create(&Backend::schema("blog"));
    backend.adopt(Orm::Sqlx);
    backend.migrate();
    let report = check(&backend.request(Orm::Sqlx)).unwrap().report;
    assert!(
        report.contains("all columns have 64 bits, and the database counts no key"),
        "{report}"
    );
    assert!(!report.contains("Widening without a long lock"));
}

#[test]
fn identities_go_on_where_counting_ended() {
    run(Dialect::Postgres, |backend| {
        backend.execute(
            "CREATE TABLE users (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text);
             INSERT INTO users (name) VALUES ('Ada'), ('Grace');
             CREATE VIEW names AS SELECT id, name FROM users;
             GRANT SELECT ON names TO pg_monitor;",
        );
        backend.adopt(Orm::Sqlx);
        backend.migrate();
        let granted = "SELECT has_table_privilege('pg_monitor', 'names', 'SELECT')::int";
        assert_eq!(backend.number(granted), 1);
        assert!(backend.try_execute("INSERT INTO users (name) VALUES ('Nobody')").is_err());
        backend.execute(&format!("INSERT INTO users (id, name) VALUES ({MINTED}, 'Edsger')"));
        backend.execute("DELETE FROM users WHERE id > 1000");
        backend.undo();
        backend.execute("INSERT INTO users (name) VALUES ('Barbara')");
        assert_eq!(backend.number("SELECT id FROM users WHERE name = 'Barbara'"), 3);
        assert!(backend.try_execute("INSERT INTO users (id) VALUES (9)").is_err());
    });
}

/// What the guide says about large tables.
#[test]
fn mariadb_and_mysql_change_the_type_of_a_key_by_a_copy_alone() {
    run(Dialect::MariaDb, |backend| {
        backend.create(
            "CREATE TABLE users (id $KEY); CREATE TABLE notes (id $KEY); CREATE TABLE posts (id $KEY, \
             user_id $INT, CONSTRAINT posts_user FOREIGN KEY (user_id) REFERENCES users (id));",
        );
        let change = |column: &str, how: &str| {
            let (table, column) = column.split_once('.').unwrap();
            backend.try_execute(&format!("ALTER TABLE {table} MODIFY {column} BIGINT, {how}"))
        };
        let version = backend.number(
            "SELECT 1000 * SUBSTRING_INDEX(VERSION(), '.', 1) \
             + SUBSTRING_INDEX(SUBSTRING_INDEX(VERSION(), '.', 2), '.', -1)",
        );
        let is_written_meanwhile = backend.server == Dialect::MariaDb && version >= 11_002;
        match change("notes.id", "ALGORITHM=COPY, LOCK=NONE") {
            Ok(()) => assert!(is_written_meanwhile, "{version}"),
            Err(error) => {
                assert!(!is_written_meanwhile, "{version}: {error}");
                assert!(error.to_string().contains("is not supported"), "{error}");
            }
        }
        for how in ["ALGORITHM=INPLACE", "ALGORITHM=NOCOPY", "ALGORITHM=INSTANT"] {
            backend.execute("ALTER TABLE notes MODIFY id INT UNSIGNED, ALGORITHM=COPY");
            let error = change("notes.id", how).unwrap_err().to_string();
            // Which MySQL does not know.
            let refused = match (backend.server, how) {
                (Dialect::MySql, "ALGORITHM=NOCOPY") => "Unknown ALGORITHM 'NOCOPY'",
                _ => "is not supported",
            };
            assert!(error.contains(refused), "{how}: {error}");
        }
        // So the report names a tool for large tables, and not the one that refuses foreign keys.
        let report = check(&backend.request(Orm::Sqlx)).unwrap().report;
        assert!(report.contains("use pt-online-schema-change"), "{report}");
        assert!(report.contains("gh-ost refuses tables with foreign keys"), "{report}");
        for column in ["users.id", "posts.user_id"] {
            let error = change(column, "ALGORITHM=COPY").unwrap_err().to_string();
            let refused = match backend.server {
                Dialect::MySql => "in foreign key constraint 'posts_user' are incompatible",
                _ => "used in a foreign key constraint",
            };
            assert!(error.contains(refused), "{column}: {error}");
        }
        change("notes.id", "ALGORITHM=COPY, LOCK=SHARED").unwrap();
    });
}

#[test]
fn a_partitioned_table_has_the_size_of_its_partitions() {
    run(Dialect::Postgres, |backend| {
        backend.execute(
            "CREATE TABLE events (id serial PRIMARY KEY, text text) PARTITION BY RANGE (id);
             CREATE TABLE events_1 PARTITION OF events FOR VALUES FROM (1) TO (20000);
             CREATE TABLE events_2 PARTITION OF events FOR VALUES FROM (20000) TO (50000);
             INSERT INTO events SELECT n, repeat('x', 200) FROM generate_series(1, 30000) n;
             ANALYZE events;",
        );
        let report = check(&backend.request(Orm::Sqlx)).unwrap().report;
        let size = report.lines().find(|line| line.starts_with("| events |")).unwrap();
        assert!(size.contains("MB, some 30 thousand rows"), "{size}");
        assert!(!size.contains("less than"), "{size}");
        assert!(report.contains("- events is partitioned or inherits"), "{report}");
    });
}
