//! Who may open what the store makes.
//!
//! A process that can open the lock file, if only to read it, can take the lock and keep it: then no
//! process renews its lease, and minting ends with the term. So these files are their owner's
//! alone, and files that others can open are refused.

#[cfg(not(unix))]
pub(super) use elsewhere::{Access, is_shared};
#[cfg(unix)]
pub(super) use unix::{Access, is_shared};

#[cfg(unix)]
mod unix {
    use std::fs::{self, File, Metadata, OpenOptions, Permissions};
    use std::io;
    use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt, fchown};
    use std::path::Path;

    use super::super::{StoreError, failed};

    const SUPERUSER: u32 = 0;

    /// The bits of a mode that say what group and others may do. An access control list shows in
    /// those of the group.
    const GROUP: u32 = 0o070;
    const OTHERS: u32 = 0o007;
    const WRITE: u32 = 0o222;

    /// What a folder lets its files be.
    #[derive(Clone, Copy, Debug)]
    pub(in crate::file) struct Access {
        /// Of the folder.
        owner: u32,
        group: u32,
        is_shared: bool,
    }

    impl Access {
        /// In the folder of this path. `is_shared` with the folder's group.
        ///
        /// # Errors
        /// [`StoreError`] if all users may write to the folder, and so could put other files there.
        pub(in crate::file) fn beside(path: &Path, is_shared: bool) -> Result<Self, StoreError> {
            let folder = path.with_file_name(".");
            let metadata = fs::metadata(&folder).map_err(|error| failed(path, &error))?;
            let access = Self { owner: metadata.uid(), group: metadata.gid(), is_shared };
            // A user in a group that may write is one of those whose folder it is. The sticky bit
            // changes nothing: others could still be the first to make a file.
            if metadata.mode() & OTHERS & WRITE != 0 {
                let mode = metadata.mode() & 0o7777;
                let shown = path.parent().unwrap_or(path).display();
                return Err(StoreError::new(format!(
                    "all users may write to the folder {shown} (mode {mode:04o})"
                ))
                .with_advice(format!(
                    "they could stop minting, or let two processes have one node: use a folder \
                     that only the application can write to, or `chmod o-w {shown}`"
                )));
            }
            Ok(access)
        }

        /// How to open a new file: closed to others from the first moment.
        pub(in crate::file) fn options(self) -> OpenOptions {
            let mut options = OpenOptions::new();
            options.mode(self.mode());
            options
        }

        /// Sets owner, group and mode of a file that this process has made.
        pub(in crate::file) fn apply(self, file: &File) -> io::Result<()> {
            let made = file.metadata()?;
            if self.is_shared && made.gid() != self.group {
                fchown(file, None, Some(self.group))?;
            }
            // The superuser, for example by `snowflake nodes --fence`. If it may not give files
            // away, this one stays its own, which `check` accepts.
            if !self.is_shared && made.uid() != self.owner {
                let _ = fchown(file, Some(self.owner), Some(self.group));
            }
            // The mask of the process may have closed it to its owner as well.
            file.set_permissions(Permissions::from_mode(self.mode()))
        }

        /// Refuses a file that others can open, or that another user owns.
        pub(in crate::file) fn check(self, path: &Path, file: &Metadata) -> Result<(), StoreError> {
            let (mode, shown) = (file.mode() & 0o7777, path.display());
            if mode & self.closed() != 0 {
                let who = if self.is_shared { "others" } else { "other users" };
                let right = self.mode();
                return Err(StoreError::new(format!("{who} may open {shown} (mode {mode:04o})"))
                    .with_advice(format!(
                        "they could stop minting: `chmod {right:o} {shown}`{}",
                        self.advice()
                    )));
            }
            if self.is_shared && mode & GROUP != 0 && file.gid() != self.group {
                let (is, right) = (file.gid(), self.group);
                return Err(StoreError::new(format!(
                    "{shown} belongs to the group {is}, and its folder to the group {right}"
                ))
                .with_advice(format!(
                    "all processes must be in the group of the folder: `chgrp {right} {shown}`"
                )));
            }
            if !self.is_shared && ![self.owner, SUPERUSER].contains(&file.uid()) {
                let (is, right) = (file.uid(), self.owner);
                return Err(StoreError::new(format!(
                    "{shown} belongs to the user {is}, and its folder to the user {right}"
                ))
                .with_advice(format!(
                    "find out how it came there; one user must own both, or it could stop \
                     minting: `chown {right} {shown}`{}",
                    self.advice()
                )));
            }
            Ok(())
        }

        /// The bits that must not be set.
        const fn closed(self) -> u32 {
            if self.is_shared { OTHERS } else { GROUP | OTHERS }
        }

        const fn mode(self) -> u32 {
            if self.is_shared { 0o660 } else { 0o600 }
        }

        const fn advice(self) -> &'static str {
            if self.is_shared {
                ""
            } else {
                ", or call `FileStore::shared_with_group` if a group is to share the file"
            }
        }
    }

    /// Whether a file is open to its group.
    pub(in crate::file) fn is_shared(file: &Metadata) -> bool {
        file.mode() & GROUP == 0o060
    }
}

/// This system has other rights, which the standard library does not show.
#[cfg(not(unix))]
mod elsewhere {
    use std::fs::{File, Metadata, OpenOptions};
    use std::io;
    use std::path::Path;

    use super::super::StoreError;

    #[derive(Clone, Copy, Debug)]
    pub(in crate::file) struct Access;

    impl Access {
        #[expect(clippy::unnecessary_wraps, reason = "in place of one that can fail")]
        pub(in crate::file) fn beside(_: &Path, _: bool) -> Result<Self, StoreError> {
            Ok(Self)
        }

        pub(in crate::file) fn options(self) -> OpenOptions {
            OpenOptions::new()
        }

        #[expect(clippy::unnecessary_wraps, reason = "in place of one that can fail")]
        pub(in crate::file) fn apply(self, _: &File) -> io::Result<()> {
            Ok(())
        }

        #[expect(clippy::unnecessary_wraps, reason = "in place of one that can fail")]
        pub(in crate::file) fn check(self, _: &Path, _: &Metadata) -> Result<(), StoreError> {
            Ok(())
        }
    }

    pub(in crate::file) fn is_shared(_: &Metadata) -> bool {
        false
    }
}
