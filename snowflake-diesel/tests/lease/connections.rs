//! What becomes of connections.

use std::time::SystemTime;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::r2d2::{ConnectionManager, Pool};
use diesel::sql_query;
use diesel::sql_types::BigInt;
use snowflake_diesel::lease::{Dialect, LeaseConnection, LeaseStore};
use snowflake_lease::{Store, table};

use crate::{Place, first_claim, renewal};

pub(crate) fn a_connection_that_is_cut_is_replaced<C: Connection + LeaseConnection>(place: &Place) {
    place.migrate::<C>();
    let mut store = place.store::<C>("");
    assert!(store.claim("shop", &first_claim(7), "web-1").unwrap());
    let mut admin = place.connect::<C>();
    match place.dialect {
        Dialect::Postgres => admin
            .batch_execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE datname = current_database() AND pid <> pg_backend_pid()",
            )
            .unwrap(),
        Dialect::MySql => {
            // Only those that are in this test's database.
            #[derive(QueryableByName)]
            struct Session {
                #[diesel(sql_type = BigInt)]
                id: i64,
            }
            let mut admin = place.connect::<crate::Mariadb>();
            let others: Vec<Session> = sql_query(
                "SELECT CAST(id AS SIGNED) AS id FROM information_schema.processlist
                 WHERE db = DATABASE() AND id <> CONNECTION_ID()",
            )
            .load(&mut admin)
            .unwrap();
            // Some of them have been closed, and may end by themselves meanwhile.
            let killed = others
                .iter()
                .filter(|Session { id }| admin.batch_execute(&format!("KILL {id}")).is_ok());
            assert!(killed.count() > 0);
        }
        // There is nothing to cut.
        _ => {}
    }
    assert!(store.renew("shop", &renewal(7)).unwrap());
    assert_eq!(store.read("shop").unwrap().rows.len(), 1);
}

pub(crate) fn a_server_that_is_away_is_asked_again<C: Connection + LeaseConnection>(place: &Place) {
    place.migrate::<C>();
    let (url, mut attempts) = (place.url().to_owned(), 0);
    let establish = move || {
        attempts += 1;
        if attempts % 2 == 1 {
            return Err(ConnectionError::BadConnection(format!("no. {attempts} failed")));
        }
        C::establish(&url)
    };
    let mut store = LeaseStore::new(place.dialect, establish).trust_durability();
    let error = store.claim("shop", &first_claim(7), "web-1").unwrap_err().to_string();
    assert_eq!(
        error,
        "no. 1 failed: check that the server can be reached, and that the URL is right"
    );
    assert!(store.claim("shop", &first_claim(7), "web-1").unwrap());
    // It is kept, until an operation fails.
    assert!(store.renew("shop", &renewal(7)).unwrap());
    place.connect::<C>().batch_execute(table::DOWN).unwrap();
    store.renew("shop", &renewal(7)).unwrap_err();
    let error = store.renew("shop", &renewal(7)).unwrap_err().to_string();
    assert!(error.starts_with("no. 3 failed"), "{error}");
}

pub(crate) fn what_is_committed_stays_whatever_the_connection_was_told<
    C: Connection + LeaseConnection,
>(
    place: &Place,
) {
    place.migrate::<C>();
    let told: &[&str] = match place.dialect {
        Dialect::MySql => &["SET autocommit = 0", "START TRANSACTION", "BEGIN WORK AND CHAIN"],
        _ => &["BEGIN"],
    };
    for (told, node) in told.iter().zip(0..) {
        let mut store = place.store::<C>(told);
        let claimed = store.claim("shop", &first_claim(node), "web-1");
        drop(store);
        let rows = place.store::<C>("").read("shop").unwrap().rows;
        let there = rows.iter().any(|row| row.node == node);
        match claimed {
            Ok(claimed) => assert!(claimed && there, "{told}: acknowledged and gone"),
            Err(_) => assert!(!there, "{told}"),
        }
    }
}

pub(crate) fn a_lock_that_is_kept_is_an_error<C: Connection + LeaseConnection>(place: &Place) {
    place.migrate::<C>();
    let mut store = place.store::<C>("");
    assert!(store.claim("shop", &first_claim(7), "web-1").unwrap());
    let mut other = place.connect::<C>();
    other.batch_execute("BEGIN").unwrap();
    other.batch_execute("UPDATE snowflake_leases SET token = token + 1").unwrap();
    let error = store.renew("shop", &renewal(7)).unwrap_err().to_string();
    assert!(error.ends_with("look for transactions that do not end"), "{error}");
    other.batch_execute("ROLLBACK").unwrap();
    assert!(store.renew("shop", &renewal(7)).unwrap());
}

