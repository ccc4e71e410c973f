//! IDs as parameters and columns.

use std::error::Error as _;
use std::rc::Rc;

use rusqlite::types::Value;
use rusqlite::{Connection, Error, ToSql, named_params, params, params_from_iter};
use snowflake_kit_core::{Snowflake, ValueError};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_rusqlite::NotAnInteger;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base62", prefix = "pst_")]
struct PostId(Snowflake);

snowflake_kit_rusqlite::value!(UserId, PostId);

/// The ends of what an ID can be, and one between.
const VALUES: [i64; 3] = [1, 175_928_847_299_117_063, i64::MAX];

fn user(value: i64) -> UserId {
    UserId::from_i64(value).unwrap()
}

fn post(value: i64) -> PostId {
    PostId::from_i64(value).unwrap()
}

/// A database with users and their posts, and three users in it.
fn open() -> Connection {
    let connection = Connection::open_in_memory().unwrap();
    connection
        .execute_batch(
            "PRAGMA foreign_keys = ON;
             CREATE TABLE users (id BIGINT PRIMARY KEY NOT NULL, name TEXT NOT NULL);
             CREATE TABLE posts (
                 id BIGINT PRIMARY KEY NOT NULL,
                 author_id BIGINT NOT NULL REFERENCES users,
                 reply_to BIGINT REFERENCES posts
             );",
        )
        .unwrap();
    for id in VALUES.map(user) {
        connection.execute("INSERT INTO users VALUES (?1, 'Ada')", [id]).unwrap();
    }
    connection
}

/// The IDs that a query with these parameters finds.
fn found(connection: &Connection, sql: &str, parameters: impl rusqlite::Params) -> Vec<UserId> {
    let mut select = connection.prepare(sql).unwrap();
    select.query_map(parameters, |row| row.get("id")).unwrap().map(Result::unwrap).collect()
}

#[test]
fn an_id_goes_there_and_back() {
    let connection = open();
    assert_eq!(found(&connection, "SELECT id FROM users ORDER BY id", []), VALUES.map(user));
    for value in VALUES {
        let sql = "SELECT id, typeof(id) FROM users WHERE id = ?1";
        let row = connection.query_row(sql, [user(value)], |row| Ok((row.get(0)?, row.get(1)?)));
        assert_eq!(row, Ok((value, "integer".to_owned())));
    }
}

#[test]
fn parameters_can_be_passed_in_every_way() {
    let connection = open();
    let (id, name) = (user(1), "Ada");
    let (reference, some) = (&id, Some(id));
    let sql = "SELECT id FROM users WHERE id = ?1 AND name = ?2";
    assert_eq!(found(&connection, sql, params![id, name]), [id]);
    assert_eq!(found(&connection, sql, params![reference, name]), [id]);
    assert_eq!(found(&connection, sql, params![some, name]), [id]);
    assert_eq!(found(&connection, sql, (id, name)), [id]);
    assert_eq!(found(&connection, sql, [&id as &dyn ToSql, &name]), [id]);
    let sql = "SELECT id FROM users WHERE id = :id AND name = :name";
    assert_eq!(found(&connection, sql, named_params! { ":id": id, ":name": name }), [id]);
    assert_eq!(found(&connection, sql, &[(":id", &id as &dyn ToSql), (":name", &name)]), [id]);
    let sql = "SELECT id FROM users WHERE id = ?1";
    let mut cached = connection.prepare_cached(sql).unwrap();
    assert_eq!(cached.query_row([id], |row| row.get(0)), Ok(id));
}

#[test]
fn lists_are_parameters() {
    let connection = open();
    let ids = [1, 2, i64::MAX].map(user);
    let sql = "SELECT id FROM users WHERE id IN (?, ?, ?) ORDER BY id";
    assert_eq!(found(&connection, sql, ids), [ids[0], ids[2]]);
    assert_eq!(found(&connection, sql, params_from_iter(ids)), [ids[0], ids[2]]);
    rusqlite::vtab::array::load_module(&connection).unwrap();
    let list = Rc::new(ids.into_iter().map(Value::from).collect::<Vec<_>>());
    let sql = "SELECT id FROM users WHERE id IN rarray(?1) ORDER BY id";
    assert_eq!(found(&connection, sql, [list]), [ids[0], ids[2]]);
}

#[test]
fn null_is_none() {
    let connection = open();
    let insert = "INSERT INTO posts VALUES (?1, ?2, ?3)";
    connection.execute(insert, params![post(5), user(1), None::<PostId>]).unwrap();
    connection.execute(insert, params![post(6), user(1), Some(post(5))]).unwrap();
    let mut select = connection.prepare("SELECT reply_to FROM posts ORDER BY id").unwrap();
    let replies_to = select.query_map([], |row| row.get(0)).unwrap();
    let replies_to: Vec<Option<PostId>> = replies_to.map(Result::unwrap).collect();
    assert_eq!(replies_to, [None, Some(post(5))]);
    // A foreign key is checked by the database.
    let error = connection.execute(insert, params![post(7), user(9), None::<PostId>]).unwrap_err();
    assert_eq!(error.to_string(), "FOREIGN KEY constraint failed");
}

