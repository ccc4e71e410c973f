//! What a process runs out of: file descriptors and threads.

use std::collections::BTreeSet;
use std::fs::{self, File};

use snowflake_kit_core::{Layout, Snowflake};
use snowflake_kit_lease::__private::Blocking;
use snowflake_kit_lease::{
    ClaimError, FileStore, Keeper, Kept, LeaseBuilder, Permit, StoreErrorKind,
};
use snowflake_kit_mint::__private::ready;
use snowflake_kit_mint::{Generator, MintError, Minter, SystemClock};

use crate::UserId;
use crate::memory::Memory;
use test_processes::TakenMemory;
use test_processes::limited;

type FileKeeper = Keeper<Blocking<FileStore>, SystemClock>;

/// All descriptors that are left.
fn take_descriptors() -> Vec<File> {
    std::iter::from_fn(|| File::open("/dev/null").ok()).collect()
}

fn claim(keeper: &mut FileKeeper) -> Permit {
    match ready(keeper.round()).unwrap() {
        Kept::Changed(permit) => permit,
        Kept::Renewed => panic!("there is nothing to renew"),
    }
}

fn mint(generator: &Generator) -> [Snowflake; 100] {
    [(); 100].map(|()| generator.mint::<Snowflake>())
}

#[test]
fn without_descriptors_a_lease_goes_on_to_its_end_and_is_renewed_when_they_are_back() {
    let test = "without_descriptors_a_lease_goes_on_to_its_end_and_is_renewed_when_they_are_back";
    limited("-n 64", test, || {
        let folder = std::env::temp_dir().join(format!("no-descriptors-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let file = folder.join("leases");
        let keeper = || {
            let store = Blocking(FileStore::new(&file));
            LeaseBuilder::new(store).space("shop").keeper(SystemClock::new()).unwrap()
        };
        let (mut first, mut second) = (keeper(), keeper());
        let permit = claim(&mut first);
        let generator = Generator::new(Layout::DEFAULT, permit.clone()).unwrap();
        let mut ids: BTreeSet<_> = mint(&generator).into();

        let taken = take_descriptors();
        assert!(!taken.is_empty());
        let until = permit.until();
        for keeper in [&mut first, &mut second] {
            let error = ready(keeper.round()).unwrap_err();
            assert!(matches!(error, ClaimError::Store(_)), "{error:?}");
            let message = error.to_string();
            assert!(message.contains("leases.lock: Too many open files"), "{message}");
            assert!(message.contains("raise the limit of open files (`ulimit -n`)"), "{message}");
        }
        let refused = LeaseBuilder::new(FileStore::new(&file)).install().unwrap_err();
        assert!(refused.to_string().contains("Too many open files"), "{refused}");
        assert_eq!(UserId::try_mint(), Err(MintError::NotInstalled));
        assert_eq!(permit.until(), until);
        ids.extend(mint(&generator));

        drop(taken);
        assert!(matches!(ready(first.round()), Ok(Kept::Renewed)));
        assert!(permit.until() > until);
        let other = claim(&mut second);
        assert_ne!(other.node(), permit.node());
        ids.extend(mint(&generator));
        ids.extend(mint(&Generator::new(Layout::DEFAULT, other).unwrap()));
        assert_eq!(ids.len(), 400);
        for keeper in [first, second] {
            ready(keeper.release()).unwrap();
        }
        LeaseBuilder::new(FileStore::new(&file)).install().unwrap().release().unwrap();
        fs::remove_dir_all(folder).unwrap();
    });
}

fn no_thread(error: &ClaimError) {
    let is_one = match error {
        ClaimError::NoThread { .. } => true,
        ClaimError::Store(store) => store.kind() == StoreErrorKind::NoThread,
        _ => false,
    };
    assert!(is_one, "{error:?}");
    let text = error.to_string();
    assert!(text.contains("needs a thread, and none could be started: "), "{text}");
    assert!(text.contains("(os error 11): raise the limit of threads"), "{text}");
}

/// A lease that nobody renews would end in the middle of the program.
#[test]
fn without_threads_nothing_is_claimed_or_installed() {
    limited("-v 1048576", "without_threads_nothing_is_claimed_or_installed", || {
        let store = Memory::new(SystemClock::new());
        let mut taken = TakenMemory::all();
        no_thread(&LeaseBuilder::new(store.clone()).install().unwrap_err());
        no_thread(&LeaseBuilder::new(store.clone()).lazy().install().unwrap_err());
        #[cfg(feature = "tokio")]
        {
            let store = || LeaseBuilder::new(Blocking(store.clone()));
            no_thread(&ready(store().install_async()).unwrap_err());
            no_thread(&ready(store().lazy().install_async()).unwrap_err());
        }
        // One thread, and not a second one.
        taken.give_back(2);
        no_thread(&LeaseBuilder::new(store.clone()).install().unwrap_err());
        assert_eq!(store.shared().reads, 0);
        assert_eq!(UserId::try_mint(), Err(MintError::NotInstalled));

        drop(taken);
        let lease = LeaseBuilder::new(store.clone()).install().unwrap();
        UserId::mint();
        lease.release().unwrap();
        assert_eq!(store.shared().claims, 1);
    });
}

/// The store is there when there are threads again, also if it has no replacement.
#[test]
fn a_lease_that_the_first_mint_claims_gets_its_thread_later() {
    limited("-v 1048576", "a_lease_that_the_first_mint_claims_gets_its_thread_later", || {
        let store = Memory::new(SystemClock::new());
        let lease = LeaseBuilder::new(store.clone()).preferred_node(7).lazy().install().unwrap();
        let taken = TakenMemory::all();
        let error = UserId::mint_timeout(std::time::Duration::ZERO).unwrap_err();
        assert!(matches!(error, MintError::NotClaimed { .. }), "{error:?}");
        let failure = loop {
            if let MintError::NotClaimed { error: Some(failure) } = UserId::try_mint().unwrap_err()
            {
                break failure;
            }
        };
        assert!(failure.contains("none could be started"), "{failure}");
        assert_eq!(store.shared().reads, 0);
        drop(taken);
        UserId::mint();
        lease.release().unwrap();
    });
}
