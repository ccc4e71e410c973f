//! The newest servers that Debian has, in folders of their own, and the tests on them.
//!
//! `newest.sh` unpacks them with Debian's own tools; a container would need a service that runs
//! containers.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use test_servers::{is_root, works};

use crate::diesel;
use crate::run::{Failed, root, run};
use crate::tests::task;

/// The packages of a server and of its clients that tests need.
type Packages = &'static [&'static str];

const POSTGRES: Packages = &["postgresql", "postgresql-client"];
const MYSQL: Packages = &["mysql-server-core", "mysql-client-core"];
const MARIADB: Packages = &["mariadb-server-core", "mariadb-client"];
const ETCD: Packages = &["etcd-server", "etcd-client"];

/// What is tested together.
const ROUNDS: [(&str, [Packages; 3]); 2] =
    [("mysql", [POSTGRES, MYSQL, ETCD]), ("mariadb", [POSTGRES, MARIADB, ETCD])];

/// The tests of `stores` with each set of servers, or with the one that the first argument names.
pub(crate) fn test(arguments: &[String]) -> Result<(), Failed> {
    let named = |name: &str| ROUNDS.iter().any(|(round, _)| *round == name);
    let (only, arguments) = match arguments {
        [first, rest @ ..] if named(first) => (Some(first.as_str()), rest),
        all => (None, all),
    };
    let diesel = diesel::program()?;
    let mut failed = Vec::new();
    for (name, servers) in &ROUNDS {
        if only.is_some_and(|only| only != *name) {
            continue;
        }
        let mut path =
            servers.iter().map(|packages| get(packages)).collect::<Result<Vec<_>, _>>()?;
        path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
        let path = env::join_paths(path).map_err(|error| Failed(error.to_string()))?;
        let tests = task("stores").args(arguments).env("PATH", path);
        let tests = tests.env("SNOWFLAKE_DIESEL", &diesel);
        // A second set shows more than that the first one failed.
        if let Err(Failed(why)) = tests.run() {
            failed.push(format!("{name}: {why}"));
        }
    }
    if failed.is_empty() { Ok(()) } else { Err(Failed(failed.join("; "))) }
}

/// The folder with links to the programs of a server. What is there already is used: delete
/// `target/servers` to have newer ones.
fn get(packages: &[&str]) -> Result<PathBuf, Failed> {
    let folder = root().join("target/servers").join(packages[0]);
    let programs = folder.join("programs");
    if !programs.exists() {
        for (program, package) in
            [("apt-get", "apt"), ("dpkg-deb", "dpkg"), ("patchelf", "patchelf")]
        {
            installed(program, package)?;
        }
        run(root().join("dev/xtask/newest.sh"), [&folder]).args(packages).run()?;
    }
    Ok(programs)
}

/// A program that this task needs.
fn installed(program: &str, package: &str) -> Result<(), Failed> {
    let is_there = || works(Command::new(program).arg("--version"));
    if !is_there() && is_root() {
        run("apt-get", ["install", "--yes", "--quiet=2", "--no-install-recommends", package])
            .run()?;
    }
    if is_there() {
        return Ok(());
    }
    Err(Failed(format!(
        "`{program}` is missing: install it, on Debian as `apt-get install {package}`, or name \
         servers in SNOWFLAKE_POSTGRES_URL, SNOWFLAKE_MYSQL_URL and SNOWFLAKE_ETCD_URL and run \
         `cargo xtask stores`"
    )))
}
