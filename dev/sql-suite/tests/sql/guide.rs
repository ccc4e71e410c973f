//! The SQL of the guide, run as it is there.

use snowflake_kit_core::Layout;
use snowflake_kit_sql::Dialect;

use crate::database::Database;
use crate::roles::Role;

const GUIDE: &str = include_str!("../../../../snowflake-kit/src/guide/sql.md");

/// The statements of the block that begins with this line.
fn sql(start: &str) -> Vec<&'static str> {
    let blocks = GUIDE.split("```sql\n").skip(1);
    let mut blocks = blocks.filter(|block| block.starts_with(start));
    let block = blocks.next().unwrap_or_else(|| panic!("no SQL that starts with {start}"));
    let block = block.split("```").next().unwrap();
    block.split(";\n").filter(|statement| !statement.trim().is_empty()).collect()
}

on_each_database! {
    fn it_runs(database: &Database) {
        let mut session = database.with(&database.functions(Layout::INSTAGRAM));
        let is_postgres = database.dialect() == Dialect::Postgres;
        let start = if is_postgres { "-- PostgreSQL\n" } else { "-- MariaDB\n" };
        let mut found = Vec::new();
        for statement in sql(start) {
            if let Some(insert) = statement.strip_suffix(" RETURNING id") {
                found.push(session.inserted(insert, "users", "id").len());
            } else if statement.contains("SELECT") {
                found.push(session.ids(statement).len());
            } else {
                session.run(statement);
            }
        }
        // Those of now; then there may be those of a day that is over.
        assert_eq!(found[..3], [2, 2, 2]);
        // Without what mints, a row without a key is refused, and not stored with the default.
        session.run(if is_postgres {
            "ALTER TABLE users ALTER COLUMN id DROP DEFAULT"
        } else {
            "DROP TRIGGER snowflake_users_id"
        });
        let rows = session.count("users");
        for insert in ["(name) VALUES ('Dan')", "VALUES (DEFAULT, 'Dan')"] {
            assert!(session.try_run(&format!("INSERT INTO users {insert}")).is_err(), "{insert}");
        }
        assert_eq!(session.count("users"), rows);
    }
}

#[test]
fn a_role_that_inserts_needs_no_more_than_is_said() {
    let database = Database::new(Dialect::Postgres);
    let mut session = database.with(&database.functions(Layout::DEFAULT));
    let role = Role::new(&database);
    let (_, grant) = GUIDE.split_once("`GRANT EXECUTE").unwrap();
    let (grant, _) = grant.split_once(" TO …`").unwrap();
    session.run(&format!(
        "CREATE TABLE users (id bigint PRIMARY KEY DEFAULT snowflake_next_id(), name text);
         GRANT INSERT, SELECT ON users TO {0}; GRANT EXECUTE{grant} TO {0}",
        role.name()
    ));
    let insert = "INSERT INTO users (name) VALUES ('Ada') RETURNING id";
    assert_eq!(role.session().ids(insert).len(), 1);
}
