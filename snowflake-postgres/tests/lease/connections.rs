//! What becomes of the connection.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use snowflake_lease::{AsyncStore as _, LeaseBuilder, Renewal, StoreError};
use snowflake_postgres::lease::LeaseStore;
use tokio::runtime;
use tokio_postgres::config::SslMode;
use tokio_postgres::tls::{MakeTlsConnect, NoTlsError, NoTlsStream};
use tokio_postgres::{NoTls, Socket};

use crate::{Place, first_claim, renewal, run};

/// Ends the connections of the others to this test's database.
async fn cut(place: &Place) {
    let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
               WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let ended = place.connect().await.query(sql, &[]).await.unwrap();
    assert!(!ended.is_empty());
}

/// Waits until a connection to this test's database waits for a lock.
async fn waits_for_a_lock(place: &Place) {
    let client = place.connect().await;
    let sql = "SELECT 1 FROM pg_stat_activity
               WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while client.query_opt(sql, &[]).await.unwrap().is_none() {}
}

/// A renewal that waits for a lock when this returns.
async fn is_in_the_middle(
    place: &Place,
    mut renew: Pin<&mut (impl Future<Output = Result<bool, StoreError>> + Send)>,
) {
    let mut waits = pin!(waits_for_a_lock(place));
    poll_fn(|context| {
        assert!(renew.as_mut().poll(context).is_pending(), "it waits for the lock");
        waits.as_mut().poll(context)
    })
    .await;
}

