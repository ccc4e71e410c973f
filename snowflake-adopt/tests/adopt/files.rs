//! The files: what is overwritten, what is refused, and in which form.

use std::fs;

use snowflake_kit_adopt::{Error, Orm, adopt};
use snowflake_kit_core::Dialect;

use crate::backend::{Backend, on_each_database, run};

on_each_database!(diesels_migrations_are_folders);

const USERS: &str = "CREATE TABLE users (id $KEY, name VARCHAR(40));";

fn diesels_migrations_are_folders(backend: &Backend) {
    backend.create(USERS);
    backend.adopt(Orm::Diesel);
    let folders = fs::read_dir(backend.out().join("migrations")).unwrap();
    let mut folders: Vec<_> = folders.map(|folder| folder.unwrap().path()).collect();
    folders.sort();
    let names = folders.iter().map(|folder| folder.to_string_lossy().into_owned());
    let tasks: Vec<_> =
        names.filter_map(|name| Some(name.split_once("_snowflake_")?.1.to_owned())).collect();
    let is_sqlite = backend.dialect == Dialect::Sqlite;
    let expected: &[&str] = if is_sqlite { &["end_counting"] } else { &["widen", "end_counting"] };
    assert_eq!(tasks, expected);
    for folder in &folders {
        backend.execute(&fs::read_to_string(folder.join("up.sql")).unwrap());
        assert_eq!(folder.join("metadata.toml").exists(), backend.dialect != Dialect::Postgres);
    }
    assert!(backend.try_execute("INSERT INTO users (name) VALUES ('Ada')").is_err());
    for folder in folders.iter().rev() {
        backend.execute(&fs::read_to_string(folder.join("down.sql")).unwrap());
    }
    backend.execute("INSERT INTO users (name) VALUES ('Ada')");
}

#[test]
fn files_of_others_are_not_overwritten() {
    run(Dialect::Sqlite, |backend| {
        backend.create(USERS);
        let path = backend.folder.path().join("src/ids.rs");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "pub struct Mine;\n").unwrap();
        let error = adopt(&backend.request(Orm::Sqlx)).unwrap_err();
        assert!(matches!(&error, Error::File { path: other, .. } if *other == path));
        assert!(error.to_string().contains("was not written by `snowflake adopt`"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "pub struct Mine;\n");
        assert!(!backend.out().exists());
    });
}

const JSON: &str = "json = \"number\"";

#[test]
fn settings_that_cannot_be_used_are_refused() {
    run(Dialect::Sqlite, |backend| {
        backend.create(USERS);
        backend.adopt(Orm::Sqlx);
        let path = backend.out().join("adopt.toml");
        let good = fs::read_to_string(&path).unwrap();
        for (from, to, problem) in [
            ("\"UserId\"", "\"user id\"", "`user id` is not the name of a type"),
            (
                JSON,
                "text = \"base64\"",
                "`base64` is not a text form of a SnowflakeId: expected decimal",
            ),
            (JSON, "prefix = \"a-\"", "`a-` is not a prefix"),
            (JSON, "json = \"float\"", "`float` is not a form in JSON"),
            (JSON, "layout = \"discord\"", "delete one of them"),
            (
                "[ids]",
                "[ids]\nusres = { name = \"U\", move = \"snowflake\" }",
                "has no table of this name",
            ),
            ("[ids]", "[ids]\nold = { name = \"OldId\" }", "so `OldId` would go: delete the line"),
            ("snowflake\"", "uuid\"", "unknown variant `uuid`, expected `snowflake`"),
            ("[hints]", "[hints]\n\"users.boss\" = \"users\"", "no column users.boss"),
            ("[hints]", "[hints]\n\"boss\" = \"users\"", "`boss` is not a column"),
            ("[hints]", "[hint]", "unknown field `hint`"),
        ] {
            assert!(good.contains(from), "{good}");
            fs::write(&path, good.replace(from, to)).unwrap();
            let error = adopt(&backend.request(Orm::Sqlx)).unwrap_err();
            assert!(error.is_bad_input() && error.to_string().contains(problem), "{error}");
        }
    });
}

#[test]
fn what_cannot_be_read_is_an_error() {
    run(Dialect::Sqlite, |backend| {
        let mut request = backend.request(Orm::Sqlx);
        assert!(matches!(adopt(&request), Err(Error::NoTables { .. })));
        request.database_url = "redis://localhost".to_owned();
        assert!(
            matches!(adopt(&request), Err(Error::Url { problem }) if problem.contains("`redis`"))
        );
        request.database_url = "sqlite:///nowhere/at/all.db".to_owned();
        assert!(matches!(adopt(&request), Err(Error::Database { .. })));
    });
}
