//! Opens regular files only. Through a symbolic link, another file would be overwritten, and
//! opening a named pipe can block.
//!
//! Each name is checked before opening and the open file after it, because somebody may put a link
//! there in between. New files are made with `create_new`, which follows no link.

use std::fs::{self, File, FileType, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use super::{StoreError, failed};

#[inline]
pub(super) fn metadata(path: &Path) -> Result<Option<Metadata>, StoreError> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_file() => Ok(Some(metadata)),
        Ok(metadata) => Err(refused(path, metadata.file_type())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(path, &error)),
    }
}

#[inline]
pub(super) fn read(path: &Path) -> Result<Option<Vec<u8>>, StoreError> {
    if metadata(path)?.is_none() {
        return Ok(None);
    }
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(path, &error)),
    };
    check(&file, path)?;
    let mut content = Vec::new();
    file.read_to_end(&mut content).map_err(|error| failed(path, &error))?;
    Ok(Some(content))
}

#[inline]
pub(super) fn open_or_create(path: &Path) -> Result<File, StoreError> {
    loop {
        let is_there = metadata(path)?.is_some();
        let opened = OpenOptions::new().read(true).write(true).create_new(!is_there).open(path);
        match opened {
            Ok(file) => {
                check(&file, path)?;
                return Ok(file);
            }
            // It was deleted or created since the check.
            Err(error) if is_there && error.kind() == ErrorKind::NotFound => {}
            Err(error) if !is_there && error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed(path, &error)),
        }
    }
}

/// Creates a new file with this name. Deletes an old one of a killed process instead of
/// overwriting it, because that file may also have another name.
#[inline]
pub(super) fn create(path: &Path) -> Result<File, StoreError> {
    let create = || {
        match fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
        OpenOptions::new().write(true).create_new(true).open(path)
    };
    metadata(path)?;
    create().map_err(|error| failed(path, &error))
}

/// Whether the file still has this name, and the name is not a link.
#[cfg(unix)]
#[inline]
pub(super) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;

    let here = file.metadata()?;
    match fs::symlink_metadata(path) {
        Ok(there) => Ok((here.dev(), here.ino()) == (there.dev(), there.ino())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// An open file keeps its name here.
#[cfg(not(unix))]
#[inline]
pub(super) fn is_at(_: &File, path: &Path) -> io::Result<bool> {
    fs::exists(path)
}

/// Checks an open file: it must be regular, and its name must not be a link.
#[inline]
fn check(file: &File, path: &Path) -> Result<(), StoreError> {
    let opened = file.metadata().map_err(|error| failed(path, &error))?;
    if !opened.is_file() {
        return Err(refused(path, opened.file_type()));
    }
    // If the name was given to another file since, this checks that one.
    metadata(path).map(|_| ())
}

#[inline]
fn refused(path: &Path, found: FileType) -> StoreError {
    let path = path.display();
    if found.is_symlink() {
        StoreError::new(format!("{path} is a symbolic link")).with_advice(
            "a file of leases must not be a link, though its folder may be: delete the link, and \
             let all processes name the file itself",
        )
    } else if found.is_dir() {
        StoreError::new(format!("{path} is a folder"))
            .with_advice("name a file in a folder that exists")
    } else {
        StoreError::new(format!("{path} is not a regular file"))
            .with_advice("find out what created it, and delete it, or name another file")
    }
}
