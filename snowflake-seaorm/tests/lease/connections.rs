//! What becomes of connections.

use std::fs;

use lease_suite::{Adapter as _, Awaited, Place, claims, refused, wait};
use sea_orm::{ConnectOptions, Database, TransactionTrait as _};
use snowflake_kit_lease::Store as _;

use super::{Mariadb, On, Postgres, Speaks, Sqlite};
use crate::version::lease::LeaseStore;

#[test]
fn a_file_that_is_not_there_is_looked_for_again() {
    let place = Place::<On<Sqlite>>::empty();
    let path = place.database().path();
    fs::remove_file(&path).unwrap();
    let mut store = place.checked_store();
    refused(
        store.read("shop"),
        &["unable to open database file", "password and database are right"],
    );
    fs::write(path, "").unwrap();
    On::<Sqlite>::migrate(place.url());
    assert!(store.change("shop", &claims(7)).unwrap());
}

#[test]
fn its_connection_is_not_one_of_the_applications_on_postgres() {
    its_connection_is_not_one_of_the_applications::<Postgres>();
}

#[test]
fn its_connection_is_not_one_of_the_applications_on_mariadb() {
    its_connection_is_not_one_of_the_applications::<Mariadb>();
}

/// An application whose connections are all in use renews its leases all the same.
fn its_connection_is_not_one_of_the_applications<K: Speaks>() {
    let place = Place::<On<K>>::migrated();
    let mut options = ConnectOptions::new(place.url());
    options.max_connections(1);
    let mut store = Awaited(LeaseStore::new(options.clone()).trust_durability());
    let busy = wait(async || Database::connect(options).await.unwrap().begin().await).unwrap();
    assert!(store.change("shop", &claims(7)).unwrap());
    wait(async || busy.commit().await).unwrap();
}
