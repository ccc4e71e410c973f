//! Any name is a name.

use snowflake_core::Layout;
use snowflake_sql::Dialect;

use crate::database::Database;

on_each_database! {
    fn odd_names_are_quoted(database: &Database) {
        let mut session = database.session();
        let is_postgres = database.dialect() == Dialect::Postgres;
        for (number, odd) in [r#"o"d'd"#, r"back\slash", "tick`s", "$snowflake$", "日本 語;--x"].iter().enumerate() {
            // MariaDB's databases are the server's, so their names are ours alone.
            let schema = if is_postgres {
                (*odd).to_owned()
            } else {
                format!("{odd}{}{}{number}", database.dialect().name(), std::process::id())
            };
            let (quoted, table, text) = if is_postgres {
                let quoted = format!("\"{}\"", schema.replace('"', "\"\""));
                let table = format!("{quoted}.\"{}\"", odd.replace('"', "\"\""));
                (quoted, table, "bigint PRIMARY KEY")
            } else {
                let quoted = format!("`{}`", schema.replace('`', "``"));
                let table = format!("{quoted}.`{}`", odd.replace('`', "``"));
                (quoted, table, "BIGINT NOT NULL DEFAULT 0 PRIMARY KEY")
            };
            if is_postgres {
                let strings = if number % 2 == 0 { "on" } else { "off" };
                session.run(&format!("SET standard_conforming_strings = {strings}"));
            }
            session.run(&format!("CREATE SCHEMA {quoted}"));
            let functions = database.functions(Layout::DEFAULT).schema(&schema).unwrap().prefix(odd).unwrap();
            session.run_all(&functions.up());
            let column = table.rsplit_once('.').unwrap().1;
            session.run(&format!("CREATE TABLE {table} ({column} {text}, v int)"));
            session.run(&functions.fill(odd, odd).unwrap());
            let first = session.mint(&functions);
            let second = session.ids(&format!("INSERT INTO {table} (v) VALUES (1) RETURNING {column} AS id"));
            assert!(first < second[0]);
            session.run(&functions.unfill(odd, odd).unwrap());
            session.run_all(&functions.down());
            session.run(&format!("DROP TABLE {table}"));
            // On PostgreSQL, that fails if anything is left.
            session.run(&format!("DROP SCHEMA {quoted}"));
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
