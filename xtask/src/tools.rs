//! Programs that tests need and that are not Rust's.

use std::process::{Command, Stdio};

use crate::run::Failed;

/// A program, and the Debian package that has it.
struct Tool {
    program: &'static str,
    package: &'static str,
}

/// JSON is read by the language that made strings necessary.
const TOOLS: &[Tool] = &[Tool { program: "node", package: "nodejs" }];

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
        Some(tool) => Err(Failed(format!(
            "`{}` is missing: install it, on Debian as `apt-get install {}`",
            tool.program, tool.package
        ))),
    }
}

impl Tool {
    fn is_there(&self) -> bool {
        works(Command::new(self.program).arg("--version"))
    }
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn works(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}
