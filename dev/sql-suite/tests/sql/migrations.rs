//! In migrations of Diesel's.

use std::fs;
use std::path::PathBuf;

use diesel::backend::Backend;
use diesel_migrations::{FileBasedMigrations, MigrationHarness};
use snowflake_kit_core::Layout;
use snowflake_kit_sql::{Dialect, migration};

use crate::database::{Database, Session};

/// A folder that is gone with this value.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn up_and_down<DB: Backend>(connection: &mut impl MigrationHarness<DB>, folder: &Folder, up: bool) {
    let migrations = FileBasedMigrations::from_path(&folder.0).unwrap();
    if up {
        connection.run_pending_migrations(migrations).unwrap();
    } else {
        connection.revert_all_migrations(migrations).unwrap();
    }
}

fn migrate(session: &mut Session, folder: &Folder, up: bool) {
    match session {
        Session::Postgres(connection) => up_and_down(connection, folder, up),
        Session::MySql(connection) => up_and_down(&mut **connection, folder, up),
    }
}

on_each_database! {
    fn diesel_runs_it_and_takes_it_back(database: &Database) {
        let functions = database.functions(Layout::DEFAULT);
        // A file each, as `snowflake sql` writes them.
        let path = database.url().replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        let folder = Folder(std::env::temp_dir().join(path));
        let (key, fill, unfill) = match database.dialect() {
            Dialect::Postgres => ("bigint PRIMARY KEY DEFAULT snowflake_next_id()", vec![], vec![]),
            _ => (
                "BIGINT NOT NULL DEFAULT 0 PRIMARY KEY CHECK (id > 0)",
                vec![functions.fill("users", "id").unwrap()],
                vec![functions.unfill("users", "id").unwrap()],
            ),
        };
        let write = |name: &str, up: String, down: String| {
            let folder = folder.0.join(name);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("up.sql"), up).unwrap();
            fs::write(folder.join("down.sql"), down).unwrap();
        };
        write("2026-01-01-000000_ids", migration(&functions.up()), migration(&functions.down()));
        write(
            "2026-01-02-000000_users",
            format!("CREATE TABLE users (id {key}, name TEXT NOT NULL);\n{}", migration(&fill)),
            format!("{}DROP TABLE users;", migration(&unfill)),
        );
        let mut session = database.session();
        for _ in 0..2 {
            migrate(&mut session, &folder, true);
            let insert = "INSERT INTO users (name) VALUES ('Ada'), ('Bob')";
            let ids = session.inserted(insert, "users", "id");
            assert!(ids[0] < ids[1]);
            migrate(&mut session, &folder, false);
            assert!(session.try_ids(&format!("SELECT {} AS id", functions.next_id())).is_err());
        }
    }
}
