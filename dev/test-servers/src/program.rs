//! Programs that are run.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Failed;

/// A program: the first of this name on the search path, or where Debian keeps servers outside it.
#[must_use]
pub fn find(program: &str) -> PathBuf {
    find_first(&[program]).unwrap_or_else(|| program.into())
}

/// The first program that has one of these names. An earlier folder is preferred to an earlier
/// name.
pub(crate) fn find_first(names: &[&str]) -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut versions: Vec<_> = versions.map(|version| version.path().join("bin")).collect();
    versions.sort();
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .chain(versions.into_iter().rev())
        .chain(["/usr/sbin".into()])
        .flat_map(|folder| names.iter().map(move |name| folder.join(name)))
        .find(|program| program.is_file())
}

/// Whether this process is the superuser's.
#[must_use]
pub fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// Whether it can be run and succeeds, in silence.
pub fn works(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// Runs it, and shows what it printed only if it fails.
pub(crate) fn run(line: &[&str], command: &mut Command) -> Result<(), Failed> {
    let line = line.join(" ");
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| Failed(format!("{line}: {error}")))?;
    if output.status.success() {
        return Ok(());
    }
    let printed = [output.stdout, output.stderr].concat();
    Err(Failed(format!("{line}: {}\n{}", output.status, String::from_utf8_lossy(&printed))))
}

/// The beginning of a command line that adds to the environment.
pub(crate) fn with(variables: &[(String, String)]) -> impl Iterator<Item = String> {
    let variables = variables.iter().map(|(name, value)| format!("{name}={value}"));
    std::iter::once("env".to_owned()).chain(variables)
}

/// Where this process is root, the server is not.
pub(crate) fn own(folder: &Path, user: &str) -> Result<(), Failed> {
    if is_root() {
        run(&["chown", user], Command::new("chown").arg(user).arg(folder))
    } else {
        Ok(())
    }
}
