//! Who may open the files. Some tests need a second user, which only the superuser can be; what they
//! check, the modes of the files, is checked as any user by the others.

use std::env;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use snowflake_kit_lease::{FileStore, LeaseRow, Store};

use super::{ENDS, Folder, claims, first_claim, refused};

/// The user `nobody`, who has no file.
const OTHER: u32 = 65_534;

/// In the environment of processes that this test is: the file to claim a node in.
const CLAIMANT: &str = "SNOWFLAKE_LEASE_CLAIMANT";

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

fn with_a_claim() -> Folder {
    let folder = Folder::new();
    // Whatever the mask of this process is.
    set_mode(&folder.0, 0o755);
    assert!(folder.store().change("shop", &claims(7)).unwrap());
    folder
}

fn is_superuser(folder: &Folder) -> bool {
    fs::metadata(&folder.0).unwrap().uid() == 0
}

/// Runs a command as another user, in no group of this one.
fn as_other(command: &[&str]) -> Output {
    let id = OTHER.to_string();
    let user = ["--reuid", &id, "--regid", &id, "--clear-groups"];
    Command::new("setpriv").args(user).args(command).output().unwrap()
}

#[test]
fn nobody_else_may_open_what_a_store_makes() {
    if let Some(path) = env::var_os(CLAIMANT) {
        let mut store = FileStore::new(PathBuf::from(path));
        assert!(store.change("shop", &claims(7)).unwrap());
        return;
    }
    for mask in ["000", "002", "022", "077", "277", "777"] {
        let folder = Folder::new();
        set_mode(&folder.0, 0o755);
        let test = "file::access::nobody_else_may_open_what_a_store_makes";
        let ran = Command::new("sh")
            .args(["-c", &format!("umask {mask} && exec \"$0\" --exact {test}")])
            .arg(env::current_exe().unwrap())
            .env(CLAIMANT, folder.path("leases"))
            .output()
            .unwrap();
        assert!(ran.status.success(), "{ran:?}");
        for name in ["leases", "leases.lock"] {
            assert_eq!(mode(&folder.path(name)), 0o600, "{name} with the mask {mask}");
        }
        assert_eq!(folder.store().read("shop").unwrap().rows, [first_claim(7).row]);
    }
}

#[test]
fn a_user_who_may_not_write_cannot_keep_the_lock() {
    let folder = with_a_claim();
    let lock = folder.path("leases.lock");
    // Locking needs an open file, and opening a bit of the mode.
    assert_eq!(mode(&lock), 0o600);
    if is_superuser(&folder) {
        let path = lock.to_str().unwrap();
        let ran = as_other(&["flock", "--nonblock", "--shared", path, "true"]);
        let said = String::from_utf8_lossy(&ran.stderr);
        assert!(!ran.status.success() && said.contains("Permission denied"), "{ran:?}");
        // Without the mode it could.
        set_mode(&lock, 0o644);
        let ran = as_other(&["flock", "--nonblock", path, "true"]);
        assert!(ran.status.success(), "{ran:?}");
    }
}

#[test]
fn files_that_others_can_open_are_refused() {
    for end in ["", ".lock"] {
        let folder = with_a_claim();
        let path = folder.path(&format!("leases{end}"));
        for bit in 0..6 {
            let wrong = 0o600 | 1 << bit;
            set_mode(&path, wrong);
            let shown = path.display();
            let error = format!(
                "other users may open {shown} (mode {wrong:04o}): they could stop minting: `chmod \
                 600 {shown}`, or call `FileStore::shared_with_group` if a group is to share the \
                 file"
            );
            refused(&mut folder.store(), &error);
        }
        set_mode(&path, 0o600);
        assert_eq!(folder.store().read("shop").unwrap().rows, [first_claim(7).row]);
    }
}

#[test]
fn a_folder_that_all_users_may_write_to_is_refused() {
    let folder = with_a_claim();
    for wrong in [0o777, 0o757, 0o1777] {
        set_mode(&folder.0, wrong);
        let error = format!("(mode {wrong:04o}): they could stop minting");
        refused(&mut folder.store(), &error);
        refused(&mut folder.store().shared_with_group(), &error);
    }
    // Whoever is in the group of the folder may write to it.
    for right in [0o775, 0o755, 0o700] {
        set_mode(&folder.0, right);
        assert_eq!(folder.store().read("shop").unwrap().rows, [first_claim(7).row]);
    }
}

