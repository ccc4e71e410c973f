//! Programs that tests need and that are not Rust's.

use std::env;
use std::process::Command;

use test_servers::{find, is_root, works};

use crate::run::Failed;

/// The variables in which tests look for database servers.
pub(crate) const POSTGRES: &str = "SNOWFLAKE_POSTGRES_URL";
pub(crate) const MYSQL: &str = "SNOWFLAKE_MYSQL_URL";
/// The same of servers that forget nothing they acknowledged, where leases can be had.
pub(crate) const DURABLE_POSTGRES: &str = "SNOWFLAKE_DURABLE_POSTGRES_URL";
pub(crate) const DURABLE_MYSQL: &str = "SNOWFLAKE_DURABLE_MYSQL_URL";
pub(crate) const ETCD: &str = "SNOWFLAKE_ETCD_URL";

/// A program, and the Debian package that has it.
struct Tool {
    program: &'static str,
    /// What it is for.
    purpose: &'static str,
    /// What it does in silence if all of it is there.
    trial: &'static [&'static str],
    package: &'static str,
    /// The variable that names a server, for which the program is not needed.
    instead: Option<&'static str>,
}

const VERSION: &[&str] = &["--version"];

const TOOLS: &[Tool] = &[
    Tool {
        program: "node",
        purpose: "reads IDs in JavaScript",
        trial: VERSION,
        package: "nodejs",
        instead: None,
    },
    Tool {
        program: "npm",
        purpose: "gets the readers of API descriptions",
        trial: VERSION,
        package: "npm",
        instead: None,
    },
    // The third database, SQLite, is compiled in.
    Tool {
        program: "initdb",
        purpose: "PostgreSQL, a server for the tests",
        trial: VERSION,
        package: "postgresql",
        instead: Some(POSTGRES),
    },
    Tool {
        program: "pgbouncer",
        purpose: "PgBouncer, a pooler for the tests",
        trial: VERSION,
        package: "pgbouncer",
        instead: None,
    },
    Tool {
        program: "mariadbd",
        purpose: "MariaDB, a server for the tests",
        trial: VERSION,
        package: "mariadb-server",
        instead: Some(MYSQL),
    },
    // Its own cluster, whose members fail, is started by each test that needs one.
    Tool {
        program: "etcd",
        purpose: "etcd, a cluster for the tests",
        trial: VERSION,
        package: "etcd-server",
        instead: None,
    },
    Tool {
        program: "etcdctl",
        purpose: "asks etcd whether it is ready",
        trial: &["version"],
        package: "etcd-client",
        instead: None,
    },
    Tool {
        program: "chromium",
        purpose: "opens the page of the showcase, and the site",
        trial: VERSION,
        package: "chromium",
        instead: None,
    },
    Tool {
        program: "python3",
        purpose: "runs schemathesis against the showcase, in an environment of its own",
        trial: &["-c", "import ensurepip, venv"],
        package: "python3-venv",
        instead: None,
    },
    Tool {
        program: "faketime",
        purpose: "sets the clocks of programs wrong",
        trial: VERSION,
        package: "faketime",
        instead: None,
    },
    Tool {
        program: "valgrind",
        purpose: "counts instructions",
        trial: VERSION,
        package: "valgrind",
        instead: None,
    },
];

/// Sees to it that they are there: installs them where that can and may be done, and
/// otherwise says what to install.
pub(crate) fn ensure(install: bool) -> Result<(), Failed> {
    let missing: Vec<_> = TOOLS.iter().filter(|tool| !tool.is_there()).collect();
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

impl Tool {
    fn is_there(&self) -> bool {
        self.instead.is_some_and(|variable| env::var_os(variable).is_some())
            || works(Command::new(find(self.program)).args(self.trial))
    }
}
