//! A subscriber that panics does not end the lease of whose renewal it is told.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_lease::LeaseBuilder;
use snowflake_kit_mint::SystemClock;
use test_processes::alone;
use test_processes::operator::EachEvent;
use tracing::subscriber;

use crate::memory::Memory;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct UserId(Snowflake);

/// Panics at each event that says this. Returns how often it has.
fn panics_at(text: &'static str) -> Arc<AtomicU32> {
    let panics = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&panics);
    let subscriber = EachEvent(move |event: String| {
        if event.contains(text) {
            counted.fetch_add(1, Ordering::Relaxed);
            panic!("as the test wants it");
        }
    });
    subscriber::set_global_default(subscriber).unwrap();
    panics
}

const LONG: Duration = Duration::from_secs(600);

#[test]
fn a_subscriber_that_panics_does_not_end_the_lease() {
    let name = "panicking_subscriber::a_subscriber_that_panics_does_not_end_the_lease";
    alone(name, || {
        let panics = panics_at("renewed the lease");
        let store = Memory::new(SystemClock::new());
        let term = Duration::from_millis(300);
        let lease = LeaseBuilder::new(store.clone()).term(term).install().unwrap();
        let until = lease.grant().unwrap().until;
        store.wait_until(|shared| shared.renewals > 3);
        assert!(panics.load(Ordering::Relaxed) >= 2);
        UserId::mint_timeout(LONG).unwrap();
        assert!(lease.grant().unwrap().until > until);
        lease.release().unwrap();
        assert_eq!(store.shared().releases, 1);
    });
}

#[test]
fn a_subscriber_that_panics_at_the_claim_does_not_hide_it() {
    let name = "panicking_subscriber::a_subscriber_that_panics_at_the_claim_does_not_hide_it";
    alone(name, || {
        let panics = panics_at("claimed a node");
        let store = Memory::new(SystemClock::new());
        let lease = LeaseBuilder::new(store.clone()).lazy().install().unwrap();
        UserId::mint_timeout(LONG).unwrap();
        assert_eq!(panics.load(Ordering::Relaxed), 1);
        assert!(lease.grant().is_some());
        lease.release().unwrap();
        let shared = store.shared();
        assert_eq!((shared.claims, shared.releases), (1, 1));
    });
}

#[test]
fn a_subscriber_that_panics_at_a_loss_does_not_keep_another_node_away() {
    let name =
        "panicking_subscriber::a_subscriber_that_panics_at_a_loss_does_not_keep_another_node_away";
    alone(name, || {
        let panics = panics_at("another process has taken the node");
        let store = Memory::new(SystemClock::new());
        let lease = LeaseBuilder::new(store.clone()).renewal(Duration::from_millis(300));
        let lease = lease.install().unwrap();
        store.take(lease.node().unwrap());
        store.wait_until(|shared| shared.claims > 1);
        assert_eq!(panics.load(Ordering::Relaxed), 1);
        UserId::mint_timeout(LONG).unwrap();
        lease.release().unwrap();
    });
}

#[test]
fn a_subscriber_that_panics_at_the_release_does_not_hide_it() {
    let name = "panicking_subscriber::a_subscriber_that_panics_at_the_release_does_not_hide_it";
    alone(name, || {
        let panics = panics_at("released the node");
        let store = Memory::new(SystemClock::new());
        LeaseBuilder::new(store.clone()).install().unwrap().release().unwrap();
        assert_eq!((panics.load(Ordering::Relaxed), store.shared().releases), (1, 1));
    });
}
