//! A forked child gets no lease, and does nothing to that of its parent.

use std::cell::RefCell;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use snowflake_kit_core::Layout;
use snowflake_kit_lease::__private::Blocking;
use snowflake_kit_lease::{
    Change, ClaimError, FileStore, Keeper, Kept, Lease, LeaseBuilder, LeaseRow, Store as _,
    time_left,
};
use snowflake_kit_mint::__private::installed;
use snowflake_kit_mint::__private::observe::publish;
use snowflake_kit_mint::{Generator, Mint, MintError, Minter, SystemClock, install};

use crate::{OwnId, UserId, asked, claim, fail, ready, world};
use test_processes::alone;
use test_processes::in_child;

/// A registry that parent and child see.
struct Registry(PathBuf);

impl Registry {
    fn new() -> Self {
        let name = format!("lease-fork-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir(&folder).unwrap();
        Self(folder)
    }

    fn store(&self) -> FileStore {
        FileStore::new(self.0.join("leases"))
    }

    fn row(&self, node: u32) -> LeaseRow {
        let rows = self.store().read("default").unwrap().rows;
        rows.into_iter().find(|row| row.node == node).unwrap()
    }

    fn install(&self, node: u32) -> Result<Lease, ClaimError> {
        LeaseBuilder::new(self.store()).preferred_node(node).install()
    }

    fn keeper(&self) -> Keeper<Blocking<FileStore>, SystemClock> {
        LeaseBuilder::new(Blocking(self.store()))
            .preferred_node(7)
            .keeper(SystemClock::new())
            .unwrap()
    }
}

impl Drop for Registry {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

fn mint<T: Mint>() -> T {
    T::minter().mint_timeout(Duration::from_secs(600)).unwrap()
}

fn forked<T: std::fmt::Debug>() -> String {
    format!("{:?}", Err::<T, _>(MintError::Forked))
}

#[test]
fn a_child_mints_nothing_and_gives_nothing_back() {
    alone("fork::a_child_mints_nothing_and_gives_nothing_back", || {
        let registry = Registry::new();
        let lease = RefCell::new(Some(registry.install(7).unwrap()));
        let before: UserId = mint();
        let row = registry.row(7);

        assert_eq!(in_child(UserId::try_mint), forked::<UserId>());
        // It has never minted before.
        assert_eq!(in_child(OwnId::try_mint), forked::<OwnId>());
        let child = in_child(|| {
            drop(lease.take());
            UserId::try_mint()
        });
        assert_eq!(child, forked::<UserId>());
        assert_eq!(in_child(|| lease.take().map(|lease| lease.release().is_ok())), "Some(true)");

        assert_eq!(registry.row(7), row);
        assert!(mint::<UserId>() > before, "the parent goes on as if nothing had been");
        lease.take().unwrap().release().unwrap();
        assert!(registry.row(7).until < row.until);
    });
}

#[test]
fn a_child_claims_nothing() {
    alone("fork::a_child_claims_nothing", || {
        let registry = Registry::new();
        let lease = registry.install(7).unwrap();
        let before: UserId = mint();
        let rows = || registry.store().read("default").unwrap().rows.len();
        let child = || {
            let asked = || LeaseBuilder::new(registry.store()).preferred_node(9);
            let lazy = asked().lazy().install().map(drop);
            let keeper = LeaseBuilder::new(Blocking(registry.store())).keeper(SystemClock::new());
            for refused in [asked().install().map(drop), lazy, keeper.map(drop)] {
                assert!(matches!(refused, Err(ClaimError::Forked)), "{refused:?}");
            }
            assert_eq!((installed(), time_left(), lease.grant()), (None, None, None));
            UserId::try_mint()
        };
        assert_eq!(in_child(child), forked::<UserId>());
        assert_eq!(in_child(|| in_child(child)), format!("{:?}", forked::<UserId>()));
        assert_eq!(rows(), 1);
        assert!(mint::<UserId>() > before);
        // It is a process that had a node, for ever.
        lease.release().unwrap();
        assert_eq!(in_child(|| registry.install(7).map(drop).is_err()), "true");
        registry.install(7).unwrap().release().unwrap();
    });
}

/// Such a process has had nothing that its child could repeat.
#[test]
fn a_child_of_a_process_whose_claim_failed_claims() {
    alone("fork::a_child_of_a_process_whose_claim_failed_claims", || {
        let registry = Registry::new();
        let nowhere = FileStore::new(registry.0.join("no such folder/leases"));
        assert!(LeaseBuilder::new(nowhere).install().is_err());
        let child = || {
            let lease = registry.install(7).unwrap();
            let minted = mint::<UserId>().parts().node;
            (minted, in_child(UserId::try_mint), lease.release().is_ok())
        };
        assert_eq!(in_child(child), format!("{:?}", (7, forked::<UserId>(), true)));
    });
}

/// What the thread of a lease does for others, by hand.
#[test]
fn a_permit_and_a_keeper_stay_with_the_parent() {
    alone("fork::a_permit_and_a_keeper_stay_with_the_parent", || {
        let registry = Registry::new();
        let keeper = RefCell::new(Some(registry.keeper()));
        let Ok(Kept::Changed(permit)) = ready(keeper.borrow_mut().as_mut().unwrap().round()) else {
            panic!("it is the first")
        };
        let row = registry.row(7);
        // None has been made before: the first one is made in the child.
        let child = in_child(|| Generator::new(Layout::DEFAULT, permit.clone()).map(drop));
        assert_eq!(child, forked::<()>());
        let generator = Generator::new(Layout::DEFAULT, permit.clone()).unwrap();
        let before: UserId = generator.mint();
        assert_eq!(in_child(|| generator.try_mint::<UserId>()), forked::<UserId>());
        assert_eq!(in_child(|| generator.change_node(permit.clone())), forked::<()>());

        // The parent goes on minting, whatever the child closes.
        let child = in_child(|| {
            let release = permit.close();
            registry.store().change("default", &Change::Release(release)).unwrap()
        });
        assert_eq!(child, "false", "there is no such row");
        let child = in_child(|| ready(keeper.borrow_mut().as_mut().unwrap().round()).map(drop));
        assert_eq!(child, format!("{:?}", Err::<(), _>(ClaimError::Forked)));
        assert_eq!(in_child(|| ready(keeper.take().unwrap().release()).is_ok()), "true");
        assert_eq!(registry.row(7), row);
        assert!(generator.mint::<UserId>() > before);
        assert!(!permit.is_closed());
        ready(keeper.take().unwrap().release()).unwrap();
        assert!(registry.row(7).until < row.until);
    });
}

/// Its connection is that of the parent.
#[test]
fn a_keeper_does_not_ask_the_store_in_a_child() {
    alone("fork::a_keeper_does_not_ask_the_store_in_a_child", || {
        let (clock, store) = world();
        let mut keeper = asked(&store).preferred_node(7).keeper(clock).unwrap();
        claim(&mut keeper);
        let keeper = RefCell::new(Some(keeper));
        // The child has a copy of this store, and counts there.
        let child = in_child(|| {
            let mut keeper = keeper.take().unwrap();
            let error = fail(&mut keeper);
            ready(keeper.release()).unwrap();
            let shared = store.shared();
            (error.to_string(), shared.reads, shared.renewals, shared.releases)
        });
        assert_eq!(
            child,
            "(\"this process was forked from one that had already installed a node or minted, so it \
             mints nothing: install after the fork, or start the child's program with `exec`\", 1, 0, \
             0)"
        );
        ready(keeper.take().unwrap().release()).unwrap();
        assert_eq!(store.shared().releases, 1);
    });
}

/// A child has no thread that would keep it, nor one that would answer.
#[cfg(feature = "tokio")]
#[test]
fn a_lease_in_an_async_store_does_nothing_in_a_child() {
    alone("fork::a_lease_in_an_async_store_does_nothing_in_a_child", || {
        let registry = Registry::new();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let asked = LeaseBuilder::new(Blocking(registry.store())).preferred_node(7);
        let lease = RefCell::new(Some(runtime.block_on(asked.install_async()).unwrap()));
        let before: UserId = mint();
        let row = registry.row(7);
        let child = in_child(|| {
            ready(lease.take().unwrap().release_async()).unwrap();
            UserId::try_mint()
        });
        assert_eq!(child, forked::<UserId>());
        assert_eq!(in_child(|| drop(lease.take())), "()");
        assert_eq!(registry.row(7), row);
        assert!(mint::<UserId>() > before);
        runtime.block_on(lease.take().unwrap().release_async()).unwrap();
        assert!(registry.row(7).until < row.until);
    });
}

/// The thread of a lease may have a lock at any time, and is not there in a child.
#[test]
fn a_child_waits_for_no_thread_of_its_parent() {
    alone("fork::a_child_waits_for_no_thread_of_its_parent", || {
        let (clock, store) = world();
        let mut keeper = asked(&store).preferred_node(7).keeper(clock).unwrap();
        let permit = claim(&mut keeper);
        install(permit.clone()).unwrap();
        let ends = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !ends.load(Ordering::Relaxed) {
                    assert!(matches!(ready(keeper.round()), Ok(Kept::Renewed)));
                    publish();
                }
            });
            for _ in 0..100 {
                let child = || {
                    assert_eq!((installed(), time_left()), (None, None));
                    publish();
                    (permit.close().token, UserId::mint_timeout(Duration::from_secs(600)).is_ok())
                };
                assert_eq!(in_child(child), "(0, false)");
            }
            ends.store(true, Ordering::Relaxed);
        });
    });
}
