//! The files that are written: each begins with a line that says who writes it, and no other
//! file is overwritten.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::error::Error;

/// What a file of this command says in its first lines.
pub(crate) const MARK: &str = "Written by `snowflake adopt`";

/// Whether this command has written a text.
pub(crate) fn is_ours(text: &str) -> bool {
    text.lines().take(3).any(|line| line.contains(MARK))
}

/// What is to be written, by where.
#[derive(Debug, Default)]
pub(crate) struct Files(BTreeMap<PathBuf, String>);

impl Files {
    pub(crate) fn add(&mut self, path: PathBuf, text: String) {
        self.0.insert(path, text);
    }

    /// Writes all that are new or differ, and returns where they are. If one of them is not
    /// this command's, nothing is written.
    pub(crate) fn write(&self) -> Result<Vec<PathBuf>, Error> {
        let mut changed = Vec::new();
        for (path, text) in &self.0 {
            match fs::read_to_string(path) {
                Ok(before) if before == *text => {}
                Ok(before) if !is_ours(&before) => {
                    return Err(Error::Foreign { path: path.clone() });
                }
                Ok(_) => changed.push((path, text)),
                Err(error) if error.kind() == ErrorKind::NotFound => changed.push((path, text)),
                Err(error) => return Err(Error::Read { path: path.clone(), error }),
            }
        }
        for (path, text) in &changed {
            let failed = |error| Error::Write { path: (*path).clone(), error };
            fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).map_err(failed)?;
            fs::write(path, text).map_err(failed)?;
        }
        Ok(changed.into_iter().map(|(path, _)| path.clone()).collect())
    }
}
