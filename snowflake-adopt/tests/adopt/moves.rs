//! UUIDs and ULIDs that become IDs: with their times, their order, and a way back.

use snowflake_kit_adopt::{Orm, adopt};
use snowflake_kit_core::{Dialect, Layout};

use crate::backend::{Backend, MINTED, on_each_database, run};

on_each_database!(uuids_become_ids, texts_become_ids, a_value_that_is_no_key_is_not_lost);

/// Of version 7, at these Unix ms.
fn at(unix_millis: i64, rest: u8) -> String {
    let hex = format!("{unix_millis:012x}");
    format!("{}-{}-7000-8000-0000000000{rest:02x}", &hex[..8], &hex[8..])
}

/// What the first ten digits of `01JWMSC000…` say.
const JUNE_OF_ULID: i64 = 1_748_749_385_728;

/// 2025-06-01 in Unix ms.
const JUNE: i64 = 1_748_736_000_000;

fn unix_millis(id: i64) -> i64 {
    Layout::DEFAULT.epoch_unix_millis() + (id >> 22)
}

fn uuids_become_ids(backend: &Backend) {
    let (kind, default) = match backend.dialect {
        Dialect::Postgres => ("uuid", "DEFAULT gen_random_uuid()"),
        Dialect::Sqlite => ("BLOB", ""),
        _ => ("BINARY(16)", ""),
    };
    backend.execute(&format!(
        "CREATE TABLE users (id {kind} NOT NULL {default} PRIMARY KEY, name VARCHAR(40) NOT NULL);
         CREATE TABLE posts (id {kind} NOT NULL PRIMARY KEY, author_id {kind} NOT NULL,
             reply_to {kind}, title VARCHAR(40),
             CONSTRAINT posts_author FOREIGN KEY (author_id) REFERENCES users (id) ON DELETE CASCADE,
             CONSTRAINT posts_reply FOREIGN KEY (reply_to) REFERENCES posts (id));
         CREATE INDEX posts_by_author ON posts (author_id, title);"
    ));
    let value = |uuid: &str| match backend.dialect {
        Dialect::Postgres => format!("'{uuid}'"),
        _ => format!("X'{}'", uuid.replace('-', "")),
    };
    // One of each kind: random, before 2025, two of one ms, in the future.
    let random = value("ffffffff-0000-4000-8000-000000000009");
    let [old, first, second, later] =
        [at(1_600_000_000_000, 1), at(JUNE, 1), at(JUNE, 2), at(9_000_000_000_000, 1)]
            .map(|uuid| value(&uuid));
    backend.execute(&format!(
        "INSERT INTO users (id, name) VALUES ({random}, 'random'), ({old}, 'old'), ({first}, 'first'),
             ({second}, 'second'), ({later}, 'later');
         INSERT INTO posts VALUES ({first}, {second}, NULL, 'one');
         INSERT INTO posts VALUES ({second}, {random}, {first}, 'two');"
    ));
    let before = counts(backend);
    let outcome = backend.adopt(Orm::Sqlx);
    assert!(outcome.report.contains("**Run the migration `replace`.**"), "{}", outcome.report);
    assert!(!outcome.report.contains("no row of the rehearsal"), "{}", outcome.report);
    assert!(backend.text("ids.rs").contains("pub struct UserId(Snowflake);"));
    backend.migrate();
    let id = |name: &str| backend.number(&format!("SELECT id FROM users WHERE name = '{name}'"));
    let (first_id, second_id) = (id("first"), id("second"));
    assert!(first_id < second_id);
    for id in [first_id, second_id] {
        assert_eq!(unix_millis(id), JUNE);
        // Of the largest node number.
        assert_eq!((id >> 12) & 1023, 1023);
    }
    // What has no time that an ID can have is numbered, in the order of the keys.
    let numbered = ["old", "later", "random"].map(id);
    assert_eq!(numbered, [1, 2, 3]);
    assert_eq!(counts(backend), before);
    let author = "SELECT count(*) FROM posts JOIN users ON users.id = author_id WHERE title = 'two' AND \
                  name = 'random'";
    assert_eq!(backend.number(author), 1);
    assert_eq!(
        backend.number("SELECT count(*) FROM posts JOIN posts p ON p.id = posts.reply_to"),
        1
    );
    assert!(backend.try_execute("INSERT INTO users (name) VALUES ('no key')").is_err());
    backend.execute(&format!("INSERT INTO users (id, name) VALUES ({MINTED}, 'minted')"));
    backend.execute(&format!("INSERT INTO posts (id, author_id) VALUES ({MINTED}, {MINTED})"));
    // What comes with an old key finds its row.
    let known = format!("SELECT new FROM snowflake_moved_users WHERE old = {first}");
    assert_eq!(backend.number(&known), first_id);
    let again = adopt(&backend.request(Orm::Sqlx)).unwrap();
    assert!(again.report.contains("It is done"), "{}", again.report);
    assert!(!backend.text("ids.rs").contains("SnowflakeMoved"));

    backend.undo();
    for (uuid, name) in [(&random, "random"), (&old, "old"), (&second, "second"), (&later, "later")]
    {
        let sql = format!("SELECT count(*) FROM users WHERE id = {uuid} AND name = '{name}'");
        assert_eq!(backend.number(&sql), 1, "{name}");
    }
    let author = "SELECT count(*) FROM posts JOIN users ON users.id = author_id";
    assert_eq!(backend.number(author), 3);
    assert_eq!(
        backend.number("SELECT count(*) FROM posts JOIN posts p ON p.id = posts.reply_to"),
        1
    );
    if backend.dialect == Dialect::Postgres {
        backend.execute("INSERT INTO users (name) VALUES ('the default is back')");
    }
    backend.execute("DELETE FROM posts WHERE title = 'two'");
    backend.execute(&format!("DELETE FROM users WHERE id = {second}"));
    assert_eq!(backend.number("SELECT count(*) FROM posts WHERE title = 'one'"), 0);
}

