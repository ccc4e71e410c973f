//! What tables and columns are declared with, and keep.

use snowflake_adopt::Orm;
use snowflake_core::Dialect;

use crate::backend::run;

const MINTED: i64 = 250_250_518_331_420_672;

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
        let report = backend.adopt(Orm::Sqlx).report;
        // MySQL tells no width.
        let report = report.replace("smallint(5)", "smallint");
        assert!(report.contains("kinds.id is a smallint unsigned: the rows may be"), "{report}");
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
