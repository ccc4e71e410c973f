//! Dumps of PostgreSQL, and of MariaDB or MySQL, that are restored: of leases, and of functions that
//! mint in the database.

use std::fs::File;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use snowflake_kit_core::Layout;
use snowflake_kit_lease::table::Dialect;
use snowflake_kit_sql::Functions;
use test_servers::{find, mysql_client, mysql_dump};

use super::minter::Minter;
use super::{Ids, fence};
use crate::backend::{Backend, run};

/// Guide: "a dump is restored".
#[test]
fn a_dump_of_postgres_lacks_claims() {
    run(Dialect::Postgres, a_dump_lacks_claims);
}

/// Guide: "a dump is restored".
#[test]
fn a_dump_of_mysql_or_mariadb_lacks_claims() {
    run(Dialect::MySql, a_dump_lacks_claims);
}

fn a_dump_lacks_claims(backend: &Backend) {
    backend.create_table();
    let functions = Functions::new(backend.dialect, Layout::DEFAULT, 500).unwrap();
    for statement in functions.up() {
        backend.execute(&statement);
    }
    let hundred = match backend.dialect {
        Dialect::Postgres => "generate_series(1, 100)",
        _ => {
            "JSON_TABLE(CONCAT('[1', REPEAT(',1', 99), ']'), '$[*]' COLUMNS (n FOR ORDINALITY)) AS x"
        }
    };
    let mint = format!("SELECT {} FROM {hundred}", functions.next_id());
    let mut ids = Ids::default();
    let mut known = Minter::trusting(&backend.url, 7).unwrap();
    ids.add(backend.numbers(&mint));
    let dump = tempfile::NamedTempFile::new().unwrap();
    let restored = Backend { dialect: backend.dialect, url: format!("{}_restored", backend.url) };
    backend.dump(&dump.reopen().unwrap());
    let mut lost = Minter::trusting(&backend.url, 8).unwrap();
    ids.add_more_of(&mut [&mut known, &mut lost]);
    ids.add(backend.numbers(&mint));

    // Beside the old one, where no process reaches it, and then in its place.
    backend.execute(&format!("CREATE DATABASE {}", restored.name()));
    restored.restore(&dump.reopen().unwrap());
    assert_eq!(
        restored.numbers("SELECT node FROM snowflake_leases WHERE space <> ' registry'"),
        [7]
    );
    let fenced = fence(&restored.url);
    assert!(fenced.contains("  \"shop\"  0 to 1023  1       1023\n"), "{fenced}");
    ids.add(restored.numbers(&mint));
    let (old, new) = (backend.name(), restored.name());
    if backend.dialect == Dialect::Postgres {
        // Connections end with the database that they are in.
        let server = Backend { dialect: backend.dialect, url: server(backend) };
        server.execute(&format!("DROP DATABASE {old} WITH (FORCE)"));
        server.execute(&format!("ALTER DATABASE {new} RENAME TO {old}"));
    } else {
        // On MySQL, two tables of a database cannot have checks of one name.
        backend.execute(&format!("CREATE DATABASE {old}_forgotten"));
        backend.execute(&format!(
            "RENAME TABLE {old}.snowflake_leases TO {old}_forgotten.snowflake_leases, \
             {new}.snowflake_leases TO {old}.snowflake_leases"
        ));
    }
    let start = || Minter::trusting(&backend.url, 8);
    let mut after = Minter::start_when_free(start);
    ids.add_more_of(&mut [&mut known, &mut lost, &mut after]);
    ids.none_is_there_twice();
    if backend.dialect != Dialect::Postgres {
        backend.execute(&format!("DROP DATABASE {new}"));
        backend.execute(&format!("DROP DATABASE {old}_forgotten"));
    }
}

/// The server of a database, by another one that is always there.
fn server(backend: &Backend) -> String {
    let (server, _) = backend.url.rsplit_once('/').unwrap();
    format!("{server}/postgres")
}

impl Backend {
    /// The name of the database.
    fn name(&self) -> &str {
        self.url.rsplit_once('/').unwrap().1
    }

    /// Host and port.
    fn place(&self) -> (&str, &str) {
        let (server, _) = self.url.rsplit_once('/').unwrap();
        server.rsplit_once(['@', '/']).unwrap().1.split_once(':').unwrap()
    }

    fn dump(&self, to: &File) {
        let mut dump = if self.dialect == Dialect::Postgres {
            let mut dump = Command::new(find("pg_dump"));
            dump.args(["--dbname", &self.url]);
            dump
        } else {
            let mut dump = self.client(mysql_dump());
            dump.args(["--single-transaction", "--routines", self.name()]);
            dump
        };
        assert!(dump.stdout(to.try_clone().unwrap()).status().unwrap().success());
    }

    fn restore(&self, from: &File) {
        let mut restore = if self.dialect == Dialect::Postgres {
            let mut restore = Command::new(find("psql"));
            restore.args(["--quiet", "--set=ON_ERROR_STOP=1", "--dbname", &self.url]);
            restore
        } else {
            let mut restore = self.client(mysql_client());
            restore.arg(self.name());
            restore
        };
        let restore = restore.stdin(from.try_clone().unwrap()).stdout(Stdio::null());
        assert!(restore.status().unwrap().success());
    }

    fn client(&self, program: PathBuf) -> Command {
        let (host, port) = self.place();
        let mut command = Command::new(program);
        command.args(["--no-defaults", "--user=root", "--host", host, "--port", port]);
        command
    }
}
