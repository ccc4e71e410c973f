//! A lease that the first mint claims.

use std::panic::catch_unwind;
use std::thread;
use std::time::{Duration, Instant};

use snowflake_kit_core::{Limits, Snowflake, SnowflakeId as _};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_lease::{ClaimError, Lease, LeaseBuilder, time_left};
use snowflake_kit_mint::{Generator, MintError, Minter, Node, NodeError, SystemClock, install};

use crate::installed::mint;
use crate::memory::{Memory, Trouble};
use crate::{EventId, OwnId, UserId, ms};
use test_processes::alone;

/// 5 bits of node.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = "ecmascript")]
struct TabId(Snowflake);

fn store() -> Memory {
    Memory::new(SystemClock::new())
}

fn asked(store: &Memory) -> LeaseBuilder<Memory> {
    LeaseBuilder::new(store.clone()).preferred_node(7)
}

fn lazy(store: &Memory) -> Lease {
    asked(store).lazy().install().unwrap()
}

/// How often a store was read, and a node claimed and given back.
fn counts(store: &Memory) -> (u32, u32, u32) {
    let shared = store.shared();
    (shared.reads, shared.claims, shared.releases)
}

fn not_claimed(error: Option<&'static str>) -> MintError {
    MintError::NotClaimed { error: error.map(Into::into) }
}

#[test]
fn a_run_that_mints_nothing_asks_nothing() {
    alone("lazy::a_run_that_mints_nothing_asks_nothing", || {
        let store = store();
        let released = lazy(&store);
        assert_eq!((released.grant(), time_left()), (None, None));
        released.release().unwrap();
        drop(lazy(&store));
        // Nor when others would have been renewed many times.
        let idle = asked(&store).renewal(ms(1)).lazy().install().unwrap();
        thread::sleep(ms(50));
        drop(idle);
        assert_eq!(counts(&store), (0, 0, 0));
        assert_eq!(store.shared().replacements, 0);
        // Nothing is in the way of a node of another kind.
        install(Node::fixed(9)).unwrap();
        assert_eq!(mint::<UserId>().parts().node, 9);
    });
}

#[test]
fn each_door_that_waits_claims() {
    alone("lazy::each_door_that_waits_claims", || {
        let doors: [fn() -> u32; 7] = [
            || UserId::mint().parts().node,
            || UserId::mint_many(3)[2].parts().node,
            || UserId::mint_timeout(Duration::from_secs(600)).unwrap().parts().node,
            || UserId::generator().unwrap().mint::<UserId>().parts().node,
            || UserId::generator().unwrap().local().mint::<UserId>().parts().node,
            || OwnId::mint().parts().node,
            || EventId::mint().parts().node,
        ];
        let store = store();
        // The generators of the second round are those of the first one.
        for (claims, door) in (1..).zip(doors.iter().chain(&doors)) {
            let lease = lazy(&store);
            assert_eq!(store.shared().claims, claims - 1);
            let node = door();
            assert_eq!(lease.node(), Some(node));
            assert_eq!(store.shared().claims, claims);
            assert!(store.row(node).until > 0);
            assert!(time_left() > Some(Duration::ZERO));
            lease.release().unwrap();
            assert_eq!(UserId::try_mint(), Err(MintError::LeaseReleased { node }));
        }
        assert_eq!(store.shared().releases, 14);
    });
}

