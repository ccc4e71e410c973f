//! A lease that is claimed, renewed and given back, one round at a time.

use std::ops::RangeInclusive;
use std::pin::pin;
use std::task::{Context, Waker};

use snowflake_kit_core::{Layout, Limits};
use snowflake_kit_lease::{
    AsyncStore, Change, ClaimError, Grant, LeaseBuilder, LeaseError, LeaseRow, Registry, StoreError,
};
use snowflake_kit_mint::{Clock, ClockError, Generator, ManualClock, MintError, Minter, Reading};

use crate::memory::Trouble;
use crate::{NOW, TERM, UserId, asked, claim, fail, keeper, ms, ready, renew, world};

#[test]
fn the_first_round_claims() {
    let (clock, store) = world();
    let mut keeper = keeper(&store, &clock);
    let permit = claim(&mut keeper);
    let Grant { node, token, .. } = permit.grant();
    let until = NOW + TERM;
    assert_eq!(permit.grant(), Grant { node, token, from: i64::MIN, until });
    assert_eq!(store.row(node), LeaseRow { node, token, until });
    assert_eq!(token / 1_000, NOW);
    assert!(!keeper.has_failed());
}

#[test]
fn renewals_reach_a_term_from_now() {
    let (clock, store) = world();
    let mut keeper = keeper(&store, &clock);
    let permit = claim(&mut keeper);
    for passed in [10_000, 20_000, 25_000] {
        clock.set(NOW + passed);
        renew(&mut keeper);
        assert_eq!(permit.until(), NOW + passed + TERM);
        assert_eq!(store.row(permit.node()).until, NOW + passed + TERM);
    }
    // A clock that went back, by less than is refused.
    clock.set(NOW + 20_000);
    renew(&mut keeper);
    assert_eq!(permit.until(), NOW + 25_000 + TERM);
    // Nobody has claimed the node, though the lease is over.
    clock.set(NOW + 500_000);
    renew(&mut keeper);
    assert_eq!(permit.until(), NOW + 500_000 + TERM);
    assert_eq!(store.shared().claims, 1);
}

#[test]
fn the_next_round_is_in_a_third_of_the_term_or_a_tenth_less() {
    let (clock, store) = world();
    let mut keeper = keeper(&store, &clock);
    claim(&mut keeper);
    let waits: Vec<_> = (0..100).map(|_| keeper.wait()).collect();
    assert!(waits.iter().all(|wait| (ms(9_000)..=ms(10_000)).contains(wait)), "{waits:?}");
    assert!(waits.iter().any(|wait| *wait != waits[0]));
    let mut keeper = asked(&store).term(ms(100)).keeper(clock.clone()).unwrap();
    claim(&mut keeper);
    assert!((ms(30)..=ms(34)).contains(&keeper.wait()));
    let mut keeper = asked(&store).renewal(ms(500)).keeper(clock).unwrap();
    claim(&mut keeper);
    assert!((ms(450)..=ms(500)).contains(&keeper.wait()));
}

#[test]
fn another_node_is_claimed_when_the_own_one_was_taken() {
    let (clock, store) = world();
    let mut keeper = keeper(&store, &clock);
    let first = claim(&mut keeper);
    clock.advance(ms(20_000));
    store.take(first.node());
    let second = claim(&mut keeper);
    assert_ne!(first.node(), second.node());
    assert_eq!(second.until(), NOW + 20_000 + TERM);
    // What the first one allows is still this process's, to its end.
    assert!(!first.is_closed() && first.until() == NOW + TERM);
    let generator = Generator::with_clock(Layout::DEFAULT, first, clock.clone()).unwrap();
    generator.try_mint::<UserId>().unwrap();

    let release = second.node();
    ready(keeper.release()).unwrap();
    // It has minted nothing.
    assert_eq!(store.row(release).until, 0);
}

