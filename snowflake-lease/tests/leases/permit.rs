//! Minting by a grant: no further than it reaches, and not after it was given
//! back.

use std::time::Duration;

use snowflake_kit_core::{Layout, Limits, Snowflake};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_lease::{Grant, LeaseTerms, Permit};
use snowflake_kit_mint::{
    Clock, ClockError, Generator, ManualClock, MintError, Minter, Node, Reading, SystemClock,
};

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct UserId(Snowflake);

/// 2026-01-01T00:00:00Z
const NOW: i64 = 1_767_225_600_000;

fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn grant(node: u32, from: i64, until: i64) -> Grant {
    Grant { node, token: 1, from: NOW + from, until: NOW + until }
}

fn on(
    clock: &ManualClock,
    layout: Layout,
    settings: impl Into<snowflake_kit_mint::Settings>,
) -> Generator<ManualClock> {
    Generator::with_clock(layout, settings, clock.clone()).unwrap()
}

fn unix_millis(layout: &Layout, id: Snowflake) -> i64 {
    let ticks = layout.decompose(id).timestamp * u64::from(layout.tick_millis());
    layout.epoch_unix_millis() + ticks as i64
}

/// All that can be minted without time passing.
fn exhaust(generator: &Generator<impl Clock>) -> (Vec<i64>, MintError) {
    let mut timestamps = Vec::new();
    loop {
        match generator.try_mint::<Snowflake>() {
            Ok(id) => timestamps.push(unix_millis(generator.layout(), id)),
            Err(error) => return (timestamps, error),
        }
    }
}

#[test]
fn timestamps_are_inside_the_grant_whatever_the_tick() {
    let narrow = |tick| {
        let layout = Layout::builder("narrow").tick_millis(tick);
        layout.time_bits(41).node_bits(4).sequence_bits(1).build()
    };
    for layout in [narrow(1), narrow(10), narrow(1_000)] {
        // Neither end is a tick's.
        for (from, until) in [(0, 2_995), (-1_503, 7), (3, 1_004), (0, 1), (0, 0)] {
            let permit = Permit::new(grant(7, from, until));
            let clock = ManualClock::at(NOW - 5_000);
            let limits = Limits::new().max_lead(Duration::from_secs(3600));
            let generator = on(&clock, layout, permit.with_limits(limits));
            let (timestamps, error) = exhaust(&generator);
            assert!(matches!(error, MintError::LeaseExpired { node: 7, .. }), "{error}");
            let granted = (from..until).map(|at| NOW + at);
            let tick = i64::from(layout.tick_millis());
            let ticks = granted.filter(|at| (at - layout.epoch_unix_millis()) % tick == 0);
            let expected: Vec<_> = ticks.flat_map(|at| [at, at]).collect();
            assert_eq!(timestamps, expected, "{layout:?} {from}..{until}");
        }
    }
}

#[test]
fn the_end_of_a_grant_is_an_error_that_says_so_and_a_renewal_mends_it() {
    let clock = ManualClock::at(NOW);
    let permit = Permit::new(grant(7, 0, 30_000));
    let generator = on(&clock, Layout::DEFAULT, permit.clone());
    generator.try_mint::<UserId>().unwrap();
    clock.advance(ms(29_999));
    generator.try_mint::<UserId>().unwrap();
    clock.advance(ms(1));
    let error = generator.try_mint::<UserId>().unwrap_err();
    let (until, unix_millis) = (NOW + 30_000, NOW + 30_000);
    assert_eq!(error, MintError::LeaseExpired { node: 7, until, unix_millis });
    assert_eq!(
        error.to_string(),
        "the lease of node 7 ended at 2026-01-01T00:00:30.000Z, and it is \
         2026-01-01T00:00:30.000Z: minting continues after it is renewed; check whether the store \
         of the leases can be reached, and whether this machine's clock is right"
    );
    assert_eq!(error.retry_after(), Some(ms(10)));

    let renewal = LeaseTerms::default().renewal(&permit.grant(), clock.unix_millis());
    permit.extend(&renewal);
    assert_eq!(permit.until(), NOW + 60_000);
    assert_eq!(generator.try_mint::<UserId>().unwrap().unix_millis(), NOW + 30_000);
}

