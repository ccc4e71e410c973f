//! A lease in an async store.

use std::future::pending;
use std::ops::RangeInclusive;
use std::sync::{Arc, Barrier, LazyLock, Mutex};
use std::thread;
use std::time::Duration;

use snowflake_kit_lease::__private::Blocking;
use snowflake_kit_lease::{
    AsyncStore, Change, ClaimError, Lease, LeaseBuilder, Registry, StoreError, time_left,
};
use snowflake_kit_mint::{MintError, SystemClock};
use tokio::runtime::{Builder, Runtime};

use crate::installed::{Asked, Renewer, mint, tests};
use crate::memory::{Memory, Trouble};
use crate::{UserId, ms};
use test_processes::alone;

/// A runtime that goes on while a test does something else.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    thread::spawn(|| RUNTIME.block_on(pending::<()>()));
    runtime()
});

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_time().build().unwrap()
}

struct OnTask;

impl Renewer for OnTask {
    type Lease = Lease;

    fn install(store: &Memory, asked: Asked) -> Result<Lease, ClaimError> {
        RUNTIME.block_on(asked.of(Blocking(store.clone())).install_async())
    }

    fn node(lease: &Lease) -> u32 {
        lease.node().unwrap()
    }

    fn release(lease: Lease) -> Result<(), ClaimError> {
        RUNTIME.block_on(lease.release_async())
    }
}

tests!(OnTask, "task");

/// Two tests of a program, one after the other, each with a runtime of its own.
#[test]
fn a_lease_outlives_the_runtime_that_installed_it() {
    alone("task::a_lease_outlives_the_runtime_that_installed_it", || {
        let store = Memory::new(SystemClock::new());
        let lease = LeaseBuilder::new(Blocking(store.clone())).preferred_node(7).term(ms(150));
        let lease = runtime().block_on(lease.install_async()).unwrap();
        let first = UserId::mint();
        let until = lease.grant().unwrap().until;
        let last = runtime().block_on(async {
            tokio::time::sleep(ms(300)).await;
            UserId::mint_async().await.unwrap()
        });
        assert!(last > first && last.unix_millis() > until && last.parts().node == 7);
        assert!(time_left() > Some(Duration::ZERO));
        // A third one gives it back.
        runtime().block_on(lease.release_async()).unwrap();
        assert_eq!(UserId::try_mint(), Err(MintError::LeaseReleased { node: 7 }));
        assert_eq!(store.shared().releases, 1);
    });
}

/// The thread gives it back.
#[test]
fn a_lease_that_is_dropped_without_a_runtime_is_given_back() {
    alone("task::a_lease_that_is_dropped_without_a_runtime_is_given_back", || {
        let store = Memory::new(SystemClock::new());
        let lease = LeaseBuilder::new(Blocking(store.clone())).preferred_node(7);
        let lease = runtime().block_on(lease.install_async()).unwrap();
        UserId::mint();
        drop(lease);
        store.wait_until(|shared| shared.releases == 1);
        assert_eq!(UserId::try_mint(), Err(MintError::LeaseReleased { node: 7 }));
    });
}

/// Of both kinds of stores, and whether it blocks or not.
#[test]
fn any_store_is_installed_in_both_ways() {
    alone("task::any_store_is_installed_in_both_ways", || {
        let (blocks, awaits) = (Memory::new(SystemClock::new()), Memory::new(SystemClock::new()));
        let lease = LeaseBuilder::new(Blocking(awaits.clone())).preferred_node(7).install();
        let lease = lease.unwrap();
        assert_eq!((lease.node(), mint::<UserId>().parts().node), (Some(7), 7));
        lease.release().unwrap();
        runtime().block_on(async {
            let lease = LeaseBuilder::new(blocks.clone()).preferred_node(8).install_async().await;
            let lease = lease.unwrap();
            assert_eq!((lease.node(), mint::<UserId>().parts().node), (Some(8), 8));
            lease.release_async().await.unwrap();
        });
        assert_eq!((awaits.shared().releases, blocks.shared().releases), (1, 1));
    });
}

/// Mints until the lease has ended.
fn outlast_the_lease() {
    while !matches!(UserId::try_mint(), Err(MintError::LeaseExpired { .. })) {}
}

