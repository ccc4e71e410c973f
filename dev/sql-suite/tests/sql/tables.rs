//! Columns that are filled.

use snowflake_kit_core::{Layout, Snowflake};
use snowflake_kit_sql::{Dialect, Functions};

use crate::database::Database;
use crate::sessions::table;

with_each_dialect! {
    fn a_row_without_a_key_gets_one(database: &Database) {
        let functions = database.functions(Layout::DEFAULT);
        let mut session = database.with(&functions);
        table(&mut session, &functions);
        let mut forms = vec![
            "INSERT INTO t (v) VALUES (1), (2)",
            "INSERT INTO t VALUES (DEFAULT, 3)",
            "INSERT INTO t (v) SELECT v FROM t",
        ];
        if database.dialect() != Dialect::Postgres {
            forms.extend([
                "INSERT INTO t VALUES (NULL, 4), (0, 5)",
                "REPLACE INTO t (v) VALUES (6)",
            ]);
        }
        let mut ids = Vec::new();
        for form in forms {
            ids.extend(session.inserted(form, "t", "id"));
        }
        assert!(ids.is_sorted_by(|a, b| a < b));
        assert!(ids.len() >= 6);
        // One that has its key keeps it.
        assert_eq!(session.inserted("INSERT INTO t VALUES (7, 7)", "t", "id"), [7]);
        if database.dialect() != Dialect::Postgres {
            assert_eq!(session.value("LAST_INSERT_ID()"), Some(0));
        }

        session.run(&functions.unfill("t", "id").unwrap());
        assert!(session.try_run("INSERT INTO t (v) VALUES (8)").is_err());
        assert!(session.try_run("INSERT INTO t VALUES (DEFAULT, 8)").is_err());
        assert_eq!(session.count("t WHERE v = 8"), 0);
    }

    /// As a copy by `gh-ost` or `pt-online-schema-change`, and a dump without triggers.
    fn a_copy_of_a_table_stores_no_row_without_a_key(database: &Database) {
        let functions = database.functions(Layout::DEFAULT);
        let mut session = database.with(&functions);
        table(&mut session, &functions);
        session.run("INSERT INTO t (v) VALUES (1), (2)");
        let is_postgres = database.dialect() == Dialect::Postgres;
        let like = if is_postgres { "(LIKE t INCLUDING CONSTRAINTS)" } else { "LIKE t" };
        session.run(&format!("CREATE TABLE copied {like}"));
        session.run("INSERT INTO copied SELECT * FROM t");
        for row in ["(v) VALUES (3)", "VALUES (DEFAULT, 3)", "(v) SELECT v FROM t"] {
            assert!(session.try_run(&format!("INSERT INTO copied {row}")).is_err(), "{row}");
        }
        session.run(&functions.fill("copied", "id").unwrap());
        assert_eq!(session.inserted("INSERT INTO copied (v) VALUES (4)", "copied", "id").len(), 1);
    }

    fn each_shard_is_a_schema_with_a_node(database: &Database) {
        let mut session = database.session();
        let is_postgres = database.dialect() == Dialect::Postgres;
        let url = database.url();
        let (_, name) = url.rsplit_once('/').unwrap();
        let mut shards = Vec::new();
        for shard in 1..=3 {
            let schema = if is_postgres { format!("shard{shard}") } else { format!("{name}_{shard}") };
            session.run(&format!("CREATE SCHEMA {schema}"));
            let functions = Functions::new(database.dialect(), Layout::INSTAGRAM, shard);
            let functions = functions.unwrap().schema(&schema).unwrap().prefix("").unwrap();
            let functions = functions.state_schema(&schema).unwrap();
            session.run_all(&functions.up());
            let kind = if is_postgres { "bigint" } else { "BIGINT NOT NULL DEFAULT 0" };
            let key = format!("{kind} PRIMARY KEY CHECK (id > 0)");
            session.run(&format!("CREATE TABLE {schema}.users (id {key}, name text)"));
            session.run(&functions.fill((schema.as_str(), "users"), "id").unwrap());
            shards.push((schema, shard));
        }
        for _ in 0..20 {
            for (schema, shard) in &shards {
                let insert = format!("INSERT INTO {schema}.users (name) VALUES ('x')");
                let ids = session.inserted(&insert, &format!("{schema}.users"), "id");
                let id = Snowflake::new(ids[0]).unwrap();
                assert_eq!(Layout::INSTAGRAM.decompose(id).node, *shard);
            }
        }
        for (schema, _) in shards {
            session.run(&format!("DROP SCHEMA {schema}{}", if is_postgres { " CASCADE" } else { "" }));
        }
    }
}

#[test]
fn a_column_that_is_added_is_filled_in_each_row() {
    let database = Database::new(Dialect::Postgres);
    let functions = database.functions(Layout::DEFAULT);
    let mut session = database.with(&functions);
    session.run("CREATE TABLE t (v int); INSERT INTO t SELECT generate_series(1, 5000)");
    session.run(&format!("ALTER TABLE t ADD COLUMN id bigint DEFAULT {}", functions.next_id()));
    session.run("ALTER TABLE t ADD PRIMARY KEY (id)");
    assert_eq!(session.count("t WHERE snowflake_id_node(id) = 5"), 5_000);
}
