//! The lock file.

use std::fs::{File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::access::Access;
use super::{StoreError, failed, regular};

const LIMIT: Duration = Duration::from_secs(5);

/// The pause between attempts, about as long as other processes hold the lock.
const PAUSE: Duration = Duration::from_millis(1);

/// The content of the lock file once there are leases.
const USED: &[u8] = b"Belongs to the file of leases beside it. Delete neither of them.\n";

pub(super) struct Lock {
    file: File,
    path: PathBuf,
    /// Of this file, and of those that it protects.
    pub(super) access: Access,
}

impl Lock {
    pub(super) fn on(path: &Path, access: Access) -> Result<Self, StoreError> {
        Self::try_on(path, access)?.ok_or_else(|| {
            StoreError::new(format!(
                "{}: another process has kept the lock for {LIMIT:?}",
                path.display()
            ))
            .with_advice("check whether one of them is stopped, or waits for its disk")
        })
    }

    fn try_on(path: &Path, access: Access) -> Result<Option<Self>, StoreError> {
        let began = Instant::now();
        loop {
            let file = regular::open_or_create(path, access)?;
            while let Err(error) = file.try_lock() {
                match error {
                    TryLockError::Error(error) => return Err(failed(path, &error)),
                    TryLockError::WouldBlock if began.elapsed() > LIMIT => return Ok(None),
                    TryLockError::WouldBlock => sleep(PAUSE),
                }
            }
            // If another process deleted the file meanwhile, others lock a new file of this
            // name.
            if regular::is_at(&file, path).map_err(|error| failed(path, &error))? {
                return Ok(Some(Self { file, path: path.to_owned(), access }));
            }
            if began.elapsed() > LIMIT {
                return Ok(None);
            }
        }
    }

    pub(super) fn has_been_used(&self) -> Result<bool, StoreError> {
        let metadata = self.file.metadata().map_err(|error| failed(&self.path, &error))?;
        Ok(metadata.len() > 0)
    }

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

/// Unlocks explicitly, because closing is not enough: a child that was forked meanwhile keeps the
/// file open as long as it lives.
impl Drop for Lock {
    fn drop(&mut self) {
        // If this fails, closing the file is all that is left.
        let _ = self.file.unlock();
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The path of a lock file in a folder for one test.
    fn path(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        folder.join("lock")
    }

    fn on(path: &Path) -> Result<Lock, StoreError> {
        Lock::on(path, Access::beside(path, false)?)
    }

    /// A forked child has such a copy of the handle.
    #[test]
    fn a_lock_ends_also_if_another_process_has_its_file_open() {
        let path = path("lease-lock");
        let lock = on(&path).unwrap();
        let copy = lock.file.try_clone().unwrap();
        drop(lock);
        let again = on(&path);
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
        assert!(again.is_ok());
        drop(copy);
    }

    /// Others may wait for the lock of a file that is deleted.
    #[test]
    fn a_lock_file_that_is_deleted_hinders_no_process() {
        let path = path("lease-lock-deleted");
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    for _ in 0..300 {
                        let lock = on(&path).unwrap();
                        let _ = fs::remove_file(&path);
                        drop(lock);
                    }
                });
            }
        });
        fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }
}