#[test]
fn who_waits_gives_up_after_max_wait() {
    let clock = ManualClock::at(NOW + 30_000);
    let permit = Permit::new(grant(7, 0, 30_000));
    let generator = on(&clock, Layout::DEFAULT, permit);
    // A clock that is waited for moves by what was to be slept.
    let error = generator.mint_timeout::<UserId>(ms(100)).unwrap_err();
    assert!(matches!(error, MintError::LeaseExpired { .. }));
    assert_eq!(clock.unix_millis(), NOW + 30_100);
}

#[test]
fn who_waits_sees_the_renewal() {
    let now = SystemClock::new().read().unwrap().unix_millis();
    let permit = Permit::new(Grant { node: 7, token: 1, from: 0, until: now });
    let generator = Generator::new(Layout::DEFAULT, permit.clone()).unwrap();
    assert!(matches!(generator.try_mint::<UserId>(), Err(MintError::LeaseExpired { .. })));
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| generator.mint_timeout::<UserId>(Duration::from_secs(600)));
        permit.extend(&LeaseTerms::default().renewal(&permit.grant(), now));
        waiting.join().unwrap().unwrap();
    });
}

#[test]
fn a_large_batch_waits_for_a_renewal_and_is_not_cut() {
    let clock = ManualClock::at(NOW);
    let permit = Permit::new(grant(7, 0, 10));
    let limits = Limits::new().max_lead(ms(100));
    let generator = on(&clock, Layout::DEFAULT, permit.clone().with_limits(limits));
    let error = generator.try_mint_many::<UserId>(40_961).unwrap_err();
    assert!(matches!(error, MintError::LeaseExpired { .. }));
    assert_eq!(generator.try_mint_many::<UserId>(40_960).unwrap().count(), 40_960);
    assert!(
        matches!(exhaust(&generator), (none, MintError::LeaseExpired { .. }) if none.is_empty())
    );
}

#[test]
fn a_closed_permit_mints_nothing_and_gives_back_what_was_not_used() {
    let clock = ManualClock::at(NOW);
    let permit = Permit::new(grant(7, -1_000, 30_000));
    let default = on(&clock, Layout::DEFAULT, permit.clone());
    let sonyflake = on(&clock, Layout::SONYFLAKE, permit.clone());
    default.try_mint_many::<UserId>(10).unwrap().for_each(drop);
    clock.advance(ms(500));
    let last = sonyflake.try_mint::<Snowflake>().unwrap();
    let local = default.local();
    let in_block: UserId = local.try_mint().unwrap();

    let release = permit.close();
    assert!(permit.is_closed());
    let used = unix_millis(&Layout::SONYFLAKE, last).max(in_block.unix_millis());
    assert_eq!((release.node, release.token, release.until), (7, 1, used + 1));
    let error = default.try_mint::<UserId>().unwrap_err();
    assert_eq!(error, MintError::LeaseReleased { node: 7 });
    assert_eq!(sonyflake.try_mint::<Snowflake>(), Err(MintError::LeaseReleased { node: 7 }));
    assert_eq!(error.retry_after(), None);
    // What the handle has taken before is below the release.
    while let Ok(id) = local.try_mint::<UserId>() {
        assert!(id.unix_millis() < release.until);
    }
    let again = Generator::with_clock(Layout::DEFAULT, permit, clock.clone());
    assert_eq!(again.err(), Some(MintError::LeaseReleased { node: 7 }));
}

#[test]
fn a_permit_that_was_not_used_is_given_back_whole() {
    assert_eq!(Permit::new(grant(7, -5, 30_000)).close().until, NOW - 5);
    let first = Grant { node: 7, token: 1, from: i64::MIN, until: NOW };
    assert_eq!(Permit::new(first).close().until, 0);
    let clock = ManualClock::at(NOW);
    let permit = Permit::new(grant(7, -5, 30_000));
    let _idle = on(&clock, Layout::DEFAULT, permit.clone());
    assert_eq!(permit.close().until, NOW - 5);
}

