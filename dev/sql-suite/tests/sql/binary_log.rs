//! A server that writes a binary log, and so trusts nobody who creates functions.

use snowflake_kit_core::Layout;
use snowflake_kit_sql::{Dialect, Functions};
use test_servers::Server;

use crate::database::{Database, Session};
use crate::roles::Role;

/// The functions, and what begins with their names in this database.
fn parts(session: &mut Session) -> i64 {
    session.count(
        "(SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()
          UNION ALL SELECT routine_name FROM information_schema.routines
          WHERE routine_schema = DATABASE()) AS x",
    )
}

/// What is said to a role that has all rights in its database, and no others.
fn refused(session: &mut Session, statements: &[String]) -> String {
    let mut failed = statements.iter().map(|sql| session.try_run(sql)).filter_map(Result::err);
    failed.next().expect("it is refused").to_string()
}

#[test]
fn a_refusal_leaves_what_there_was() {
    let server = Server::with_binary_log().unwrap();
    for dialect in [Dialect::MariaDb, Dialect::MySql] {
        let database = Database::on(dialect, server.url());
        if dialect == Dialect::MariaDb && database.server() == Dialect::MySql {
            continue;
        }
        let mut admin = database.session();
        let role = Role::new(&database);
        let url = database.url();
        let (_, name) = url.rsplit_once('/').unwrap();
        admin.run(&format!("GRANT ALL ON {name}.* TO {}", role.name()));
        let functions: Functions = database.functions(Layout::DEFAULT);
        let up = functions.up();
        assert!(up[0].contains("log_bin_trust_function_creators = 1"), "{}", up[0]);

        let mut session = role.session();
        let error = refused(&mut session, &up[..1]);
        assert!(error.contains("binary logging is enabled"), "{error}");
        assert_eq!(parts(&mut admin), 0);

        admin.run("SET GLOBAL log_bin_trust_function_creators = 1");
        session.run_all(&up);
        let first = session.mint(&functions);
        admin.run("SET GLOBAL log_bin_trust_function_creators = 0");
        let before = parts(&mut admin);
        let error = refused(&mut session, &functions.upgrade()[..1]);
        assert!(error.contains("binary logging is enabled"), "{error}");
        assert_eq!(parts(&mut admin), before);
        // What is there goes on, also where nothing can be created any more.
        assert!(session.mint(&functions) > first);
        session.run_all(&functions.down());
    }
}
