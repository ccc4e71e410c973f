//! Programs that tests need and that are not Rust's.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use test_servers::{find, is_root, works};

use crate::run::{Failed, cargo, run, target};

/// The variables in which tests look for database servers.
pub(crate) const POSTGRES: &str = "SNOWFLAKE_POSTGRES_URL";
pub(crate) const MYSQL: &str = "SNOWFLAKE_MYSQL_URL";
/// The same of servers that forget nothing they acknowledged, where leases can be had.
pub(crate) const DURABLE_POSTGRES: &str = "SNOWFLAKE_DURABLE_POSTGRES_URL";
pub(crate) const DURABLE_MYSQL: &str = "SNOWFLAKE_DURABLE_MYSQL_URL";
pub(crate) const ETCD: &str = "SNOWFLAKE_ETCD_URL";

/// A program, and the Debian package that has it.
pub(crate) struct Tool {
    program: &'static str,
    package: &'static str,
    /// What it is for.
    purpose: &'static str,
    /// What it does in silence if all of it is there.
    trial: &'static [&'static str],
    /// The variable that names a server, for which the program is not needed.
    instead: Option<&'static str>,
}

pub(crate) const fn tool(
    program: &'static str,
    package: &'static str,
    purpose: &'static str,
) -> Tool {
    Tool { program, package, purpose, trial: &["--version"], instead: None }
}

const TOOLS: &[Tool] = &[
    tool("node", "nodejs", "reads IDs in JavaScript"),
    tool("npm", "npm", "gets the readers of API descriptions"),
    // The third database, SQLite, is compiled in.
    Tool {
        instead: Some(POSTGRES),
        ..tool("initdb", "postgresql", "PostgreSQL, a server for the tests")
    },
    tool("pgbouncer", "pgbouncer", "PgBouncer, a pooler for the tests"),
    Tool {
        instead: Some(MYSQL),
        ..tool("mariadbd", "mariadb-server", "MariaDB, a server for the tests")
    },
    // Its own cluster, whose members fail, is started by each test that needs one.
    tool("etcd", "etcd-server", "etcd, a cluster for the tests"),
    tool("etcdctl", "etcd-client", "asks etcd whether it is ready").tried_by(&["version"]),
    tool("chromium", "chromium", "opens the page of the showcase, and the site"),
    tool("python3", "python3-venv", "runs schemathesis against the showcase")
        .tried_by(&["-c", "import ensurepip, venv"]),
    tool("faketime", "faketime", "sets the clocks of programs wrong"),
    tool("valgrind", "valgrind", "counts instructions"),
];

/// Sees to it that what tests need is there.
pub(crate) fn ensure(install: bool) -> Result<(), Failed> {
    have(TOOLS, install)
}

/// Installs them where that can and may be done, and otherwise says what to install.
pub(crate) fn have(tools: &[Tool], install: bool) -> Result<(), Failed> {
    let missing: Vec<_> = tools.iter().filter(|tool| !tool.is_there()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<_> = missing.iter().map(|tool| tool.package).collect();
    for Tool { program, purpose, package, .. } in &missing {
        eprintln!("missing: `{program}` (package {package}), {purpose}");
    }
    if install && is_root() && works(Command::new("apt-get").arg("--version")) {
        eprintln!("\n> apt-get install {}", packages.join(" "));
        let _ = Command::new("apt-get").args(["update", "--quiet"]).status();
        let _ = Command::new("apt-get")
            .args(["install", "--yes", "--quiet", "--no-install-recommends"])
            .args(&packages)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .status();
    }
    match missing.iter().find(|tool| !tool.is_there()) {
        None => Ok(()),
        Some(Tool { program, package, instead, .. }) => {
            let or = instead.map(|variable| format!(", or set {variable} to the URL of a server"));
            Err(Failed(format!(
                "`{program}` is missing: install it, on Debian as `apt-get install {package}`{}",
                or.unwrap_or_default()
            )))
        }
    }
}

/// A program of crates.io, which is installed in `target/tools` if it is not there.
pub(crate) fn installed(
    (package, version): (&str, &str),
    program: &str,
    features: &str,
) -> Result<PathBuf, Failed> {
    let folder = target().join("tools");
    let path = folder.join("bin").join(program);
    let is_there =
        path.exists() && run(&path, ["--version"]).read().is_ok_and(|said| said.contains(version));
    if !is_there {
        // Not optimised: to compile it takes longer than to run it.
        cargo(["install", package, "--version", version, "--locked", "--debug"])
            .args(["--no-default-features", "--features", features, "--root"])
            .args([&folder])
            .env("CARGO_PROFILE_DEV_DEBUG", "false")
            .run()?;
    }
    Ok(path)
}

/// A command of Cargo's that others keep, which is installed if it is not there.
pub(crate) fn subcommand(name: &str) -> Result<(), Failed> {
    if cargo([name, "--version"]).works() {
        return Ok(());
    }
    // Not optimised: to compile it takes longer than to run it.
    cargo(["install", "--locked", "--debug", &format!("cargo-{name}")]).run()
}

impl Tool {
    /// With other words to try it.
    pub(crate) const fn tried_by(self, trial: &'static [&'static str]) -> Self {
        Self { trial, ..self }
    }

    fn is_there(&self) -> bool {
        self.instead.is_some_and(|variable| env::var_os(variable).is_some())
            || works(Command::new(find(self.program)).args(self.trial))
    }
}