/// The next holder of the node may be the same process.
#[test]
fn a_node_that_comes_back_goes_on_where_its_new_grant_begins() {
    let clock = ManualClock::at(NOW);
    let first = Permit::new(grant(7, 0, 1_000));
    let generator = on(&clock, Layout::DEFAULT, first.clone());
    let before: UserId = generator.try_mint().unwrap();
    let until = first.close().until - NOW;
    // At once, with the clock where it was.
    let second = Permit::new(grant(7, until, 31_000));
    generator.change_node(second.clone()).unwrap();
    clock.advance(ms(1));
    let after: UserId = generator.try_mint().unwrap();
    assert!(after > before);
    // Not closed, but taken, and claimed again: an old session has no more.
    let third = Permit::new(grant(7, 500, 31_000));
    let old = on(&clock, Layout::DEFAULT, second);
    generator.change_node(third).unwrap();
    clock.advance(ms(600));
    let ids: Vec<UserId> = (0..10).map(|_| generator.try_mint().unwrap()).collect();
    assert!(ids.is_sorted_by(|a, b| a < b) && ids[0].unix_millis() == NOW + 601);
    let old: UserId = old.try_mint().unwrap();
    assert!(!ids.contains(&old));
}

/// Two registries may lend one process the same number.
#[test]
fn a_node_of_another_registry_goes_on_after_one_that_was_given_back() {
    let clock = ManualClock::at(NOW);
    let (first, second) = (Permit::new(grant(7, 0, 30_000)), Permit::new(grant(7, 0, 30_000)));
    let generator = on(&clock, Layout::DEFAULT, first.clone());
    let before: UserId = generator.try_mint().unwrap();
    first.close();
    let again = on(&clock, Layout::DEFAULT, second);
    assert_eq!(again.try_mint::<UserId>().unwrap().get(), before.get() + 1);
}

/// A fixed number goes on after the IDs of a lease of the same number.
#[test]
fn a_fixed_node_does_not_repeat_what_a_lease_of_it_minted() {
    let clock = ManualClock::at(NOW);
    let permit = Permit::new(grant(7, 0, 30_000));
    let limits = Limits::new().max_lead(Duration::from_secs(1));
    let generator = on(&clock, Layout::DEFAULT, permit.clone().with_limits(limits));
    let ahead: Vec<UserId> = generator.try_mint_many(100_000).unwrap().collect();
    permit.close();
    generator.change_node(Node::fixed(7)).unwrap();
    assert_eq!(generator.limits(), &limits);
    assert!(generator.try_mint::<UserId>().unwrap() > *ahead.last().unwrap());
}

/// Readings that hide a step back, as the machine's clock gives them.
struct Hiding(ManualClock);

impl Clock for Hiding {
    fn read(&self) -> Result<Reading, ClockError> {
        let behind = (NOW + 3_600_000 - self.0.unix_millis()).unsigned_abs();
        Ok(Reading::at(NOW + 3_600_000).with_wall_behind(behind))
    }
}

/// The clock was an hour ahead for a while, in which nothing could be minted.
#[test]
fn a_clock_that_is_put_right_is_followed_if_nothing_was_minted_meanwhile() {
    let clock = ManualClock::at(NOW + 3_600_000);
    let permit = Permit::new(grant(7, 0, 30_000));
    let generator = Generator::with_clock(Layout::DEFAULT, permit, Hiding(clock.clone())).unwrap();
    let expired = generator.try_mint::<UserId>().unwrap_err();
    assert!(matches!(expired, MintError::LeaseExpired { .. }));
    clock.set(NOW + 10);
    assert_eq!(generator.try_mint::<UserId>().unwrap().unix_millis(), NOW + 10);
    // And if something was, it is not minted again.
    clock.set(NOW - 20_000);
    let back = generator.try_mint::<UserId>().unwrap_err();
    assert!(matches!(back, MintError::ClockWentBack { by, .. } if by >= ms(20_000)));
}

