//! A lease that a thread renews.

use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use snowflake_kit_lease::{
    Change, ClaimError, Lease, LeaseBuilder, Registry, Store, StoreError, StoreErrorKind,
};
use snowflake_kit_mint::{MintError, SystemClock};

use crate::installed::{Asked, Renewer, mint, tests};
use crate::memory::{Irreplaceable, Memory, Trouble};
use crate::{UserId, ms};
use test_processes::alone;

struct OnThread;

impl Renewer for OnThread {
    type Lease = Lease;

    fn install(store: &Memory, asked: Asked) -> Result<Lease, ClaimError> {
        asked.of(store.clone()).install()
    }

    fn node(lease: &Lease) -> u32 {
        lease.node().unwrap()
    }

    fn release(lease: Lease) -> Result<(), ClaimError> {
        lease.release()
    }
}

tests!(OnThread, "thread");

/// Half a second for an operation, and a renewal whenever there can be one.
fn hasty() -> Asked {
    Asked { term: Some(ms(1_500)), renewal: Some(ms(5)), ..Asked::node(7) }
}

/// One renewal hangs for ever; those after it are on another connection.
#[test]
fn a_store_that_hangs_is_replaced() {
    alone("thread::a_store_that_hangs_is_replaced", || {
        let store = Memory::new(SystemClock::new());
        let lease = hasty().of(store.clone()).install().unwrap();
        for replacements in 2..5 {
            store.trouble(Trouble::HangsOnce);
            store.wait_until(|shared| shared.hanging == replacements - 1);
            let renewals = store.shared().renewals;
            store.wait_until(|shared| shared.renewals > renewals + 1);
            assert_eq!(store.shared().replacements, replacements);
            // A claim is made where the term was over before.
            assert_eq!(Some(mint::<UserId>().parts().node), lease.node());
        }
        // Late answers are ignored.
        store.trouble(Trouble::None);
        store.wait_until(|shared| shared.hanging == 0);
        let renewals = store.shared().renewals;
        store.wait_until(|shared| shared.renewals > renewals + 1);
        lease.release().unwrap();
    });
}

/// Each operation that comes meanwhile fails, and the first one after it does not.
#[test]
fn a_store_that_hangs_and_has_no_replacement_is_waited_for() {
    alone("thread::a_store_that_hangs_and_has_no_replacement_is_waited_for", || {
        let store = Memory::new(SystemClock::new());
        let lease = hasty().of(Irreplaceable(store.clone())).install().unwrap();
        store.trouble(Trouble::HangsOnce);
        store.wait_until(|shared| shared.hanging == 1);
        let renewals = store.shared().renewals;
        let until = loop {
            if let Err(MintError::LeaseExpired { until, .. }) = UserId::try_mint() {
                break until;
            }
        };
        assert_eq!(store.shared().renewals, renewals);
        store.trouble(Trouble::None);
        assert!(mint::<UserId>().unix_millis() >= until);
        assert_eq!(lease.node(), Some(7));
        lease.release().unwrap();
    });
}

#[test]
fn a_claim_and_a_release_that_hang_fail() {
    alone("thread::a_claim_and_a_release_that_hang_fail", || {
        let store = Memory::new(SystemClock::new());
        let has_not_answered = |error| {
            let limit = ms(500);
            let ClaimError::Store(failed) = error else { panic!("{error:?}") };
            assert_eq!(failed.kind(), StoreErrorKind::TimedOut { limit });
            store.trouble(Trouble::None);
        };
        store.trouble(Trouble::HangsOnce);
        has_not_answered(hasty().of(store.clone()).install().unwrap_err());
        assert_eq!(UserId::try_mint(), Err(MintError::NotInstalled));

        let asked = Asked { renewal: None, ..hasty() };
        let lease = asked.of(store.clone()).install().unwrap();
        let renewals = store.shared().renewals;
        store.wait_until(|shared| shared.renewals > renewals);
        store.trouble(Trouble::HangsOnce);
        has_not_answered(lease.release().unwrap_err());
        assert_eq!(UserId::try_mint(), Err(MintError::LeaseReleased { node: 7 }));
    });
}

/// A store, or a driver whose events go to a subscriber, that mints while it renews.
struct Minting {
    store: Memory,
    minted: Arc<Mutex<Vec<Result<UserId, MintError>>>>,
}

impl Store for Minting {
    fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        self.store.read_nodes(space, nodes, most)
    }

    fn change(&mut self, space: &str, change: &Change) -> Result<bool, StoreError> {
        if matches!(change, Change::Renew { .. }) {
            let minted = UserId::mint_timeout(Duration::from_secs(600));
            self.minted.lock().unwrap().push(minted);
        }
        self.store.change(space, change)
    }
}

#[test]
fn a_store_that_mints_does_not_wait_for_itself() {
    alone("thread::a_store_that_mints_does_not_wait_for_itself", || {
        let (store, minted) = (Memory::new(SystemClock::new()), Arc::default());
        let minting = Minting { store: store.clone(), minted: Arc::clone(&minted) };
        let lease = LeaseBuilder::new(minting).preferred_node(7).term(ms(100)).install().unwrap();
        store.trouble(Trouble::Away);
        while !matches!(UserId::try_mint(), Err(MintError::LeaseExpired { .. })) {}
        let asked = minted.lock().unwrap().len();
        while minted.lock().unwrap().len() < asked + 2 {
            std::thread::yield_now();
        }
        let last = minted.lock().unwrap()[asked + 1].clone();
        assert!(matches!(last, Err(MintError::LeaseExpired { node: 7, .. })), "{last:?}");
        store.trouble(Trouble::None);
        // Another thread waits, and need not wait long.
        mint::<UserId>();
        lease.release().unwrap();
    });
}
