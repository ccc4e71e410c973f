//! Stores of node leases: what all stores have to do, and what is rusqlite's own.

use std::error::Error as _;
use std::fs;
use std::path::Path;

use lease_suite::{
    Adapter, Blocks, Dialect, Place, claims, first_claim, refused, renews, sqlite_path,
};
use rusqlite::Connection;
use snowflake_kit_lease::{Change, Store as _, StoreError};
use snowflake_kit_rusqlite::lease::{self, LeaseStore};

mod sqlite {
    lease_suite::tests!(super::Sqlite: every, blocking, sqlite);
}

struct Sqlite;

impl Adapter for Sqlite {
    type Store = LeaseStore;
    type CallStyle = Blocks;

    const DIALECT: Dialect = Dialect::Sqlite;

    /// A store opens its file by itself.
    fn open(url: &str, told: &str) -> Option<LeaseStore> {
        told.is_empty().then(|| LeaseStore::new(path(url)))
    }

    fn trust(store: LeaseStore) -> LeaseStore {
        store.trust_durability()
    }

    fn create(url: &str) {
        lease::up(&Connection::open(path(url)).unwrap()).unwrap();
    }

    fn undo(url: &str) {
        lease::down(&Connection::open(path(url)).unwrap()).unwrap();
    }
}

fn path(url: &str) -> &Path {
    Path::new(sqlite_path(url).unwrap())
}

#[test]
fn the_table_comes_and_goes_with_a_transaction() {
    let place = Place::<Sqlite>::empty();
    let mut connection = Connection::open(path(place.url())).unwrap();
    let transaction = connection.transaction().unwrap();
    lease::up(&transaction).unwrap();
    transaction.rollback().unwrap();
    place.store().read("shop").unwrap_err();
    lease::up(&connection).unwrap();
    assert_eq!(place.read().rows, []);
    lease::down(&connection).unwrap();
    place.store().read("shop").unwrap_err();
}

#[test]
fn a_file_that_is_not_there_is_not_created() {
    let place = Place::<Sqlite>::empty();
    let path = path(place.url());
    fs::remove_file(path).unwrap();
    let mut store = place.checked_store();
    let parts = ["unable to open database file", "check that the file exists"];
    refused(store.read("shop"), &parts);
    assert!(!path.exists());
    Sqlite::create(place.url());
    assert!(store.change("shop", &claims(7)).unwrap());
    assert_eq!(format!("{store:?}"), "LeaseStore { .. }");
}

/// rusqlite has the statement in some of its errors.
#[test]
fn errors_do_not_quote_the_statement() {
    let place = Place::<Sqlite>::empty();
    let mut store = place.store();
    let begins = |result: Result<bool, StoreError>, start: &str| {
        let error = result.unwrap_err().to_string();
        assert!(error.starts_with(start), "{error}");
    };
    let start = "no such table: main.snowflake_leases: run the migration";
    begins(store.read("shop").map(|_| true), start);
    begins(store.change("shop", &claims(7)), start);
    begins(store.change("shop", &renews(7)), start);

    Sqlite::create(place.url());
    // Or where another session holds a lock.
    let mut other = place.session();
    other.execute("BEGIN IMMEDIATE");
    begins(store.change("shop", &claims(7)), "database is locked: ");
    other.execute("ALTER TABLE snowflake_leases RENAME COLUMN until_unix_ms TO until; COMMIT");
    refused(store.read("shop"), &["until_unix_ms: snowflake_leases differs from"]);
}

#[cfg(target_os = "linux")]
#[test]
fn without_descriptors_an_operation_fails_and_the_next_one_succeeds() {
    let test = "without_descriptors_an_operation_fails_and_the_next_one_succeeds";
    test_processes::limited("-n 64", test, || {
        let place = Place::<Sqlite>::migrated();
        let (mut open, mut closed) = (place.store(), place.store());
        assert!(open.change("shop", &claims(7)).unwrap());
        let taken: Vec<_> = std::iter::from_fn(|| fs::File::open("/dev/null").ok()).collect();
        // One has no descriptor for the journal, the other one none for the file.
        for store in [&mut open, &mut closed] {
            let error = store
                .change("shop", &Change::claim(&first_claim(8), "web-2"))
                .unwrap_err()
                .to_string();
            assert!(error.starts_with("unable to open database file"), "{error}");
            assert!(error.ends_with("this process may open more files (`ulimit -n`)"), "{error}");
        }
        drop(taken);
        assert_eq!(place.read().rows, [first_claim(7).row]);
        assert!(open.change("shop", &renews(7)).unwrap());
        assert!(closed.change("shop", &Change::claim(&first_claim(8), "web-2")).unwrap());
    });
}

#[test]
fn a_database_in_memory_is_refused() {
    for uri in ["file::memory:", "file:shop?mode=memory&cache=shared"] {
        let parts = ["a database in memory: use a file", "trust_durability()"];
        refused(LeaseStore::new(uri).read("shop"), &parts);
        LeaseStore::new(uri).trust_durability().read_nodes("shop", 0..=0, 0).unwrap();
    }
}

#[test]
fn a_file_that_cannot_be_written_is_refused() {
    let place = Place::<Sqlite>::migrated();
    let uri = format!("file:{}?mode=ro", path(place.url()).display());
    let mut store = LeaseStore::new(uri);
    let parts = ["attempt to write a readonly database", "a file that can be written to"];
    refused(store.change("shop", &claims(7)), &parts);
}

#[test]
fn a_file_of_another_kind_is_refused() {
    let place = Place::<Sqlite>::empty();
    let text = "This is a text, and is long enough not to be empty. ".repeat(20);
    fs::write(path(place.url()), text).unwrap();
    let error = place.store().read("shop").unwrap_err();
    assert!(error.to_string().starts_with("file is not a database: "), "{error}");
    // What SQLite said can be looked at.
    assert!(error.source().unwrap().is::<rusqlite::Error>());
}