#[test]
fn a_group_shares_the_files_if_it_is_meant_to() {
    let folder = Folder::new();
    set_mode(&folder.0, 0o770);
    let group = fs::metadata(&folder.0).unwrap().gid();
    let mut store = folder.store().shared_with_group();
    assert!(store.change("shop", &claims(7)).unwrap());
    for name in ["leases", "leases.lock"] {
        let path = folder.path(name);
        assert_eq!((mode(&path), fs::metadata(&path).unwrap().gid()), (0o660, group));
    }
    // Each process has to say so.
    refused(&mut folder.store(), "(mode 0660): they could stop minting: `chmod 600 ");
    // A fence leaves it as it is, and needs not be told.
    folder.store().raise(&[("shop", LeaseRow { node: 7, token: 9, until: 9 })], "a fence").unwrap();
    assert_eq!(mode(&folder.path("leases")), 0o660);
    assert_eq!(store.replacement().unwrap().read("shop").unwrap().rows.len(), 1);

    for end in ["", ".lock"] {
        let path = folder.path(&format!("leases{end}"));
        set_mode(&path, 0o664);
        refused(&mut store, &format!("others may open {} (mode 0664): ", path.display()));
        // A user can use files that only that user can open.
        set_mode(&path, 0o600);
        store.read("shop").unwrap();
        set_mode(&path, 0o660);
    }
    if is_superuser(&folder) {
        chown(folder.path("leases.lock"), None, Some(OTHER)).unwrap();
        let error = format!("leases.lock belongs to the group {OTHER}, and its folder to the ");
        refused(&mut store, &error);
        // As a member, with a folder that does not hand its group on.
        chown(folder.path("leases.lock"), None, Some(group)).unwrap();
        chown(&folder.0, None, Some(OTHER)).unwrap();
        chown(folder.path("leases.lock"), None, Some(OTHER)).unwrap();
        chown(folder.path("leases"), None, Some(OTHER)).unwrap();
        assert!(store.change("shop", &claims(8)).unwrap());
        assert_eq!(fs::metadata(folder.path("leases")).unwrap().gid(), OTHER);
    }
}

#[test]
fn the_superuser_acts_for_the_owner_of_the_folder() {
    if let Some(path) = env::var_os(CLAIMANT) {
        let mut store = FileStore::new(PathBuf::from(path));
        assert!(store.change("shop", &claims(8)).unwrap());
        return;
    }
    let folder = Folder::new();
    set_mode(&folder.0, 0o755);
    let own = fs::metadata(&folder.0).unwrap().uid();
    let owner = if own == 0 { OTHER } else { own };
    chown(&folder.0, Some(owner), None).unwrap();
    assert!(folder.store().change("shop", &claims(7)).unwrap());
    for name in ["leases", "leases.lock"] {
        let path = folder.path(name);
        assert_eq!((mode(&path), fs::metadata(&path).unwrap().uid()), (0o600, owner));
    }
    if own != 0 {
        return;
    }
    // So the owner can go on after `snowflake nodes --fence` by the superuser.
    let exe = env::current_exe().unwrap();
    let test = "file::access::the_superuser_acts_for_the_owner_of_the_folder";
    let claimant = format!("{CLAIMANT}={}", folder.path("leases").display());
    // The test's own folder may be closed to that user.
    let copy = folder.path("test");
    fs::copy(exe, &copy).unwrap();
    let ran = as_other(&["env", &claimant, copy.to_str().unwrap(), "--exact", test]);
    assert!(ran.status.success(), "{ran:?}");
    assert_eq!(folder.store().read("shop").unwrap().rows.len(), 2);

    // Neither user owns the file of a third user.
    for end in ENDS.into_iter().take(2) {
        let path = folder.path(&format!("leases{end}"));
        chown(&path, Some(OTHER - 1), None).unwrap();
        let error =
            format!("belongs to the user {}, and its folder to the user {OTHER}", OTHER - 1);
        refused(&mut folder.store(), &error);
        chown(&path, Some(OTHER), None).unwrap();
    }
    assert_eq!(folder.store().read("shop").unwrap().rows.len(), 2);
}
