//! What becomes of the connection, and of the task that runs it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use lease_suite::{Awaited, Place, claims, first_claim, renews};
use snowflake_kit_lease::{AsyncStore as _, Change, Store as _};
use snowflake_kit_postgres::lease::LeaseStore;
use tokio::runtime;
use tokio_postgres::config::SslMode;
use tokio_postgres::tls::{MakeTlsConnect, NoTlsError, NoTlsStream};
use tokio_postgres::{NoTls, Socket};

use crate::{Postgres, config};

/// The task that ran the connection ended with its runtime.
#[test]
fn a_store_can_be_used_on_another_runtime() {
    let place = Place::<Postgres>::migrated();
    let Awaited(mut store) = place.store();
    let runtime = || runtime::Builder::new_current_thread().enable_all().build().unwrap();
    assert!(runtime().block_on(store.change("shop", &claims(7))).unwrap());
    assert!(runtime().block_on(store.change("shop", &renews(7))).unwrap());
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

#[test]
fn tls_is_asked_of_the_connector_each_time() {
    let place = Place::<Postgres>::migrated();
    let (connector, mut config) = (Connector::default(), config(place.url()));
    let store = LeaseStore::with_tls(config.clone(), connector.clone());
    let mut store = Awaited(store.trust_durability());
    assert!(store.change("shop", &claims(7)).unwrap());
    assert!(store.change("shop", &renews(7)).unwrap());
    assert_eq!(connector.0.load(Ordering::Relaxed), 1);
    place.database().cut();
    assert!(store.change("shop", &renews(7)).unwrap());
    assert_eq!(connector.0.load(Ordering::Relaxed), 2);

    config.ssl_mode(SslMode::Require);
    let mut store = Awaited(LeaseStore::with_tls(config, connector));
    let error = store.read("shop").unwrap_err().to_string();
    assert!(error.starts_with("error performing TLS handshake: "), "{error}");
}

/// The open connection works on, and a new one is made when there are descriptors again.
#[cfg(target_os = "linux")]
#[test]
fn without_descriptors_there_is_no_new_one() {
    test_processes::limited("-n 64", "without_descriptors_there_is_no_new_one", || {
        let place = Place::<Postgres>::migrated();
        let (mut open, mut closed) = (place.store(), place.store());
        assert!(open.change("shop", &claims(7)).unwrap());
        let files = || std::fs::File::open("/dev/null").ok();
        let taken: Vec<_> = std::iter::from_fn(files).collect();
        assert!(open.change("shop", &renews(7)).unwrap());
        let error = closed.change("shop", &Change::claim(&first_claim(8), "web-2")).unwrap_err();
        assert!(error.to_string().contains("Too many open files"), "{error}");
        drop(taken);
        assert!(closed.change("shop", &Change::claim(&first_claim(8), "web-2")).unwrap());
        assert_eq!(place.read().rows.len(), 2);
    });
}
