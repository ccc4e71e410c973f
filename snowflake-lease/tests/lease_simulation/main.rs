//! Node leases under faults, in one process and in virtual time.
//!
//! Processes have the real [`Keeper`](snowflake_lease::Keeper) and real
//! generators. Their clocks, the network, the store and its clock are simulated,
//! and a nemesis has its way with all of them: it kills processes, stops them
//! beyond their term, ends them in order, sets clocks ahead and back by ms,
//! seconds and an hour, stops them, makes them read anything, loses, repeats and
//! delays messages by up to an hour, and takes the store away. What happens
//! follows from one seed, so it can be played again:
//!
//! `SNOWFLAKE_SIMULATION_SEED=7 cargo test -p snowflake-lease --test lease_simulation`
//!
//! `SNOWFLAKE_SIMULATION_ROUNDS` says how many seeds there are. With 500 of them
//! 10^8 IDs are minted, in less than a minute of a build with optimisation.
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
mod nemesis;
mod network;
mod process;
mod random;
mod report;
mod simulation;
mod source;
mod store;
mod time;

#[cfg(feature = "test-util")]
use std::collections::BTreeMap;
use std::env;
use std::hash::{BuildHasher, RandomState};

use ledger::{Checks, Ranges};
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

/// Simulates what follows from a seed, and panics with how to see it again.
fn round(seed: u64) -> Report {
    simulate(seed, None, Checks::All).unwrap_or_else(|violation| {
        panic!(
            "{}\nto see it again: {SEED}={seed} cargo test -p snowflake-lease --test \
             lease_simulation",
            violation.0
        )
    })
}

#[test]
fn no_id_is_minted_twice_whatever_goes_wrong() {
    if let Some(seed) = number_in(SEED) {
        return println!("{}", round(seed));
    }
    // The same seeds each time, and one that nobody has seen before.
    let rounds = number_in(ROUNDS).unwrap_or(8);
    let unseen = RandomState::new().hash_one(rounds);
    println!("{rounds} seeds, and {SEED}={unseen}");
    let mut report = Report::default();
    for seed in (0..rounds).chain([unseen]) {
        report.add(round(seed));
    }
    println!("{report}");
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
    let rounds = number_in(ROUNDS).unwrap_or(8);
    let seeds = match number_in(SEED) {
        Some(seed) => vec![seed],
        None => (0..rounds).chain([RandomState::new().hash_one(rounds)]).collect(),
    };
    let (mut minted, mut refusals, mut steps) = (0, BTreeMap::new(), BTreeMap::new());
    for seed in seeds {
        println!("{SEED}={seed}");
        let doors = doors::run(seed, 3_000);
        minted += doors.minted;
        for (all, of_seed) in [(&mut refusals, doors.refusals), (&mut steps, doors.steps)] {
            for (kind, count) in of_seed {
                *all.entry(kind).or_insert(0) += count;
            }
        }
    }
    println!("{minted} IDs\nsteps: {steps:?}\nrefusals: {refusals:?}");
    for kind in ["space mismatch", "forked", "lease expired", "lease released", "would wait"] {
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
    for mutant in [
        Mutant::TokenAlone,
        Mutant::LoweringRenewal,
        Mutant::EarlyRelease,
        Mutant::BelievedRenewal,
        Mutant::BelievedClaim,
    ] {
        found_out(mutant, Checks::All, 100);
        // It takes luck until a wrong grant comes to a duplicate.
        if !cfg!(debug_assertions) {
            found_out(mutant, Checks::Duplicates, 1_000);
        }
    }
}

fn found_out(mutant: Mutant, checks: Checks, seeds: u64) {
    let found =
        (0..seeds).find_map(|seed| Some((seed, simulate(seed, Some(mutant), checks).err()?)));
    let Some((seed, violation)) = found else {
        panic!("{mutant:?} is not found out by {checks:?} in {seeds} seeds");
    };
    println!("{mutant:?}, {checks:?}, seed {seed}: {}", violation.0);
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
