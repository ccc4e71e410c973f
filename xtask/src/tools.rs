//! Programs that tests need and that are not Rust's.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::run::Failed;

/// The variables in which tests look for database servers.
pub(crate) const POSTGRES: &str = "SNOWFLAKE_POSTGRES_URL";
pub(crate) const MYSQL: &str = "SNOWFLAKE_MYSQL_URL";

/// A program, and the Debian package that has it.
struct Tool {
    program: &'static str,
    package: &'static str,
    /// The variable that names a server, for which the program is not needed.
    instead: Option<&'static str>,
}

const TOOLS: &[Tool] = &[
    // JSON is read by the language that made strings necessary.
    Tool { program: "node", package: "nodejs", instead: None },
    // With packages that read API descriptions.
    Tool { program: "npm", package: "npm", instead: None },
    // Two of the three databases; the third, SQLite, is compiled in.
    Tool { program: "initdb", package: "postgresql", instead: Some(POSTGRES) },
    Tool { program: "mariadbd", package: "mariadb-server", instead: Some(MYSQL) },
];

/// Sees to it that they are there: installs them where that can be done, and
/// otherwise says what to install.
pub(crate) fn ensure() -> Result<(), Failed> {
    let missing: Vec<_> = TOOLS.iter().filter(|tool| !tool.is_there()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<_> = missing.iter().map(|tool| tool.package).collect();
    if is_root() && works(Command::new("apt-get").arg("--version")) {
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
        Some(Tool { program, package, instead }) => {
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
            || works(Command::new(find(self.program)).arg("--version"))
    }
}

/// A program, also where Debian keeps servers out of the search path.
pub(crate) fn find(program: &str) -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<_> = versions.map(|version| version.path().join("bin")).collect();
    versions.sort();
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .chain(versions.into_iter().rev())
        .chain(["/usr/sbin".into()])
        .map(|folder| folder.join(program))
        .find(|program| program.is_file())
        .unwrap_or_else(|| program.into())
}

pub(crate) fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

pub(crate) fn works(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}
