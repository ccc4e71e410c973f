//! What is in the way, and what becomes of it.

use snowflake_kit_adopt::{Orm, adopt, check};
use snowflake_kit_core::Dialect;

use crate::backend::{Backend, on_each_database};

on_each_database!(sentinels_are_in_the_way, triggers_without_a_key_are_in_the_way);

fn sentinels_are_in_the_way(backend: &Backend) {
    backend.create(
        "CREATE TABLE users (id $KEY, name VARCHAR(40));\n\
         CREATE TABLE posts (id $KEY, author_id $INT NOT NULL DEFAULT 0, \
         CONSTRAINT posts_author FOREIGN KEY (author_id) REFERENCES users (id));\n\
         CREATE TABLE log (id $KEY, reader_id $INT, token VARCHAR(10));\n",
    );
    backend.execute("INSERT INTO users (id, name) VALUES (5, 'Ada')");
    backend.execute("UPDATE users SET id = 0");
    let outcome = adopt(&backend.request(Orm::Sqlx)).unwrap();
    assert_eq!(outcome.in_the_way, 2, "{}", outcome.report);
    for line in [
        "users.id holds 0: an ID is 1 or more",
        "posts.author_id has the default 0: an ID is 1 or more",
        "log.reader_id looks like an ID and has no foreign key",
    ] {
        assert!(outcome.report.contains(line), "{}", outcome.report);
    }
    // The types are those of today, where there are some, and there is no migration.
    let ids = backend.text("ids.rs");
    assert_eq!(ids.contains("UserId(i"), !backend.is_mysql(), "{ids}");
    assert!(!backend.out().join("migrations").exists());

    backend.execute("UPDATE users SET id = 5");
    let path = backend.out().join("adopt.toml");
    let settings = std::fs::read_to_string(&path).unwrap();
    let accepted = "[accepted]\n\"default:posts.author_id\" = \"dropped next week\"\n";
    std::fs::write(&path, settings.replace("[accepted]\n", accepted)).unwrap();
    let report = backend.adopt(Orm::Sqlx).report;
    let (before, accepted) = report.split_once("\n## Accepted\n").unwrap();
    assert!(accepted.contains("Accepted in adopt.toml: dropped next week"), "{report}");
    // Beside the column of `log`, and on MariaDB the counters.
    let count = if backend.is_mysql() { "2 things are" } else { "1 thing is" };
    assert!(before.contains(&format!("and {count} to look at")), "{report}");
    assert!(backend.out().join("migrations").exists());
}

fn triggers_without_a_key_are_in_the_way(backend: &Backend) {
    backend.create(
        "CREATE TABLE posts (id $KEY, title VARCHAR(40));\n\
         CREATE TABLE changes (id $KEY, post_id $INT, \
         CONSTRAINT changes_post FOREIGN KEY (post_id) REFERENCES posts (id));\n",
    );
    let insert = "INSERT INTO changes (post_id) VALUES (NEW.id);";
    backend.execute(&match backend.dialect {
        Dialect::Postgres => format!(
            "CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {insert} \
             RETURN NEW; END $$;\n\
             CREATE TRIGGER note_change AFTER INSERT ON posts FOR EACH ROW EXECUTE FUNCTION \
             note_change();\n\
             CREATE VIEW numbers AS SELECT id::int AS id FROM posts;\n\
             CREATE TABLE baskets (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, post_ids int[]);\n\
             CREATE MATERIALIZED VIEW posts_now AS SELECT id FROM posts;"
        ),
        _ => format!("CREATE TRIGGER note_change AFTER INSERT ON posts FOR EACH ROW BEGIN {insert} END"),
    });
    let outcome = check(&backend.request(Orm::Sqlx)).unwrap();
    let report = &outcome.report;
    assert!(report.contains("note_change inserts into changes without a key"), "{report}");
    if backend.dialect == Dialect::Postgres {
        for line in [
            "widen fails at posts: cannot alter type of a column used by a view or rule",
            "baskets.post_ids is an array that may hold IDs",
        ] {
            assert!(report.contains(line), "{report}");
        }
    }
    assert!(outcome.in_the_way >= 1);
    assert!(!backend.out().join("migrations").exists() && outcome.written.is_empty());
}
