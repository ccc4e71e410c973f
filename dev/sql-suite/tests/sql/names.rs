//! Any name is a name.

use snowflake_kit_core::Layout;
use snowflake_kit_sql::Dialect;
use snowflake_kit_sql::text::{qualified, quoted};
use test_databases::hostile;

use crate::database::Database;

on_each_database! {
    fn any_name_is_a_name(database: &Database) {
        let mut session = database.session();
        session.run("CREATE TABLE victim (a int)");
        let dialect = database.dialect();
        let is_postgres = dialect == Dialect::Postgres;
        for (number, name) in hostile::names(dialect).into_iter().enumerate() {
            // Databases of MariaDB are those of the server, so their names are ours alone.
            let schema = if is_postgres {
                name.to_owned()
            } else {
                let name: String = name.chars().take(30).collect();
                format!("{name}{}{}_{number}", dialect.name(), std::process::id())
            };
            if is_postgres {
                let strings = if number % 2 == 0 { "on" } else { "off" };
                session.run(&format!("SET standard_conforming_strings = {strings}"));
            }
            let quoted_schema = quoted(dialect, &schema).unwrap();
            session.run(&format!("CREATE SCHEMA {quoted_schema}"));
            let functions = database.functions(Layout::DEFAULT).schema(&schema).unwrap();
            // A trigger has the prefix, the table and the column in its name.
            let prefixed = functions.clone().prefix(name);
            let prefixed = prefixed.ok().filter(|all| all.fill((schema.as_str(), name), name).is_ok());
            let functions = prefixed.unwrap_or_else(|| functions.prefix("").unwrap());
            let table = if functions.fill((schema.as_str(), name), name).is_ok() { name } else { "t" };
            session.run_all(&functions.up());
            let column = quoted(dialect, table).unwrap();
            let qualified = qualified(dialect, Some(&schema), table).unwrap();
            let kind = if is_postgres { "bigint" } else { "BIGINT NOT NULL DEFAULT 0" };
            let key = format!("{column} {kind} PRIMARY KEY CHECK ({column} > 0)");
            session.run(&format!("CREATE TABLE {qualified} ({key}, v int)"));
            session.run(&functions.fill((schema.as_str(), table), table).unwrap());
            let first = session.mint(&functions);
            let insert = format!("INSERT INTO {qualified} (v) VALUES (1)");
            assert!(first < session.inserted(&insert, &qualified, &column)[0]);
            session.run_all(&functions.upgrade());
            assert!(first < session.inserted(&insert, &qualified, &column)[0]);
            session.run(&functions.unfill((schema.as_str(), table), table).unwrap());
            session.run_all(&functions.down());
            session.run(&format!("DROP TABLE {qualified}"));
            // On PostgreSQL, that fails if anything is left.
            session.run(&format!("DROP SCHEMA {quoted_schema}"));
            assert_eq!(session.count("victim"), 0, "{name}");
        }
    }

    fn down_leaves_nothing(database: &Database) {
        let functions = database.functions(Layout::DEFAULT);
        let mut session = database.with(&functions);
        session.run_all(&functions.down());
        let left = match database.dialect() {
            Dialect::Postgres => "(SELECT oid FROM pg_class WHERE relname LIKE 'snowflake%'
                UNION ALL SELECT oid FROM pg_proc WHERE proname LIKE 'snowflake%') AS x",
            _ => "(SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()
                UNION ALL SELECT routine_name FROM information_schema.routines WHERE routine_schema = DATABASE()) AS x",
        };
        assert_eq!(session.count(left), 0);
        // So it can be done again.
        session.run_all(&functions.up());
    }
}