#[test]
fn threads_that_mint_at_once_share_one_claim() {
    alone("lazy::threads_that_mint_at_once_share_one_claim", || {
        let store = store();
        let lease = lazy(&store);
        let mut ids: Vec<UserId> = thread::scope(|scope| {
            let threads = [(); 8].map(|()| scope.spawn(|| UserId::mint_many(1_000)));
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 8_000);
        assert!(ids.iter().all(|id| id.parts().node == 7));
        assert_eq!(counts(&store), (1, 1, 0));
        lease.release().unwrap();
    });
}

#[test]
fn what_does_not_wait_asks_for_the_claim() {
    alone("lazy::what_does_not_wait_asks_for_the_claim", || {
        let store = store();
        store.trouble(Trouble::HangsOnce);
        let lease = lazy(&store);
        let error = UserId::try_mint().unwrap_err();
        assert_eq!(error, not_claimed(None));
        assert_eq!(
            error.to_string(),
            "this process claims its lease when the first ID is minted, and the store of the \
             leases has not answered yet: mint with `mint`, `mint_timeout` or `mint_async`, which \
             wait for the claim; if they fail too, check that the store is running and that this \
             process can connect to it"
        );
        store.wait_until(|shared| shared.hanging == 1);
        // It waits no longer than it may.
        let began = Instant::now();
        assert_eq!(UserId::mint_timeout(ms(20)), Err(not_claimed(None)));
        assert!(began.elapsed() >= ms(15) && began.elapsed() < Duration::from_secs(5));
        store.trouble(Trouble::None);
        while let Err(error) = UserId::try_mint() {
            thread::sleep(error.retry_after().unwrap());
        }
        assert_eq!(lease.node(), Some(7));
        lease.release().unwrap();
    });
}

#[test]
fn a_claim_that_fails_is_an_error_and_made_again() {
    alone("lazy::a_claim_that_fails_is_an_error_and_made_again", || {
        let store = store();
        let lease = lazy(&store);
        for trouble in [Trouble::Away, Trouble::Panics, Trouble::Away] {
            store.trouble(trouble);
            let text = match trouble {
                Trouble::Away => "the store of the leases: nobody answers",
                _ => {
                    "the store of the leases: it panicked: as the test wants it: this is a bug in \
                     the store or in its driver"
                }
            };
            let reads = store.shared().reads;
            assert_eq!(
                UserId::mint_timeout(Duration::from_secs(600)),
                Err(not_claimed(Some(text)))
            );
            assert_eq!(store.shared().reads, reads + 1);
            let panic = catch_unwind(UserId::mint).unwrap_err();
            assert_eq!(
                panic.downcast_ref(),
                Some(&format!(
                    "cannot mint a UserId: this process claims its lease when the first ID is \
                     minted, and the claim failed: {text}; the next mint claims again"
                ))
            );
            // It does not wait, but says what went wrong the last time.
            assert_eq!(OwnId::try_mint(), Err(not_claimed(Some(text))));
            // Until the claim that it has asked for is over, too.
            assert_eq!(
                UserId::mint_timeout(Duration::from_secs(600)),
                Err(not_claimed(Some(text)))
            );
            assert_eq!(lease.grant(), None);
        }
        store.trouble(Trouble::None);
        assert_eq!(mint::<UserId>().parts().node, 7);
        lease.release().unwrap();
    });
}

/// Each thread waits on its own, and they share one failed request to the store.
#[test]
fn threads_that_wait_for_a_claim_that_fails_have_its_error() {
    alone("lazy::threads_that_wait_for_a_claim_that_fails_have_its_error", || {
        let store = store();
        store.trouble(Trouble::HangsOnce);
        let lease = asked(&store).term(ms(1_500)).lazy().install().unwrap();
        let errors: Vec<_> = thread::scope(|scope| {
            let threads = [(); 4].map(|()| scope.spawn(|| UserId::mint_timeout(ms(60_000))));
            threads.into_iter().map(|thread| thread.join().unwrap().unwrap_err()).collect()
        });
        let text = "the store of the leases: it did not answer within 500ms: check whether it can be \
             reached";
        assert_eq!(errors, [(); 4].map(|()| not_claimed(Some(text))));
        assert_eq!(store.shared().reads, 1);
        // The connection that hangs is left to itself, and the next claim is on another one.
        assert_eq!(mint::<UserId>().parts().node, 7);
        store.trouble(Trouble::None);
        lease.release().unwrap();
    });
}

#[test]
fn a_node_that_does_not_fit_a_layout_is_an_error() {
    alone("lazy::a_node_that_does_not_fit_a_layout_is_an_error", || {
        let store = store();
        let lease = LeaseBuilder::new(store.clone()).preferred_node(600).lazy().install().unwrap();
        let error = TabId::mint_timeout(Duration::from_secs(600)).unwrap_err();
        assert!(
            error.to_string().starts_with(
                "node 600 from a lease does not fit the layout `ecmascript`, which has 0 to 31: \
                 name the layouts in use"
            ),
            "{error}"
        );
        assert_eq!(mint::<UserId>().parts().node, 600);
        assert_eq!(TabId::try_mint(), Err(error));
        lease.release().unwrap();
        let lazy = || LeaseBuilder::new(store.clone()).lazy();
        let wide = lazy().nodes(..=63).layouts([TabId::LAYOUT]).install();
        assert!(matches!(wide, Err(ClaimError::NodesOutOfRange { max: 31, .. })));
        // Without a layout, it is the default one.
        let wide = lazy().nodes(1_024..=5_000).install();
        assert!(matches!(wide, Err(ClaimError::NodesOutOfRange { max: 1_023, .. })));
        let wide = lazy().nodes(1_024..=5_000).layouts([EventId::LAYOUT]).install().unwrap();
        assert!(mint::<EventId>().parts().node >= 1_024);
        wide.release().unwrap();
    });
}

#[test]
fn a_process_has_one_lease_or_node() {
    alone("lazy::a_process_has_one_lease_or_node", || {
        let (store, other) = (store(), store());
        let lease = lazy(&store);
        let error = install(Node::fixed(8)).unwrap_err();
        assert!(matches!(error, NodeError::AlreadyInstalled { .. }));
        assert_eq!(
            error.to_string(),
            "this process already has a lease that is claimed at the first mint, so node 8 was not \
             installed: call `install` once, at the start"
        );
        for error in
            [asked(&other).install().unwrap_err(), asked(&other).lazy().install().unwrap_err()]
        {
            assert_eq!(
                error.to_string(),
                "this process already has a lease that is claimed at the first mint, so no lease \
                 was claimed: install one node or lease, once, when the process starts"
            );
        }
        assert_eq!(mint::<UserId>().parts().node, 7);
        lease.release().unwrap();
        install(Node::fixed(8)).unwrap();
        let error = asked(&other).lazy().install().unwrap_err();
        assert!(
            matches!(error, ClaimError::AlreadyInstalled { installed } if installed == Node::fixed(8))
        );
        assert_eq!(counts(&other), (0, 0, 0));
    });
}

#[test]
fn it_is_renewed_and_follows_like_any_lease() {
    alone("lazy::it_is_renewed_and_follows_like_any_lease", || {
        let store = store();
        let limits = Limits::new().max_wait(Duration::from_secs(600));
        let asked = asked(&store).term(ms(300)).renewal(ms(5)).limits(limits);
        let lease = asked.lazy().install().unwrap();
        let before = UserId::mint();
        let renewals = store.shared().renewals;
        store.wait_until(|shared| shared.renewals > renewals + 2);
        store.take(7);
        let claims = store.shared().claims;
        store.wait_until(|shared| shared.claims > claims);
        let after = std::iter::repeat_with(UserId::mint).find(|id| id.parts().node != 7).unwrap();
        assert!(after > before);
        assert_eq!(UserId::generator().unwrap().limits().max_wait, Duration::from_secs(600));
        lease.release().unwrap();
    });
}

/// The generator has minted under the first one.
#[test]
fn ids_increase_from_one_lease_to_a_lazy_one() {
    alone("lazy::ids_increase_from_one_lease_to_a_lazy_one", || {
        let store = store();
        let ahead =
            Limits::new().max_lead(Duration::from_secs(5)).max_wait(Duration::from_secs(600));
        let first = asked(&store).limits(ahead).install().unwrap();
        let last = UserId::mint_many(100_000).pop().unwrap();
        first.release().unwrap();
        let lease = LeaseBuilder::new(store.clone()).preferred_node(2).limits(ahead);
        let lease = lease.lazy().install().unwrap();
        let next = UserId::mint();
        assert_eq!(next.parts().node, 2);
        assert!(next > last, "{next} after {last}");
        lease.release().unwrap();
    });
}

#[test]
fn what_is_shown_of_it_has_the_grant_if_there_is_one() {
    alone("lazy::what_is_shown_of_it_has_the_grant_if_there_is_one", || {
        let lease = lazy(&store());
        assert_eq!(format!("{lease:?}"), "Lease(None)");
        UserId::mint();
        assert!(format!("{lease:?}").contains("node: 7"), "{lease:?}");
        lease.release().unwrap();
    });
}

/// A layout that was wide enough for the first node, and is not for the next.
#[test]
fn a_type_too_narrow_for_the_next_node_says_so_and_disturbs_none() {
    alone("lazy::a_type_too_narrow_for_the_next_node_says_so_and_disturbs_none", || {
        let store = store();
        let lease = LeaseBuilder::new(store.clone()).preferred_node(3).term(ms(3_000));
        let lease = lease.renewal(ms(200)).install().unwrap();
        assert_eq!(mint::<TabId>().parts().node, 3);
        let held = TabId::generator().unwrap();
        // All that it could have are others' now.
        store.put((0..32).map(|node| (node, 9, i64::MAX)));
        let claims = store.shared().claims;
        store.wait_until(|shared| shared.claims > claims);
        let after = std::iter::repeat_with(mint::<UserId>).find(|id| id.parts().node != 3).unwrap();
        let node = after.parts().node;
        // It goes on to the end of the lease that was lost.
        let error = loop {
            match TabId::try_mint() {
                Ok(id) => assert_eq!(id.parts().node, 3),
                Err(MintError::WouldWait { .. }) => thread::sleep(ms(1)),
                Err(error) => break error,
            }
        };
        assert!(matches!(error, MintError::NodeOutOfRange { max: 31, .. }), "{error}");
        assert_eq!(TabId::generator().map(drop), Err(error.clone()));
        // One that was held before knows only that its lease has ended.
        let expired = held.local().try_mint::<TabId>();
        assert!(matches!(expired, Err(MintError::LeaseExpired { node: 3, .. })), "{expired:?}");
        // The store is not asked at each mint.
        let renewals = store.shared().renewals;
        for _ in 0..1_000 {
            assert_eq!(TabId::try_mint(), Err(error.clone()));
        }
        assert!(store.shared().renewals <= renewals + 1);
        // Another lease that fits is taken up.
        store.put((0..32).map(|node| (node, 9, 0)));
        store.take(node);
        let again = std::iter::repeat_with(TabId::try_mint).find_map(Result::ok).unwrap();
        assert_eq!(again.parts().node, lease.node().unwrap());
        assert_eq!(held.mint::<TabId>().parts().node, lease.node().unwrap());
        lease.release().unwrap();
    });
}

#[cfg(feature = "tokio")]
mod tasks {
    use snowflake_kit_lease::__private::Blocking;
    use tokio::runtime::{Builder, Runtime};

    use super::*;

    fn runtime() -> Runtime {
        Builder::new_current_thread().enable_time().build().unwrap()
    }

    fn asked(store: &Memory) -> LeaseBuilder<Blocking<Memory>> {
        LeaseBuilder::new(Blocking(store.clone())).preferred_node(7).lazy()
    }

    async fn lazy(store: &Memory) -> Lease {
        asked(store).install_async().await.unwrap()
    }

    #[test]
    fn the_first_mint_claims() {
        alone("lazy::tasks::the_first_mint_claims", || {
            let store = store();
            runtime().block_on(async {
                lazy(&store).await.release_async().await.unwrap();
                let lease = lazy(&store).await;
                assert_eq!((counts(&store), lease.grant()), ((0, 0, 0), None));
                store.trouble(Trouble::Away);
                let away = not_claimed(Some("the store of the leases: nobody answers"));
                assert_eq!(UserId::mint_async().await, Err(away));
                store.trouble(Trouble::None);
                let ids = UserId::mint_many_async(10).await.unwrap();
                assert!(ids.iter().all(|id| id.parts().node == 7));
                assert_eq!(UserId::mint().parts().node, 7);
                assert_eq!(lease.node(), Some(7));
                lease.release_async().await.unwrap();
                assert_eq!(counts(&store), (2, 1, 1));
            });
        });
    }

    /// Its thread is the only one of the runtime.
    #[test]
    fn a_mint_in_async_code_waits_for_the_claim() {
        alone("lazy::tasks::a_mint_in_async_code_waits_for_the_claim", || {
            let store = store();
            runtime().block_on(async {
                let lease = lazy(&store).await;
                assert_eq!(mint::<UserId>().parts().node, 7);
                lease.release_async().await.unwrap();
            });
            assert_eq!(counts(&store), (1, 1, 1));
        });
    }

    #[test]
    fn it_outlives_the_runtime_that_installed_it() {
        alone("lazy::tasks::it_outlives_the_runtime_that_installed_it", || {
            let store = store();
            let lease = runtime().block_on(lazy(&store));
            assert_eq!((counts(&store), lease.grant()), ((0, 0, 0), None));
            assert_eq!(mint::<UserId>().parts().node, 7);
            drop(lease);
            store.wait_until(|shared| shared.releases == 1);
            // It keeps nothing from minting.
            install(Node::fixed(9)).unwrap();
            assert_eq!(mint::<UserId>().parts().node, 9);
        });
    }

    /// No runtime is needed to install one.
    #[test]
    fn it_needs_no_runtime() {
        alone("lazy::tasks::it_needs_no_runtime", || {
            let store = store();
            let lease = asked(&store).install().unwrap();
            assert_eq!(mint::<UserId>().parts().node, 7);
            drop(lease);
            store.wait_until(|shared| shared.releases == 1);
        });
    }
}

#[test]
fn a_node_that_cannot_be_given_back_is_an_error() {
    alone("lazy::a_node_that_cannot_be_given_back_is_an_error", || {
        let store = store();
        let lease = lazy(&store);
        assert_eq!(mint::<UserId>().parts().node, 7);
        store.trouble(Trouble::Away);
        let error = lease.release().unwrap_err();
        assert!(matches!(error, ClaimError::Store(_)), "{error:?}");
        assert_eq!(UserId::try_mint(), Err(MintError::LeaseReleased { node: 7 }));
    });
}

/// The lease stands for a number until it is claimed, 0 here. Nobody is told of it, and it is in
/// the way of nobody who has that number.
#[test]
fn a_lease_that_is_not_claimed_has_no_node() {
    alone("lazy::a_lease_that_is_not_claimed_has_no_node", || {
        let store = store();
        store.trouble(Trouble::Away);
        let lease = lazy(&store);
        assert!(matches!(UserId::try_mint(), Err(MintError::NotClaimed { .. })));
        #[cfg(unix)]
        {
            let refused = format!("{:?}", Err::<UserId, _>(MintError::Forked));
            assert_eq!(test_processes::in_child(UserId::try_mint), refused);
        }
        let fixed = Generator::new(UserId::LAYOUT, Node::fixed(0)).unwrap();
        assert_eq!(fixed.mint::<UserId>().parts().node, 0);
        // Nor is such a number in the way of a lease.
        assert!(matches!(UserId::try_mint(), Err(MintError::NotClaimed { .. })));
        assert!(matches!(EventId::try_mint(), Err(MintError::NotClaimed { .. })));
        lease.release().unwrap();
        assert_eq!(UserId::try_mint(), Err(MintError::NotInstalled));
        assert_eq!(OwnId::try_mint(), Err(MintError::NotInstalled));

        store.trouble(Trouble::None);
        let lease = lazy(&store);
        assert_eq!(mint::<UserId>().parts().node, 7);
        assert_eq!(fixed.mint::<UserId>().parts().node, 0);
        lease.release().unwrap();
        assert_eq!(UserId::try_mint(), Err(MintError::LeaseReleased { node: 7 }));
    });
}

#[cfg(unix)]
mod forks {
    use std::cell::RefCell;
    use std::fs;

    use snowflake_kit_lease::FileStore;

    use super::*;
    use test_processes::in_child;

    /// Parent and child see one file.
    #[test]
    fn a_child_has_no_lease() {
        alone("lazy::forks::a_child_has_no_lease", || {
            let name = format!("lazy-fork-{}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            fs::create_dir(&folder).unwrap();
            let file = folder.join("leases");
            let asked = || LeaseBuilder::new(FileStore::new(&file)).preferred_node(7);
            let lease = RefCell::new(Some(asked().lazy().install().unwrap()));

            let refused = format!("{:?}", Err::<UserId, _>(MintError::Forked));
            let nothing = || {
                assert_eq!(in_child(UserId::try_mint), refused);
                assert_eq!(in_child(|| UserId::mint_timeout(Duration::from_secs(600))), refused);
                let given_back = in_child(|| lease.take().map(|lease| lease.release().is_ok()));
                assert_eq!(given_back, "Some(true)");
                assert_eq!(in_child(|| asked().lazy().install().map(drop).is_ok()), "false");
            };
            nothing();
            assert!(!file.exists(), "neither of them has claimed anything");
            let parent: UserId = mint();
            assert_eq!(parent.parts().node, 7);
            nothing();
            assert!(mint::<UserId>() > parent);
            lease.take().unwrap().release().unwrap();
            fs::remove_dir_all(&folder).unwrap();
        });
    }
}