/// `SQLite` has no such limit; there the lock goes with the process.
pub(crate) fn a_process_that_stops_in_the_middle_lets_go<C: Connection + LeaseConnection>(
    place: &Place,
) {
    place.migrate::<C>();
    let mut store = place.store::<C>("");
    assert!(store.claim("shop", &first_claim(7), "web-1").unwrap());
    // What a store does, up to its commit.
    let mut stopped = place.connect::<C>();
    let dialect = place.dialect;
    for sql in table::session(dialect).iter().chain([&table::begin(dialect)]) {
        stopped.batch_execute(sql).unwrap();
    }
    stopped.batch_execute(&table::settings(dialect).sql).unwrap();
    stopped.batch_execute("UPDATE snowflake_leases SET token = token + 1").unwrap();
    // The others wait for the lock, and then it is theirs.
    let attempts = 10;
    if dialect != Dialect::Sqlite {
        assert!((0..attempts).any(|_| store.renew("shop", &renewal(7)).is_ok()));
        stopped.batch_execute("COMMIT").unwrap_err();
    }
    drop(stopped);
    assert!(store.renew("shop", &renewal(7)).unwrap());
}

/// A driver that counts the rows that were changed, and not those that were
/// found, would not see them as the caller's otherwise.
pub(crate) fn renewals_in_one_millisecond_change_the_row<C: Connection + LeaseConnection>(
    place: &Place,
) {
    place.migrate::<C>();
    let mut store = place.store::<C>("");
    assert!(store.claim("shop", &first_claim(7), "web-1").unwrap());
    // As if it were in this millisecond for long.
    let future = 4_102_444_800_000_i64;
    let mut admin = place.connect::<C>();
    let stay = format!("UPDATE snowflake_leases SET renewed_unix_ms = {future}");
    admin.batch_execute(&stay).unwrap();
    for _ in 0..5 {
        assert!(store.renew("shop", &renewal(7)).unwrap());
    }
    // A token that is refused, if the row is not as it should be.
    let check =
        format!("UPDATE snowflake_leases SET token = 0 WHERE renewed_unix_ms <> {future} + 5");
    admin.batch_execute(&check).unwrap();
}

pub(crate) fn the_clock_knows_no_time_zone<C: Connection + LeaseConnection>(place: &Place) {
    let told = match place.dialect {
        Dialect::Postgres => "SET TIME ZONE 'Asia/Kathmandu'",
        Dialect::MySql => "SET time_zone = '+05:45'",
        _ => "",
    };
    let ours = || {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
        since.as_millis() as i64
    };
    // The servers of the tests have this machine's clock.
    for told in ["", told] {
        let mut store = place.store::<C>(told);
        let before = ours();
        let theirs = store.unix_millis().unwrap();
        assert!((before..=ours()).contains(&theirs), "{before} {theirs} {}: {told}", ours());
    }
}

/// One of either kind, known when the program runs.
#[derive(diesel::MultiConnection)]
enum AnyConnection {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

#[test]
fn connections_of_a_pool_and_of_either_kind_will_do() {
    let place = Place::new(crate::sqlite(), Dialect::Sqlite);
    place.migrate::<SqliteConnection>();
    let manager = ConnectionManager::<SqliteConnection>::new(place.url());
    let pool = Pool::builder().max_size(1).build(manager).unwrap();
    let mut pooled = LeaseStore::new(Dialect::Sqlite, move || pool.get());
    assert!(pooled.claim("shop", &first_claim(7), "web-1").unwrap());
    let url = place.url().to_owned();
    let mut any = LeaseStore::new(Dialect::Sqlite, move || {
        SqliteConnection::establish(&url).map(AnyConnection::Sqlite)
    });
    assert!(any.renew("shop", &renewal(7)).unwrap());
    assert_eq!(pooled.read("shop").unwrap().rows, any.read("shop").unwrap().rows);
}

#[test]
fn a_pool_has_its_connection_back_without_a_transaction() {
    let place = Place::new(crate::database::postgres(), Dialect::Postgres);
    let manager = ConnectionManager::<PgConnection>::new(place.url());
    let pool = Pool::builder().max_size(1).build(manager).unwrap();
    let shared = pool.clone();
    let mut store = LeaseStore::new(Dialect::Postgres, move || shared.get()).trust_durability();
    // Without its table.
    store.read("shop").unwrap_err();
    let mut connection = pool.get().unwrap();
    connection.batch_execute(&table::up(place.dialect)).unwrap();
    drop(connection);
    assert!(store.claim("shop", &first_claim(7), "web-1").unwrap());
}