/// The number of rows, whatever their keys.
fn counts(backend: &Backend) -> [i64; 3] {
    ["users", "posts", "posts WHERE reply_to IS NULL"]
        .map(|of| backend.number(&format!("SELECT count(*) FROM {of}")))
}

fn texts_become_ids(backend: &Backend) {
    let option = if backend.dialect == Dialect::Sqlite { "WITHOUT ROWID" } else { "" };
    backend.execute(&format!(
        "CREATE TABLE teams (id CHAR(26) NOT NULL PRIMARY KEY, name VARCHAR(40)) {option};
         CREATE TABLE plans (id CHAR(36) NOT NULL PRIMARY KEY, team_id CHAR(26), name VARCHAR(40),
             CONSTRAINT plans_team FOREIGN KEY (team_id) REFERENCES teams (id));"
    ));
    // The example of the specification of ULID, of 2016, and one of 2025.
    let plan = at(JUNE, 7);
    backend.execute(&format!(
        "INSERT INTO teams VALUES ('01ARYZ6S41TSV4RRFFQ69G5FAV', 'old'), ('01JWMSC000TSV4RRFFQ69G5FAV', 'new');
         INSERT INTO plans VALUES ('{plan}', '01JWMSC000TSV4RRFFQ69G5FAV', 'big');"
    ));
    backend.adopt(Orm::Sqlx);
    backend.migrate();
    let new = unix_millis(backend.number("SELECT id FROM teams WHERE name = 'new'"));
    assert_eq!(new, JUNE_OF_ULID);
    assert_eq!(backend.number("SELECT id FROM teams WHERE name = 'old'"), 1);
    assert_eq!(unix_millis(backend.number("SELECT id FROM plans")), JUNE);
    assert_eq!(backend.number("SELECT count(*) FROM plans JOIN teams ON teams.id = team_id"), 1);
    backend.execute(&format!("INSERT INTO teams (id, name) VALUES ({MINTED}, 'minted')"));
    backend.execute(&format!("INSERT INTO plans (id, team_id) VALUES ({MINTED}, {MINTED})"));
    backend.undo();
    let back = format!("SELECT count(*) FROM plans WHERE id = '{plan}' AND team_id LIKE '01JW%'");
    assert_eq!(backend.number(&back), 1);
    assert_eq!(backend.number("SELECT count(*) FROM plans JOIN teams ON teams.id = team_id"), 2);
}

