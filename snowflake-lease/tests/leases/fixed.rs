//! From a fixed number to a lease of it: what the first lease must leave out.

use std::collections::HashSet;

use snowflake_kit_core::{Layout, Limits, Snowflake};
use snowflake_kit_lease::{Claim, LeaseRow, LeaseTerms, Permit, claim};
use snowflake_kit_mint::{Generator, ManualClock, MintError, Minter, Node, Settings};

use crate::{NOW, ms};

/// Few slots in a tick, so that a lead is soon used up.
const LAYOUT: Layout = Layout::SONYFLAKE;

/// How far the clock steps back, in ms: a tick less than `max_rollback`.
const STEP: u64 = 9_990;

/// The IDs that a process mints by its own clock: in each of so many ms up to `per_milli`.
fn mint(settings: Settings, clock: &ManualClock, millis: u64, per_milli: usize) -> HashSet<i64> {
    let generator = Generator::with_clock(LAYOUT, settings, clock.clone()).unwrap();
    let mut ids = HashSet::new();
    for _ in 0..millis {
        clock.advance(ms(1));
        for _ in 0..per_milli {
            match generator.try_mint::<Snowflake>() {
                Ok(id) => assert!(ids.insert(id.get())),
                Err(MintError::WouldWait { .. }) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }
    ids
}

fn first_lease(row: Option<LeaseRow>, clock: &ManualClock) -> Claim {
    claim(7, row, clock.unix_millis(), &LeaseTerms::default(), 1).unwrap()
}

/// A process with the fixed number 7, whose clock steps back just before its end. Returns its IDs
/// and the clock at its end.
fn fixed(limits: Limits) -> (HashSet<i64>, i64) {
    let clock = ManualClock::at(NOW);
    let mut ids = mint(Node::fixed(7).with_limits(limits), &clock, STEP, 1);
    // With a lead, it uses it up.
    ids.extend(mint(Node::fixed(7).with_limits(limits), &clock, 100, 600));
    assert!(ids.len() > limits.max_lead.as_millis() as usize * 256 / 10);
    clock.step_back(ms(STEP));
    (ids, clock.unix_millis())
}

/// How many of these IDs another process mints, which takes this claim: one with other clocks and
/// states.
fn repeated(ids: &HashSet<i64>, claim: &Claim, clock: &ManualClock) -> usize {
    ids.intersection(&mint(Permit::new(claim.grant()).into(), clock, 2 * STEP, 4)).count()
}

#[test]
fn a_first_lease_without_a_wait_repeats_what_a_fixed_number_minted() {
    let (ids, end) = fixed(Limits::new());
    let clock = ManualClock::at(end);
    assert!(repeated(&ids, &first_lease(None, &clock), &clock) > 0);
}

#[test]
fn after_max_rollback_and_max_lead_a_first_lease_repeats_nothing() {
    for lead in [0, 2_000] {
        let limits = Limits::new().max_lead(ms(lead));
        let (ids, end) = fixed(limits);
        let wait = limits.max_rollback + limits.max_lead;
        let clock = ManualClock::at(end + i64::try_from(wait.as_millis()).unwrap());
        assert_eq!(repeated(&ids, &first_lease(None, &clock), &clock), 0);

        // A fence leaves that out by itself, however early the new process starts.
        let clock = ManualClock::at(end);
        let until = end + i64::try_from(wait.as_millis()).unwrap();
        let fenced = LeaseRow { node: 7, token: until * 1_000, until };
        let early = claim(7, Some(fenced), clock.unix_millis(), &LeaseTerms::default(), 1);
        assert!(early.is_err());
        clock.advance(wait);
        assert_eq!(repeated(&ids, &first_lease(Some(fenced), &clock), &clock), 0);
    }
}
