//! A store over connections that are the application's.

use std::marker::PhantomData;
use std::time::Duration;

use lease_suite::pools::Pooled;
use lease_suite::{Adapter, Awaited, Dialect, Place, refused, wait};
use sea_orm::{
    ConnectOptions, ConnectionTrait as _, Database, DatabaseConnection, TransactionTrait as _,
};
use snowflake_kit_lease::{Store as _, conformance};

use super::{Mariadb, On, Postgres, Speaks, Sqlite, connect};
use crate::version::lease::LeaseStore;

/// Over connections to a kind of database. It is not told how long to wait for locks there.
struct Over<K>(PhantomData<K>);

mod postgres {
    lease_suite::tests!(super::Over<super::super::Postgres>: pooled);
    lease_suite::tests!(@list super::Over<super::super::Postgres>:
        connections::what_is_committed_stays_whatever_the_connection_was_told,
        durability::a_database_that_forgets_is_refused,
        refusals::a_connection_that_may_not_write_is_refused
    );
}

mod mariadb {
    lease_suite::tests!(super::Over<super::super::Mariadb>: pooled);
    lease_suite::tests!(@list super::Over<super::super::Mariadb>:
        connections::what_is_committed_stays_whatever_the_connection_was_told,
        durability::a_database_that_forgets_is_refused,
        refusals::a_connection_that_may_not_write_is_refused
    );
}

mod sqlite {
    lease_suite::tests!(super::Over<super::super::Sqlite>: pooled);
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

impl<K: Speaks> Pooled for Over<K> {
    type Pool = DatabaseConnection;

    fn pool(url: &str) -> DatabaseConnection {
        let mut options = ConnectOptions::new(url);
        options.max_connections(1).acquire_timeout(Duration::from_secs(2));
        wait(async || Database::connect(options).await.unwrap())
    }

    fn over(pool: &DatabaseConnection) -> Self::Store {
        wait(async || Awaited(LeaseStore::over(pool.clone())))
    }

    fn taken<R: Send>(pool: &DatabaseConnection, run: impl FnOnce() -> R + Send) -> R {
        wait(async || {
            let taken = pool.begin().await.unwrap();
            let done = run();
            taken.rollback().await.unwrap();
            done
        })
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

/// What the store sets for an operation does not stay, also if the operation fails.
#[test]
fn a_connection_of_mariadb_keeps_its_isolation() {
    let place = Place::<Over<Mariadb>>::empty();
    let pool = Over::<Mariadb>::pool(place.url());
    let run = |sql| wait(async || pool.execute_unprepared(sql).await.unwrap());
    run("SET @told = NULL /*M!110402 , SESSION innodb_snapshot_isolation = ON */");
    let mut store = Over::<Mariadb>::trust(Over::<Mariadb>::over(&pool));
    // If it is off, two rows are an error.
    let is_on = "DO 1 /*M!110402 + IF(@@SESSION.innodb_snapshot_isolation, 1, \
                 (SELECT 1 UNION SELECT 2)) */";
    store.read("shop").unwrap_err();
    run(is_on);
    Over::<Mariadb>::migrate(place.url());
    store.read("shop").unwrap();
    run(is_on);
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
