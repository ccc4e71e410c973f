//! What establishes connections: a function of the application's.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::r2d2::{ConnectionManager, ManageConnection as _, Pool};
use lease_suite::{Adapter as _, Place, claims, refused, renews};
use snowflake_kit_diesel::lease::{Dialect, LeaseStore};
use snowflake_kit_lease::{Store as _, StoreError, table};

use crate::blocking::{On, Speaks};
use crate::{Mariadb, target};

#[test]
fn it_is_asked_again_after_a_failure_on_sqlite() {
    it_is_asked_again_after_a_failure::<SqliteConnection>();
}

#[test]
fn it_is_asked_again_after_a_failure_on_postgres() {
    it_is_asked_again_after_a_failure::<PgConnection>();
}

#[test]
fn it_is_asked_again_after_a_failure_on_mariadb() {
    it_is_asked_again_after_a_failure::<Mariadb>();
}

fn it_is_asked_again_after_a_failure<C: Speaks>() {
    let place = Place::<On<C>>::migrated();
    let (url, attempts) = (target(place.url()), Arc::new(AtomicU32::new(0)));
    let made = Arc::clone(&attempts);
    let establish = move || {
        if made.fetch_add(1, Ordering::Relaxed) % 2 == 0 {
            return Err(ConnectionError::InvalidConnectionUrl("t0ps3cret".to_owned()));
        }
        C::establish(&url)
    };
    // Those that were made, each second of which succeeds.
    let has_failed = |result: Result<bool, StoreError>, number| {
        let error = result.unwrap_err().to_string();
        assert!(error.starts_with("the connection URL cannot be read: check that "), "{error}");
        assert!(!error.contains("s3cret"), "{error}");
        assert_eq!(attempts.load(Ordering::Relaxed), number);
    };
    let mut store = LeaseStore::new(C::DIALECT, establish).trust_durability();
    has_failed(store.change("shop", &claims(7)), 1);
    assert!(store.change("shop", &claims(7)).unwrap());
    if C::DIALECT == Dialect::Sqlite {
        // The file may be another one by now, so it is opened for each operation.
        has_failed(store.change("shop", &renews(7)), 3);
        assert!(store.change("shop", &renews(7)).unwrap());
        return;
    }
    // It is kept, until an operation fails.
    assert!(store.change("shop", &renews(7)).unwrap());
    On::<C>::undo(place.url());
    store.change("shop", &renews(7)).unwrap_err();
    has_failed(store.change("shop", &renews(7)), 3);
}

/// One of either kind, known when the program runs.
#[derive(diesel::MultiConnection)]
enum AnyConnection {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

#[test]
fn a_manager_of_a_pool_and_connections_of_either_kind_will_do() {
    let place = Place::<On<SqliteConnection>>::migrated();
    let manager = || ConnectionManager::<SqliteConnection>::new(target(place.url()));
    let pool = Pool::builder().max_size(1).build(manager()).unwrap();
    let taken = pool.get().unwrap();
    let own = manager();
    let mut pooled = LeaseStore::new(Dialect::Sqlite, move || own.connect());
    assert!(pooled.change("shop", &claims(7)).unwrap());
    let url = target(place.url());
    let mut any = LeaseStore::new(Dialect::Sqlite, move || {
        SqliteConnection::establish(&url).map(AnyConnection::Sqlite)
    });
    assert!(any.change("shop", &renews(7)).unwrap());
    assert_eq!(pooled.read("shop").unwrap().rows, any.read("shop").unwrap().rows);
    drop(taken);
}

/// Whoever gives it connections of a pool all the same gets none back in the middle of a transaction.
#[test]
fn a_pool_has_its_connection_back_without_a_transaction() {
    let place = Place::<On<PgConnection>>::empty();
    let manager = ConnectionManager::<PgConnection>::new(place.url());
    let pool = Pool::builder().max_size(1).build(manager).unwrap();
    let shared = pool.clone();
    let mut store = LeaseStore::new(Dialect::Postgres, move || shared.get()).trust_durability();
    // Without its table.
    store.read("shop").unwrap_err();
    let mut connection = pool.get().unwrap();
    connection.batch_execute(&table::Migration::new(Dialect::Postgres).up()).unwrap();
    drop(connection);
    assert!(store.change("shop", &claims(7)).unwrap());
}

/// What libpq says of a server that answers is shown.
#[test]
fn the_answer_of_postgres_is_shown() {
    let place = Place::<On<PgConnection>>::empty();
    let (server, _) = place.url().rsplit_once('/').unwrap();
    let mut store = On::<PgConnection>::open(&format!("{server}/of_nobody"), "").unwrap();
    let read = store.read("shop");
    refused(read, &["FATAL: database \"of_nobody\" does not exist: check that the server"]);
}

#[test]
fn a_wrong_password_is_refused() {
    let place = Place::<On<Mariadb>>::empty();
    let (start, server) = place.url().rsplit_once('@').unwrap();
    let (scheme, _) = start.split_once("://").unwrap();
    // For a name that nobody has, MySQL asks for any of its kinds of passwords, of which the client
    // does not know all.
    let user = format!("snowflake_denied_{}", process::id());
    place.session().execute(&format!("CREATE USER {user} IDENTIFIED BY 'right'"));
    let url = format!("{scheme}://{user}:wrong@{server}");
    let mut store = On::<Mariadb>::open(&url, "").unwrap();
    let read = store.read("shop");
    place.session().execute(&format!("DROP USER {user}"));
    refused(read, &["Access denied", "password and database are right"]);
}
