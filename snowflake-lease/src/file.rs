//! Leases in a file.

mod access;
mod lock;
mod regular;
mod text;

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use access::Access;
use lock::Lock;
use snowflake_kit_core::__private::{seed, unix_millis};
use text::{FileEntries, FileEntry};

use crate::identity::Identity;
use crate::protocol::LeaseRow;
use crate::record;
use crate::store::{Change, Registry, Store, StoreError};

/// Leases in a file, for processes of one host without a database.
///
/// ```
/// use snowflake_kit_lease::{Change, FileStore, LeaseTerms, Store as _, claim};
///
/// # let folder = std::env::temp_dir().join(format!("file-store-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// let mut store = FileStore::new(folder.join("leases"));
///
/// // By hand, what a keeper does:
/// let now = store.read("shop")?.unix_millis;
/// let claim = claim(7, None, now, &LeaseTerms::default(), 1)?;
/// assert!(store.change("shop", &Change::claim(&claim, "web-1"))?);
/// assert_eq!(store.read("shop")?.rows, [claim.row]);
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The folder must exist, and all processes must be able to read and write in it. The first claim
/// creates the file. It is text with one line per node. Tabs separate space, node, token, until,
/// the times of the claim and of the last renewal, and the holder. All times are Unix ms.
///
/// # How it is changed
///
/// One process or thread changes the file at a time. Each operation locks the file `<name>.lock`
/// beside it. It writes the new content to `<name>.new` and to the disk, renames that to `<name>`,
/// and writes the folder's entry to the disk. Only then it returns. So if a process is killed or
/// the power fails, the file has the old or the new content, and everything that was acknowledged.
///
/// The operating system releases the lock of a process that ends, unless it was killed in the middle
/// of an operation and has forked meanwhile: then the lock ends with the child, or its `exec`. If a
/// process is stopped in the middle of an operation, the others wait for 5 s, and then their
/// operations fail.
///
/// If the file is incomplete or contains anything else, operations fail with the number of the
/// line, and the file stays unchanged. They also fail if the file existed and is missing now. To
/// start from nothing, stop all processes that mint, and delete both files. Processes that start
/// then may repeat IDs that the others minted within their last term.
///
/// The store that makes the file writes a random *identity* into it, as a row of the reserved space
/// `" registry"`. A store that has seen an identity refuses a file with another one, or with none: it
/// was replaced, or deleted and made again. Clones of a store share what it has seen.
///
/// # Where it may be
///
/// Use a local file system that outlives the processes:
///
/// - In a container, use a volume. Mount the folder, not the file.
/// - Do not use a network file system (NFS, SMB): its locks and renames work differently, and two
///   hosts could get the same node.
/// - Do not copy the file, by restoring a backup or cloning a machine: two copies are two
///   registries.
/// - Do not link to the file: an operation replaces one of two names, so links are refused.
/// - Use a folder that only the application can write to, so not `/tmp`. Anyone who can write there
///   can give a node to two processes, or stop minting. A folder that all users may write to is
///   refused.
///
/// An operation fails with an error that names the path if one of the three files is not a regular
/// file, but for example a symbolic link or a named pipe.
///
/// # Who may use it
///
/// One user: the owner of the folder. A user who can open one of the files, if only to read it,
/// could take the lock and keep it. So on Unix the files have the mode 0600, whatever the umask of
/// the process is. A file with another mode or owner is refused, with an error that names the
/// command that corrects it. If processes of several users share the file, call
/// [`shared_with_group`](Self::shared_with_group).
///
/// The superuser may use the files too, as with `snowflake nodes`. What it makes belongs to the owner
/// of the folder. Other users cannot read the file. On other systems than Unix, allow only the
/// application to open the folder: there the store neither sets nor checks rights.
#[derive(Clone, Debug)]
pub struct FileStore {
    path: PathBuf,
    is_shared: bool,
    /// The identity of the file that this store and its clones began with.
    seen: Arc<Identity>,
}