/// Whatever a column of SQLite is declared as, it may hold bytes or texts: SeaORM has 16 bytes in
/// `uuid_text`.
#[test]
fn what_a_column_of_sqlite_holds_decides() {
    for declared in ["uuid_text", "uuid", "BLOB", "CHAR(36)", "TEXT(36)"] {
        let uuid = at(JUNE, 1);
        let bytes = format!("X'{}'", uuid.replace('-', ""));
        let short = uuid.replace('-', "");
        for value in [bytes, format!("'{uuid}'"), format!("'{short}'")] {
            run(Dialect::Sqlite, |backend| {
                backend.execute(&format!(
                    "CREATE TABLE users (id {declared} NOT NULL PRIMARY KEY);
                     INSERT INTO users VALUES ({value});"
                ));
                let held = "SELECT count(DISTINCT length(id) || typeof(id)) FROM users";
                let outcome = backend.adopt(Orm::Sqlx);
                assert_eq!(outcome.in_the_way, 0, "{declared} {}", outcome.report);
                backend.migrate();
                assert_eq!(unix_millis(backend.number("SELECT id FROM users")), JUNE, "{declared}");
                backend.execute(&format!("INSERT INTO users VALUES ({MINTED})"));
                backend.undo();
                let same = format!("SELECT count(*) FROM users WHERE id = {value}");
                assert_eq!(backend.number(&same), 1, "{declared} {value}");
                assert_eq!(backend.number(held), 1, "{declared} {value}");
            });
        }
    }
}

/// Beside a UUID that moves, a key that is counted on is not given twice.
#[test]
fn a_counter_of_sqlite_knows_the_keys_of_rows_that_are_gone() {
    run(Dialect::Sqlite, |backend| {
        backend.execute(
            "CREATE TABLE users (id BLOB NOT NULL PRIMARY KEY);
             CREATE TABLE posts (id INTEGER PRIMARY KEY AUTOINCREMENT, author BLOB REFERENCES users);
             INSERT INTO posts DEFAULT VALUES; INSERT INTO posts DEFAULT VALUES;
             DELETE FROM posts WHERE id = 2;",
        );
        adopt(&backend.types(Orm::Sqlx)).unwrap();
        backend.move_some(&backend.types(Orm::Sqlx), |table| table == "users");
        assert_eq!(adopt(&backend.types(Orm::Sqlx)).unwrap().in_the_way, 0);
        let next = || {
            backend.execute("INSERT INTO posts DEFAULT VALUES");
            backend.number("SELECT max(id) FROM posts")
        };
        backend.migrate();
        assert_eq!(next(), 3);
        backend.execute("DELETE FROM posts WHERE id = 3");
        backend.undo();
        assert_eq!(next(), 4);
    });
}

fn a_value_that_is_no_key_is_not_lost(backend: &Backend) {
    backend.execute(
        "CREATE TABLE teams (id CHAR(36) NOT NULL PRIMARY KEY, name VARCHAR(40));
         CREATE TABLE notes (text VARCHAR(40), team CHAR(36));
         INSERT INTO notes VALUES ('of nobody', 'ffffffff-0000-4000-8000-000000000009');",
    );
    adopt(&backend.types(Orm::Sqlx)).unwrap();
    backend.set("hints", "\"notes.team\" = \"teams\"");
    backend.adopt(Orm::Sqlx);
    let up =
        backend.migrations().into_iter().find(|path| path.to_string_lossy().ends_with(".up.sql"));
    let up = std::fs::read_to_string(up.unwrap()).unwrap();
    assert!(up.contains("This fails if notes.team holds a value that is no key of teams."), "{up}");
    let up = if backend.dialect == Dialect::Postgres { format!("BEGIN; {up} COMMIT;") } else { up };
    let error = backend.try_execute(&up).unwrap_err().to_string();
    assert!(error.contains("new") && error.to_lowercase().contains("null"), "{error}");
    assert_eq!(backend.number("SELECT count(*) FROM notes WHERE team LIKE 'ffff%'"), 1);
}
