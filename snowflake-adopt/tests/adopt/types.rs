//! Types of keys as they are: nothing of the database changes, no row is read, nothing is in the way.

use snowflake_kit_adopt::{Orm, adopt};
use snowflake_kit_core::Dialect;
use test_databases::Session;

use crate::backend::{Backend, MINTED, on_each_database};

on_each_database!(
    each_kind_of_key_has_its_type,
    the_catalog_is_all_that_is_read,
    one_table_moves_and_the_others_stay,
    a_table_has_no_type_if_that_is_said,
);

/// A counted key of each width, a UUID, and what refers to them.
fn shop(backend: &Backend) -> String {
    let (uuid, counted, small) = match backend.dialect {
        Dialect::Postgres => ("uuid", "serial PRIMARY KEY", "smallserial PRIMARY KEY"),
        Dialect::Sqlite => ("BLOB", "INTEGER PRIMARY KEY", "INTEGER PRIMARY KEY"),
        _ => {
            ("BINARY(16)", "INT AUTO_INCREMENT PRIMARY KEY", "SMALLINT AUTO_INCREMENT PRIMARY KEY")
        }
    };
    let of_small = if backend.dialect == Dialect::Sqlite { "INTEGER" } else { "SMALLINT" };
    let big = if backend.dialect == Dialect::Postgres {
        "bigserial PRIMARY KEY".to_owned()
    } else {
        counted.replace("INT AUTO", "BIGINT AUTO")
    };
    format!(
        "CREATE TABLE roles (id {small}, name VARCHAR(40));
         CREATE TABLE users (id {counted}, name VARCHAR(40));
         CREATE TABLE events (id {big}, text VARCHAR(40));
         CREATE TABLE orders (id {uuid} NOT NULL PRIMARY KEY, user_id INTEGER NOT NULL,
             role_id {of_small}, parent_id {uuid},
             CONSTRAINT orders_user FOREIGN KEY (user_id) REFERENCES users (id),
             CONSTRAINT orders_role FOREIGN KEY (role_id) REFERENCES roles (id),
             CONSTRAINT orders_parent FOREIGN KEY (parent_id) REFERENCES orders (id));
         CREATE TABLE codes (code VARCHAR(9) NOT NULL PRIMARY KEY);
         CREATE TABLE goose_db_version (version_id INTEGER);
         INSERT INTO users (name) VALUES ('Ada');"
    )
}

fn each_kind_of_key_has_its_type(backend: &Backend) {
    backend.execute(&shop(backend));
    let outcome = adopt(&backend.types(Orm::Sqlx)).unwrap();
    assert_eq!((outcome.in_the_way, outcome.untried), (0, None), "{}", outcome.report);
    assert!(!backend.out().join("migrations").exists());
    let (roles, users) = match backend.dialect {
        Dialect::Sqlite => ("i64", "i64"),
        _ => ("i16", "i32"),
    };
    let number = |kind: &str| if kind == "i64" { "#[counted_id(json = \"number\")]\n" } else { "" };
    let expected = format!(
        "// Written by `snowflake adopt`. Change adopt.toml, and not this file: the next run \
         overwrites it.\n\npub use snowflake_kit::{{CountedId, UuidId}};\nuse uuid::Uuid;\n\n\
         /// Identifies a row of `events`.\n#[derive(CountedId)]\n{}pub struct EventId(i64);\n\n\
         /// Identifies a row of `orders`.\n#[derive(UuidId)]\npub struct OrderId(Uuid);\n\n\
         /// Identifies a row of `roles`.\n#[derive(CountedId)]\n{}pub struct RoleId({roles});\n\n\
         /// Identifies a row of `users`.\n#[derive(CountedId)]\n{}pub struct UserId({users});\n",
        number("i64"),
        number(roles),
        number(users)
    );
    assert_eq!(backend.text("ids.rs"), expected);
    let overrides = backend.text("ids/sqlx.toml");
    for line in [
        "[macros.table-overrides.orders]\nid = \"crate::ids::OrderId\"\n\
         parent_id = \"crate::ids::OrderId\"\nrole_id = \"crate::ids::RoleId\"\n\
         user_id = \"crate::ids::UserId\"\n",
        "[macros.table-overrides.events]\nid = \"crate::ids::EventId\"\n",
    ] {
        assert!(overrides.contains(line), "{overrides}");
    }
    for line in [
        "Nothing in the database has to change",
        "is a text",
        "users = { name = \"UserId\", ",
        "| users | ",
        "orders.user_id, users.id |",
    ] {
        assert!(outcome.report.contains(line), "{line}\n{}", outcome.report);
    }
    let again = adopt(&backend.types(Orm::Sqlx)).unwrap().written;
    assert!(again.is_empty(), "{again:?}");
}

