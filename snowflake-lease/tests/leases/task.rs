//! A lease that a task renews.

use std::future::pending;
use std::panic::catch_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::Duration;

use snowflake_core::{Limits, SnowflakeId as _};
use snowflake_lease::{
    AsyncLease, AsyncStore, Blocking, Claim, ClaimError, Kept, LeaseBuilder, Registry, Release,
    Renewal, StoreError, time_left,
};
use snowflake_mint::__private::ready;
use snowflake_mint::{MintError, SystemClock};
use tokio::runtime::{Builder, Runtime};

use crate::common::alone;
use crate::installed::{Asked, Renewer, mint, tests};
use crate::memory::{Memory, Trouble};
use crate::{UserId, ms};

/// A runtime that goes on while a test does something else.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    thread::spawn(|| RUNTIME.block_on(pending::<()>()));
    runtime()
});

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_time().build().unwrap()
}

struct Task;

impl Renewer for Task {
    type Lease = AsyncLease;

    fn install(store: &Memory, asked: Asked) -> Result<AsyncLease, ClaimError> {
        RUNTIME.block_on(asked.of(Blocking(store.clone())).install_async())
    }

    fn node(lease: &AsyncLease) -> u32 {
        lease.node()
    }

    fn release(lease: AsyncLease) -> Result<(), ClaimError> {
        RUNTIME.block_on(lease.release())
    }
}

tests!(Task, "task");

/// Nobody is there to give it back.
#[test]
fn minting_stops_when_runtime_and_lease_are_gone() {
    alone("task::minting_stops_when_runtime_and_lease_are_gone", || {
        let store = Memory::new(SystemClock::new());
        let runtime = runtime();
        let lease = LeaseBuilder::new(Blocking(store.clone())).preferred_node(7);
        let lease = runtime.block_on(lease.install_async()).unwrap();
        UserId::mint();
        drop(runtime);
        UserId::mint();
        drop(lease);
        assert_eq!(UserId::try_mint(), Err(MintError::LeaseReleased { node: 7 }));
        assert_eq!(store.shared().releases, 0);
    });
}

/// It was not given back; whoever renewed it is gone, and another one may be claimed.
#[test]
fn a_lease_whose_runtime_is_gone_is_in_nobodys_way() {
    alone("task::a_lease_whose_runtime_is_gone_is_in_nobodys_way", || {
        let store = Memory::new(SystemClock::new());
        let short_lived = runtime();
        let old = LeaseBuilder::new(Blocking(store.clone())).preferred_node(7).term(ms(100));
        let old = short_lived.block_on(old.install_async()).unwrap();
        let before: UserId = mint();
        drop(short_lived);
        while !matches!(UserId::try_mint(), Err(MintError::LeaseExpired { .. })) {}
        // There is nothing to wait for.
        let expired = UserId::mint_timeout(Duration::from_mins(10));
        assert!(matches!(expired, Err(MintError::LeaseExpired { node: 7, .. })), "{expired:?}");
        assert_eq!(time_left(), None);
        let new = LeaseBuilder::new(store).preferred_node(8).install().unwrap();
        let id: UserId = mint();
        assert!(id > before && id.parts().node == 8);
        let error = RUNTIME.block_on(old.release()).unwrap_err();
        assert!(error.to_string().contains("has ended before"), "{error}");
        assert_eq!(mint::<UserId>().parts().node, 8);
        new.release().unwrap();
    });
}

/// Mints until the lease has ended.
fn outlast_the_lease() {
    while !matches!(UserId::try_mint(), Err(MintError::LeaseExpired { .. })) {}
}

/// The only thread there is, and it waits.
#[test]
fn a_mint_that_keeps_the_lease_from_being_renewed_does_not_wait() {
    alone("task::a_mint_that_keeps_the_lease_from_being_renewed_does_not_wait", || {
        let store = Memory::new(SystemClock::new());
        runtime().block_on(async {
            let short = LeaseBuilder::new(Blocking(store.clone())).preferred_node(7).term(ms(100));
            let lease = short.install_async().await.unwrap();
            UserId::mint();
            outlast_the_lease();
            let blocked = UserId::mint_timeout(Duration::from_mins(10));
            let Err(MintError::RenewalBlocked { node: 7, .. }) = blocked else {
                panic!("{blocked:?}")
            };
            let panic = catch_unwind(UserId::mint).unwrap_err();
            let text = panic.downcast_ref::<String>().unwrap();
            assert!(
                text.starts_with("cannot mint a UserId: the lease of node 7 ended at "),
                "{text}"
            );
            assert!(text.contains("in async code mint with `mint_async`"), "{text}");
            // This lets the task have its turn.
            UserId::mint_async().await.unwrap();
            lease.release().await.unwrap();
        });
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
                UserId::mint_timeout(Duration::from_mins(10))
            });
            tokio::time::sleep(ms(300)).await;
            store.trouble(Trouble::None);
            waiting.await.unwrap().unwrap();
            lease.release().await.unwrap();
        });
    });
}