#[test]
fn integers_that_are_not_ids_are_named() {
    let connection = Connection::open_in_memory().unwrap();
    for value in [0, -1, i64::MIN] {
        let read = |row: &rusqlite::Row<'_>| row.get::<_, UserId>(0);
        let error = connection.query_row("SELECT ?1", [value], read).unwrap_err();
        assert!(error.source().unwrap().is::<ValueError>());
        assert_eq!(
            error.to_string(),
            format!(
                "Conversion error from type Integer at index: 0, invalid UserId {value}: \
                 expected 1 to 9223372036854775807"
            )
        );
    }
}

#[test]
fn values_of_other_types_are_named() {
    let connection = Connection::open_in_memory().unwrap();
    for (value, found) in [
        ("NULL", "NULL"),
        ("1.0", "1.0"),
        ("-1e300", "-1e300"),
        ("'7'", r#""7""#),
        ("''", r#""""#),
        ("'it''s'", r#""it's""#),
        ("printf('%.*c', 40, 'ä')", r#""ääääääääääääääääääääääääääääääääääääääää""#),
        ("printf('%.*c', 41, 'x')", r#""xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"…"#),
        ("CAST(x'ff41' AS TEXT)", "\"\u{fffd}A\""),
        ("x'00ff'", "(a BLOB of 2 bytes)"),
    ] {
        let read = |row: &rusqlite::Row<'_>| row.get::<_, UserId>(0);
        let error = connection.query_row(&format!("SELECT {value}"), [], read).unwrap_err();
        let source = error.source().unwrap().downcast_ref::<NotAnInteger>().unwrap();
        assert_eq!((source.name, &*source.found), ("UserId", found));
        let said = format!("invalid UserId {found}: expected an INTEGER, 1 to 9223372036854775807");
        assert!(error.to_string().ends_with(&said), "{error}");
        let is_option = connection
            .query_row(&format!("SELECT {value}"), [], |row| row.get::<_, Option<UserId>>(0));
        assert_eq!(is_option.is_ok(), value == "NULL");
    }
}

/// What the crate's docs say of tables: which refuse a row without a key, and which a text.
#[test]
fn a_key_that_is_missing_or_a_text_is_an_error() {
    let connection = Connection::open_in_memory().unwrap();
    for (table, refuses_missing, refuses_text) in [
        ("(id BIGINT PRIMARY KEY NOT NULL, name TEXT)", true, false),
        ("(id INT PRIMARY KEY NOT NULL, name TEXT) STRICT", true, true),
        ("(id INTEGER PRIMARY KEY NOT NULL, name TEXT) WITHOUT ROWID", true, false),
        ("(id INTEGER PRIMARY KEY NOT NULL, name TEXT)", false, true),
    ] {
        connection.execute_batch(&format!("CREATE TABLE users {table}")).unwrap();
        let insert = "INSERT INTO users VALUES (?1, 'Ada')";
        connection.execute(insert, [user(i64::MAX - 1)]).unwrap();
        let missing = connection.execute("INSERT INTO users (name) VALUES ('Grace')", []);
        assert_eq!(missing.is_err(), refuses_missing, "{table}");
        let text = connection.execute(insert, ["pst_0Czks0tP37X"]);
        assert_eq!(text.is_err(), refuses_text, "{table}");
        // Digits become an integer.
        connection.execute(insert, ["7"]).unwrap();
        assert_eq!(found(&connection, "SELECT id FROM users WHERE id = 7", []), [user(7)]);
        connection.execute_batch("DROP TABLE users").unwrap();
    }
}

#[test]
fn a_key_is_the_same_after_a_rollback() {
    let mut connection = open();
    let id = user(42);
    let insert = "INSERT INTO users VALUES (?1, 'Ada')";
    let transaction = connection.transaction().unwrap();
    transaction.execute(insert, [id]).unwrap();
    transaction.rollback().unwrap();
    connection.execute(insert, [id]).unwrap();
    let error = connection.execute(insert, [id]).unwrap_err();
    assert!(matches!(error, Error::SqliteFailure(..)), "{error}");
    let upsert = "INSERT INTO users VALUES (?1, ?2)
                  ON CONFLICT (id) DO UPDATE SET name = excluded.name RETURNING id";
    assert_eq!(connection.query_row(upsert, params![id, "Grace"], |row| row.get(0)), Ok(id));
}
