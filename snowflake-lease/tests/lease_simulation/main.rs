//! Node leases under faults, in one process and in virtual time.
//!
//! Processes have the real [`Keeper`](snowflake_kit_lease::Keeper) and real
//! generators. Their clocks, the network, the store and its clock are simulated,
//! and a nemesis has its way with all of them: it kills processes, stops them
//! beyond their term, ends them in order, sets clocks ahead and back by ms,
//! seconds and an hour, stops them, makes them read anything, loses, repeats and
//! delays messages by up to an hour, and takes the store away. What happens
//! follows from one seed, so it can be played again:
//!
//! `SNOWFLAKE_SIMULATION_SEED=7 cargo test -p snowflake-kit-lease --test lease_simulation`
//!
//! `SNOWFLAKE_SIMULATION_ROUNDS` says how many seeds there are; with both, they count up
//! from the first one. Each seed is a world of its own, whose memory is free at its end,
//! except for 17 KB of installed generators for each seed of `doors`: these live as long as
//! the real process. With 500 seeds 10^8 IDs are minted, in less than a minute of a build with
//! optimisation.
//!
//! | file | noun |
//! |---|---|
//! | `simulation`, `nemesis` | the world that follows from a seed, and what goes wrong in it |
//! | `process`, `source` | a process with its keeper, and its generators |
//! | `network`, `store` | messages and what becomes of them, and the rows |
//! | `clock`, `time` | clocks of machines, and the true time with what is due in it |
//! | `ledger`, `report` | what must hold of all that was minted, and what happened |
//! | `doors` | every way to mint, without faults: fixed numbers and leases, own and shared types, forks |
//! | `random` | the seed |

#![cfg(not(loom))]

mod clock;
#[cfg(feature = "test-util")]
mod doors;
mod ledger;
mod life_generator;
mod nemesis;
mod network;
mod process;
mod random;
mod report;
mod simulation;
mod store;
mod time;

#[cfg(feature = "test-util")]
use std::collections::BTreeMap;
use std::env;
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

use ledger::{Checks, Ranges, Violation};
use nemesis::Fault;
use random::Random;
use report::Report;
use simulation::simulate;
use store::Mutant;

const SEED: &str = "SNOWFLAKE_SIMULATION_SEED";
const ROUNDS: &str = "SNOWFLAKE_SIMULATION_ROUNDS";

fn number_in(variable: &str) -> Option<u64> {
    let value = env::var(variable).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{variable}={value} is no number")))
}

/// The seeds to simulate: the same ones each time, and one that nobody has seen before;
/// or those that the environment asks for.
fn seeds() -> (Range<u64>, Option<u64>) {
    let rounds = number_in(ROUNDS);
    if let Some(first) = number_in(SEED) {
        return (first..first.saturating_add(rounds.unwrap_or(1)), None);
    }
    let rounds = rounds.unwrap_or(8);
    (0..rounds, Some(RandomState::new().hash_one(rounds)))
}

/// Does something for each seed, and says which one it was if that panics. It says how far
/// it is after each thousand.
fn for_each_seed(test: &str, mut body: impl FnMut(u64) -> u64) -> u64 {
    struct Running<'t>(&'t str, u64);
    impl Drop for Running<'_> {
        fn drop(&mut self) {
            let Self(test, seed) = self;
            if std::thread::panicking() {
                eprintln!(
                    "to see it again: {SEED}={seed} cargo test -p snowflake-kit-lease --features \
                     test-util --test lease_simulation {test}"
                );
            }
        }
    }
    let (counted, unseen) = seeds();
    println!("{test}: the seeds {counted:?}, and {unseen:?}");
    let mut minted = 0;
    for (done, seed) in (1..).zip(counted.chain(unseen)) {
        let _running = Running(test, seed);
        minted += body(seed);
        if done % 1_000 == 0 {
            println!("{test}: {done} seeds, {minted} IDs");
        }
    }
    minted
}

/// Simulates what follows from a seed.
fn round(seed: u64) -> Report {
    simulate(seed, None, Checks::All).unwrap_or_else(|violation| panic!("{}", violation.0))
}

#[test]
fn no_id_is_minted_twice_whatever_goes_wrong() {
    let mut report = Report::default();
    for_each_seed("no_id_is_minted_twice_whatever_goes_wrong", |seed| {
        let of_seed = round(seed);
        let minted = of_seed.mints;
        report.add(of_seed);
        minted
    });
    println!("{report}");
    let (counted, _) = seeds();
    let rounds = counted.end - counted.start;
    if rounds >= 8 {
        // Otherwise it would say little.
        for fault in Fault::ALL {
            assert!(report.count_of(fault.name()) > 0, "no {fault:?} in {rounds} rounds");
        }
        assert!(report.mints > 100_000 * rounds);
        assert!(report.claims > 50 * rounds && report.losses > 3 * rounds);
    }
}