/// All threads of a runtime mint, and none of them gets to the task.
#[test]
fn mints_on_all_threads_of_a_runtime_do_not_wait_for_each_other() {
    alone("task::mints_on_all_threads_of_a_runtime_do_not_wait_for_each_other", || {
        let store = Memory::new(SystemClock::new());
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_time().build().unwrap();
        let lease = LeaseBuilder::new(Blocking(store.clone())).preferred_node(7).term(ms(100));
        let lease = runtime.block_on(lease.install_async()).unwrap();
        UserId::mint();
        let blocked = Arc::new([const { AtomicBool::new(false) }; 2]);
        let minting = [0, 1].map(|thread| {
            let blocked = Arc::clone(&blocked);
            runtime.spawn(async move {
                // Until both were, since one of them alone leaves the task a thread.
                while !blocked.iter().all(|blocked| blocked.load(Ordering::Relaxed)) {
                    outlast_the_lease();
                    match UserId::mint_timeout(Duration::from_mins(10)) {
                        // It was renewed before the other thread was taken.
                        Ok(_) => {}
                        Err(MintError::RenewalBlocked { node: 7, .. }) => {
                            blocked[thread].store(true, Ordering::Relaxed);
                        }
                        Err(error) => panic!("{error:?}"),
                    }
                }
            })
        });
        for minting in minting {
            runtime.block_on(minting).unwrap();
        }
        runtime.block_on(async {
            UserId::mint_async().await.unwrap();
            lease.release().await.unwrap();
        });
    });
}

/// A store that reads for longer than the beat of a task, and a connection that swallows one
/// renewal.
struct SwallowsOnce(Blocking<Memory>);

impl AsyncStore for SwallowsOnce {
    async fn read(&mut self, space: &str) -> Result<Registry, StoreError> {
        tokio::time::sleep(ms(250)).await;
        self.0.read(space).await
    }

    async fn unix_millis(&mut self) -> Result<i64, StoreError> {
        self.0.unix_millis().await
    }

    async fn claim(
        &mut self,
        space: &str,
        claim: &Claim,
        holder: &str,
    ) -> Result<bool, StoreError> {
        self.0.claim(space, claim, holder).await
    }

    async fn renew(&mut self, space: &str, renewal: &Renewal) -> Result<bool, StoreError> {
        if self.0.0.shared().trouble == Trouble::HangsOnce {
            self.0.0.trouble(Trouble::Hanging);
            return pending().await;
        }
        self.0.renew(space, renewal).await
    }

    async fn release(&mut self, space: &str, release: &Release) -> Result<bool, StoreError> {
        self.0.release(space, release).await
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
        RUNTIME.block_on(lease.release()).unwrap();
    });
}

/// The lease ends when the last renewal that was answered says so.
#[test]
fn a_runtime_that_ends_in_the_middle_of_a_renewal_ends_the_lease() {
    alone("task::a_runtime_that_ends_in_the_middle_of_a_renewal_ends_the_lease", || {
        let store = Memory::new(SystemClock::new());
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_time().build().unwrap();
        let old = LeaseBuilder::new(SwallowsOnce(Blocking(store.clone()))).preferred_node(7);
        let patient = Limits::new().max_wait(Duration::from_mins(10));
        let old = old.term(ms(300)).renewal(ms(5)).limits(patient);
        let old = runtime.block_on(old.install_async()).unwrap();
        mint::<UserId>();
        store.trouble(Trouble::HangsOnce);
        store.wait_until(|shared| shared.trouble == Trouble::Hanging);
        drop(runtime);
        let until = old.grant().until;
        let error = loop {
            match UserId::try_mint() {
                Ok(id) => assert!(id.unix_millis() < until),
                Err(MintError::WouldWait { .. }) => {}
                Err(error) => break error,
            }
        };
        assert!(matches!(error, MintError::LeaseExpired { node: 7, .. }), "{error:?}");
        // There is nothing to wait for.
        let waited = UserId::mint_timeout(Duration::from_mins(10));
        assert!(matches!(waited, Err(MintError::LeaseExpired { node: 7, .. })), "{waited:?}");
        let awaited = async { tokio::time::timeout(ms(60_000), UserId::mint_async()).await };
        let awaited = RUNTIME.block_on(awaited).expect("it waits for nobody");
        assert!(matches!(awaited, Err(MintError::LeaseExpired { node: 7, .. })), "{awaited:?}");
        // Another process has the node next, from there on.
        let next = LeaseBuilder::new(Blocking(store)).nodes(7..=7);
        let mut next = next.keeper(SystemClock::new()).unwrap();
        let grant = loop {
            match ready(next.round()) {
                Ok(Kept::Changed(permit)) => break permit.grant(),
                Err(ClaimError::Full { .. }) => {}
                other => panic!("{other:?}"),
            }
        };
        assert!(grant.from >= until, "{grant:?} begins before {until}");
        let error = RUNTIME.block_on(old.release()).unwrap_err();
        assert!(error.to_string().contains("has ended before"), "{error}");
    });
}
