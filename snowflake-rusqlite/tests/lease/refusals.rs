//! Files that cannot carry leases, rows that no lease leaves, and what errors say.

use std::error::Error as _;
use std::fs;

use snowflake_core::Dialect;
use snowflake_lease::{Store as _, StoreError, table};
use snowflake_rusqlite::lease::LeaseStore;

use crate::{Place, first_claim, renewal};

fn refused<T: std::fmt::Debug>(result: Result<T, StoreError>, parts: &[&str]) {
    let error = result.unwrap_err().to_string();
    for part in parts {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn a_file_that_is_not_there_is_not_created() {
    let place = Place::new();
    let mut store = place.store();
    let parts = ["unable to open database file", "check that the file exists"];
    refused(store.read("shop"), &parts);
    assert!(!place.path().exists());
    crate::lease::up(&place.connect()).unwrap();
    assert!(store.claim("shop", &first_claim(7), "web-1").unwrap());
    assert_eq!(format!("{store:?}"), "LeaseStore { .. }");
}

#[test]
fn without_the_table_the_migration_is_named() {
    let place = Place::new();
    place.connect().execute_batch("CREATE TABLE users (id BIGINT)").unwrap();
    let mut store = place.store();
    store.unix_millis().unwrap();
    // Without the statement, which rusqlite quotes.
    let start = "no such table: snowflake_leases: run the migration";
    for error in [
        store.read("shop").unwrap_err(),
        store.claim("shop", &first_claim(7), "web-1").unwrap_err(),
        store.renew("shop", &renewal(7)).unwrap_err(),
    ] {
        assert!(error.to_string().starts_with(start), "{error}");
    }
}

#[test]
fn a_table_of_another_form_is_refused() {
    let place = Place::new();
    let up = table::up(Dialect::Sqlite).replace("until_unix_ms", "until_ms");
    place.connect().execute_batch(&up).unwrap();
    let parts = ["until_unix_ms: ", "differs from what the migration creates"];
    refused(place.store().read("shop"), &parts);
    let parts = ["until_unix_ms", "differs from what the migration creates"];
    refused(place.store().claim("shop", &first_claim(7), "web-1"), &parts);
}

#[test]
fn a_corrupt_row_is_named() {
    let place = Place::new();
    // As if somebody had taken the checks away.
    let table = "CREATE TABLE snowflake_leases (space, node, token, until_unix_ms)";
    place.connect().execute_batch(table).unwrap();
    for (values, shown) in [
        ("7, NULL, 1", "node 7, token NULL, until_unix_ms 1"),
        ("7, 'much', 1", "node 7, token NULL, until_unix_ms 1"),
        ("7, 1, 1.5", "node 7, token 1, until_unix_ms NULL"),
        ("-1, 1, 1", "node -1, token 1, until_unix_ms 1"),
    ] {
        let insert = format!(
            "DELETE FROM snowflake_leases; INSERT INTO snowflake_leases VALUES ('shop', {values})"
        );
        place.connect().execute_batch(&insert).unwrap();
        refused(place.store().read("shop"), &[shown]);
        assert_eq!(place.store().read("other").unwrap().rows, []);
    }
}

#[test]
fn a_database_that_forgets_is_refused() {
    let place = Place::migrated();
    assert!(place.store().claim("shop", &first_claim(1), "web-1").unwrap());
    place.connect().execute_batch("PRAGMA journal_mode = WAL").unwrap();
    assert!(place.store().claim("shop", &first_claim(2), "web-1").unwrap());
    for uri in ["file::memory:", "file:shop?mode=memory&cache=shared"] {
        let parts = ["a database in memory: use a file", "trust_durability()"];
        refused(LeaseStore::new(uri).unix_millis(), &parts);
        LeaseStore::new(uri).trust_durability().unix_millis().unwrap();
    }
}

#[test]
fn a_file_that_cannot_be_written_is_refused() {
    let place = Place::migrated();
    let uri = format!("file:{}?mode=ro", place.path().display());
    let mut store = LeaseStore::new(uri);
    let parts = ["attempt to write a readonly database", "a file that can be written to"];
    refused(store.claim("shop", &first_claim(7), "web-1"), &parts);
}

#[test]
fn a_file_of_another_kind_is_refused() {
    let place = Place::new();
    fs::write(place.path(), "This is a text, and is long enough not to be empty. ".repeat(20))
        .unwrap();
    let error = place.store().read("shop").unwrap_err();
    assert!(error.to_string().starts_with("file is not a database: "), "{error}");
    // What SQLite said can be looked at.
    assert!(error.source().unwrap().is::<rusqlite::Error>());
}
