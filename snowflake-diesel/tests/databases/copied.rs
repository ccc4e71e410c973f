//! The guide's way from counted keys on `SQLite`, as Diesel runs migrations: the table is copied,
//! and all that belongs to it, or refers to it, is there as before.

use std::fs;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use diesel_migrations::{FileBasedMigrations, MigrationHarness};
use tempfile::TempDir;

use crate::guide::{GUIDE, step};

const TABLES: &str = "PRAGMA foreign_keys = ON;
    CREATE TABLE users (id INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL);
    CREATE TABLE names (user_id BIGINT NOT NULL REFERENCES users (id), name TEXT NOT NULL);
    CREATE TABLE posts (
        id BIGINT PRIMARY KEY NOT NULL,
        author_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE
    );
    CREATE INDEX users_name ON users (name);
    CREATE TRIGGER users_renamed AFTER UPDATE OF name ON users BEGIN
        INSERT INTO names (user_id, name) VALUES (old.id, old.name);
    END;
    CREATE VIEW authors AS SELECT DISTINCT users.* FROM users JOIN posts ON author_id = users.id;
    CREATE TRIGGER posts_sign AFTER INSERT ON posts BEGIN
        UPDATE users SET name = name || '!' WHERE id = new.author_id;
    END;
    INSERT INTO users (name) VALUES ('Ada'), ('Bob');
    INSERT INTO posts VALUES (1, 1), (2, 2), (3, 1);";

#[derive(Debug, PartialEq, QueryableByName)]
struct SchemaRow {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Nullable<Text>)]
    sql: Option<String>,
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

fn database() -> SqliteConnection {
    let mut db = SqliteConnection::establish(":memory:").unwrap();
    db.batch_execute(TABLES).unwrap();
    db
}

fn number(db: &mut SqliteConnection, select: &str) -> i64 {
    diesel::sql_query(select).get_result::<Number>(db).unwrap().number
}

/// All that the schema has, apart from the table itself and its automatic index.
fn schema(db: &mut SqliteConnection) -> Vec<SchemaRow> {
    let select = "SELECT name, sql FROM sqlite_schema
        WHERE name NOT IN ('users', 'sqlite_autoindex_users_1') AND tbl_name NOT LIKE '\\_\\_%' ESCAPE '\\'
        ORDER BY name";
    diesel::sql_query(select).load(db).unwrap()
}

/// Runs the guide's migration, with or without the file that the guide tells of.
fn migrate(db: &mut SqliteConnection, is_told: bool) -> Result<(), String> {
    let folder = TempDir::new().unwrap();
    let migration = folder.path().join("2026-01-01-000000_end_counting");
    fs::create_dir(&migration).unwrap();
    fs::write(migration.join("up.sql"), step("-- SQLite cannot change a column")).unwrap();
    let line = "run_in_transaction = false";
    assert!(GUIDE.contains(line));
    if is_told {
        fs::write(migration.join("metadata.toml"), line).unwrap();
    }
    let migrations = FileBasedMigrations::from_path(folder.path()).unwrap();
    db.run_pending_migrations(migrations).map(drop).map_err(|error| error.to_string())
}

#[test]
fn all_that_belongs_to_the_table_is_there_as_before() {
    let db = &mut database();
    let before = schema(db);
    // The statements that the guide prints are those that its migration has.
    let printed = step("-- SQLite: what belongs to the table").replace("sql || ';'", "name, sql");
    let printed: Vec<SchemaRow> = diesel::sql_query(printed).load(db).unwrap();
    assert_eq!(printed.len(), 2);
    let words = |sql: &str| sql.split_whitespace().collect::<Vec<_>>().join(" ");
    let migration = words(&step("-- SQLite cannot change a column"));
    for SchemaRow { name, sql } in &printed {
        assert!(migration.contains(&words(sql.as_deref().unwrap())), "{name}");
    }

    migrate(db, true).unwrap();

    let shown = |entries: Vec<SchemaRow>| -> Vec<_> {
        entries.into_iter().map(|entry| (entry.name, entry.sql.as_deref().map(words))).collect()
    };
    assert_eq!(shown(schema(db)), shown(before));
    assert_eq!(number(db, "SELECT count(*) AS number FROM posts"), 3);
    assert_eq!(number(db, "SELECT count(*) AS number FROM authors"), 2);
    assert_eq!(number(db, "SELECT count(*) AS number FROM pragma_foreign_key_check"), 0);
    assert_eq!(number(db, "SELECT foreign_keys AS number FROM pragma_foreign_keys"), 1);
    // Both triggers do what they did.
    let names = "SELECT count(*) AS number FROM names";
    let told = number(db, names);
    db.batch_execute("INSERT INTO posts VALUES (4, 2)").unwrap();
    assert_eq!(number(db, names), told + 1);
    // The database counts no more.
    db.batch_execute("INSERT INTO users (name) VALUES ('Cyd')").unwrap_err();
}

/// Diesel would begin a transaction, in which foreign keys cannot be switched off.
#[test]
fn in_a_transaction_it_changes_nothing() {
    let db = &mut database();
    let before = schema(db);
    let error = migrate(db, false).unwrap_err();
    assert!(error.contains("within a transaction"), "{error}");
    assert_eq!(schema(db), before);
    assert_eq!(number(db, "SELECT count(*) AS number FROM posts"), 3);
    db.batch_execute("INSERT INTO users (name) VALUES ('Cyd')").unwrap();
}
