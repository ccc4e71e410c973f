//! What the guide's page on sqlx says of domains. A doc test compiles its lines offline: here is the
//! server.
#![cfg(all(feature = "sql", feature = "sqlx_0_9-postgres"))]

use std::fs;

use serde_json::Value;
use snowflake_kit::sql::Dialect;
use test_databases::Database;

const PAGE: &str = include_str!("../../src/guide/sqlx.md");

#[test]
fn the_server_has_the_domain_of_a_parameter_that_is_cast() {
    let database = Database::new(Dialect::Postgres);
    let mut session = database.session();
    session.execute(
        "CREATE DOMAIN post_id AS bigint; CREATE TABLE posts (id bigint PRIMARY KEY, title text NOT NULL)",
    );
    // Rows stay where they are.
    let file = "SELECT CAST(pg_relation_filepath('posts') AS text)";
    let before = session.texts(file);
    session.execute("ALTER TABLE posts ALTER id TYPE post_id");
    assert_eq!(session.texts(file), before);

    let queries =
        fs::read_dir(".sqlx").unwrap().map(|file| fs::read(file.unwrap().path()).unwrap());
    // The plan is made before the parameter is known.
    session.execute("SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan");
    let mut names = Vec::new();
    for query in queries {
        let query: Value = serde_json::from_slice(&query).unwrap();
        let sql = query["query"].as_str().unwrap();
        assert!(PAGE.contains(sql), "{sql}");
        session.execute(&format!("PREPARE query AS {sql}"));
        let found = session
            .texts("SELECT CAST(parameter_types[1] AS text) FROM pg_prepared_statements WHERE name = 'query'");
        assert_eq!(query["describe"]["parameters"]["Left"][0]["Custom"]["name"], found[0], "{sql}");
        let argument = if found[0] == "post_id" { "7" } else { "'{7}'" };
        let plan = session.texts(&format!("EXPLAIN EXECUTE query({argument})")).concat();
        assert!(plan.contains("posts_pkey"), "{plan}");
        session.execute("DEALLOCATE query");
        names.extend(found);
    }
    names.sort_unstable();
    assert_eq!(names, ["post_id", "post_id[]"]);
}
