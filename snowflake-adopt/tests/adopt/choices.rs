//! What a person decides in `adopt.toml`, and what views show.

use std::fs;

use snowflake_kit_adopt::{Orm, adopt};
use snowflake_kit_core::Dialect;

use crate::backend::{Backend, MINTED, on_each_database, run};

on_each_database!(
    a_column_of_several_tables_is_widened_and_stays_an_integer,
    a_column_that_holds_0_has_a_type_for_it,
    columns_of_views_have_the_types_of_what_they_show,
    keys_and_columns_that_stay_say_why,
);

const OWNERS: &str = "
    CREATE TABLE users (id $KEY, name VARCHAR(40));
    CREATE TABLE teams (id $KEY, name VARCHAR(40));
    CREATE TABLE owners (id $KEY, owner_id $INT NOT NULL, owner_kind $INT NOT NULL);";

fn a_column_of_several_tables_is_widened_and_stays_an_integer(backend: &Backend) {
    backend.create(OWNERS);
    let outcome = adopt(&backend.request(Orm::Sqlx)).unwrap();
    // On SQLite it can hold any.
    assert_eq!(outcome.in_the_way, usize::from(backend.dialect != Dialect::Sqlite));
    let report = outcome.report;
    assert!(report.contains("`\"owners.owner_id\" = [\"owners\", \"…\"]`"), "{report}");
    let _ = fs::remove_dir_all(backend.out().join("migrations"));
    backend.set("hints", "\"owners.owner_id\" = [\"users\", \"people\"]");
    let error = adopt(&backend.request(Orm::Sqlx)).unwrap_err().to_string();
    assert!(error.contains("the database has no table people"), "{error}");
    let path = backend.out().join("adopt.toml");
    let settings = fs::read_to_string(&path).unwrap();
    fs::write(&path, settings.replace("people", "teams")).unwrap();
    let report = backend.adopt(Orm::Sqlx).report;
    assert!(report.contains("an integer: an ID of teams or users"), "{report}");
    assert!(!report.contains("owners.owner_id looks like an ID"), "{report}");
    assert!(!backend.text("ids/sqlx.toml").contains("owner_id"));
    backend.migrate();
    backend.execute(&format!(
        "INSERT INTO users (id, name) VALUES ({MINTED}, 'Ada');
         INSERT INTO owners (id, owner_id, owner_kind) VALUES ({MINTED}, {MINTED}, 0)"
    ));
    let name = "SELECT count(*) FROM owners JOIN users ON owner_kind = 0 AND owner_id = users.id";
    assert_eq!(backend.number(name), 1);
    backend.execute("DELETE FROM owners; DELETE FROM users");
    backend.undo();
}

fn keys_and_columns_that_stay_say_why(backend: &Backend) {
    backend.create(
        "CREATE TABLE codes (code VARCHAR(9) NOT NULL PRIMARY KEY);
         CREATE TABLE log (name VARCHAR(9));
         CREATE TABLE orders (shop $INT NOT NULL, number $INT NOT NULL, PRIMARY KEY (shop, number));
         CREATE TABLE lines_of (id $KEY, shop $INT, order_id $INT, CONSTRAINT lines_order
             FOREIGN KEY (shop, order_id) REFERENCES orders (shop, number));",
    );
    let report = backend.adopt(Orm::Sqlx).report;
    let report = report.replace("VARCHAR", "varchar").replace("character varying", "varchar");
    for line in [
        "- The key codes.code (varchar(9)) is a text.",
        "lines_of.order_id looks like an ID and its foreign key to orders leads to no key with a type",
    ] {
        assert!(report.contains(line), "{line}\n{report}");
    }
    assert!(!report.contains("`\"lines_of.order_id\" = \"table\"`"), "{report}");
}