/// The only thread of the runtime waits, as a handler that calls `mint` does.
#[test]
fn a_mint_in_async_code_waits_for_the_renewal() {
    alone("task::a_mint_in_async_code_waits_for_the_renewal", || {
        let store = Memory::new(SystemClock::new());
        runtime().block_on(async {
            let short = LeaseBuilder::new(Blocking(store.clone())).preferred_node(7).term(ms(150));
            let lease = short.install_async().await.unwrap();
            UserId::mint();
            store.trouble(Trouble::Away);
            outlast_the_lease();
            let back = thread::spawn({
                let store = store.clone();
                move || {
                    thread::sleep(ms(50));
                    store.trouble(Trouble::None);
                }
            });
            let id = UserId::mint_timeout(Duration::from_secs(600)).unwrap();
            assert_eq!(id.parts().node, 7);
            back.join().unwrap();
            lease.release_async().await.unwrap();
        });
    });
}

/// The only thread of the runtime computes for longer than a term.
#[test]
fn a_runtime_that_computes_mints_again_at_once() {
    alone("task::a_runtime_that_computes_mints_again_at_once", || {
        let store = Memory::new(SystemClock::new());
        runtime().block_on(async {
            let term = Duration::from_secs(1);
            let short = LeaseBuilder::new(Blocking(store.clone())).preferred_node(7).term(term);
            let lease = short.renewal(ms(20)).install_async().await.unwrap();
            let first = lease.grant().unwrap().until;
            let renewals = store.shared().renewals;
            while lease.grant().unwrap().until <= first + 1_000 {
                std::hint::spin_loop();
            }
            assert!(store.shared().renewals > renewals);
            // A slot may be free in the next ms only.
            let minted = UserId::mint_timeout(ms(2)).unwrap();
            assert_eq!(minted.parts().node, 7);
            lease.release_async().await.unwrap();
        });
    });
}

/// As in a test with `start_paused = true`, whose clock leaps over each wait.
#[test]
fn a_clock_that_is_paused_does_not_touch_the_lease() {
    alone("task::a_clock_that_is_paused_does_not_touch_the_lease", || {
        let store = Memory::new(SystemClock::new());
        let paused = Builder::new_current_thread().enable_time().start_paused(true).build();
        paused.unwrap().block_on(async {
            let lease = LeaseBuilder::new(Blocking(store.clone())).preferred_node(7).term(ms(300));
            let lease = lease.install_async().await.unwrap();
            let began = std::time::Instant::now();
            while began.elapsed() < ms(600) {
                // A day of this runtime.
                tokio::time::sleep(Duration::from_secs(86400)).await;
                thread::sleep(ms(1));
            }
            UserId::mint_async().await.unwrap();
            let most = began.elapsed().as_millis() / 90 + 2;
            let renewals = store.shared().renewals;
            assert!(renewals > 2 && u128::from(renewals) <= most, "{renewals} renewals");
            lease.release_async().await.unwrap();
        });
    });
}

/// Nobody waits for the claim any more, and nobody would give it back.
#[test]
fn a_claim_for_which_nobody_waits_any_more_is_given_back() {
    alone("task::a_claim_for_which_nobody_waits_any_more_is_given_back", || {
        let store = Memory::new(SystemClock::new());
        let slow = SwallowsOnce(Blocking(store.clone()));
        let claiming = runtime();
        claiming.spawn(LeaseBuilder::new(slow).preferred_node(7).install_async());
        claiming.block_on(async { tokio::time::sleep(ms(100)).await });
        assert_eq!(store.shared().claims, 0);
        drop(claiming);
        store.wait_until(|shared| shared.releases == 1);
        assert_eq!(store.shared().claims, 1);
        assert_eq!(UserId::try_mint(), Err(MintError::LeaseReleased { node: 7 }));
        // And it is in nobody's way.
        let next = LeaseBuilder::new(store.clone()).preferred_node(8).install().unwrap();
        assert_eq!(mint::<UserId>().parts().node, 8);
        next.release().unwrap();
    });
}

/// A thread beside the runtime's keeps nothing from being renewed.
#[test]
fn a_blocking_thread_of_the_runtime_may_wait() {
    alone("task::a_blocking_thread_of_the_runtime_may_wait", || {
        let store = Memory::new(SystemClock::new());
        runtime().block_on(async {
            let short = LeaseBuilder::new(Blocking(store.clone())).preferred_node(7).term(ms(100));
            let lease = short.install_async().await.unwrap();
            UserId::mint();
            store.trouble(Trouble::Away);
            let waiting = tokio::task::spawn_blocking(|| {
                outlast_the_lease();
                // Renewals have failed, and the next one is soon.
                UserId::mint_timeout(Duration::from_secs(600))
            });
            tokio::time::sleep(ms(300)).await;
            store.trouble(Trouble::None);
            waiting.await.unwrap().unwrap();
            lease.release_async().await.unwrap();
        });
    });
}

