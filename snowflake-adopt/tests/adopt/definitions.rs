//! What tables and columns are declared with, and keep.

use snowflake_kit_adopt::{Orm, adopt};
use snowflake_kit_core::Dialect;
use test_databases::{Session, does_not_apply};

use crate::backend::{MINTED, in_the_way, run};

#[test]
fn copies_of_sqlite_tables_have_all_of_the_old_ones() {
    run(Dialect::Sqlite, |backend| {
        backend.execute(
            "CREATE TABLE \"Order\" (
                 \"id\" INTEGER PRIMARY KEY AUTOINCREMENT, -- The key.
                 code TEXT COLLATE NOCASE NOT NULL UNIQUE,
                 cents INTEGER NOT NULL DEFAULT (10 * 10) CHECK (cents >= 0),
                 twice INTEGER GENERATED ALWAYS AS (cents * 2) STORED,
                 parent_id INTEGER REFERENCES \"Order\" (id) ON DELETE CASCADE
             ) STRICT;
             CREATE TABLE notes (id INTEGER PRIMARY KEY, \"order\" INTEGER NOT NULL,
                 text TEXT DEFAULT 'none', FOREIGN KEY (\"order\") REFERENCES \"order\");
             CREATE TABLE tags (name TEXT, note_id INT REFERENCES notes, PRIMARY KEY (name, note_id))
                 WITHOUT ROWID;
             CREATE UNIQUE INDEX one_free ON \"Order\" (cents) WHERE cents = 0;
             CREATE TRIGGER no_ten AFTER INSERT ON notes WHEN NEW.text = 'ten' BEGIN
                 UPDATE notes SET text = '10' WHERE id = NEW.id; SELECT 1; END;
             INSERT INTO \"Order\" (code) VALUES ('a'), ('b');
             INSERT INTO \"Order\" (code, cents, parent_id) VALUES ('c', 0, 1);
             INSERT INTO notes (\"order\") VALUES (3);
             INSERT INTO tags VALUES ('x', 1);",
        );
        adopt(&backend.request(Orm::Sqlx)).unwrap();
        backend.set("accepted", "\"trigger:no_ten\" = \"it has no integer of 32 bits\"");
        backend.adopt(Orm::Sqlx);
        let ids = backend.text("ids.rs");
        assert!(ids.contains("struct OrderId(") && ids.contains("struct NoteId("), "{ids}");
        assert!(!ids.contains("TagId"), "{ids}");
        backend.migrate();
        let orders = "SELECT count(*) FROM \"Order\" WHERE twice = cents * 2";
        assert_eq!(backend.number(orders), 3);
        assert_eq!(backend.number("SELECT sum(cents) FROM \"Order\""), 200);
        for refused in ["'A', 1", "'d', -1", "'d', 0"] {
            let order = format!("INSERT INTO \"Order\" (id, code, cents) VALUES (9, {refused})");
            assert!(backend.try_execute(&order).is_err(), "{refused}");
        }
        backend.execute(&format!(
            "INSERT INTO \"Order\" (id, code, parent_id) VALUES ({MINTED}, 'd', 1)"
        ));
        backend.execute(&format!(
            "INSERT INTO notes (id, \"order\", text) VALUES ({MINTED}, {MINTED}, 'ten')"
        ));
        assert_eq!(
            backend.number(&format!("SELECT text = '10' FROM notes WHERE id = {MINTED}")),
            1
        );
        assert!(backend.try_execute("INSERT INTO notes (\"order\") VALUES (1)").is_err());
        assert!(backend.try_execute("INSERT INTO notes (id, \"order\") VALUES (7, 77)").is_err());
        backend.undo();
        backend.execute("INSERT INTO notes (\"order\", text) VALUES (1, 'ten')");
        assert_eq!(backend.number("SELECT count(*) FROM notes WHERE text = '10'"), 2);
    });
}

#[test]
fn columns_of_mariadb_keep_comments_and_defaults() {
    run(Dialect::MariaDb, |backend| {
        backend.execute(
            "CREATE TABLE kinds (id SMALLINT UNSIGNED PRIMARY KEY COMMENT 'The kind''s \\\\ key');
             CREATE TABLE posts (id MEDIUMINT AUTO_INCREMENT PRIMARY KEY COMMENT 'Key', kind_id \
             SMALLINT UNSIGNED NOT NULL DEFAULT 7 COMMENT 'Seven', other_id SMALLINT UNSIGNED, \
             CONSTRAINT `of kind` FOREIGN KEY (kind_id) REFERENCES kinds (id) ON UPDATE CASCADE, \
             FOREIGN KEY (other_id) REFERENCES kinds (id) ON DELETE SET NULL);
             INSERT INTO kinds VALUES (7), (8);
             INSERT INTO posts (other_id) VALUES (8);",
        );
        backend.adopt(Orm::Sqlx);
        let described = || {
            backend.number(
                "SELECT COUNT(*) FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() \
                 AND COLUMN_COMMENT IN ('The kind''s \\\\ key', 'Key', 'Seven')",
            )
        };
        assert_eq!(described(), 3);
        backend.migrate();
        assert_eq!(described(), 3);
        backend.execute(&format!("INSERT INTO posts (id) VALUES ({MINTED})"));
        backend.execute("UPDATE kinds SET id = 250250518331420673 WHERE id = 7");
        backend.execute("DELETE FROM kinds WHERE id = 8");
        assert_eq!(backend.number("SELECT COUNT(*) FROM posts WHERE kind_id > 1000"), 2);
        assert_eq!(backend.number("SELECT COUNT(*) FROM posts WHERE other_id IS NULL"), 2);
    });
}

#[test]
fn a_table_that_cannot_be_read_is_named_and_the_others_are_planned() {
    run(Dialect::Sqlite, |backend| {
        // SQLite skips a byte order mark anywhere.
        backend.execute(
            "CREATE TABLE odd (id INTEGER PRIMARY KEY, name TEXT,\u{feff}CHECK (name <> ''));
             CREATE TABLE users (id INTEGER PRIMARY KEY /*/ counted, so far */, name TEXT,
                 odd_id INTEGER REFERENCES odd);",
        );
        let outcome = adopt(&backend.request(Orm::Sqlx)).unwrap();
        assert_eq!(outcome.in_the_way, 1, "{}", outcome.report);
        let line = "The statement that created odd cannot be read, so no copy can be written";
        assert!(outcome.report.contains(line), "{}", outcome.report);
        backend.set("accepted", "\"statement:odd\" = \"by hand\"");
        backend.adopt(Orm::Sqlx);
        let [_, up] = &backend.migrations()[..] else { panic!("{:?}", backend.migrations()) };
        let up = std::fs::read_to_string(up).unwrap();
        assert!(up.contains("-- end_counting users.id\n") && !up.contains("odd.id"), "{up}");
        backend.migrate();
        assert!(backend.try_execute("INSERT INTO users (name) VALUES ('Ada')").is_err());
        backend.execute("INSERT INTO odd (name) VALUES ('counted')");
        backend.execute(&format!("INSERT INTO users VALUES ({MINTED}, 'Ada', 1)"));
        backend.undo();
    });
}

#[test]
fn a_table_with_a_history_is_adopted_once_the_server_lets_it_be_changed() {
    run(Dialect::MariaDb, |backend| {
        if backend.server != Dialect::MariaDb {
            return does_not_apply("MySQL has no system versioning");
        }
        backend.execute(
            "CREATE TABLE prices (id INT AUTO_INCREMENT PRIMARY KEY, cents INT NOT NULL)
                 WITH SYSTEM VERSIONING;
             CREATE TABLE orders (id INT AUTO_INCREMENT PRIMARY KEY, price_id INT NOT NULL,
                 FOREIGN KEY (price_id) REFERENCES prices (id));
             CREATE TABLE taxes (id INT AUTO_INCREMENT PRIMARY KEY) WITH SYSTEM VERSIONING;
             INSERT INTO prices (cents) VALUES (5); UPDATE prices SET cents = 6;
             INSERT INTO orders (price_id) VALUES (1);",
        );
        let report = in_the_way(
            backend,
            &[
                "widen fails at prices: Not allowed for system-versioned",
                "widen fails at taxes: Not allowed for system-versioned",
                "| price_id | int(11) | PriceId |",
            ],
        );
        assert!(!report.contains("another schema"), "{report}");
        // Its foreign key cannot be added again, since the key has the old type.
        assert!(!report.contains("fails at orders"), "{report}");
        // As the server says. No other test has such a table.
        let history = "SET GLOBAL system_versioning_alter_history";
        backend.execute(&format!("{history} = 'KEEP'"));
        backend.adopt(Orm::Sqlx);
        backend.migrate();
        backend.execute(&format!("INSERT INTO prices (id, cents) VALUES ({MINTED}, 7)"));
        assert!(backend.try_execute("INSERT INTO prices (cents) VALUES (8)").is_err());
        let of_all_time = "SELECT sum(cents) FROM prices FOR SYSTEM_TIME ALL";
        assert_eq!(backend.number(of_all_time), 5 + 6 + 7);
        backend.execute(&format!(
            "DELETE FROM prices WHERE id = {MINTED}; DELETE HISTORY FROM prices"
        ));
        backend.undo();
        backend.execute(&format!("{history} = 'ERROR'"));
    });
}

/// They are not dropped there, and their tables are.
#[test]
fn views_of_sqlite_keep_their_triggers() {
    run(Dialect::Sqlite, |backend| {
        backend.execute(
            "CREATE TABLE users (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT);
             CREATE VIEW named AS SELECT id, name FROM users WHERE name IS NOT NULL;
             CREATE VIEW ruled AS SELECT id FROM named;
             CREATE TRIGGER noted INSTEAD OF INSERT ON named BEGIN
                 INSERT INTO users (id, name) VALUES (NEW.id, NEW.name || '!'); END;",
        );
        backend.adopt(Orm::Sqlx);
        backend.migrate();
        backend.execute(&format!("INSERT INTO named VALUES ({MINTED}, 'Ada')"));
        assert_eq!(backend.number("SELECT count(*) FROM users WHERE name = 'Ada!'"), 1);
        assert_eq!(backend.number("SELECT id FROM ruled"), MINTED);
        backend.undo();
        backend.execute(&format!("INSERT INTO named VALUES ({}, 'Grace')", MINTED + 1));
        assert_eq!(backend.number("SELECT count(*) FROM users WHERE name = 'Grace!'"), 1);
    });
}

#[test]
fn partitions_and_views_of_mariadb_and_mysql_stay() {
    run(Dialect::MariaDb, |backend| {
        backend.execute(
            "CREATE TABLE events (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(9))
                 PARTITION BY HASH (id) PARTITIONS 3;
             INSERT INTO events (name) VALUES ('a'), ('b'), ('c'), ('d');
             CREATE ALGORITHM = MERGE SQL SECURITY INVOKER VIEW named AS
                 SELECT id, name FROM events WHERE id > 0 WITH CHECK OPTION;",
        );
        let kept = || {
            let partitions = "SELECT COUNT(*) FROM information_schema.PARTITIONS
                 WHERE TABLE_SCHEMA = DATABASE() AND PARTITION_METHOD = 'HASH'";
            let views =
                "SELECT COUNT(*) FROM information_schema.VIEWS WHERE TABLE_SCHEMA = DATABASE()
                 AND SECURITY_TYPE = 'INVOKER' AND CHECK_OPTION = 'CASCADED'";
            [partitions, views].map(|sql| backend.number(sql))
        };
        assert_eq!(kept(), [3, 1]);
        backend.adopt(Orm::Sqlx);
        backend.migrate();
        assert_eq!(kept(), [3, 1]);
        backend.execute(&format!("INSERT INTO named VALUES ({MINTED}, 'minted')"));
        assert!(backend.try_execute("INSERT INTO named (name) VALUES ('counted')").is_err());
        backend.execute("DELETE FROM events WHERE id > 1000");
        backend.undo();
        assert_eq!(kept(), [3, 1]);
        backend.execute("INSERT INTO events (name) VALUES ('e')");
        assert_eq!(backend.number("SELECT COUNT(*) FROM events"), 5);
    });
}

/// Rows that a check refuses are there if it was not looked at once.
#[test]
fn a_copy_that_fails_leaves_no_open_transaction() {
    run(Dialect::Sqlite, |backend| {
        backend.execute(
            "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT);
             CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL CHECK (name <> ''));
             INSERT INTO notes (text) VALUES ('kept');
             PRAGMA ignore_check_constraints = ON; INSERT INTO users (name) VALUES ('');",
        );
        backend.adopt(Orm::Sqlx);
        let [_, up] = &backend.migrations()[..] else { panic!("{:?}", backend.migrations()) };
        let up = std::fs::read_to_string(up).unwrap();
        let mut session = Session::open(&backend.url);
        let error = session.try_execute(&up).unwrap_err().to_string();
        assert!(error.contains("CHECK constraint failed: name"), "{error}");
        // The next one begins where nothing was begun, and nothing of it was done.
        session.execute("BEGIN; INSERT INTO notes (text) VALUES ('counted'); COMMIT");
        assert_eq!(backend.number("SELECT count(*) FROM notes"), 2);
        assert_eq!(backend.number("SELECT count(*) FROM sqlite_schema"), 2);
        backend.execute("UPDATE users SET name = 'Ada'");
        session.execute(&up);
        assert!(session.try_execute("INSERT INTO notes (text) VALUES ('counted')").is_err());
    });
}

/// It reads with the rights of its owner.
#[test]
fn views_keep_their_owners() {
    run(Dialect::Postgres, |backend| {
        let owner = format!("{}_reader", backend.url.rsplit('/').next().unwrap());
        backend.execute(&format!(
            "CREATE TABLE users (id serial PRIMARY KEY, name text);
             CREATE ROLE {owner}; GRANT SELECT ON users TO {owner};
             CREATE VIEW named AS SELECT id, name FROM users; ALTER VIEW named OWNER TO {owner};"
        ));
        let is_kept = || {
            let sql =
                "SELECT pg_get_userbyid(relowner)::text FROM pg_class WHERE relname = 'named'";
            assert_eq!(backend.text_of(sql), owner);
        };
        is_kept();
        backend.adopt(Orm::Sqlx);
        backend.migrate();
        is_kept();
        backend.undo();
        is_kept();
        backend.execute(&format!("DROP OWNED BY {owner}; DROP ROLE {owner}"));
    });
}