/// The wall clock comes near to where it was before it was put right, and the clock would be ahead
/// of it for as long as it takes to reach that.
#[test]
fn a_clock_that_was_put_right_is_followed_all_the_way() {
    let clock = ManualClock::at(NOW);
    let permit = Permit::new(grant(71, 0, 4_000_000));
    let limits = Limits::new().max_lead(Duration::from_secs(1));
    let generator =
        Generator::with_clock(Layout::DEFAULT, permit.with_limits(limits), Hiding(clock.clone()))
            .unwrap();
    let first = generator.try_mint::<UserId>().unwrap();
    assert_eq!(first.unix_millis(), NOW);
    // Ten seconds, `max_rollback`, are left, and then fewer.
    let mut last = first;
    for left in [10_001, 10_000, 9_900, 5_000, 100, 0] {
        clock.set(NOW + 3_600_000 - left);
        let ids: Vec<_> = generator.try_mint_many::<UserId>(50_000).unwrap().collect();
        assert!(last < ids[0] && ids.is_sorted());
        // The lead of the batch before is not a step back.
        assert!(ids[0].unix_millis() - (NOW + 3_600_000 - left) < 20);
        last = ids[49_999];
    }
}

/// What was issued after the wall clock's time is ridden out, as without that step.
#[test]
fn a_step_back_after_a_clock_was_put_right_is_ridden_out() {
    let clock = ManualClock::at(NOW + 3_590_001 - 100);
    let permit = Permit::new(grant(72, 0, 4_000_000));
    let generator = Generator::with_clock(Layout::DEFAULT, permit, Hiding(clock.clone())).unwrap();
    let before = generator.try_mint::<UserId>().unwrap();
    clock.set(NOW + 3_595_000);
    let near = generator.try_mint::<UserId>().unwrap();
    assert_eq!(near.unix_millis(), NOW + 3_595_000);
    clock.set(NOW + 3_592_000);
    let after = generator.try_mint::<UserId>().unwrap();
    assert!(before < near && near < after);
    assert_eq!(after.unix_millis(), NOW + 3_600_000);
}

/// The last slot of a layout without a node is the largest that a word holds.
#[test]
fn a_permit_closed_at_the_end_of_the_layout_mints_nothing() {
    let layout = Layout::builder("all").time_bits(43).sequence_bits(20).build();
    let end = layout.ends_at().unwrap();
    let clock = ManualClock::at(end - 1);
    let permit = Permit::new(Grant { node: 0, token: 1, from: 0, until: i64::MAX });
    let generator = on(&clock, layout, permit.clone());
    assert_eq!(exhaust(&generator).0.len(), 1 << 20);
    assert_eq!(permit.close().until, end);
    let released = MintError::LeaseReleased { node: 0 };
    assert_eq!(generator.try_mint::<Snowflake>(), Err(released));
}

#[test]
fn a_batch_that_can_never_be_had_is_refused_as_without_a_lease() {
    let permit = Permit::new(grant(7, 0, 10));
    let generator = on(&ManualClock::at(NOW), Layout::DEFAULT, permit);
    let error = generator.try_mint_many::<UserId>(10_000_000).unwrap_err();
    assert_eq!(error, MintError::BatchTooLarge { wanted: 10_000_000, max: 4_096 });
}

/// The number was given without a lease, and is used on after one of the same
/// number.
#[test]
fn who_shares_the_state_of_a_lease_hears_that_it_was_given_back() {
    let clock = ManualClock::at(NOW);
    let permit = Permit::new(grant(7, 0, 30_000));
    let _leased = on(&clock, Layout::DEFAULT, permit.clone());
    let fixed = on(&clock, Layout::DEFAULT, Node::fixed(7));
    permit.close();
    assert_eq!(fixed.try_mint::<UserId>(), Err(MintError::LeaseReleased { node: 7 }));
}

/// Leases that end before anything was minted by them.
#[test]
fn ids_grow_across_any_number_of_leases_in_one_tick() {
    let nodes = [900, 19, 21, 5, 9, 3, 900, 4];
    for layout in [Layout::DEFAULT, Layout::SONYFLAKE] {
        for skipped in 1..nodes.len() {
            let clock = ManualClock::at(NOW);
            let permit = |node| Permit::new(grant(node, -1_000, 30_000));
            let generator = on(&clock, layout, permit(nodes[0]));
            let before = generator.try_mint::<Snowflake>().unwrap();
            for node in &nodes[1..=skipped] {
                generator.change_node(permit(*node)).unwrap();
            }
            let tick = ms(layout.tick_millis().into());
            let after = generator.mint_timeout::<Snowflake>(tick).unwrap();
            assert_eq!(layout.decompose(after).node, nodes[skipped]);
            assert!(before < after, "{} to {}", nodes[0], nodes[skipped]);
        }
    }
}
