//! Opens regular files only. Through a symbolic link, another file would be overwritten, and
//! opening a named pipe can block.
//!
//! Each name is checked before opening and the open file after it, because another process may put a link
//! there in between. New files are made with `create_new`, which follows no link.

use std::fs::{self, File, FileType, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use super::access::Access;
use super::{StoreError, failed};

pub(super) fn metadata(path: &Path) -> Result<Option<Metadata>, StoreError> {
    let found = if_there(fs::symlink_metadata(path)).map_err(|error| failed(path, &error))?;
    match found {
        Some(metadata) if !metadata.is_file() => Err(refused(path, metadata.file_type())),
        found => Ok(found),
    }
}

/// `None` if nothing has the name.
fn if_there<T>(found: io::Result<T>) -> io::Result<Option<T>> {
    match found {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        found => found.map(Some),
    }
}

pub(super) fn read(path: &Path, access: Access) -> Result<Option<Vec<u8>>, StoreError> {
    if metadata(path)?.is_none() {
        return Ok(None);
    }
    let file = if_there(File::open(path)).map_err(|error| failed(path, &error))?;
    let Some(mut file) = file else { return Ok(None) };
    check(&file, path, access)?;
    let mut content = Vec::new();
    file.read_to_end(&mut content).map_err(|error| failed(path, &error))?;
    Ok(Some(content))
}

pub(super) fn open_or_create(path: &Path, access: Access) -> Result<File, StoreError> {
    loop {
        let is_there = metadata(path)?.is_some();
        let opened = access.options().read(true).write(true).create_new(!is_there).open(path);
        match opened {
            Ok(file) => {
                if !is_there {
                    access.apply(&file).map_err(|error| failed(path, &error))?;
                }
                check(&file, path, access)?;
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
pub(super) fn create(path: &Path, access: Access) -> Result<File, StoreError> {
    let create = || {
        if_there(fs::remove_file(path))?;
        let file = access.options().write(true).create_new(true).open(path)?;
        access.apply(&file)?;
        Ok(file)
    };
    metadata(path)?;
    create().map_err(|error| failed(path, &error))
}

/// Whether the file still has this name, and the name is not a link.
#[cfg(unix)]
pub(super) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;

    let here = file.metadata()?;
    let there = if_there(fs::symlink_metadata(path))?;
    Ok(there.is_some_and(|there| (here.dev(), here.ino()) == (there.dev(), there.ino())))
}

/// An open file keeps its name here.
#[cfg(not(unix))]
pub(super) fn is_at(_: &File, path: &Path) -> io::Result<bool> {
    fs::exists(path)
}

/// Checks an open file: it must be regular and closed to others, and its name must not be a link.
fn check(file: &File, path: &Path, access: Access) -> Result<(), StoreError> {
    let opened = file.metadata().map_err(|error| failed(path, &error))?;
    if !opened.is_file() {
        return Err(refused(path, opened.file_type()));
    }
    access.check(path, &opened)?;
    // If the name was given to another file since, this checks that one.
    metadata(path).map(|_| ())
}

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

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::{env, process, thread};

    use super::*;

    /// A folder for one test.
    fn folder(name: &str) -> PathBuf {
        let folder = env::temp_dir().join(format!("lease-{name}-{}", process::id()));
        fs::create_dir(&folder).unwrap();
        folder
    }

    #[test]
    fn a_file_is_at_its_name_until_another_one_is() {
        let folder = folder("is-at");
        let (path, other) = (folder.join("file"), folder.join("other"));
        let access = Access::beside(&path, false).unwrap();
        let file = open_or_create(&path, access).unwrap();
        assert!(is_at(&file, &path).unwrap());
        assert!(!is_at(&file, &other).unwrap());
        let another = open_or_create(&other, access).unwrap();
        assert!(!is_at(&file, &other).unwrap());
        fs::rename(&other, &path).unwrap();
        assert!(!is_at(&file, &path).unwrap() && is_at(&another, &path).unwrap());
        // A link to it is not it.
        symlink(&path, &other).unwrap();
        assert!(!is_at(&another, &other).unwrap());
        // What cannot be found out is an error.
        assert!(is_at(&file, &path.join("below")).is_err());
        assert!(metadata(&path.join("below")).is_err());
        assert!(read(&path.join("below"), access).is_err());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_is_checked_once_more_when_it_is_open() {
        let folder = folder("check");
        let (path, link) = (folder.join("file"), folder.join("link"));
        let access = Access::beside(&path, false).unwrap();
        let file = open_or_create(&path, access).unwrap();
        check(&file, &path, access).unwrap();
        // Another process puts another one there after the name was checked.
        symlink(&path, &link).unwrap();
        let error = check(&file, &link, access).unwrap_err().to_string();
        assert!(error.contains("link is a symbolic link: "), "{error}");
        let device = File::open("/dev/null").unwrap();
        let error = check(&device, &path, access).unwrap_err().to_string();
        assert!(error.contains("file is not a regular file: "), "{error}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_process_that_creates_and_deletes_it_meanwhile_hinders_none() {
        let folder = folder("meanwhile");
        let (path, is_over) = (folder.join("file"), AtomicBool::new(false));
        let access = Access::beside(&path, false).unwrap();
        thread::scope(|scope| {
            let other = scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    let _ = access.options().write(true).create(true).open(&path);
                    let _ = fs::remove_file(&path);
                }
            });
            let opened = (0..20_000).try_for_each(|_| {
                open_or_create(&path, access)?;
                read(&path, access).map(drop)
            });
            is_over.store(true, Ordering::Relaxed);
            other.join().unwrap();
            opened.unwrap();
        });
        fs::remove_dir_all(folder).unwrap();
    }
}