fn the_catalog_is_all_that_is_read(backend: &Backend) {
    backend.execute(&shop(backend));
    let mut request = backend.types(Orm::Sqlx);
    let database = backend.url.rsplit('/').next().unwrap();
    let weak = format!("{database}_w");
    match backend.dialect {
        Dialect::Postgres => {
            backend.execute(&format!("CREATE ROLE {weak} LOGIN"));
            request.database_url = backend.url.replace("postgres@", &format!("{weak}@"));
            request.schema = Some("public".to_owned());
            assert!(Session::open(&request.database_url).try_execute("SELECT FROM users").is_err());
        }
        Dialect::Sqlite => return,
        _ => {
            // A right by which a table is in the catalog, and its rows are not.
            backend.execute(&format!(
                "CREATE USER '{weak}'@'%' IDENTIFIED BY 'pw'; GRANT REFERENCES ON {database}.* TO '{weak}'@'%'"
            ));
            request.database_url = backend.url.replace("root@", &format!("{weak}:pw@"));
            let rows = "SELECT 1 FROM users";
            assert!(Session::open(&request.database_url).try_execute(rows).is_err());
        }
    }
    let outcome = adopt(&request);
    backend.execute(&if backend.is_mysql() {
        format!("DROP USER '{weak}'@'%'")
    } else {
        format!("DROP OWNED BY {weak}; DROP ROLE {weak}")
    });
    let outcome = outcome.unwrap();
    assert_eq!((outcome.in_the_way, outcome.untried), (0, None), "{}", outcome.report);
    assert_eq!(backend.text("ids.rs").matches("pub struct").count(), 4);
}

fn a_table_has_no_type_if_that_is_said(backend: &Backend) {
    backend.execute(&shop(backend));
    adopt(&backend.types(Orm::Sqlx)).unwrap();
    let path = backend.out().join("adopt.toml");
    let settings = std::fs::read_to_string(&path).unwrap();
    let lines = settings.lines().map(|line| match line {
        line if line.starts_with("users = ") => "users = { skip = true }\n".to_owned(),
        line => format!("{line}\n"),
    });
    std::fs::write(&path, lines.collect::<String>()).unwrap();
    let report = adopt(&backend.types(Orm::Sqlx)).unwrap().report;
    for text in [backend.text("ids.rs"), backend.text("ids/sqlx.toml"), report] {
        assert!(!text.contains("users") && !text.contains("user_id"), "{text}");
    }
    assert!(backend.text("ids.rs").contains("pub struct OrderId"));
    assert!(backend.text("ids/adopt.toml").contains("users = { skip = true }"));
}

fn one_table_moves_and_the_others_stay(backend: &Backend) {
    backend.execute(&shop(backend));
    adopt(&backend.types(Orm::Sqlx)).unwrap();
    let path = backend.out().join("adopt.toml");
    let settings = std::fs::read_to_string(&path).unwrap();
    let id = settings.lines().find(|line| line.starts_with("users = ")).unwrap();
    let moving = id.replace(" }", ", move = \"snowflake\" }");
    std::fs::write(&path, settings.replace(id, &moving)).unwrap();
    let outcome = adopt(&backend.types(Orm::Sqlx)).unwrap();
    assert_eq!((outcome.in_the_way, outcome.untried), (0, None), "{}", outcome.report);
    assert!(outcome.report.contains("\n## The move\n\nOf users. "), "{}", outcome.report);
    let ids = backend.text("ids.rs");
    assert!(ids.contains("pub struct UserId(Snowflake);"), "{ids}");
    assert!(ids.contains("#[derive(UuidId)]\npub struct OrderId(Uuid);"), "{ids}");
    backend.migrate();
    // A program with one of its tables moved.
    assert!(backend.try_execute("INSERT INTO users (name) VALUES ('Grace')").is_err());
    backend.execute(&format!("INSERT INTO users (id, name) VALUES ({MINTED}, 'Grace')"));
    backend.execute("INSERT INTO roles (name) VALUES ('admin')");
    let uuid = if backend.dialect == Dialect::Postgres {
        "'00000000-0000-7000-8000-000000000001'"
    } else {
        "X'00000000000070008000000000000001'"
    };
    backend.execute(&format!("INSERT INTO orders (id, user_id) VALUES ({uuid}, {MINTED})"));
    let report = adopt(&backend.types(Orm::Sqlx)).unwrap().report;
    assert!(report.contains("the database counts no key"), "{report}");
    backend.execute("DELETE FROM orders; DELETE FROM users WHERE id > 1000");
    backend.undo();
    backend.execute("INSERT INTO users (name) VALUES ('Barbara')");
}
