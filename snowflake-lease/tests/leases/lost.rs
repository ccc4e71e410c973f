//! What mints in a process whose node another process has taken.

use std::iter;
use std::thread;

use snowflake_kit_core::{Layout, Limits};
use snowflake_kit_lease::{Lease, LeaseBuilder};
use snowflake_kit_mint::{Generator, MintError, Minter, Node, SystemClock};
use test_processes::alone;

use crate::memory::Memory;
use crate::{UserId, ms};

/// A lease of node 7 where node 8 alone is free.
fn leased() -> (Memory, Lease) {
    let store = Memory::new(SystemClock::new());
    store.put((0..1_024).filter(|node| ![7, 8].contains(node)).map(|node| (node, 1, i64::MAX)));
    let lease = LeaseBuilder::new(store.clone()).preferred_node(7).term(ms(300)).renewal(ms(20));
    (store, lease.install().unwrap())
}

/// Until the process has node 8.
fn lose(store: &Memory) {
    let claims = store.shared().claims;
    store.take(7);
    store.wait_until(|shared| shared.claims > claims);
    let renewals = store.shared().renewals;
    store.wait_until(|shared| shared.renewals > renewals + 1);
}

/// What an attempt comes to that is not to be made again in a moment.
fn outcome(generator: &Generator) -> Result<u32, MintError> {
    loop {
        match generator.try_mint::<UserId>() {
            Err(MintError::WouldWait { .. }) => thread::yield_now(),
            minted => return minted.map(|id| id.parts().node),
        }
    }
}

#[test]
fn a_generator_that_could_not_follow_follows_later_whoever_holds_it() {
    alone("lost::a_generator_that_could_not_follow_follows_later_whoever_holds_it", || {
        let (store, lease) = leased();
        let held = UserId::generator().unwrap();
        assert_eq!(outcome(held), Ok(7));
        let in_the_way = Generator::new(Layout::DEFAULT, Node::fixed(8)).unwrap();
        lose(&store);
        let error = iter::repeat_with(UserId::try_mint).find_map(Result::err).unwrap();
        assert_eq!(error, MintError::FixedAndLeased { node: 8 });
        assert!(matches!(outcome(held), Err(MintError::LeaseExpired { node: 7, .. })));
        drop(in_the_way);
        let renewals = store.shared().renewals;
        store.wait_until(|shared| shared.renewals > renewals + 1);
        assert_eq!(outcome(held), Ok(8));
        assert_eq!(UserId::mint().parts().node, 8);
        lease.release().unwrap();
    });
}

#[test]
fn the_number_of_a_lost_lease_is_not_minted_as_a_fixed_one() {
    alone("lost::the_number_of_a_lost_lease_is_not_minted_as_a_fixed_one", || {
        let (store, lease) = leased();
        assert_eq!(UserId::mint().parts().node, 7);
        let own = Generator::new(Layout::DEFAULT, Node::fixed(7)).unwrap();
        assert_eq!(outcome(&own), Ok(7));
        lose(&store);
        let is_over = |it: &_| matches!(it, Err(MintError::LeaseExpired { node: 7, .. }));
        assert!(iter::repeat_with(|| outcome(&own)).any(|it| is_over(&it)));
        let limits = Limits::new().max_wait(ms(1));
        own.change_node(Node::fixed(7).with_limits(limits)).unwrap();
        assert!(is_over(&outcome(&own)));
        assert!(is_over(&outcome(&Generator::new(Layout::DEFAULT, Node::fixed(7)).unwrap())));
        assert_eq!(UserId::mint().parts().node, 8);
        lease.release().unwrap();
    });
}