/// The node is lost, and there is no other: it is claimed as soon as there is.
#[test]
fn a_node_that_was_taken_is_not_asked_for_again() {
    let (clock, store) = world();
    let mut keeper = asked(&store).nodes(..=0).keeper(clock.clone()).unwrap();
    claim(&mut keeper);
    store.take(0);
    for _ in 0..3 {
        assert!(matches!(fail(&mut keeper), ClaimError::Full { .. }));
    }
    assert_eq!(store.shared().renewals, 1);
    let until = store.row(0).until;
    clock.set(until);
    let grant = claim(&mut keeper).grant();
    assert_eq!((grant.node, grant.from, grant.until), (0, until, until + TERM));
}

/// A failover to a copy that lagged, or a backup: what the store had before the claim.
#[test]
fn a_store_that_has_lost_the_claim_is_said_to_have_lost_it() {
    // Nothing, an earlier claim, and a later one that did not see this one.
    let others = |token: i64| [None, Some(41), Some(token + 2), Some(token + 10_000_000)];
    for case in 0..4 {
        let (clock, store) = world();
        let mut keeper = asked(&store).nodes(..=0).keeper(clock.clone()).unwrap();
        let token = claim(&mut keeper).grant().token;
        store.shared().rows.clear();
        store.put(others(token)[case].map(|token| (0, token, NOW + TERM)));
        let error = ready(keeper.release()).unwrap_err();
        assert!(matches!(error, ClaimError::Forgotten { node: 0, .. }), "{case}: {error}");
        assert!(error.to_string().contains("lost the claim of node 0"), "{error}");
    }
    // After the end of the lease, by a process of an older version, and by a fence.
    let later = |token: i64| [(NOW + TERM) * 1_000 + 1, token + 1, (NOW + TERM) * 1_000];
    for case in 0..3 {
        let (clock, store) = world();
        let mut keeper = asked(&store).nodes(..=0).keeper(clock.clone()).unwrap();
        let token = claim(&mut keeper).grant().token;
        store.put([(0, later(token)[case], NOW + 2 * TERM)]);
        ready(keeper.release()).unwrap();
    }
}

#[test]
fn while_the_store_is_away_it_is_tried_again_and_again() {
    let (clock, store) = world();
    let mut keeper = keeper(&store, &clock);
    store.trouble(Trouble::Away);
    let mut waits = Vec::new();
    for _ in 0..10 {
        let error = fail(&mut keeper);
        assert_eq!(error.to_string(), "the store of the leases: nobody answers");
        assert!(matches!(error, ClaimError::Store(_)) && keeper.has_failed());
        waits.push(keeper.wait());
    }
    for (wait, most) in waits.iter().zip([100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000]) {
        assert!((ms(most * 9 / 10)..=ms(most)).contains(wait), "{waits:?}");
    }
    assert!(waits[9] >= ms(9_000) && waits[9] <= ms(10_000));

    store.trouble(Trouble::None);
    let permit = claim(&mut keeper);
    assert!(!keeper.has_failed() && keeper.wait() >= ms(9_000));

    // Likewise when there is something to lose.
    store.trouble(Trouble::Away);
    clock.advance(ms(15_000));
    fail(&mut keeper);
    assert!(keeper.wait() <= ms(100));
    assert_eq!(permit.until(), NOW + TERM);
    store.trouble(Trouble::None);
    renew(&mut keeper);
    assert_eq!(permit.until(), NOW + 15_000 + TERM);
}

/// It was done, and nobody was told.
#[test]
fn what_was_not_acknowledged_is_not_gone_by() {
    let (clock, store) = world();
    let mut keeper = keeper(&store, &clock);
    store.trouble(Trouble::Mute);
    fail(&mut keeper);
    store.trouble(Trouble::None);
    let orphan = *store.shared().rows.keys().next().unwrap();
    let permit = claim(&mut keeper);
    assert_ne!(permit.node(), orphan);

    clock.advance(ms(10_000));
    store.trouble(Trouble::Mute);
    fail(&mut keeper);
    assert_eq!(permit.until(), NOW + TERM);
    assert_eq!(store.row(permit.node()).until, NOW + 10_000 + TERM);
    store.trouble(Trouble::None);
    clock.advance(ms(1));
    renew(&mut keeper);
    assert_eq!(permit.until(), NOW + 10_001 + TERM);
}

