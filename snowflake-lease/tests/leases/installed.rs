//! What holds for a lease that is installed, whoever renews it: a thread or a
//! task. Each body is run in a process of its own by `thread` and by `task`.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::time::{Duration, Instant};

use snowflake_kit_core::{Limits, Snowflake};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_lease::{ClaimError, LeaseBuilder, StoreErrorKind};
use snowflake_kit_mint::{
    Clock as _, Mint, MintError, Minter as _, Node, NodeError, SystemClock, install,
};

use crate::memory::{Memory, Trouble};
use crate::{EventId, OwnId, UserId, ms};

/// Who renews a lease.
pub(crate) trait Renewer {
    type Lease: Debug;

    fn install(store: &Memory, asked: Asked) -> Result<Self::Lease, ClaimError>;
    fn node(lease: &Self::Lease) -> u32;
    fn release(lease: Self::Lease) -> Result<(), ClaimError>;
}

/// What a test asks for.
#[derive(Clone, Copy, Default)]
pub(crate) struct Asked {
    pub(crate) term: Option<Duration>,
    pub(crate) renewal: Option<Duration>,
    pub(crate) preferred: Option<u32>,
    pub(crate) limits: Option<Limits>,
}

impl Asked {
    pub(crate) fn of<S>(self, store: S) -> LeaseBuilder<S> {
        let mut builder = LeaseBuilder::new(store).space("shop");
        builder = self.term.into_iter().fold(builder, LeaseBuilder::term);
        builder = self.renewal.into_iter().fold(builder, LeaseBuilder::renewal);
        builder = self.preferred.into_iter().fold(builder, LeaseBuilder::preferred_node);
        self.limits.into_iter().fold(builder, LeaseBuilder::limits)
    }

    pub(crate) fn node(node: u32) -> Self {
        Self { preferred: Some(node), ..Self::default() }
    }

    /// Renewed so often that a test need not wait.
    fn often() -> Self {
        Self { renewal: Some(ms(5)), ..Self::default() }
    }
}

fn store() -> Memory {
    Memory::new(SystemClock::new())
}

fn unix_millis() -> i64 {
    SystemClock::new().read().unwrap().unix_millis()
}

pub(crate) fn mint<T: Mint>() -> T {
    T::minter().mint_timeout(Duration::from_secs(600)).unwrap()
}

pub(crate) fn all_types_mint_by_the_node_that_was_claimed<R: Renewer>() {
    let store = store();
    let lease = R::install(&store, Asked::default()).unwrap();
    let node = R::node(&lease);
    assert_eq!(mint::<UserId>().parts().node, node);
    assert_eq!(mint::<OwnId>().parts().node, node);
    assert_eq!(mint::<EventId>().parts().node, node);
    assert!(store.row(node).until > unix_millis());
    assert_eq!(store.shared().spaces, ["shop"]);
    assert!(format!("{lease:?}").contains(&format!("node: {node}")), "{lease:?}");
    R::release(lease).unwrap();
}

pub(crate) fn a_second_claim_by_the_same_process_claims_nothing<R: Renewer>() {
    let (store, other) = (store(), store());
    let lease = R::install(&store, Asked::node(7)).unwrap();
    let id: UserId = mint();
    for error in [R::install(&store, Asked::default()), R::install(&other, Asked::default())] {
        let error = error.unwrap_err();
        assert!(matches!(error, ClaimError::AlreadyInstalled { .. }));
        assert_eq!(
            error.to_string(),
            "this process already has node 7 from a lease, so no lease was claimed: install one \
             node or lease, once, when the process starts"
        );
    }
    let refused = install(Node::fixed(8));
    assert!(matches!(refused, Err(NodeError::AlreadyInstalled { .. })));
    assert_eq!((store.shared().rows.len(), other.shared().reads), (1, 0));
    // And nothing has changed.
    assert!(mint::<UserId>() > id && R::node(&lease) == 7);
    R::release(lease).unwrap();
}

