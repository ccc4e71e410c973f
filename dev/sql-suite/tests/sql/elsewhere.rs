//! What the guide's page "IDs elsewhere" says of databases, their programs, and programs that read
//! JSON.

use std::process::{Command, Output, Stdio};

use snowflake_kit_core::{Layout, Snowflake, Text};
use snowflake_kit_sql::Dialect;
use test_servers::{mysql_client, mysql_dump};

use crate::database::{Database, Session};

/// The ID of that page.
const ID: i64 = 249_985_918_599_958_529;

/// Whether a condition holds.
fn holds(session: &mut Session, condition: &str) -> bool {
    let number = match session {
        Session::Postgres(_) => "bigint",
        Session::MySql(_) => "SIGNED",
    };
    let found =
        session.value(&format!("CAST(CASE WHEN {condition} THEN 1 ELSE 0 END AS {number})"));
    found == Some(1)
}

/// What a program prints, without the end of the line.
fn printed(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    text.trim().to_owned()
}

fn run(program: &str, arguments: &[&str]) -> String {
    printed(&Command::new(program).args(arguments).output().unwrap())
}

on_each_database! {
    fn texts_are_not_in_the_order_of_numbers(database: &Database) {
        let mut session = database.session();
        assert!(holds(&mut session, "'10' < '9'"));
    }
}

#[test]
fn json_of_postgres_has_numbers() {
    let database = Database::new(Dialect::Postgres);
    let mut session = database.session();
    session.run("CREATE DOMAIN user_id AS bigint CHECK (VALUE > 0)");
    session.run("CREATE TABLE users (id user_id PRIMARY KEY)");
    session.run(&format!("INSERT INTO users VALUES ({ID})"));
    for (json, expected) in [
        ("(SELECT json_agg(users) FROM users)", format!(r#"[{{"id":{ID}}}]"#)),
        ("(SELECT to_json(users) FROM users)", format!(r#"{{"id":{ID}}}"#)),
        ("(SELECT json_build_object('id', id) FROM users)", format!(r#"{{"id" : {ID}}}"#)),
        ("(SELECT json_build_object('id', id::text) FROM users)", format!(r#"{{"id" : "{ID}"}}"#)),
        ("(SELECT to_jsonb(id) FROM users)", ID.to_string()),
    ] {
        assert!(holds(&mut session, &format!("{json}::text = '{expected}'")), "{json}");
    }
    session.run("CREATE VIEW users_json AS SELECT id::text AS id FROM users");
    // A view with a text is what PostgREST and `json_agg` write as a string.
    let view =
        format!("(SELECT json_agg(users_json) FROM users_json)::text = '[{{\"id\":\"{ID}\"}}]'");
    assert!(holds(&mut session, &view));
}

/// Neighbours differ in the case of a letter.
#[test]
fn the_default_collation_of_mysql_loses_case() {
    let database = Database::of_mysql();
    let mut session = database.session();
    let texts: Vec<_> = (ID..ID + 100)
        .map(|id| format!("('{}')", &*Text::BASE62.encode(Snowflake::new(id).unwrap())))
        .collect();
    let insert = |table: &str| format!("INSERT INTO {table} VALUES {}", texts.join(", "));
    session.run("CREATE TABLE lost (id VARCHAR(11) CHARACTER SET utf8mb4 PRIMARY KEY)");
    let error = session.try_run(&insert("lost")).unwrap_err().to_string();
    assert!(error.contains("Duplicate entry"), "{error}");
    session
        .run("CREATE TABLE kept (id CHAR(11) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY)");
    session.run(&insert("kept"));
    assert_eq!(session.count("kept"), 100);
}

/// The trigger is dumped, and the function that it calls is not.
#[test]
fn a_dump_without_routines_has_no_functions() {
    let database = Database::of_mysql();
    let functions = database.functions(Layout::DEFAULT);
    let mut session = database.with(&functions);
    let key = "BIGINT NOT NULL DEFAULT 0 PRIMARY KEY CHECK (id > 0)";
    session.run(&format!("CREATE TABLE users (id {key}, name TEXT)"));
    session.run(&functions.fill("users", "id").unwrap());
    session.run("INSERT INTO users (name) VALUES ('Ada')");
    let url = database.url();
    let (server, name) = url.rsplit_once('/').unwrap();
    let (host, port) = server.rsplit_once(['@', '/']).unwrap().1.split_once(':').unwrap();
    let client = |program| {
        let mut command = Command::new(program);
        command.args(["--no-defaults", "--user=root", "--host", host, "--port", port]);
        command
    };
    for (options, is_whole) in [(&[][..], false), (&["--routines"][..], true)] {
        let dump =
            client(mysql_dump()).arg("--single-transaction").args(options).arg(name).output();
        let dump = dump.unwrap();
        assert!(dump.status.success(), "{}", String::from_utf8_lossy(&dump.stderr));
        let restored = Database::of_mysql();
        let other = restored.url();
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), &dump.stdout).unwrap();
        let mut restore = client(mysql_client());
        restore.arg(other.rsplit_once('/').unwrap().1).stdin(Stdio::from(file.reopen().unwrap()));
        assert!(restore.status().unwrap().success());
        let mut session = restored.session();
        assert_eq!(session.count("users"), 1);
        let insert = session.try_run("INSERT INTO users (name) VALUES ('Bob')");
        match insert {
            Ok(()) => assert!(is_whole),
            Err(error) => {
                assert!(!is_whole && error.to_string().contains("does not exist"), "{error}");
            }
        }
    }
}

#[test]
fn javascript_rounds_and_python_does_not() {
    let rounded = "249985918599958530";
    let program = format!("process.stdout.write(String(JSON.parse('{{\"id\":{ID}}}').id))");
    assert_eq!(run("node", &["-e", &program]), rounded);
    let program = format!("import json; print(json.loads('{{\"id\":{ID}}}')['id'])");
    assert_eq!(run("python3", &["-c", &program]), ID.to_string());
    assert_eq!(run("python3", &["-c", &format!("print(float({ID}))")]), "2.4998591859995853e+17");
}