#[tokio::test]
async fn one_that_is_cut_while_it_is_not_used_is_replaced() {
    run(async |place: Place| {
        place.migrate().await;
        let mut store = place.store();
        assert!(store.claim("shop", &first_claim(7), "web-1").await.unwrap());
        cut(&place).await;
        assert!(store.renew("shop", &renewal(7)).await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn one_that_is_cut_during_an_operation_is_an_error_and_replaced() {
    run(async |place: Place| {
        place.migrate().await;
        let mut store = place.store();
        assert!(store.claim("shop", &first_claim(7), "web-1").await.unwrap());
        let mut other = place.connect().await;
        let lock = other.transaction().await.unwrap();
        lock.batch_execute("UPDATE snowflake_leases SET token = token + 1").await.unwrap();
        {
            let renewal = renewal(7);
            let mut renew = pin!(store.renew("shop", &renewal));
            is_in_the_middle(&place, renew.as_mut()).await;
            cut(&place).await;
            let error = renew.await.unwrap_err().to_string();
            assert!(error.contains("terminating connection"), "{error}");
        }
        assert!(store.renew("shop", &renewal(7)).await.unwrap());
    })
    .await;
}

/// What the keeper of a lease does with an operation that takes too long.
#[tokio::test]
async fn an_operation_that_is_dropped_leaves_nothing() {
    run(async |place: Place| {
        place.migrate().await;
        let mut store = place.store();
        assert!(store.claim("shop", &first_claim(7), "web-1").await.unwrap());
        let mut other = place.connect().await;
        let lock = other.transaction().await.unwrap();
        lock.batch_execute("UPDATE snowflake_leases SET token = token + 1").await.unwrap();
        {
            let late = Renewal { until: i64::MAX, ..renewal(7) };
            let mut renew = pin!(store.renew("shop", &late));
            is_in_the_middle(&place, renew.as_mut()).await;
        }
        // On another connection: the first one still waits.
        assert!(store.claim("shop", &first_claim(8), "web-1").await.unwrap());
        lock.rollback().await.unwrap();
        assert!(store.renew("shop", &renewal(7)).await.unwrap());
        let mut rows = store.read("shop").await.unwrap().rows;
        rows.sort_unstable();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0].until, renewal(7).until, "what was dropped is not committed");
    })
    .await;
}

#[tokio::test]
async fn a_lock_that_is_kept_is_an_error() {
    run(async |place: Place| {
        place.migrate().await;
        let mut store = place.store();
        assert!(store.claim("shop", &first_claim(7), "web-1").await.unwrap());
        let mut other = place.connect().await;
        let lock = other.transaction().await.unwrap();
        lock.batch_execute("UPDATE snowflake_leases SET token = token + 1").await.unwrap();
        let error = store.renew("shop", &renewal(7)).await.unwrap_err().to_string();
        assert!(error.contains("canceling statement due to lock timeout"), "{error}");
        assert!(error.ends_with("look for transactions that do not end"), "{error}");
        lock.rollback().await.unwrap();
        assert!(store.renew("shop", &renewal(7)).await.unwrap());
    })
    .await;
}

/// The task that ran the connection ended with its runtime.
#[test]
fn a_store_can_be_used_on_another_runtime() {
    let runtime = || runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (first, second) = (runtime(), runtime());
    second.block_on(run(async |place: Place| {
        place.migrate().await;
        let (mut store, claim) = (place.store(), first_claim(7));
        let mut store = std::thread::spawn(move || {
            assert!(first.block_on(store.claim("shop", &claim, "web-1")).unwrap());
            store
        })
        .join()
        .unwrap();
        assert!(store.renew("shop", &renewal(7)).await.unwrap());
    }));
}

/// A connector that is not the one of `new`. The servers of the tests have no TLS.
#[derive(Clone, Default)]
struct Connector(Arc<AtomicU32>);

impl MakeTlsConnect<Socket> for Connector {
    type Stream = NoTlsStream;
    type TlsConnect = NoTls;
    type Error = NoTlsError;

    fn make_tls_connect(&mut self, _domain: &str) -> Result<NoTls, NoTlsError> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(NoTls)
    }
}

#[tokio::test]
async fn tls_is_asked_of_the_connector_each_time() {
    run(async |place: Place| {
        place.migrate().await;
        let (connector, mut config) = (Connector::default(), place.config());
        let mut store = LeaseStore::with_tls(config.clone(), connector.clone()).trust_durability();
        assert!(store.claim("shop", &first_claim(7), "web-1").await.unwrap());
        assert!(store.renew("shop", &renewal(7)).await.unwrap());
        assert_eq!(connector.0.load(Ordering::Relaxed), 1);
        cut(&place).await;
        assert!(store.renew("shop", &renewal(7)).await.unwrap());
        assert_eq!(connector.0.load(Ordering::Relaxed), 2);

        config.ssl_mode(SslMode::Require);
        let mut store = LeaseStore::with_tls(config, connector);
        let error = store.read("shop").await.unwrap_err().to_string();
        assert!(error.starts_with("error performing TLS handshake: "), "{error}");
    })
    .await;
}

/// From the store to the node of the process, and back.
#[tokio::test]
async fn a_lease_is_kept_on_it() {
    run(async |place: Place| {
        place.migrate().await;
        let builder = LeaseBuilder::new(place.store()).space("shop");
        let lease = builder.install_async().await.unwrap();
        let node = lease.node();
        let rows = place.store().read("shop").await.unwrap().rows;
        assert_eq!(rows.iter().map(|row| row.node).collect::<Vec<_>>(), [node]);
        lease.release().await.unwrap();
        let now = place.store().unix_millis().await.unwrap();
        let row = place.store().read("shop").await.unwrap().rows[0];
        assert!(row.until <= now, "{row:?} is free at {now}");
    })
    .await;
}

/// The one that is there goes on, and another one is had when there are descriptors again.
#[cfg(target_os = "linux")]
#[test]
fn without_descriptors_there_is_no_new_one() {
    crate::limits::limited("-n 64", "without_descriptors_there_is_no_new_one", || {
        let runtime = runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(run(async |place: Place| {
            place.migrate().await;
            let (mut open, mut closed) = (place.store(), place.store());
            assert!(open.claim("shop", &first_claim(7), "web-1").await.unwrap());
            let files = || std::fs::File::open("/dev/null").ok();
            let taken: Vec<_> = std::iter::from_fn(files).collect();
            assert!(open.renew("shop", &renewal(7)).await.unwrap());
            let error = closed.claim("shop", &first_claim(8), "web-2").await.unwrap_err();
            assert!(error.to_string().contains("Too many open files"), "{error}");
            drop(taken);
            assert!(closed.claim("shop", &first_claim(8), "web-2").await.unwrap());
            assert_eq!(open.read("shop").await.unwrap().rows.len(), 2);
        }));
    });
}
