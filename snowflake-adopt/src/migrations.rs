//! The migrations that are there already.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::error::Error;
use crate::files;

/// A migration: a file of SQL or Rust.
#[derive(Debug)]
pub(crate) struct Migration {
    /// Its path in the folder.
    pub(crate) name: String,
    pub(crate) is_rust: bool,
    pub(crate) text: String,
}

impl Migration {
    /// Whether this command has written it.
    pub(crate) fn is_ours(&self) -> bool {
        files::is_ours(&self.text)
    }
}

/// Reads all migrations in a folder, which need not be there.
pub(crate) fn read(folder: &Path) -> Result<Vec<Migration>, Error> {
    let mut migrations = Vec::new();
    collect(folder, "", &mut migrations)?;
    migrations.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(migrations)
}

fn collect(folder: &Path, inside: &str, migrations: &mut Vec<Migration>) -> Result<(), Error> {
    let failed = |error| Error::Read { path: folder.into(), error };
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(failed)?,
    };
    for entry in entries {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{inside}{name}");
        if path.is_dir() {
            collect(&path, &format!("{name}/"), migrations)?;
        } else if path.extension().is_some_and(|extension| extension == "sql" || extension == "rs")
        {
            let text = fs::read_to_string(&path)
                .map_err(|error| Error::Read { path: path.clone(), error })?;
            let is_rust = path.extension().is_some_and(|extension| extension == "rs");
            migrations.push(Migration { name, is_rust, text });
        }
    }
    Ok(())
}
