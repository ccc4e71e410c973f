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

#[test]
fn a_subscriber_that_panics_does_not_end_the_lease() {
    let name = "panicking_subscriber::a_subscriber_that_panics_does_not_end_the_lease";
    alone(name, || {
        let panics = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&panics);
        let subscriber = EachEvent(move |event: String| {
            if event.contains("renewed the lease") {
                counted.fetch_add(1, Ordering::Relaxed);
                panic!("as the test wants it");
            }
        });
        subscriber::set_global_default(subscriber).unwrap();
        let store = Memory::new(SystemClock::new());
        let term = Duration::from_millis(300);
        let lease = LeaseBuilder::new(store.clone()).term(term).install().unwrap();
        let until = lease.grant().until;
        store.wait_until(|shared| shared.renewals > 3);
        assert!(panics.load(Ordering::Relaxed) >= 2);
        UserId::mint_timeout(Duration::from_mins(10)).unwrap();
        assert!(lease.grant().until > until);
        lease.release().unwrap();
        assert_eq!(store.shared().releases, 1);
    });
}