pub(crate) fn beside_a_node_that_is_installed_nothing_is_claimed<R: Renewer>() {
    let store = store();
    install(Node::fixed(9)).unwrap();
    let error = R::install(&store, Asked::default()).unwrap_err();
    assert!(
        matches!(error, ClaimError::AlreadyInstalled { installed } if installed == Node::fixed(9))
    );
    assert_eq!(store.shared().reads, 0);
    assert_eq!(mint::<UserId>().parts().node, 9);
}

pub(crate) fn releasing_stops_minting_and_frees_the_node<R: Renewer>() {
    let store = store();
    let lease = R::install(&store, Asked::node(7)).unwrap();
    let last: UserId = mint();
    let _: EventId = mint();
    R::release(lease).unwrap();
    let released = MintError::LeaseReleased { node: 7 };
    assert_eq!(UserId::try_mint(), Err(released.clone()));
    assert_eq!(EventId::try_mint(), Err(released.clone()));
    // It has not minted before, and does not begin now.
    assert_eq!(OwnId::try_mint(), Err(released.clone()));
    assert_eq!(UserId::mint_timeout(Duration::from_secs(600)), Err(released), "waiting is no help");
    let row = store.row(7);
    assert_eq!(store.shared().releases, 1);
    assert!(row.until > last.unix_millis() && row.until <= unix_millis() + 1);
}

pub(crate) fn a_lease_can_be_installed_anew_after_a_release<R: Renewer>() {
    let store = store();
    let mut before: Option<UserId> = None;
    let mut token = 0;
    for claim in 1..=3 {
        // In the ms in which it was given back it is not free yet.
        while claim > 1 && store.row(7).until > unix_millis() {
            std::thread::yield_now();
        }
        let lease = R::install(&store, Asked::node(7)).unwrap();
        assert_eq!(R::node(&lease), 7);
        assert!(store.row(7).token > token);
        token = store.row(7).token;
        let id = mint();
        assert!(before < Some(id));
        before = Some(id);
        let _: OwnId = mint();
        R::release(lease).unwrap();
    }
    // And then a node of another kind.
    install(Node::fixed(8)).unwrap();
    assert_eq!(mint::<UserId>().parts().node, 8);
}

pub(crate) fn dropping_it_stops_minting_and_frees_the_node<R: Renewer>() {
    let store = store();
    let lease = R::install(&store, Asked::node(7)).unwrap();
    let _: UserId = mint();
    drop(lease);
    store.wait_until(|shared| shared.releases == 1);
    assert_eq!(UserId::try_mint(), Err(MintError::LeaseReleased { node: 7 }));
    assert!(store.row(7).until <= unix_millis() + 1);
}

pub(crate) fn what_is_claimed_in_vain_installs_nothing<R: Renewer>() {
    let store = store();
    store.trouble(Trouble::Away);
    let error = R::install(&store, Asked::default()).unwrap_err();
    assert_eq!(error.to_string(), "the store of the leases: nobody answers");
    assert_eq!(UserId::try_mint(), Err(MintError::NotInstalled));
    store.trouble(Trouble::None);
    let lease = R::install(&store, Asked::default()).unwrap();
    let _: UserId = mint();
    R::release(lease).unwrap();
}

pub(crate) fn all_types_follow_when_the_node_is_taken<R: Renewer>() {
    let store = store();
    let lease = R::install(&store, Asked::often()).unwrap();
    let mut nodes = BTreeSet::from([R::node(&lease)]);
    let (mut user, mut event): (UserId, EventId) = (mint(), mint());
    let _: OwnId = mint();
    for _ in 0..5 {
        store.take(R::node(&lease));
        // The first renewal of the new node comes after all have followed.
        let renewals = store.shared().renewals;
        store.wait_until(|shared| shared.renewals > renewals + 2);
        let node = R::node(&lease);
        assert!(nodes.insert(node), "another node each time");
        let ids: (UserId, EventId) = (mint(), mint());
        // All larger than before, whatever the node is.
        assert!(ids.0 > user && ids.1 > event);
        (user, event) = ids;
        assert_eq!((user.parts().node, event.parts().node), (node, node));
        assert_eq!(mint::<OwnId>().parts().node, node);
    }
    R::release(lease).unwrap();
    assert_eq!(store.shared().claims, 6);
}

