//! Leases in a file: what else is in the folder, and processes that are killed.

#[cfg(unix)]
mod access;
mod identity;

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use snowflake_kit_lease::{
    Change, Claim, FileStore, LeaseRow, Release, Renewal, Store, StoreError, conformance,
};

/// 2026-01-01T00:00:00Z
const NOW: i64 = 1_767_225_600_000;

/// A folder that is removed afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("lease-file-{}-{number}", process::id()));
        fs::create_dir(&folder).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn store(&self) -> FileStore {
        FileStore::new(self.path("leases"))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

fn first_claim(node: u32) -> Claim {
    Claim { expected: None, row: LeaseRow { node, token: 1, until: NOW } }
}

/// The first claim of a node, by `web-1`.
fn claims(node: u32) -> Change {
    Change::claim(&first_claim(node), "web-1")
}

/// All that a store can be asked that needs the file.
fn operations(store: &mut FileStore) -> [Result<bool, StoreError>; 4] {
    [
        store.read("shop").map(|registry| !registry.rows.is_empty()),
        store.change("shop", &claims(7)),
        store.change("shop", &Change::renew(&Renewal { node: 7, token: 1, until: NOW })),
        store.change("shop", &Change::Release(Release { node: 7, token: 1, until: NOW })),
    ]
}

fn refused(store: &mut FileStore, error: &str) {
    for result in operations(store) {
        let refusal = result.unwrap_err().to_string();
        assert!(refusal.contains(error), "{refusal}");
    }
}

#[test]
fn the_contract_holds() {
    let folder = Folder::new();
    conformance::check(|| folder.store());
}

#[test]
fn a_replacement_has_the_same_file() {
    let folder = Folder::new();
    let mut replacement = folder.store().replacement().unwrap();
    assert!(folder.store().change("shop", &claims(7)).unwrap());
    assert_eq!(replacement.read("shop").unwrap().rows, [first_claim(7).row]);
}

#[test]
fn the_file_can_be_read_by_people() {
    let folder = Folder::new();
    let mut store = folder.store();
    let before = store.read("shop").unwrap().unix_millis;
    assert!(store.change("shop", &Change::claim(&first_claim(7), "web-1\t(4711)")).unwrap());
    let after = store.read("shop").unwrap().unix_millis;

    let text = fs::read_to_string(folder.path("leases")).unwrap();
    let lines: Vec<_> = text.lines().collect();
    let [_, _, _, row, "# 2 rows"] = lines[..] else { panic!("{text}") };
    let fields: Vec<_> = row.split('\t').collect();
    let ["shop", "7", "1", "1767225600000", claimed, renewed, "web-1 (4711)"] = fields[..] else {
        panic!("{row}")
    };
    assert_eq!(claimed, renewed);
    assert!((before..=after).contains(&claimed.parse().unwrap()));
}

#[test]
fn what_is_no_file_is_refused() {
    let folder = Folder::new();
    let path = folder.path("no such folder/leases");
    refused(&mut FileStore::new(&path), ": create the folder");
    let path = folder.path("leases");
    fs::create_dir(&path).unwrap();
    refused(&mut FileStore::new(&path), ": name a file in a folder that exists");
    let path = folder.path("file");
    fs::write(&path, "").unwrap();
    refused(&mut FileStore::new(path.join("leases")), ": name a file in a folder that exists");
    for path in ["", "/", ".."] {
        refused(&mut FileStore::new(path), "is not a file name");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_folder_that_cannot_be_written_to_is_refused() {
    // Not even by the superuser.
    refused(&mut FileStore::new("/sys/leases"), "allow this process to write to the folder");
}

#[test]
fn a_corrupt_file_stays_as_it_is() {
    let folder = Folder::new();
    let path = folder.path("leases");
    let mut store = folder.store();
    assert!(store.change("shop", &claims(7)).unwrap());
    let text = fs::read_to_string(&path).unwrap();
    let until = text.replace(&NOW.to_string(), "soon");
    for (content, line) in [("", 1), (&text[..text.len() / 4], 2), (&until, 4)] {
        fs::write(&path, content).unwrap();
        refused(&mut store, &format!("leases: line {line}: "));
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
    fs::write(&path, &text).unwrap();
    assert!(
        store.change("shop", &Change::renew(&Renewal { node: 7, token: 1, until: NOW })).unwrap()
    );
}

#[test]
fn a_file_that_is_gone_is_no_new_one() {
    let folder = Folder::new();
    let mut store = folder.store();
    // Until there are leases, there is nothing to lose.
    assert_eq!(store.read("shop").unwrap().rows, []);
    assert!(!folder.path("leases").exists());
    assert!(store.change("shop", &claims(7)).unwrap());

    let away = folder.path("away");
    fs::rename(folder.path("leases"), &away).unwrap();
    refused(&mut store, "leases existed, and is missing now: put it back as it was");
    fs::rename(away, folder.path("leases")).unwrap();
    assert!(!store.change("shop", &claims(7)).unwrap());

    fs::remove_file(folder.path("leases")).unwrap();
    fs::remove_file(folder.path("leases.lock")).unwrap();
    assert!(folder.store().change("shop", &claims(7)).unwrap());
}

#[test]
#[cfg(unix)]
fn two_names_of_the_file_are_refused() {
    use std::os::unix::fs::symlink;

    let folder = Folder::new();
    let mut store = folder.store();
    assert!(store.change("shop", &claims(7)).unwrap());
    symlink(folder.path("leases"), folder.path("link")).unwrap();
    refused(&mut FileStore::new(folder.path("link")), "link is a symbolic link: ");
    symlink(folder.path("nothing"), folder.path("new")).unwrap();
    refused(&mut FileStore::new(folder.path("new")), "new is a symbolic link: ");

    fs::hard_link(folder.path("leases"), folder.path("other")).unwrap();
    refused(
        &mut FileStore::new(folder.path("other")),
        "has another name as well, by a hard link: ",
    );
    refused(&mut store, "has another name as well, by a hard link: ");
    fs::remove_file(folder.path("other")).unwrap();

    // Another way to the same folder.
    let way = Folder::new();
    symlink(&folder.0, way.path("folder")).unwrap();
    let mut store = FileStore::new(way.path("folder/leases"));
    assert_eq!(store.read("shop").unwrap().rows, [first_claim(7).row]);
    let stopped = File::open(folder.path("leases.lock")).unwrap();
    stopped.lock().unwrap();
    store.read("shop").unwrap_err();
}

#[test]
fn what_a_killed_process_has_left_is_no_hindrance() {
    let folder = Folder::new();
    let mut store = folder.store();
    assert_eq!(store.read("shop").unwrap().rows, []);
    // Killed before the first file was in its place: half of it is there.
    fs::write(folder.path("leases.lock"), "").unwrap();
    fs::write(folder.path("leases.new"), "snowflake lea").unwrap();
    assert!(store.change("shop", &claims(7)).unwrap());
    // Killed just afterwards: the lock file does not know yet.
    fs::write(folder.path("leases.lock"), "").unwrap();
    assert!(!store.change("shop", &claims(7)).unwrap());
    assert!(
        store.change("shop", &Change::renew(&Renewal { node: 7, token: 1, until: NOW })).unwrap()
    );
    fs::remove_file(folder.path("leases")).unwrap();
    refused(&mut store, "is missing now");
}

#[test]
fn a_lock_that_is_kept_is_an_error() {
    let folder = Folder::new();
    let mut store = folder.store();
    assert_eq!(store.read("shop").unwrap().rows, []);
    let stopped = File::open(folder.path("leases.lock")).unwrap();
    stopped.lock().unwrap();
    let error = store.read("shop").unwrap_err().to_string();
    assert!(error.contains("leases.lock: another process has kept the lock for 5s: "), "{error}");
    drop(stopped);
    assert_eq!(store.read("shop").unwrap().rows, []);
}

#[test]
fn who_waits_for_a_lock_that_is_deleted_takes_the_next_one() {
    let folder = Folder::new();
    let mut store = folder.store();
    assert!(store.change("shop", &claims(7)).unwrap());
    let held = File::open(folder.path("leases.lock")).unwrap();
    held.lock().unwrap();
    let waits = thread::spawn(move || store.read("shop").unwrap().rows);
    thread::sleep(Duration::from_millis(200));
    fs::remove_file(folder.path("leases.lock")).unwrap();
    drop(held);
    assert_eq!(waits.join().unwrap(), [first_claim(7).row]);
}

#[test]
fn two_names_of_the_lock_are_two_files() {
    let folder = Folder::new();
    let mut store = folder.store();
    assert!(store.change("shop", &claims(7)).unwrap());
    // Somebody clears up while another one is stopped.
    let held = File::open(folder.path("leases.lock")).unwrap();
    held.lock().unwrap();
    fs::remove_file(folder.path("leases.lock")).unwrap();
    assert_eq!(store.read("shop").unwrap().rows, [first_claim(7).row]);
}

/// The ends of the names of the file, and of those beside it.
const ENDS: [&str; 3] = ["", ".lock", ".new"];

/// A folder whose store has a row, and in it, under this name, what `make` makes.
#[cfg(unix)]
fn with(end: &str, make: impl Fn(&Path)) -> Folder {
    let folder = Folder::new();
    assert!(folder.store().change("shop", &claims(7)).unwrap());
    let path = folder.path(&format!("leases{end}"));
    if path.exists() {
        fs::rename(&path, folder.path("before")).unwrap();
    }
    make(&path);
    folder
}

/// Whatever writes, and what reads too unless it is about the new file, is refused.
#[cfg(unix)]
fn refuses(folder: &Folder, end: &str, error: &str) {
    let [read, writes @ ..] = operations(&mut folder.store());
    let read = (end != ".new").then_some(read);
    // Claiming again a node that is held does nothing: no file is needed for that.
    let writes = writes.into_iter().skip(usize::from(end == ".new"));
    for result in read.into_iter().chain(writes) {
        let refusal = result.unwrap_err().to_string();
        let name = format!("leases{end} {error}: ");
        assert!(refusal.contains(&name), "{end:?}: {refusal}");
    }
}

#[test]
#[cfg(unix)]
fn no_link_is_followed_to_any_of_the_files() {
    use std::os::unix::fs::symlink;

    for end in ENDS {
        // Somebody else's file, with the rights of this process.
        let precious = Folder::new();
        fs::write(precious.path("file"), "precious").unwrap();
        let folder = with(end, |path| symlink(precious.path("file"), path).unwrap());
        refuses(&folder, end, "is a symbolic link");
        assert_eq!(fs::read_to_string(precious.path("file")).unwrap(), "precious");

        // Nor is a file made where a link leads to nothing.
        let folder = with(end, |path| symlink(precious.path("other"), path).unwrap());
        refuses(&folder, end, "is a symbolic link");
        assert!(!precious.path("other").exists());
    }
    // Before there are any leases, too.
    for end in ENDS {
        let (folder, other) = (Folder::new(), Folder::new());
        symlink(other.path("file"), folder.path(&format!("leases{end}"))).unwrap();
        let error = folder.store().change("shop", &claims(7)).unwrap_err();
        assert!(error.to_string().contains(&format!("leases{end} is a symbolic link")));
        assert_eq!(fs::read_dir(&other.0).unwrap().count(), 0);
    }
}

#[test]
#[cfg(unix)]
fn what_is_not_a_regular_file_is_not_opened() {
    use std::os::unix::net::UnixListener;

    for end in ENDS {
        // Who opens a pipe waits for somebody at its other end.
        let folder = with(end, |path| {
            assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
        });
        refuses(&folder, end, "is not a regular file");
        let folder = with(end, |path| drop(UnixListener::bind(path).unwrap()));
        refuses(&folder, end, "is not a regular file");
        let folder = with(end, |path| fs::create_dir(path).unwrap());
        refuses(&folder, end, "is a folder");
    }
}

#[test]
#[cfg(unix)]
fn a_file_that_a_killed_process_has_left_is_replaced_and_not_written_to() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new();
    let (new, other) = (folder.path("leases.new"), folder.path("other"));
    fs::write(&other, "precious").unwrap();
    fs::hard_link(&other, &new).unwrap();
    assert!(folder.store().change("shop", &claims(7)).unwrap());
    assert_eq!(fs::read_to_string(&other).unwrap(), "precious");
    assert!(!new.exists());

    fs::write(&new, "snowflake lea").unwrap();
    fs::set_permissions(&new, fs::Permissions::from_mode(0o400)).unwrap();
    assert!(folder.store().change("shop", &claims(8)).unwrap());
    assert!(!new.exists());
}

/// In the environment of the processes that this test is.
const WORKER: &str = "SNOWFLAKE_LEASE_FILE";

#[test]
fn processes_that_are_killed_leave_a_whole_file() {
    if let Some(path) = env::var_os(WORKER) {
        return claim_again_and_again(Path::new(&path));
    }
    let folder = Folder::new();
    let path = folder.path("leases");
    let mut tokens = BTreeSet::new();
    for round in 0..12 {
        // All of them claim the same node; each is killed after some claims of
        // which it has said that they were written.
        let mut workers: Vec<_> = (0..4).map(|_| Worker::start(&path)).collect();
        for (worker, claims) in workers.iter_mut().zip([1, 2, 3, 5 + round]) {
            for token in worker.claims.by_ref().take(claims) {
                assert!(tokens.insert(token), "token {token} is two claims'");
            }
            worker.process.kill().unwrap();
        }
        // What they had written and said until then.
        for mut worker in workers {
            for token in worker.claims.by_ref() {
                assert!(tokens.insert(token), "token {token} is two claims'");
            }
            worker.process.wait().unwrap();
        }
        let rows = FileStore::new(&path).read("shop").unwrap().rows;
        let [LeaseRow { node: 7, token, .. }] = rows[..] else { panic!("{rows:?}") };
        assert!(tokens.last().is_some_and(|last| *last <= token), "{tokens:?}, but {token}");
    }
    assert!(tokens.len() >= 12 * (1 + 2 + 3 + 5));
}

struct Worker {
    process: Child,
    claims: Box<dyn Iterator<Item = i64>>,
}

impl Worker {
    fn start(path: &Path) -> Self {
        let mut process = Command::new(env::current_exe().unwrap())
            .args(["--exact", "file::processes_that_are_killed_leave_a_whole_file", "--nocapture"])
            .env(WORKER, path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        // The one that is killed in the midst of a line has not said it.
        let claims = lines
            .map_while(Result::ok)
            .filter_map(|line| line.strip_prefix("claimed ")?.strip_suffix('.')?.parse().ok());
        Self { process, claims: Box::new(claims) }
    }
}

fn claim_again_and_again(path: &Path) {
    let mut store = FileStore::new(path);
    loop {
        // Nobody else makes a pause, so one may have to wait for too long.
        let Ok(registry) = store.read("shop") else { continue };
        let expected = registry.rows.first().copied();
        let token = expected.map_or(1, |row| row.token + 1);
        let claim = Claim { expected, row: LeaseRow { node: 7, token, until: NOW + token } };
        if let Ok(true) = store.change("shop", &Change::claim(&claim, "a worker")) {
            println!("claimed {token}.");
        }
    }
}
