//! What becomes of connections.

use std::time::SystemTime;

use snowflake_kit_lease::__private::table::{self, TableName};
use snowflake_kit_lease::Store as _;

use crate::adapter::Adapter;
use crate::claims::{claims, refused, renews};
use crate::place::Place;
use snowflake_kit_core::Dialect;

/// A server ends sessions that are not used.
pub fn a_connection_that_is_cut_is_replaced<A: Adapter>() {
    let place = Place::<A>::migrated();
    let mut store = place.store();
    assert!(store.change("shop", &claims(7)).unwrap());
    place.database().cut();
    assert!(store.change("shop", &renews(7)).unwrap());
    assert_eq!(place.read().rows.len(), 1);
}

/// The failed operation has left no transaction, and so no lock.
pub fn after_a_failure_it_goes_on<A: Adapter>() {
    let place = Place::<A>::migrated();
    let mut store = place.store();
    assert!(store.change("shop", &claims(7)).unwrap());
    let mut admin = place.session();
    admin.execute("ALTER TABLE snowflake_leases RENAME TO leases_elsewhere");
    store.change("shop", &renews(7)).unwrap_err();
    admin.execute("ALTER TABLE leases_elsewhere RENAME TO snowflake_leases");
    assert!(store.change("shop", &claims(8)).unwrap());
    assert!(store.change("shop", &renews(7)).unwrap());
}

/// Not given up.
pub fn a_server_that_is_away_is_asked_again<A: Adapter>() {
    let place = Place::<A>::empty();
    let mut store = place.store();
    place.database().without(|| {
        refused(store.read("shop"), &["check that the server can be reached"]);
    });
    A::migrate(place.url());
    assert!(store.change("shop", &claims(7)).unwrap());
}

/// The connection of a pool may be in a transaction, or not commit by itself.
pub fn what_is_committed_stays_whatever_the_connection_was_told<A: Adapter>() {
    let place = Place::<A>::migrated();
    let told: &[&str] = match A::DIALECT {
        Dialect::Postgres | Dialect::Sqlite => &["BEGIN"],
        _ => &["SET autocommit = 0", "START TRANSACTION", "SET completion_type = 'CHAIN'"],
    };
    for (told, node) in told.iter().zip(0..) {
        let Some(store) = place.told_store(told) else { continue };
        let mut store = A::trust(store);
        let claimed = store.change("shop", &claims(node));
        drop(store);
        let there = place.read().rows.iter().any(|row| row.node == node);
        match claimed {
            Ok(claimed) => assert!(claimed && there, "{told}: acknowledged and gone"),
            Err(error) => {
                assert!(!there, "{told}");
                assert!(!told.starts_with("SET"), "{told}: {error}");
            }
        }
    }
}

/// It waits for some time, and says what helps.
pub fn a_lock_that_is_kept_is_an_error<A: Adapter>() {
    let place = Place::<A>::migrated();
    let mut store = place.store();
    assert!(store.change("shop", &claims(7)).unwrap());
    let mut other = place.locked(7);
    let error = store.change("shop", &renews(7)).unwrap_err().to_string();
    let part = match A::DIALECT {
        Dialect::Postgres => "canceling statement due to lock timeout",
        Dialect::Sqlite => "database is locked",
        _ => "Lock wait timeout exceeded",
    };
    assert!(error.contains(part), "{error}");
    assert!(error.ends_with("look for transactions that do not end"), "{error}");
    other.execute("ROLLBACK");
    assert!(store.change("shop", &renews(7)).unwrap());
}

/// `SQLite` has no limit for a transaction; there the lock goes with the process. MariaDB and `MySQL`
/// need none, because each statement commits by itself.
pub fn a_process_that_stops_in_the_middle_lets_go<A: Adapter>() {
    let place = Place::<A>::migrated();
    let mut store = place.store();
    assert!(store.change("shop", &claims(7)).unwrap());
    // What a store does, up to its commit.
    let mut stopped = place.session();
    let begin = table::begin(A::DIALECT);
    for sql in table::session(A::DIALECT).iter().chain(begin.as_ref()) {
        stopped.execute(sql);
    }
    // As a store on PostgreSQL finds it.
    let table = match A::DIALECT {
        Dialect::Postgres => TableName::in_schema(A::DIALECT, "snowflake_kit").unwrap(),
        dialect => TableName::new(dialect),
    };
    stopped.execute(&table::settings(A::DIALECT, Some(&table)).sql);
    stopped.execute(&format!("UPDATE {table} SET holder = 'stopped' WHERE space = 'shop'"));
    // The others wait for the lock, and then it is theirs.
    let attempts = if begin.is_some() { 10 } else { 1 };
    if A::DIALECT != Dialect::Sqlite {
        assert!((0..attempts).any(|_| store.change("shop", &renews(7)).is_ok()));
    }
    if A::DIALECT == Dialect::Postgres {
        stopped.try_execute("COMMIT").unwrap_err();
    }
    drop(stopped);
    assert!(store.change("shop", &renews(7)).unwrap());
}

/// A driver that counts the rows that were changed, and not those that were
/// found, would not see them as the caller's otherwise.
pub fn renewals_in_one_millisecond_change_the_row<A: Adapter>() {
    let place = Place::<A>::migrated();
    let mut store = place.store();
    assert!(store.change("shop", &claims(7)).unwrap());
    // As if it were in this millisecond for long.
    let future = 4_102_444_800_000_i64;
    let mut admin = place.session();
    admin.execute(&format!("UPDATE snowflake_leases SET renewed_unix_ms = {future}"));
    for _ in 0..5 {
        assert!(store.change("shop", &renews(7)).unwrap());
    }
    let renewed = "SELECT renewed_unix_ms FROM snowflake_leases WHERE space = 'shop'";
    assert_eq!(admin.numbers(renewed), [future + 5]);
}

/// It is Unix time.
pub fn the_clock_knows_no_time_zone<A: Adapter>() {
    let place = Place::<A>::empty();
    let told = match A::DIALECT {
        Dialect::Postgres => "SET timezone = 'Asia/Kathmandu'",
        Dialect::Sqlite => "",
        _ => "SET time_zone = '+05:45'",
    };
    let ours = || {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
        since.as_millis() as i64
    };
    // The servers of the tests have this machine's clock.
    for store in [Some(place.checked_store()), place.told_store(told)] {
        let Some(store) = store else { continue };
        let mut store = A::trust(store);
        let before = ours();
        let theirs = store.read_nodes("shop", 0..=0, 0).unwrap().unix_millis;
        assert!((before..=ours()).contains(&theirs), "{before} {theirs} {}: {told}", ours());
    }
}
