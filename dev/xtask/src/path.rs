//! Paths without `.` and `..`.

use std::path::{Component, Path, PathBuf};

/// The path of a file that is named in a folder.
pub(crate) fn joined(folder: &Path, path: &str) -> PathBuf {
    let mut joined = PathBuf::new();
    for part in folder.join(path).components() {
        match part {
            Component::ParentDir => {
                joined.pop();
            }
            Component::CurDir => {}
            part => joined.push(part),
        }
    }
    joined
}
