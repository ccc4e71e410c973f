//! SQLite: a file that is copied, a log that is deleted, and a disk that is full.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use snowflake_kit_lease::table::Dialect;
use tempfile::TempDir;

use super::minter::Minter;
use super::{Ids, fence, wait_until};
use crate::backend::Backend;

/// A database in a folder of its own.
struct Place {
    folder: TempDir,
    backend: Backend,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("shop.db").display());
        fs::write(folder.path().join("shop.db"), "").unwrap();
        let backend = Backend { dialect: Dialect::Sqlite, url };
        backend.create_table();
        Self { folder, backend }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn url(&self) -> &str {
        &self.backend.url
    }
}

/// Puts a file in the place of another one, in one step.
fn replace(old: &Path, new: &Path) {
    let between = old.with_extension("between");
    fs::copy(new, &between).unwrap();
    fs::rename(between, old).unwrap();
}

/// Guide: "the file is copied".
#[test]
fn a_copy_of_the_file_is_another_registry() {
    let place = Place::new();
    let copy = place.file("copy.db");
    fs::copy(place.file("shop.db"), &copy).unwrap();
    let url = format!("sqlite://{}", copy.display());
    let mut first = Minter::start(place.url(), 7).unwrap();
    let mut second = Minter::start(&url, 7).unwrap();
    assert_eq!(first.node, second.node);
    sleep(Duration::from_millis(200));
    let mut both = Ids::default();
    let of_first = first.take().ids;
    both.add(of_first.iter().copied());
    both.add(second.take().ids);
    assert!(both.twice > 0, "two registries did no harm, so this test shows nothing");
    drop(second);

    // The copy takes the place of the original, whose claim it lacks.
    let mut ids = Ids::default();
    ids.add(of_first);
    fence(&url);
    replace(&place.file("shop.db"), &copy);
    let start = || Minter::start(place.url(), 7);
    let mut after = Minter::start_when_free(start);
    ids.add(first.take().ids);
    ids.add_more_of(&mut [&mut after]);
    ids.none_is_there_twice();
}

/// Says so once it has opened a database, and keeps it open.
const OPENS: &str = "import sqlite3, sys, time
database = sqlite3.connect(sys.argv[1])
database.execute('SELECT count(*) FROM snowflake_leases').fetchall()
print('.', end='', flush=True)
time.sleep(600)";

/// Guide: "the file that ends in -wal is deleted".
#[test]
fn without_its_log_a_database_lacks_claims() {
    let place = Place::new();
    place.backend.execute("PRAGMA journal_mode = WAL");
    let mut ids = Ids::default();
    // The application has the file open, so that the log is not written back. It is killed later.
    let mut application = Command::new("python3")
        .args(["-c", OPENS])
        .arg(place.file("shop.db"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut opened = [0];
    application.stdout.as_mut().unwrap().read_exact(&mut opened).unwrap();
    let mut lost = Minter::start(place.url(), 7).unwrap();
    sleep(Duration::from_millis(100));
    ids.add(lost.take().ids);
    drop(lost);
    application.kill().unwrap();
    application.wait().unwrap();
    assert!(place.file("shop.db-wal").metadata().unwrap().len() > 0);
    for end in ["wal", "shm"] {
        fs::remove_file(place.file(&format!("shop.db-{end}"))).unwrap();
    }
    assert_eq!(
        place.backend.numbers("SELECT node FROM snowflake_leases WHERE space <> ' registry'"),
        [0; 0]
    );

    fence(place.url());
    let start = || Minter::start(place.url(), 7);
    let mut after = Minter::start_when_free(start);
    ids.add_more_of(&mut [&mut after]);
    ids.none_is_there_twice();
}

/// Guide: "the disk is full". Here it is a limit of the process, so that the test needs no
/// right to mount a file system.
#[test]
fn a_full_disk_ends_minting_and_loses_nothing() {
    let place = Place::new();
    let mut minter = Minter::that_may_be_limited(place.url(), 7).unwrap();
    let limit = |minter: &Minter, bytes: &str| {
        let mut prlimit = Command::new("prlimit");
        prlimit.args(["--pid", &minter.pid().to_string(), &format!("--fsize={bytes}:")]);
        assert!(prlimit.status().unwrap().success());
    };
    let mut ids = Ids::default();
    ids.add_more_of(&mut [&mut minter]);
    limit(&minter, "1024");
    wait_until("a process that does not mint", || {
        let since = minter.take();
        ids.add(since.ids);
        since.error.is_some_and(|error| {
            assert!(error.contains("lease"), "{error}");
            true
        })
    });
    let error = Minter::on_a_full_disk(place.url(), 8).err().expect("it cannot claim");
    assert!(error.contains("disk I/O error: "), "{error}");
    limit(&minter, "unlimited");
    ids.add_more_of(&mut [&mut minter]);
    let mut other = Minter::start(place.url(), 7).unwrap();
    ids.add_more_of(&mut [&mut minter, &mut other]);
    ids.none_is_there_twice();
}