/// Five bits of node.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = "ecmascript")]
struct NarrowId(Snowflake);

/// A type whose layout the new node does not fit stays with the old lease, to its
/// end, and asks for it to be renewed, over and over. The store is not to suffer.
pub(crate) fn the_store_is_not_asked_at_each_mint_that_comes_too_late<R: Renewer>() {
    let store = store();
    store.put((0..100).filter(|node| *node != 7).map(|node| (node, 1, i64::MAX)));
    let asked = Asked { term: Some(ms(100)), ..Asked::node(7) };
    let lease = R::install(&store, asked).unwrap();
    let _: NarrowId = mint();
    store.take(7);
    store.wait_until(|shared| shared.claims == 2);
    let renewals = store.shared().renewals;
    store.wait_until(|shared| shared.renewals > renewals);
    assert!(R::node(&lease) > 31);
    while !matches!(NarrowId::try_mint(), Err(MintError::NodeOutOfRange { .. })) {}
    let (before, began) = (store.shared().renewals, Instant::now());
    for _ in 0..100_000 {
        assert!(matches!(NarrowId::try_mint(), Err(MintError::NodeOutOfRange { max: 31, .. })));
    }
    let renewals = store.shared().renewals - before;
    // One in 33 ms, a tenth less at random.
    let most = began.elapsed().as_millis() / 29 + 2;
    assert!(u128::from(renewals) <= most, "{renewals} renewals, {most} are due");
    R::release(lease).unwrap();
}

pub(crate) fn while_the_store_is_away_minting_goes_on_until_the_lease_ends<R: Renewer>() {
    let store = store();
    let asked = Asked { term: Some(ms(300)), renewal: Some(ms(10)), ..Asked::default() };
    let lease = R::install(&store, asked).unwrap();
    let first: UserId = mint();
    store.trouble(Trouble::Away);
    let error = loop {
        match UserId::try_mint() {
            Ok(_) | Err(MintError::WouldWait { .. }) => std::thread::yield_now(),
            Err(error) => break error,
        }
    };
    let node = R::node(&lease);
    let MintError::LeaseExpired { until, .. } = error else { panic!("{error}") };
    assert_eq!(store.row(node).until, until);
    // Who waits goes on when it is back.
    let waiting = std::thread::spawn(mint::<UserId>);
    store.trouble(Trouble::None);
    let id = waiting.join().unwrap();
    assert!(id > first && id.unix_millis() >= until);
    assert_eq!((id.parts().node, R::node(&lease)), (node, node), "nobody else has claimed it");
    R::release(lease).unwrap();
}

pub(crate) fn a_million_at_once_are_distinct_and_inside_the_lease<R: Renewer>() {
    let store = store();
    let limits = Limits::new().max_lead(Duration::from_secs(1));
    let asked = Asked { limits: Some(limits), ..Asked::default() };
    let lease = R::install(&store, asked).unwrap();
    let until = store.row(R::node(&lease)).until;
    let ids: Vec<UserId> = UserId::generator().unwrap().try_mint_many(1_000_000).unwrap().collect();
    assert!(ids.is_sorted_by(|a, b| a < b) && ids.len() == 1_000_000);
    let ahead = ids[999_999].unix_millis();
    assert!(ahead - ids[0].unix_millis() >= 243 && ahead < until);
    R::release(lease).unwrap();
    // Whoever is next begins after them.
    assert_eq!(store.row(ids[0].parts().node).until, ahead + 1);
}

