//! The newest servers that Debian has, in folders of their own, and the tests on them.
//!
//! `newest.sh` unpacks them with Debian's own tools; a container would need a service that runs
//! containers.

use std::env;
use std::path::PathBuf;

use crate::run::{Failed, all_of, root, run};
use crate::tests::task;
use crate::tools::{self, Tool, tool};

/// The packages of a server and of its clients that tests need.
type Packages = &'static [&'static str];

const POSTGRES: Packages = &["postgresql", "postgresql-client"];
const MYSQL: Packages = &["mysql-server-core", "mysql-client-core"];
const MARIADB: Packages = &["mariadb-server-core", "mariadb-client"];
const ETCD: Packages = &["etcd-server", "etcd-client"];

const NEEDED: &[Tool] = &[
    tool("patchelf", "patchelf", "links programs to the libraries beside them"),
    tool("pkg-config", "libpq-dev", "PostgreSQL's library, for Diesel's command")
        .tried_by(&["--exists", "libpq"]),
    tool("pkg-config", "libmariadb-dev", "MariaDB's library, for Diesel's command")
        .tried_by(&["--exists", "libmariadb"]),
];

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
    tools::have(NEEDED, true)?;
    // The files of `snowflake adopt` are tried with it. To install it takes three minutes, so `ci` does
    // without.
    let diesel =
        tools::installed(("diesel_cli", "2.3.14"), "diesel", "postgres,mysql,sqlite-bundled")?;
    let rounds = ROUNDS.iter().filter(|(name, _)| only.is_none_or(|only| only == *name));
    all_of(rounds.map(|(name, servers)| {
        let mut path =
            servers.iter().map(|packages| get(packages)).collect::<Result<Vec<_>, _>>()?;
        path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
        let path = env::join_paths(path).map_err(|error| Failed(error.to_string()))?;
        let tests = task("stores").args(arguments).env("PATH", path);
        let tests = tests.env("SNOWFLAKE_DIESEL", &diesel);
        tests.run().map_err(|Failed(why)| Failed(format!("{name}: {why}")))
    }))
}

/// The folder with links to the programs of a server. What is there already is used: delete
/// `target/servers` to have newer ones.
fn get(packages: &[&str]) -> Result<PathBuf, Failed> {
    let folder = root().join("target/servers").join(packages[0]);
    let programs = folder.join("programs");
    if !programs.exists() {
        run(root().join("dev/xtask/newest.sh"), [&folder]).args(packages).run()?;
    }
    Ok(programs)
}
