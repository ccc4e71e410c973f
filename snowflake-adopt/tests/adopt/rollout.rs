//! Why the report asks for a stop, and what it offers for large tables.

use snowflake_adopt::{Orm, check};
use snowflake_core::Dialect;

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
    assert!(report.contains("no column is to be widened, and no key is counted"), "{report}");
    assert!(!report.contains("Without a long lock"));
}

/// The first steps of what the report says for a table that may not be locked for long.
#[test]
fn a_column_is_widened_while_programs_run() {
    run(Dialect::Postgres, |backend| {
        backend.create(&Backend::schema("blog"));
        let report = backend.adopt(Orm::Sqlx).report;
        let (_, sql) = report.split_once("```sql\n-- 1.").unwrap();
        let (columns, sql) = sql.split_once("-- 2.").unwrap();
        let (backfill, _) = sql.split_once("-- 3.").unwrap();
        backend.execute(&format!("-- {columns}"));
        let (table, column) = report
            .split_once("ALTER TABLE \"public\".\"")
            .and_then(|(_, rest)| rest.split_once("\" ADD COLUMN \""))
            .and_then(|(table, rest)| Some((table, rest.split_once("_wide\"")?.0)))
            .unwrap();
        let rows = backend.number(&format!("SELECT count({column}) FROM {table}"));
        backend.execute(&format!("-- {backfill}"));
        let same = format!("SELECT count(*) FROM {table} WHERE {column}_wide = {column}");
        assert!(rows > 0);
        assert_eq!(backend.number(&same), rows);
    });
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
