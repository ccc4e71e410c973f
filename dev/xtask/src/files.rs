//! Files and folders, by their paths from the root of the workspace. An error names the file.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use crate::run::{Failed, root};

/// The files that one of these patterns of git's names: those under version control, and new ones.
pub(crate) fn list<P: AsRef<OsStr>>(patterns: &[P]) -> Result<Vec<String>, Failed> {
    let listed = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard", "--"])
        .args(patterns)
        .current_dir(root())
        .output()
        .map_err(|error| Failed(format!("git ls-files: {error}")))?;
    if !listed.status.success() {
        return Err(Failed(format!("git ls-files: {}", String::from_utf8_lossy(&listed.stderr))));
    }
    let names = String::from_utf8_lossy(&listed.stdout);
    Ok(names.lines().filter(|name| root().join(name).exists()).map(str::to_owned).collect())
}

pub(crate) fn read(path: impl AsRef<Path>) -> Result<String, Failed> {
    of(path, |path| fs::read_to_string(path))
}

pub(crate) fn bytes(path: impl AsRef<Path>) -> Result<Vec<u8>, Failed> {
    of(path, |path| fs::read(path))
}

/// Writes a file, and makes its folder.
pub(crate) fn write(path: impl AsRef<Path>, text: impl AsRef<[u8]>) -> Result<(), Failed> {
    of(path, |path| {
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, text)
    })
}

pub(crate) fn copy(from: impl AsRef<Path>, to: impl AsRef<Path>) -> Result<(), Failed> {
    write(to, bytes(from)?)
}

pub(crate) fn make(folder: impl AsRef<Path>) -> Result<(), Failed> {
    of(folder, |folder| fs::create_dir_all(folder))
}

/// Makes a folder without anything in it.
pub(crate) fn empty(folder: impl AsRef<Path>) -> Result<(), Failed> {
    of(folder, |folder| {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir_all(folder)
    })
}

/// What is in a folder.
pub(crate) fn entries(folder: impl AsRef<Path>) -> Result<Vec<PathBuf>, Failed> {
    of(folder, |folder| fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect())
}

fn of<T>(path: impl AsRef<Path>, act: impl FnOnce(&Path) -> io::Result<T>) -> Result<T, Failed> {
    let path = root().join(path);
    act(&path).map_err(|error| Failed(format!("{}: {error}", path.display())))
}
