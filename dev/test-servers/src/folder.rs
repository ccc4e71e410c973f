//! Temporary folders.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

use crate::Failed;

/// A new folder, removed unless it is kept.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Result<Self, Failed> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("snowflake-kit-{name}-{}-{number}", process::id());
        let path = env::temp_dir().join(name);
        fs::create_dir_all(&path)
            .map_err(|error| Failed(format!("{}: {error}", path.display())))?;
        Ok(Self(path))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Leaves it to somebody else to remove it.
    pub(crate) fn keep(mut self) -> PathBuf {
        std::mem::take(&mut self.0)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.0 != Path::new("") {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}