impl FileStore {
    /// The store in this file. Opens nothing until it is used.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        // Absolute, because the process may change its working directory.
        let path = std::path::absolute(&path).unwrap_or(path);
        Self { path, is_shared: false, seen: Arc::default() }
    }

    /// Shares the files with the group of their folder, whose members may then all claim nodes: the
    /// files get that group and the mode 0660, and the group may write to the folder.
    ///
    /// All processes must call it. Each member of the group can stop minting, or let two processes
    /// have one node.
    ///
    /// ```
    /// use snowflake_kit_lease::FileStore;
    ///
    /// // After `install -d -m 2770 -g shop /var/lib/shop`, for all users in the group `shop`:
    /// let store = FileStore::new("/var/lib/shop/leases").shared_with_group();
    /// # let _ = store;
    /// ```
    #[must_use]
    pub fn shared_with_group(mut self) -> Self {
        self.is_shared = true;
        self
    }

    fn beside(&self, end: &str) -> PathBuf {
        let mut path = self.path.clone().into_os_string();
        path.push(end);
        path.into()
    }

    fn lock(&self) -> Result<Lock, StoreError> {
        if self.path.file_name().is_none() {
            let path = self.path.display();
            return Err(StoreError::new(format!("\"{path}\" is not a file name"))
                .with_advice("name one in a folder that exists"));
        }
        Lock::on(&self.beside(".lock"), Access::beside(&self.path, self.is_shared)?)
    }

    /// The content of the file. Call it only under the lock.
    fn entries(&self, lock: &Lock) -> Result<FileEntries, StoreError> {
        self.refuse_other_names()?;
        let Some(content) = regular::read(&self.path, lock.access)? else {
            if lock.has_been_used()? {
                return Err(StoreError::new(format!(
                    "{} existed, and is missing now",
                    self.path.display()
                ))
                .with_advice(
                    "put it back as it was; or stop all processes that mint, and delete the file \
                     beside it whose name ends in .lock",
                ));
            }
            self.compare(None)?;
            return Ok(FileEntries::new(
                &format!("{:016x}{:016x}", seed(), seed()),
                unix_millis(SystemTime::now()),
            ));
        };
        let entries = FileEntries::read(&content).map_err(|error| {
            StoreError::new(format!("{}: {error}", self.path.display())).with_advice(
                "do not restore older content, which could give a node to two processes; stop all \
                 processes that mint, and then fix the line, with until past any timestamp that \
                 the node can have used",
            )
        })?;
        self.compare(entries.identity())?;
        Ok(entries)
    }

    /// Refuses a file with another identity than before. Its rows know nothing of the leases in the
    /// file before it. A file of an earlier version has none.
    fn compare(&self, found: Option<&str>) -> Result<(), StoreError> {
        let path = self.path.display();
        self.seen.compare(found).map_err(|error| StoreError::new(format!("{path}: {error}")))
    }

    /// Refuses a file with two names: each name would have its own lock, and only one of them is
    /// replaced.
    fn refuse_other_names(&self) -> Result<(), StoreError> {
        match regular::metadata(&self.path)? {
            Some(metadata) if has_more_names(&metadata) => {
                let path = self.path.display();
                Err(StoreError::new(format!("{path} has another name as well, by a hard link"))
                    .with_advice("all processes must use the same name; delete the other one"))
            }
            _ => Ok(()),
        }
    }

    /// Replaces the file. Call it only under the lock.
    fn write(&self, lock: &Lock, entries: &FileEntries) -> Result<(), StoreError> {
        let new = self.beside(".new");
        let mut file = regular::create(&new, lock.access)?;
        let mut write = || {
            file.write_all(entries.to_string().as_bytes())?;
            file.sync_all()
        };
        write().map_err(|error| failed(&new, &error))?;
        let replace = || {
            fs::rename(&new, &self.path)?;
            sync_folder(&self.path)
        };
        replace().map_err(|error| failed(&self.path, &error))?;
        self.compare(entries.identity())?;
        lock.set_used()
    }

    /// For the command `snowflake` only. It can change at any time.
    ///
    /// Writes these rows of spaces in one step. No `token` or `until` becomes smaller. The file
    /// stays shared with its group if it is.
    ///
    /// # Errors
    /// [`StoreError`]. Then either no row has changed, or all have.
    #[doc(hidden)]
    pub fn raise(&self, rows: &[(&str, LeaseRow)], holder: &str) -> Result<(), StoreError> {
        let is_shared = regular::metadata(&self.path)?.is_some_and(|file| access::is_shared(&file));
        let lock = Self { is_shared: is_shared || self.is_shared, ..self.clone() }.lock()?;
        let mut entries = self.entries(&lock)?;
        let (now, holder) = (unix_millis(SystemTime::now()), record::holder(holder));
        for &(space, LeaseRow { node, token, until }) in rows {
            let space = record::space(space)?;
            let there = entries.get_mut(space, node).map_or((0, 0), |row| (row.token, row.until));
            let (token, until) = (token.max(there.0), until.max(there.1));
            let holder = holder.clone().into_owned();
            entries.insert(
                space,
                node,
                FileEntry { token, until, claimed: now, renewed: now, holder },
            );
        }
        self.write(&lock, &entries)
    }
}

