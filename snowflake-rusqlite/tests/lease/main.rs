//! The store of node leases.

#[cfg(target_os = "linux")]
#[path = "../../../snowflake-mint/tests/common/limits.rs"]
mod limits;
mod refusals;
#[path = "../../../snowflake-decimal/tests/common/starts.rs"]
mod starts;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

use rusqlite::Connection;
use snowflake_lease::{Claim, LeaseBuilder, LeaseRow, Renewal, Store as _, conformance};
use snowflake_rusqlite::lease::{self, LeaseStore};

/// 2026-01-01T00:00:00Z
const NOW: i64 = 1_767_225_600_000;

/// A folder with a database, gone with this value.
struct Place(PathBuf);

impl Place {
    fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("snowflake_rusqlite_{}_{number}", process::id()));
        fs::create_dir(&folder).unwrap();
        Self(folder)
    }

    /// With the table.
    fn migrated() -> Self {
        let place = Self::new();
        lease::up(&place.connect()).unwrap();
        place
    }

    fn path(&self) -> PathBuf {
        self.0.join("database")
    }

    /// A connection besides that of the store.
    fn connect(&self) -> Connection {
        Connection::open(self.path()).unwrap()
    }

    fn store(&self) -> LeaseStore {
        LeaseStore::new(self.path())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

fn first_claim(node: u32) -> Claim {
    Claim { expected: None, row: LeaseRow { node, token: 1, until: NOW } }
}

fn renewal(node: u32) -> Renewal {
    Renewal { node, token: 1, until: NOW + 1 }
}

#[test]
fn the_contract_holds() {
    let place = Place::migrated();
    conformance::check(|| place.store());
}

#[test]
fn the_table_comes_and_goes_with_a_transaction() {
    let place = Place::new();
    let mut connection = place.connect();
    let transaction = connection.transaction().unwrap();
    lease::up(&transaction).unwrap();
    transaction.rollback().unwrap();
    place.store().read("shop").unwrap_err();
    lease::up(&connection).unwrap();
    assert_eq!(place.store().read("shop").unwrap().rows, []);
    lease::down(&connection).unwrap();
    place.store().read("shop").unwrap_err();
}

#[test]
fn after_a_failure_the_file_is_opened_anew() {
    let place = Place::migrated();
    let mut store = place.store();
    assert!(store.claim("shop", &first_claim(7), "web-1").unwrap());
    let connection = place.connect();
    lease::down(&connection).unwrap();
    store.renew("shop", &renewal(7)).unwrap_err();
    // The failed operation left no transaction, and so no lock.
    lease::up(&connection).unwrap();
    assert!(store.claim("shop", &first_claim(7), "web-1").unwrap());
}

#[test]
fn a_lock_that_is_kept_is_an_error() {
    let place = Place::migrated();
    let mut store = place.store();
    assert!(store.claim("shop", &first_claim(7), "web-1").unwrap());
    let connection = place.connect();
    connection.execute_batch("BEGIN IMMEDIATE").unwrap();
    let error = store.renew("shop", &renewal(7)).unwrap_err().to_string();
    assert!(error.starts_with("database is locked: "), "{error}");
    assert!(error.ends_with("look for transactions that do not end"), "{error}");
    connection.execute_batch("ROLLBACK").unwrap();
    assert!(store.renew("shop", &renewal(7)).unwrap());
}

/// A lease takes it when an operation hangs.
#[test]
fn a_replacement_has_the_same_rows() {
    let place = Place::migrated();
    let mut store = place.store();
    assert!(store.claim("shop", &first_claim(7), "web-1").unwrap());
    let mut replacement = store.replacement().unwrap();
    assert!(replacement.renew("shop", &renewal(7)).unwrap());
    assert_eq!(replacement.read("shop").unwrap().rows, store.read("shop").unwrap().rows);
}

/// From the store to the node of the process, and back.
#[test]
fn a_lease_is_kept_on_it() {
    let place = Place::migrated();
    let lease = LeaseBuilder::new(place.store()).space("shop").install().unwrap();
    let rows = place.store().read("shop").unwrap().rows;
    assert_eq!(rows.iter().map(|row| row.node).collect::<Vec<_>>(), [lease.node()]);
    lease.release().unwrap();
    let now = place.store().unix_millis().unwrap();
    let row = place.store().read("shop").unwrap().rows[0];
    assert!(row.until <= now, "{row:?} is free at {now}");
}

#[cfg(target_os = "linux")]
#[test]
fn without_descriptors_an_operation_fails_and_the_next_one_succeeds() {
    let test = "without_descriptors_an_operation_fails_and_the_next_one_succeeds";
    limits::limited("-n 64", test, || {
        let place = Place::migrated();
        let (mut open, mut closed) = (place.store(), place.store());
        assert!(open.claim("shop", &first_claim(7), "web-1").unwrap());
        let taken: Vec<_> = std::iter::from_fn(|| fs::File::open("/dev/null").ok()).collect();
        // One has no descriptor for the journal, the other one none for the file.
        for store in [&mut open, &mut closed] {
            let error = store.claim("shop", &first_claim(8), "web-2").unwrap_err().to_string();
            assert!(error.starts_with("unable to open database file"), "{error}");
            assert!(error.ends_with("this process may open more files (`ulimit -n`)"), "{error}");
        }
        drop(taken);
        assert_eq!(closed.read("shop").unwrap().rows, [first_claim(7).row]);
        assert!(open.renew("shop", &renewal(7)).unwrap());
        assert!(closed.claim("shop", &first_claim(8), "web-2").unwrap());
    });
}

#[test]
fn several_create_the_table_at_once() {
    let place = Place::migrated();
    lease::down(&place.connect()).unwrap();
    std::thread::scope(|scope| {
        let programs = [(); 6].map(|()| scope.spawn(|| lease::up(&place.connect()).unwrap()));
        for program in programs {
            program.join().unwrap();
        }
    });
    let mut store = place.store();
    assert!(store.claim("shop", &first_claim(7), "web-1").unwrap());
    // The migration comes later, and changes nothing.
    lease::up(&place.connect()).unwrap();
    assert_eq!(store.read("shop").unwrap().rows, [first_claim(7).row]);
}

#[test]
fn decimal_ids_have_their_numbers_from_it() {
    if let Some(told) = starts::told() {
        let store = LeaseStore::new(Path::new(&told.place));
        starts::Told::builder(store).install().unwrap();
        return told.mint();
    }
    let place = Place::migrated();
    let test = "decimal_ids_have_their_numbers_from_it";
    starts::each_has_a_number_that_nobody_had(test, place.path().to_str().unwrap());
    assert_eq!(place.store().read(starts::ROWS).unwrap().rows, [starts::ROW]);
}