#[test]
fn clocks_that_are_far_apart_claim_and_renew_nothing() {
    for off in [-10_001, 10_001] {
        let (theirs, store) = world();
        let clock = ManualClock::at(NOW);
        let mut keeper = keeper(&store, &clock);
        theirs.set(NOW + off);
        let error = fail(&mut keeper);
        assert!(matches!(error, ClaimError::Lease(LeaseError::Skew { .. })), "{error}");
        assert_eq!(store.shared().claims, 0);

        theirs.set(NOW + off.clamp(-10_000, 10_000));
        let permit = claim(&mut keeper);
        assert_eq!(permit.until(), NOW + TERM, "it is this process's clock that counts");
        theirs.set(NOW + off);
        let error = fail(&mut keeper);
        assert!(matches!(error, ClaimError::Lease(LeaseError::Skew { .. })), "{error}");
        assert_eq!((store.shared().renewals, permit.until()), (0, NOW + TERM));
        theirs.set(NOW);
        renew(&mut keeper);
    }
}

#[test]
fn a_clock_that_cannot_be_read_claims_nothing() {
    struct Broken;

    impl Clock for Broken {
        fn read(&self) -> Result<Reading, ClockError> {
            Err(ClockError::Unavailable { reason: "it fell down" })
        }
    }

    let (_, store) = world();
    let mut keeper = asked(&store).keeper(Broken).unwrap();
    let error = ready(keeper.round()).unwrap_err();
    assert!(matches!(error, ClaimError::Clock(_)), "{error}");
    assert_eq!(store.shared().claims, 0);
}

/// As that of a machine without a battery, until its time is set.
#[test]
fn a_clock_before_the_epoch_mints_nothing_and_spoils_nothing() {
    let (clock, store) = world();
    clock.set(-60_000);
    let mut keeper = asked(&store).nodes(..=0).keeper(clock.clone()).unwrap();
    let permit = claim(&mut keeper);
    let generator = Generator::with_clock(Layout::DEFAULT, permit.clone(), clock.clone()).unwrap();
    let error = generator.try_mint::<UserId>().unwrap_err();
    assert!(matches!(error, MintError::BeforeEpoch { unix_millis: -60_000, .. }), "{error:?}");
    clock.set(NOW);
    renew(&mut keeper);
    let id: UserId = generator.try_mint().unwrap();
    assert!(permit.grant().allows(id.unix_millis()));
}

/// The clock that generators see goes on, the wall clock has stepped back: a
/// lease is for the wall clock's time.
#[test]
fn a_step_back_that_the_clock_hides_is_not_hidden_from_a_lease() {
    struct Behind;

    impl Clock for Behind {
        fn read(&self) -> Result<Reading, ClockError> {
            Ok(Reading::at(NOW + 3_600_000).with_wall_behind(3_600_000))
        }
    }

    let (_, store) = world();
    let mut keeper = asked(&store).keeper(Behind).unwrap();
    assert!(ready(keeper.round()).is_ok());
    assert_eq!(store.shared().rows.values().next().unwrap().until, NOW + TERM);
}

