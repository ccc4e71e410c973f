//! The lock file.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::{StoreError, failed};

/// How long a lock is waited for.
const LIMIT: Duration = Duration::from_secs(5);

/// How long between attempts, of which none waits. About as long as others
/// have the lock.
const PAUSE: Duration = Duration::from_millis(1);

/// What the lock file says as soon as there are leases.
const USED: &[u8] = b"Belongs to the file of leases beside it. Delete neither of them.\n";

/// The lock, until it is dropped.
pub(super) struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    #[inline]
    pub(super) fn on(path: &Path) -> Result<Self, StoreError> {
        let lock = Self::try_on(path).map_err(|error| failed(path, &error))?;
        lock.ok_or_else(|| {
            StoreError::new(format!(
                "{}: another process has kept the lock for {LIMIT:?}",
                path.display()
            ))
            .with_mend("see whether one of them is stopped, or waits for its disk")
        })
    }

    #[inline]
    fn try_on(path: &Path) -> io::Result<Option<Self>> {
        let began = Instant::now();
        loop {
            let mut options = OpenOptions::new();
            let file = options.read(true).write(true).create(true).truncate(false).open(path)?;
            while let Err(error) = file.try_lock() {
                match error {
                    TryLockError::Error(error) => return Err(error),
                    TryLockError::WouldBlock if began.elapsed() > LIMIT => return Ok(None),
                    TryLockError::WouldBlock => sleep(PAUSE),
                }
            }
            // Somebody may have deleted it while it was waited for, and then
            // others hold a lock on another file of this name.
            if is_at(&file, path)? {
                return Ok(Some(Self { file, path: path.to_owned() }));
            }
            if began.elapsed() > LIMIT {
                return Ok(None);
            }
        }
    }

    /// Whether there have been leases.
    #[inline]
    pub(super) fn has_been_used(&self) -> Result<bool, StoreError> {
        let metadata = self.file.metadata().map_err(|error| failed(&self.path, &error))?;
        Ok(metadata.len() > 0)
    }

    /// Keeps in mind that there are leases.
    #[inline]
    pub(super) fn set_used(&self) -> Result<(), StoreError> {
        if self.has_been_used()? {
            return Ok(());
        }
        let write = || {
            (&self.file).write_all(USED)?;
            self.file.sync_all()
        };
        write().map_err(|error| failed(&self.path, &error))
    }
}

/// Closing the file is not enough: a process that was forked meanwhile has it
/// open as well, for as long as it lives.
impl Drop for Lock {
    #[inline]
    fn drop(&mut self) {
        // If that is not possible, closing it is what is left.
        let _ = self.file.unlock();
    }
}

/// Whether this is the file that has this name.
#[cfg(unix)]
#[inline]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;

    let here = file.metadata()?;
    match fs::metadata(path) {
        Ok(there) => Ok((here.dev(), here.ino()) == (there.dev(), there.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// A file that is open keeps its name.
#[cfg(not(unix))]
#[inline]
fn is_at(_: &File, path: &Path) -> io::Result<bool> {
    fs::exists(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A copy of the handle is what a forked child has.
    #[test]
    fn a_lock_ends_also_if_somebody_else_has_its_file_open() {
        let name = format!("lease-lock-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let lock = Lock::on(&path).unwrap();
        let copy = lock.file.try_clone().unwrap();
        drop(lock);
        let again = Lock::on(&path);
        fs::remove_file(&path).unwrap();
        assert!(again.is_ok());
        drop(copy);
    }
}