fn a_column_that_holds_0_has_a_type_for_it(backend: &Backend) {
    backend.create(
        "CREATE TABLE users (id $KEY, name VARCHAR(40));
         CREATE TABLE posts (id $KEY, editor_id $INT NOT NULL DEFAULT 0);
         INSERT INTO posts (editor_id) VALUES (0);",
    );
    backend.adopt(Orm::Sqlx);
    fs::remove_dir_all(backend.out().join("migrations")).unwrap();
    backend.set("hints", "\"posts.editor_id\" = \"users\"");
    let outcome = adopt(&backend.request(Orm::Sqlx)).unwrap();
    assert_eq!(outcome.in_the_way, 2, "{}", outcome.report);
    let line = "Or accept it: the files then have the type `OrZero<UserId>`";
    assert_eq!(outcome.report.matches(line).count(), 2, "{}", outcome.report);
    let accepted = "\"values:posts.editor_id\" = \"it means none\"\n\
                    \"default:posts.editor_id\" = \"it means none\"";
    backend.set("accepted", accepted);
    let report = backend.adopt(Orm::Sqlx).report;
    assert!(report.contains("`OrZero<UserId>`"), "{report}");
    let overrides = backend.text("ids/sqlx.toml");
    let of = "editor_id = \"snowflake_kit::sqlx_0_9::OrZero<crate::ids::UserId>\"";
    assert!(overrides.contains(of), "{overrides}");
    backend.migrate();
}

fn columns_of_views_have_the_types_of_what_they_show(backend: &Backend) {
    backend.create(
        "CREATE TABLE users (id $KEY, name VARCHAR(40));
         CREATE TABLE posts (id $KEY, author_id $INT,
             CONSTRAINT posts_author FOREIGN KEY (author_id) REFERENCES users (id));
         CREATE VIEW written AS SELECT p.id AS post_id, p.author_id, u.name, 1 AS one
             FROM posts p LEFT JOIN users u ON u.id = p.author_id;
         CREATE VIEW writers AS SELECT author_id AS writer FROM written;",
    );
    backend.adopt(Orm::Sqlx);
    let overrides = backend.text("ids/sqlx.toml");
    for line in [
        "[macros.table-overrides.written]\npost_id = \"crate::ids::PostId\"\n\
         author_id = \"crate::ids::UserId\"\n",
        "[macros.table-overrides.writers]\nwriter = \"crate::ids::UserId\"\n",
    ] {
        assert!(sorted(&overrides).contains(&sorted(line)), "{overrides}");
    }
    assert!(!overrides.contains("one ="), "{overrides}");
}

/// The columns of a table are in any order.
fn sorted(text: &str) -> String {
    let mut tables: Vec<_> = text
        .split("\n\n")
        .map(|table| {
            let mut lines: Vec<_> = table.trim().lines().collect();
            lines.sort_unstable();
            lines.join("\n")
        })
        .collect();
    tables.sort_unstable();
    tables.join("\n")
}

#[test]
fn the_patch_of_diesel_has_materialized_views() {
    run(Dialect::Postgres, |backend| {
        backend.execute(
            "CREATE TABLE crates (id bigserial PRIMARY KEY);
             CREATE MATERIALIZED VIEW downloads AS SELECT id AS crate_id, 1 AS n FROM crates;",
        );
        let tables = backend.folder.path().join("src/schema.rs");
        fs::create_dir_all(tables.parent().unwrap()).unwrap();
        fs::write(
            &tables,
            "diesel::table! {\n    crates (id) {\n        id -> Int8,\n    }\n}\n\n\
             diesel::table! {\n    downloads (crate_id) {\n        crate_id -> Int8,\n        \
             n -> Nullable<Int4>,\n    }\n}\n",
        )
        .unwrap();
        backend.adopt(Orm::Diesel);
        let patch = backend.text("ids/schema.patch");
        assert!(
            patch.contains("-        crate_id -> Int8,\n+        crate_id -> Key<CrateId>,"),
            "{patch}"
        );
    });
}

#[test]
fn tables_without_a_key_are_nothing_to_do() {
    run(Dialect::Sqlite, |backend| {
        backend.create(
            "CREATE TABLE log (text TEXT); CREATE TABLE pairs (a INT, b INT, PRIMARY KEY (a, b))",
        );
        let outcome = backend.adopt(Orm::Sqlx);
        assert!(outcome.is_idle && outcome.written.is_empty(), "{:?}", outcome.written);
        assert!(outcome.report.contains("There is nothing to do"), "{}", outcome.report);
        assert!(!backend.out().exists());
    });
}
