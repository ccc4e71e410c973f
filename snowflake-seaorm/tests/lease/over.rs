//! A store over connections that are the application's.

use std::marker::PhantomData;

use lease_suite::{Adapter, Awaited, Dialect, Place, refused, wait};
use sea_orm::{ConnectionTrait as _, Database};
use snowflake_kit_lease::{Store as _, conformance};

use super::{Mariadb, On, Postgres, Speaks, Sqlite, connect};
use crate::version::lease::LeaseStore;

/// Over connections to a kind of database. It is not told how long to wait for locks there.
struct Over<K>(PhantomData<K>);

mod postgres {
    lease_suite::tests!(@list super::Over<super::super::Postgres>:
        connections::what_is_committed_stays_whatever_the_connection_was_told,
        durability::a_database_that_forgets_is_refused,
        refusals::a_connection_that_may_not_write_is_refused
    );
}

mod mariadb {
    lease_suite::tests!(@list super::Over<super::super::Mariadb>:
        connections::what_is_committed_stays_whatever_the_connection_was_told,
        durability::a_database_that_forgets_is_refused,
        refusals::a_connection_that_may_not_write_is_refused
    );
}

mod sqlite {
    lease_suite::tests!(@list super::Over<super::super::Sqlite>:
        connections::what_is_committed_stays_whatever_the_connection_was_told,
        refusals::a_connection_that_may_not_write_is_refused
    );
}

impl<K: Speaks> Adapter for Over<K> {
    type Store = Awaited<LeaseStore>;
    type CallStyle = Self::Store;

    const DIALECT: Dialect = K::DIALECT;

    fn open(url: &str, told: &str) -> Option<Self::Store> {
        Some(wait(async || {
            let db = connect(url).await;
            if !told.is_empty() {
                db.execute_unprepared(told).await.unwrap();
            }
            Awaited(LeaseStore::over(db))
        }))
    }

    fn trust(store: Self::Store) -> Self::Store {
        On::<K>::trust(store)
    }

    fn create(url: &str) {
        On::<K>::create(url);
    }

    fn undo(url: &str) {
        On::<K>::undo(url);
    }
}

#[test]
fn the_contract_holds_on_sqlite() {
    the_contract_holds::<Sqlite>();
}

#[test]
fn the_contract_holds_on_postgres() {
    the_contract_holds::<Postgres>();
}

#[test]
fn the_contract_holds_on_mariadb() {
    the_contract_holds::<Mariadb>();
}

/// Several stores over the same connections.
fn the_contract_holds<K: Speaks>() {
    let place = Place::<On<K>>::migrated();
    wait(async || {
        let db = Database::connect(place.url()).await.unwrap();
        conformance::check_async(|| LeaseStore::over(db.clone()).trust_durability()).await;
    });
}

/// The connections are not told to wait for the disk.
#[test]
fn sqlite_has_to_wait_for_its_disk() {
    let place = Place::<Over<Sqlite>>::migrated();
    let read = |told| place.told_store(told).unwrap().read("shop");
    refused(read(""), &["synchronous = 2 with journal_mode = delete"]);
    assert_eq!(read("PRAGMA synchronous = EXTRA").unwrap().rows, []);
    assert_eq!(read("PRAGMA journal_mode = WAL").unwrap().rows, []);
    refused(read("PRAGMA synchronous = NORMAL"), &["synchronous = 1 with journal_mode = wal"]);
}