/// By every door, in processes whose clocks are right.
#[cfg(feature = "test-util")]
#[test]
fn no_id_is_minted_twice_by_any_door() {
    let (mut refusals, mut steps) = (BTreeMap::new(), BTreeMap::new());
    let minted = for_each_seed("no_id_is_minted_twice_by_any_door", |seed| {
        let doors =
            doors::run(seed, 3_000, None).unwrap_or_else(|violation| panic!("{}", violation.0));
        for (all, of_seed) in [(&mut refusals, doors.refusals), (&mut steps, doors.steps)] {
            for (kind, count) in of_seed {
                *all.entry(kind).or_insert(0) += count;
            }
        }
        doors.minted
    });
    println!("{minted} IDs\nsteps: {steps:?}\nrefusals: {refusals:?}");
    for kind in ["owner mismatch", "forked", "lease expired", "lease released", "would wait"] {
        assert!(refusals.contains_key(kind), "nothing was refused for the reason: {kind}");
    }
}

#[test]
fn a_seed_can_be_played_again() {
    let traces = [1, 1, 2].map(|seed| round(seed).trace);
    assert_eq!(traces[0], traces[1]);
    assert_ne!(traces[0], traces[2]);
}

/// The simulation can fail: what is known to be wrong is found out, both by all
/// checks together and by looking for duplicates alone, as users would.
#[test]
fn what_is_known_to_be_wrong_is_found_out() {
    for mutant in Mutant::WRONG {
        found_out(mutant, Checks::All);
        // It takes luck until a wrong grant comes to a duplicate, hence many seeds, which
        // takes long without optimisation.
        if number_in(ROUNDS).is_some() {
            found_out(mutant, Checks::Duplicates);
        }
    }
}

/// A store that forgets is outside of the promise, but what comes of it ends: a process that held a
/// forgotten lease cannot extend it, so beyond the ends that there were no ID comes twice.
#[test]
fn what_a_store_has_forgotten_ends_with_the_leases_of_then() {
    let mut twice = 0;
    let name = "what_a_store_has_forgotten_ends_with_the_leases_of_then";
    for_each_seed(name, |seed| {
        let report = simulate(seed, Some(Mutant::LostCommits), Checks::Bounded);
        let report = report.unwrap_or_else(|violation| panic!("{}", violation.0));
        twice += report.twice;
        report.mints
    });
    println!("{twice} IDs twice");
    if number_in(ROUNDS).is_some_and(|rounds| rounds >= 100) {
        assert!(twice > 0, "nothing was forgotten that mattered");
        found_out(Mutant::LostCommitsWithEqualTokens, Checks::Bounded);
    }
}

/// And it tells what is wrong from what is only slow.
#[test]
fn what_sounds_wrong_and_is_not_mints_nothing_twice() {
    // No promise, but that the checks do not cry wolf: a few of the seeds say so.
    let rounds = number_in(ROUNDS).map_or(1, |rounds| rounds.div_ceil(10));
    for mutant in Mutant::HARMLESS {
        for seed in 0..rounds {
            if let Err(violation) = simulate(seed, Some(mutant), Checks::All) {
                panic!("{mutant:?}, seed {seed}: {}", violation.0);
            }
        }
    }
}

fn found_out(mutant: Mutant, checks: Checks) {
    let what = format!("{mutant:?}, {checks:?}");
    first_violation(&what, |seed| simulate(seed, Some(mutant), checks).err());
}

/// Prints the first seed whose world comes to a violation.
fn first_violation(what: &str, violated: impl Fn(u64) -> Option<Violation>) {
    let Some((seed, violation)) = (0..1_000).find_map(|seed| Some((seed, violated(seed)?))) else {
        panic!("{what}: not found out in 1,000 seeds");
    };
    println!("{what}, seed {seed}: {}", violation.0);
}

/// Nor would the doors hide that a rule of theirs is broken.
#[cfg(feature = "test-util")]
#[test]
fn doors_that_break_a_rule_are_found_out() {
    for mistake in doors::Mistake::ALL {
        let violated = |seed| doors::run(seed, 3_000, Some(mistake)).err();
        first_violation(&format!("{mistake:?}"), violated);
    }
}

/// The ledger against the plain way.
#[test]
fn ranges_find_every_duplicate() {
    let mut random = Random::new(7);
    for _ in 0..200 {
        let (mut ranges, mut plain) = (Ranges::default(), [false; 64]);
        for _ in 0..40 {
            let start = random.below(60);
            let new = start..start + 1 + random.below(4);
            let slots = new.start as u64..new.end as u64;
            if plain[new.clone()].contains(&true) {
                let twice = ranges.insert(slots).unwrap_err();
                assert!(twice.clone().all(|slot| plain[slot as usize]) && !twice.is_empty());
            } else {
                ranges.insert(slots).unwrap();
                plain[new].fill(true);
            }
            let there = (0..64).filter(|slot| plain[*slot as usize]);
            assert!(ranges.ranges().into_iter().flatten().eq(there));
        }
    }
}
