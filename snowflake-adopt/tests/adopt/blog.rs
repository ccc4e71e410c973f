//! A blog: a key that is a foreign key, two keys to one table, a reference to itself, views.

use snowflake_kit_adopt::{Orm, check};
use snowflake_kit_core::Dialect;

use crate::backend::{Backend, on_each_database};

on_each_database!(
    types_follow_foreign_keys,
    rows_outlive_the_migrations,
    a_second_run_changes_nothing,
    a_later_table_is_adopted
);

const MINTED: i64 = 250_250_518_331_420_672;

fn blog(backend: &Backend) {
    backend.create(&Backend::schema("blog"));
}

fn types_follow_foreign_keys(backend: &Backend) {
    blog(backend);
    let outcome = backend.adopt(Orm::Sqlx);
    assert!(outcome.report.contains("Tables of "), "{}", outcome.report);
    // Clients read the numbers of 64 bits that are in this database.
    let ids = backend.text("ids.rs").replace("#[snowflake(json = \"number\")]\n", "");
    assert_eq!(
        ids,
        "// Written by `snowflake adopt`. Change adopt.toml, and not this file: the next run \
         overwrites it.\n\nuse snowflake_kit::Snowflake;\npub use snowflake_kit::SnowflakeId;\n\n\
         /// Identifies a row of `posts`.\n#[derive(SnowflakeId)]\npub struct PostId(Snowflake);\n\n\
         /// Identifies a row of `users`.\n#[derive(SnowflakeId)]\npub struct UserId(Snowflake);\n"
    );
    assert_eq!(
        backend.text("ids/sqlx.toml"),
        "# Written by `snowflake adopt`: add it to the sqlx.toml of the program.\n\n\
         [macros.table-overrides.posts]\nauthor_id = \"crate::ids::UserId\"\n\
         editor_id = \"crate::ids::UserId\"\nid = \"crate::ids::PostId\"\n\
         reply_to = \"crate::ids::PostId\"\n\n[macros.table-overrides.profiles]\n\
         user_id = \"crate::ids::UserId\"\n\n[macros.table-overrides.users]\n\
         id = \"crate::ids::UserId\"\n\n[macros.table-overrides.long_titles]\n\
         id = \"crate::ids::PostId\"\n\n[macros.table-overrides.titles]\n\
         id = \"crate::ids::PostId\"\n"
    );
    let report = backend.text("ids/REPORT.md");
    let stops = report.contains("**Stop everything that writes.**");
    assert!(stops, "{report}");
    let rolls = report.contains("a rolling deployment is not safe");
    assert_eq!(rolls, backend.dialect != Dialect::Postgres, "{report}");
}

fn rows_outlive_the_migrations(backend: &Backend) {
    blog(backend);
    let before = check(&backend.request(Orm::Sqlx)).unwrap().report;
    backend.adopt(Orm::Sqlx);
    backend.migrate();

    // No key, no row. The counter is gone.
    let name = "INSERT INTO users (name) VALUES ('Nobody')";
    assert!(backend.try_execute(name).is_err());
    backend.execute(&format!("INSERT INTO users (id, name) VALUES ({MINTED}, 'Edsger')"));
    backend.execute(&format!(
        "INSERT INTO posts (id, author_id, reply_to, title) VALUES ({}, {MINTED}, 1, 'Minted')",
        MINTED + 1
    ));
    assert_eq!(backend.number("SELECT count(*) FROM posts WHERE reply_to = 1"), 2);
    assert_eq!(backend.number("SELECT max(id) FROM titles"), MINTED + 1);
    assert_eq!(backend.number("SELECT count(*) FROM long_titles"), 3);
    // What the tables were declared with is still there.
    let post = |author: &str, title: &str| {
        let values = format!("({}, {author}, '{title}')", MINTED + 2);
        backend.try_execute(&format!("INSERT INTO posts (id, author_id, title) VALUES {values}"))
    };
    assert!(post("77", "An author who is not there").is_err());
    assert!(post("1", "").is_err());
    backend.execute("DELETE FROM users WHERE id > 1000");
    assert_eq!(backend.number("SELECT count(*) FROM posts"), 2);

    backend.undo();
    assert_eq!(check(&backend.request(Orm::Sqlx)).unwrap().report, before);
    backend.execute("INSERT INTO users (name) VALUES ('Barbara')");
    let counted = backend.number("SELECT id FROM users WHERE name = 'Barbara'");
    match backend.dialect {
        Dialect::Postgres => assert_eq!(counted, 3),
        // The counter of the database goes on where it pleases, which the report says.
        _ => assert!(counted >= 3),
    }
}

fn a_second_run_changes_nothing(backend: &Backend) {
    blog(backend);
    assert!(!backend.adopt(Orm::Sqlx).written.is_empty());
    let again = backend.adopt(Orm::Sqlx).written;
    assert!(again.is_empty(), "{again:?}");
    // After the migrations too: there is nothing to widen and nothing to end any more.
    backend.migrate();
    let migrations = || std::fs::read_dir(backend.out().join("migrations")).unwrap().count();
    let before = migrations();
    backend.adopt(Orm::Sqlx);
    assert_eq!(migrations(), before);
    let again = backend.adopt(Orm::Sqlx).written;
    assert!(again.is_empty(), "{again:?}");
}

fn a_later_table_is_adopted(backend: &Backend) {
    blog(backend);
    backend.adopt(Orm::Sqlx);
    backend.migrate();
    let settings = backend.text("ids/adopt.toml").replace("UserId", "AccountId");
    let settings = format!("{settings}# Reviewed.\n");
    std::fs::write(backend.out().join("adopt.toml"), &settings).unwrap();
    // The version of a migration has a second.
    std::thread::sleep(std::time::Duration::from_millis(2100));

    let foreign = match backend.dialect {
        Dialect::MariaDb => "BIGINT",
        _ => "$INT",
    };
    backend.create(&format!(
        "CREATE TABLE tags (id $KEY, post_id {foreign} NOT NULL, CONSTRAINT tags_post FOREIGN KEY \
         (post_id) REFERENCES posts (id));\nINSERT INTO tags (post_id) VALUES (1);"
    ));
    backend.adopt(Orm::Sqlx);
    let ids = backend.text("ids.rs");
    assert!(ids.contains("pub struct TagId(") && ids.contains("pub struct AccountId("), "{ids}");
    assert!(!ids.contains("UserId"), "{ids}");
    let after = backend.text("ids/adopt.toml");
    assert!(after.contains("tags = {") && after.contains("# Reviewed."), "{after}");
    backend.migrate();
    assert!(backend.try_execute("INSERT INTO tags (post_id) VALUES (1)").is_err());
    backend.execute(&format!("INSERT INTO tags (id, post_id) VALUES ({MINTED}, 1)"));
}
