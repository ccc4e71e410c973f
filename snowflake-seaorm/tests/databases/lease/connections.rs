//! What becomes of connections.

use std::future::poll_fn;
use std::pin::pin;

use sea_orm::{ConnectOptions, ConnectionTrait, DbBackend, Statement};
use snowflake_lease::AsyncStore;
use snowflake_seaorm::lease::LeaseStore;

use super::{Place, first_claim, on_each_url, refused, renewal, run};

on_each_url! {
    async fn a_connection_that_is_cut_is_replaced(place: Place) {
        place.migrate().await;
        let mut store = place.store();
        assert!(store.claim("shop", &first_claim(7), "web-1").await.unwrap());
        cut(&place).await;
        // The driver may find out by the failure of an operation.
        let mut renewed = store.renew("shop", &renewal(7)).await;
        if renewed.is_err() {
            renewed = store.renew("shop", &renewal(7)).await;
        }
        assert!(renewed.unwrap());
    }

    async fn what_is_committed_stays_whatever_the_connection_was_told(place: Place) {
        place.migrate().await;
        let told = match place.backend {
            DbBackend::MySql => "SET autocommit = 0",
            _ => "",
        };
        let mut store = place.store_over(told).await.trust_durability();
        assert!(store.claim("shop", &first_claim(7), "web-1").await.unwrap());
        drop(store);
        assert_eq!(place.store().read("shop").await.unwrap().rows, [first_claim(7).row]);
    }

    async fn a_lock_that_is_kept_is_an_error(place: Place) {
        place.migrate().await;
        let mut store = place.store();
        assert!(store.claim("shop", &first_claim(7), "web-1").await.unwrap());
        let other = place.connect().await;
        other.execute_unprepared("BEGIN").await.unwrap();
        other.execute_unprepared("UPDATE snowflake_leases SET token = token + 1").await.unwrap();
        let parts = ["look for transactions that do not end"];
        refused(store.renew("shop", &renewal(7)).await, &parts);
        other.execute_unprepared("ROLLBACK").await.unwrap();
        assert!(store.renew("shop", &renewal(7)).await.unwrap());
    }
}

/// Cuts the connections to this test's database.
async fn cut(place: &Place) {
    let db = place.connect().await;
    let (others, cut) = match place.backend {
        DbBackend::Postgres => (
            "SELECT pid::bigint AS id FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid()",
            "SELECT pg_terminate_backend",
        ),
        DbBackend::MySql => (
            "SELECT CAST(id AS SIGNED) AS id FROM information_schema.processlist
             WHERE db = DATABASE() AND id <> CONNECTION_ID()",
            "KILL",
        ),
        _ => return,
    };
    let others = db.query_all_raw(Statement::from_string(place.backend, others)).await.unwrap();
    assert!(!others.is_empty());
    for other in others {
        let id: i64 = other.try_get("", "id").unwrap();
        // It may have gone by itself.
        let _ = db.execute_unprepared(&format!("{cut} ({id})")).await;
    }
}

/// What the keeper of a lease does with one that takes too long.
#[tokio::test]
async fn an_operation_that_is_dropped_leaves_nothing_behind() {
    async fn test(place: Place) {
        place.migrate().await;
        let mut store = place.store();
        assert!(store.claim("shop", &first_claim(7), "web-1").await.unwrap());
        let other = place.connect().await;
        other.execute_unprepared("BEGIN").await.unwrap();
        other.execute_unprepared("UPDATE snowflake_leases SET token = token + 1").await.unwrap();
        {
            let renewal = renewal(7);
            let mut renew = pin!(store.renew("shop", &renewal));
            let mut waits = pin!(is_waiting(&place));
            poll_fn(|context| {
                assert!(renew.as_mut().poll(context).is_pending(), "it waits for the lock");
                waits.as_mut().poll(context)
            })
            .await;
        }
        // On another connection: the first one still waits.
        assert!(store.claim("shop", &first_claim(8), "web-1").await.unwrap());
        other.execute_unprepared("ROLLBACK").await.unwrap();
        assert!(store.renew("shop", &renewal(7)).await.unwrap());
        assert_eq!(store.read("shop").await.unwrap().rows.len(), 2);
    }

    async fn is_waiting(place: &Place) {
        let db = place.connect().await;
        let query = "SELECT 1 FROM pg_stat_activity
                     WHERE datname = current_database() AND wait_event_type = 'Lock'";
        let query = Statement::from_string(place.backend, query);
        while db.query_one_raw(query.clone()).await.unwrap().is_none() {}
    }
    run(DbBackend::Postgres, test).await;
}

#[tokio::test]
async fn a_server_that_is_away_is_asked_again() {
    async fn test(place: Place) {
        // As long as there is no file.
        let url = place.url.replace("?mode=rwc", "?mode=rw");
        let mut store = LeaseStore::new(&url);
        refused(store.read("shop").await, &["unable to open database file", "the URL is right"]);
        place.migrate().await;
        assert!(store.claim("shop", &first_claim(7), "web-1").await.unwrap());
    }
    run(DbBackend::Sqlite, test).await;
}

/// An application whose connections are all in use renews its leases all the
/// same.
#[tokio::test]
async fn its_connection_is_not_one_of_the_applications() {
    async fn test(place: Place) {
        place.migrate().await;
        let mut options = ConnectOptions::new(&place.url);
        options.max_connections(1);
        let application = sea_orm::Database::connect(options.clone()).await.unwrap();
        let mut store = LeaseStore::new(options).trust_durability();
        let busy = sea_orm::TransactionTrait::begin(&application).await.unwrap();
        assert!(store.claim("shop", &first_claim(7), "web-1").await.unwrap());
        busy.commit().await.unwrap();
    }
    run(DbBackend::Postgres, test).await;
    run(DbBackend::MySql, test).await;
}