/// Down to the ms: the next holder can have it at once.
#[test]
fn a_node_is_given_back_from_the_first_unused_timestamp_on() {
    let (clock, store) = world();
    let mut keeper = asked(&store).nodes(..=0).keeper(clock.clone()).unwrap();
    let permit = claim(&mut keeper);
    let generator = Generator::with_clock(Layout::DEFAULT, permit.clone(), clock.clone()).unwrap();
    let before: UserId = generator.try_mint().unwrap();
    ready(keeper.release()).unwrap();
    let token = permit.grant().token;
    assert_eq!(store.row(0), LeaseRow { node: 0, token, until: NOW + 1 });
    assert!(permit.is_closed());
    assert_eq!(generator.try_mint::<UserId>(), Err(MintError::LeaseReleased { node: 0 }));

    // A restart: the clock is that of another process.
    let clock = ManualClock::at(NOW);
    let mut keeper = asked(&store).nodes(..=0).keeper(clock.clone()).unwrap();
    assert!(matches!(fail(&mut keeper), ClaimError::Full { .. }), "in the same ms");
    clock.advance(ms(1));
    let permit = claim(&mut keeper);
    assert_eq!(permit.grant().from, NOW + 1);
    assert!(permit.grant().token > token);
    let generator = Generator::with_clock(Layout::DEFAULT, permit, clock).unwrap();
    assert!(generator.try_mint::<UserId>().unwrap() > before);
}

/// What was minted ahead of the clock is not given back.
#[test]
fn a_lead_is_kept_when_the_node_is_given_back() {
    let (clock, store) = world();
    let limits = Limits::new().max_lead(ms(1_000));
    let mut keeper = asked(&store).nodes(..=0).limits(limits).keeper(clock.clone()).unwrap();
    let settings = claim(&mut keeper).with_limits(limits);
    let generator = Generator::with_clock(Layout::DEFAULT, settings, clock).unwrap();
    let last = generator.try_mint_many::<UserId>(2_000_000).unwrap().next_back().unwrap();
    ready(keeper.release()).unwrap();
    assert_eq!(store.row(0).until, last.unix_millis() + 1);
    assert_eq!(last.unix_millis() - NOW, 2_000_000 / 4_096);
}

#[test]
fn without_a_lease_there_is_nothing_to_give_back() {
    let (clock, store) = world();
    ready(keeper(&store, &clock).release()).unwrap();
    assert_eq!(store.shared().releases, 0);
}

#[test]
fn a_node_that_was_taken_is_left_to_who_has_it() {
    let (clock, store) = world();
    let mut keeper = asked(&store).nodes(..=0).keeper(clock).unwrap();
    let permit = claim(&mut keeper);
    store.take(0);
    let theirs = store.row(0);
    // It is not known yet.
    ready(keeper.release()).unwrap();
    assert!(permit.is_closed());
    assert_eq!((store.row(0), store.shared().releases), (theirs, 1));
}

#[test]
fn minting_stops_also_if_the_store_cannot_be_told() {
    let (clock, store) = world();
    let mut keeper = keeper(&store, &clock);
    let permit = claim(&mut keeper);
    let generator = Generator::with_clock(Layout::DEFAULT, permit.clone(), clock).unwrap();
    generator.try_mint::<UserId>().unwrap();
    store.trouble(Trouble::Away);
    assert!(matches!(ready(keeper.release()), Err(ClaimError::Store(_))));
    assert!(permit.is_closed());
    assert!(matches!(generator.try_mint::<UserId>(), Err(MintError::LeaseReleased { .. })));
    assert_eq!(store.row(permit.node()).until, NOW + TERM);
}

/// The store does not answer, and the round is dropped.
#[test]
fn a_round_that_is_dropped_has_failed() {
    let mut keeper = LeaseBuilder::new(Silent).keeper(ManualClock::at(NOW)).unwrap();
    for most in [100, 200, 400] {
        let mut context = Context::from_waker(Waker::noop());
        assert!(pin!(keeper.round()).poll(&mut context).is_pending());
        assert!(keeper.has_failed());
        assert!((ms(most * 9 / 10)..=ms(most)).contains(&keeper.wait()));
    }
}

/// A store that never answers.
struct Silent;

impl AsyncStore for Silent {
    async fn read_nodes(
        &mut self,
        _: &str,
        _: RangeInclusive<u32>,
        _: usize,
    ) -> Result<Registry, StoreError> {
        std::future::pending().await
    }

    async fn change(&mut self, _: &str, _: &Change) -> Result<bool, StoreError> {
        std::future::pending().await
    }
}
