//! Databases that cannot carry leases.

use snowflake_kit_lease::Store as _;

use crate::adapter::Adapter;
use crate::claims::{claims, refused, renews};
use crate::place::Place;
use snowflake_kit_core::Dialect;

/// Its clock can be asked all the same.
pub fn without_the_table_the_migration_is_named<A: Adapter>() {
    let place = Place::<A>::empty();
    let mut store = place.store();
    store.read_nodes("shop", 0..=0, 0).unwrap();
    let parts = ["snowflake_leases", "run the migration"];
    refused(store.read("shop"), &parts);
    refused(store.change("shop", &claims(7)), &parts);
    refused(store.change("shop", &renews(7)), &parts);
    A::migrate(place.url());
    assert!(store.change("shop", &claims(7)).unwrap());
    A::undo(place.url());
    refused(store.read("shop"), &parts);
}

/// A column has another name, or is too small.
pub fn a_table_of_another_form_is_refused<A: Adapter>() {
    let place = Place::<A>::empty();
    for (from, to) in [("until_unix_ms", "until_ms"), ("token", "claim")] {
        place.migrate_otherwise(from, to);
        let mut store = place.store();
        let parts = [from, "differs from what the migration creates"];
        refused(store.read("shop"), &parts);
        refused(store.change("shop", &claims(7)), &parts);
    }
    // SQLite has no types that are too small.
    if A::DIALECT != Dialect::Sqlite {
        place.migrate_otherwise("until_unix_ms bigint", "until_unix_ms integer");
        let mut store = place.store();
        let parts = ["ut of range", "as the migration creates it"];
        refused(store.change("shop", &claims(7)), &parts);
    }
}

/// For the whole of the connection, whoever it is.
pub fn a_connection_that_may_not_write_is_refused<A: Adapter>() {
    let place = Place::<A>::migrated();
    assert!(place.store().change("shop", &claims(7)).unwrap());
    let (told, part) = match A::DIALECT {
        Dialect::Postgres => {
            ("SET default_transaction_read_only = on", "transaction_read_only = on")
        }
        Dialect::Sqlite => ("PRAGMA query_only = ON", "readonly database"),
        _ => ("SET SESSION TRANSACTION READ ONLY", "READ ONLY transaction"),
    };
    let Some(store) = place.told_store(told) else { return };
    let mut store = A::trust(store);
    let parts = [part, "connect to the primary"];
    refused(store.change("shop", &claims(8)), &parts);
    refused(store.change("shop", &renews(7)), &parts);
}

/// It may log in, and reads what it may read.
pub fn a_role_without_a_grant_is_refused<A: Adapter>() {
    let place = Place::<A>::migrated();
    let mut admin = place.session();
    // As the database.
    let (_, role) = place.url().rsplit_once('/').unwrap();
    let is_postgres = A::DIALECT == Dialect::Postgres;
    admin.execute(&if is_postgres {
        format!("CREATE ROLE {role} LOGIN PASSWORD 's3cret'")
    } else {
        format!("CREATE USER {role} IDENTIFIED BY 's3cret'")
    });
    let (start, server) = place.url().rsplit_once('@').unwrap();
    let (scheme, _) = start.split_once("://").unwrap();
    let open = |password: &str| {
        A::trust(A::open(&format!("{scheme}://{role}:{password}@{server}"), "").unwrap())
    };
    let mut store = open("s3cret");
    let parts = ["denied", "grant this role SELECT, INSERT and UPDATE"];
    if is_postgres {
        refused(store.read("shop"), &parts);
        admin.execute(&format!("GRANT USAGE ON SCHEMA snowflake_kit TO {role}"));
        refused(store.read("shop"), &parts);
    }
    admin.execute(&format!("GRANT SELECT ON snowflake_leases TO {role}"));
    assert_eq!(store.read("shop").unwrap().rows, []);
    refused(store.change("shop", &claims(7)), &parts);
    if is_postgres {
        admin.execute(&format!("DROP OWNED BY {role}; DROP ROLE {role}"));
    } else {
        let parts = ["Access denied", "check that the server can be reached"];
        refused(open("wrong").read("shop"), &parts);
        admin.execute(&format!("DROP USER {role}"));
    }
}