pub(crate) fn a_release_that_the_store_does_not_hear_of_stops_minting<R: Renewer>() {
    let store = store();
    let lease = R::install(&store, Asked::node(7)).unwrap();
    let _: UserId = mint();
    store.trouble(Trouble::Away);
    let error = R::release(lease).unwrap_err();
    assert_eq!(error.to_string(), "the store of the leases: nobody answers");
    assert_eq!(UserId::try_mint(), Err(MintError::LeaseReleased { node: 7 }));
    assert!(store.row(7).until > unix_millis());
}

pub(crate) fn a_store_that_panics_is_asked_again<R: Renewer>() {
    let store = store();
    let lease = R::install(&store, Asked { preferred: Some(7), ..Asked::often() }).unwrap();
    let before: UserId = mint();
    store.trouble(Trouble::Panics);
    // It panics again and again.
    let renewals = store.shared().renewals;
    store.wait_until(|shared| shared.renewals > renewals + 2);
    assert!(mint::<UserId>() > before, "the lease has not ended yet");
    store.trouble(Trouble::None);
    let until = store.row(7).until;
    let renewals = store.shared().renewals;
    store.wait_until(|shared| shared.renewals > renewals + 1);
    assert!(store.row(7).until > until);
    assert_eq!(mint::<UserId>().parts().node, 7);
    R::release(lease).unwrap();
    assert_eq!(UserId::try_mint(), Err(MintError::LeaseReleased { node: 7 }));
}

pub(crate) fn a_store_that_panics_claims_and_releases_nothing<R: Renewer>() {
    let store = store();
    store.trouble(Trouble::Panics);
    let error = R::install(&store, Asked::default()).unwrap_err();
    assert!(has_panicked(&error), "{error:?}");
    assert_eq!(
        error.to_string(),
        "the store of the leases: it panicked: as the test wants it: this is a bug in the store or \
         in its driver"
    );
    assert_eq!(UserId::try_mint(), Err(MintError::NotInstalled));
    store.trouble(Trouble::None);
    let lease = R::install(&store, Asked::node(7)).unwrap();
    let _: UserId = mint();
    store.trouble(Trouble::Panics);
    let error = R::release(lease).unwrap_err();
    assert!(has_panicked(&error), "{error:?}");
    assert_eq!(UserId::try_mint(), Err(MintError::LeaseReleased { node: 7 }));
    // Another one can be claimed.
    store.trouble(Trouble::None);
    let lease = R::install(&store, Asked::default()).unwrap();
    assert_ne!(mint::<UserId>().parts().node, 7);
    R::release(lease).unwrap();
}

fn has_panicked(error: &ClaimError) -> bool {
    matches!(error, ClaimError::Store(store) if store.kind() == StoreErrorKind::Panicked)
}

/// A test for each body, in a process of its own.
macro_rules! tests {
    ($renewer:ty, $module:literal: $($name:ident,)*) => {$(
        #[test]
        fn $name() {
            let name = concat!($module, "::", stringify!($name));
            test_processes::alone(name, crate::installed::$name::<$renewer>);
        }
    )*};
    ($renewer:ty, $module:literal) => {
        crate::installed::tests! {
            $renewer, $module:
            all_types_mint_by_the_node_that_was_claimed,
            a_second_claim_by_the_same_process_claims_nothing,
            beside_a_node_that_is_installed_nothing_is_claimed,
            releasing_stops_minting_and_frees_the_node,
            a_lease_can_be_installed_anew_after_a_release,
            dropping_it_stops_minting_and_frees_the_node,
            what_is_claimed_in_vain_installs_nothing,
            all_types_follow_when_the_node_is_taken,
            the_store_is_not_asked_at_each_mint_that_comes_too_late,
            while_the_store_is_away_minting_goes_on_until_the_lease_ends,
            a_million_at_once_are_distinct_and_inside_the_lease,
            a_release_that_the_store_does_not_hear_of_stops_minting,
            a_store_that_panics_is_asked_again,
            a_store_that_panics_claims_and_releases_nothing,
        }
    };
}

pub(crate) use tests;