impl Store for FileStore {
    fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        let space = record::space(space)?;
        let entries = self.entries(&self.lock()?)?;
        // They are in the order of their nodes.
        let rows = entries.of(space).filter(|row| nodes.contains(&row.node));
        Ok(Registry {
            unix_millis: unix_millis(SystemTime::now()),
            rows: rows.take(most).collect(),
        })
    }

    fn change(&mut self, space: &str, change: &Change) -> Result<bool, StoreError> {
        let space = record::space(space)?;
        let lock = self.lock()?;
        let mut entries = self.entries(&lock)?;
        let (now, node) = (unix_millis(SystemTime::now()), change.node());
        let there = entries.get_mut(space, node).map(|entry| entry.row(node));
        let Some(LeaseRow { token, until, .. }) = change.applied(there, now)? else {
            return Ok(false);
        };
        let until = record::until(until);
        match (change, entries.get_mut(space, node)) {
            (Change::Claim { holder, .. }, _) => {
                let holder = record::holder(holder).into_owned();
                let entry = FileEntry { token, until, claimed: now, renewed: now, holder };
                entries.insert(space, node, entry);
            }
            (_, Some(entry)) => (entry.until, entry.renewed) = (until, now),
            (_, None) => {}
        }
        // Writes even if nothing has changed: the process that wrote the same may have been
        // killed before it was on the disk.
        self.write(&lock, &entries)?;
        Ok(true)
    }

    fn replacement(&self) -> Option<Box<dyn Store>> {
        Some(Box::new(self.clone()))
    }
}

#[cfg(unix)]
fn has_more_names(metadata: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;

    metadata.nlink() > 1
}

/// This system has no way to find out.
#[cfg(not(unix))]
fn has_more_names(_: &Metadata) -> bool {
    false
}

/// Writes a folder's entry of this name to the disk.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    fs::File::open(path.with_file_name("."))?.sync_all()
}

/// Folders cannot be opened here; the file system keeps a journal of renames.
#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

fn failed(path: &Path, error: &io::Error) -> StoreError {
    let advice = match error.kind() {
        ErrorKind::NotFound => "create the folder",
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "allow this process to write to the folder and to its files"
        }
        ErrorKind::IsADirectory | ErrorKind::NotADirectory => "name a file in a folder that exists",
        ErrorKind::ResourceBusy => "mount the folder into the container, and not the file",
        ErrorKind::Unsupported => "use a file system whose files can be locked",
        // EMFILE and ENFILE, of which the standard library makes no kind.
        _ if cfg!(unix) && matches!(error.raw_os_error(), Some(23 | 24)) => {
            "raise the limit of open files (`ulimit -n`), or find out what keeps them open"
        }
        _ => "check the disk and its file system",
    };
    StoreError::new(format!("{}: {error}", path.display())).with_advice(advice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_error_has_its_advice() {
        use ErrorKind::*;

        for (kinds, advice) in [
            (&[NotFound][..], "create the folder"),
            (&[PermissionDenied, ReadOnlyFilesystem], "allow this process to write"),
            (&[IsADirectory, NotADirectory], "name a file in a folder that exists"),
            (&[ResourceBusy], "mount the folder into the container"),
            (&[Unsupported], "use a file system whose files can be locked"),
            (&[StorageFull, Other], "check the disk and its file system"),
        ] {
            for &kind in kinds {
                let error = failed(Path::new("/data/leases"), &kind.into()).to_string();
                assert_eq!(error.split_once(": ").map(|(path, _)| path), Some("/data/leases"));
                assert!(error.contains(&format!(": {advice}")), "{kind:?}: {error}");
            }
        }
    }
}