/// All threads of a runtime wait for the renewal.
#[test]
fn mints_on_all_threads_of_a_runtime_wait_for_the_renewal() {
    alone("task::mints_on_all_threads_of_a_runtime_wait_for_the_renewal", || {
        let store = Memory::new(SystemClock::new());
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_time().build().unwrap();
        let lease = LeaseBuilder::new(Blocking(store.clone())).preferred_node(7).term(ms(100));
        let lease = runtime.block_on(lease.install_async()).unwrap();
        UserId::mint();
        store.trouble(Trouble::Away);
        let expired = Arc::new(Barrier::new(3));
        let minting = [(); 2].map(|()| {
            let expired = Arc::clone(&expired);
            runtime.spawn(async move {
                outlast_the_lease();
                expired.wait();
                UserId::mint_timeout(Duration::from_secs(600)).unwrap();
            })
        });
        expired.wait();
        store.trouble(Trouble::None);
        for minting in minting {
            runtime.block_on(minting).unwrap();
        }
        runtime.block_on(lease.release_async()).unwrap();
    });
}

/// A store that reads slowly, and a connection that swallows one renewal.
struct SwallowsOnce(Blocking<Memory>);

impl AsyncStore for SwallowsOnce {
    async fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        tokio::time::sleep(ms(250)).await;
        self.0.read_nodes(space, nodes, most).await
    }

    async fn change(&mut self, space: &str, change: &Change) -> Result<bool, StoreError> {
        if matches!(change, Change::Renew { .. }) && self.0.0.shared().trouble == Trouble::HangsOnce
        {
            self.0.0.trouble(Trouble::Hanging);
            return pending().await;
        }
        self.0.change(space, change).await
    }
}

#[test]
fn a_renewal_that_is_never_answered_is_followed_by_others() {
    alone("task::a_renewal_that_is_never_answered_is_followed_by_others", || {
        let store = Memory::new(SystemClock::new());
        let hasty = LeaseBuilder::new(SwallowsOnce(Blocking(store.clone()))).preferred_node(7);
        let hasty = hasty.term(ms(1_500)).renewal(ms(5));
        let lease = RUNTIME.block_on(hasty.install_async()).unwrap();
        for _ in 0..3 {
            store.trouble(Trouble::HangsOnce);
            store.wait_until(|shared| shared.trouble == Trouble::Hanging);
            let renewals = store.shared().renewals;
            store.wait_until(|shared| shared.renewals > renewals + 1);
            mint::<UserId>();
        }
        RUNTIME.block_on(lease.release_async()).unwrap();
    });
}

/// A store that mints, as a driver does whose events go to a subscriber that gives them IDs.
struct Minting(Blocking<Memory>, Arc<Mutex<Vec<Result<UserId, MintError>>>>);

impl AsyncStore for Minting {
    async fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        self.0.read_nodes(space, nodes, most).await
    }

    async fn change(&mut self, space: &str, change: &Change) -> Result<bool, StoreError> {
        if matches!(change, Change::Renew { .. }) {
            // Here, in a task, and on a thread for what blocks.
            let patient = || UserId::mint_timeout(Duration::from_secs(600));
            let mut minted = vec![UserId::mint_timeout(Duration::from_secs(600))];
            minted.push(tokio::spawn(async move { patient() }).await.unwrap());
            minted.push(tokio::task::spawn_blocking(patient).await.unwrap());
            self.1.lock().unwrap().extend(minted);
        }
        self.0.change(space, change).await
    }
}

#[test]
fn a_store_that_mints_does_not_wait_for_itself() {
    alone("task::a_store_that_mints_does_not_wait_for_itself", || {
        let (store, minted) = (Memory::new(SystemClock::new()), Arc::default());
        let minting = Minting(Blocking(store.clone()), Arc::clone(&minted));
        let lease = LeaseBuilder::new(minting).preferred_node(7).term(ms(100));
        let lease = RUNTIME.block_on(lease.install_async()).unwrap();
        store.trouble(Trouble::Away);
        outlast_the_lease();
        let asked = minted.lock().unwrap().len();
        while minted.lock().unwrap().len() < asked + 6 {
            thread::yield_now();
        }
        for minted in &minted.lock().unwrap()[asked + 3..asked + 6] {
            assert!(matches!(minted, Err(MintError::LeaseExpired { node: 7, .. })), "{minted:?}");
        }
        store.trouble(Trouble::None);
        mint::<UserId>();
        RUNTIME.block_on(lease.release_async()).unwrap();
    });
}
