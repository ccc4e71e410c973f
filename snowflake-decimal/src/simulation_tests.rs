//! Decimal IDs of several processes over one store, whose messages are lost, late and sent
//! twice, while processes are killed and fork, and launches follow each other. What happens
//! follows from a seed. `SNOWFLAKE_SIMULATION_SEED` and `SNOWFLAKE_SIMULATION_ROUNDS` mean
//! what they mean in the simulation of leases (`snowflake-lease/tests/lease_simulation`).

use std::any::TypeId;
use std::collections::BTreeMap;
use std::env;
use std::sync::Arc;

use snowflake_kit_core::__private::{COUNTER, Random, seed};
use snowflake_kit_core::DecimalParts;
use snowflake_kit_lease::{Claim, LeaseRow};
use snowflake_kit_mint::{ManualClock, MintError, SimulatedProcess};

use super::Launch;
use super::counters::Counters;
use super::number::{self, Number};

/// A rule that is broken, to see that it is found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mistake {
    /// A process believes that a claim succeeded whose answer was lost.
    BelievedClaim,
    /// The store writes a claim without comparing.
    NoComparison,
    /// The row of a launch is deleted, and its launch number used again.
    ReusedLaunch,
    /// A child counts on under the number of its parent.
    UnnoticedFork,
    /// When a counter is used up, it begins again under the same number.
    CounterBegunAnew,
}

const MISTAKES: [Mistake; 5] = [
    Mistake::BelievedClaim,
    Mistake::NoComparison,
    Mistake::ReusedLaunch,
    Mistake::UnnoticedFork,
    Mistake::CounterBegunAnew,
];

const MAX: u64 = DecimalParts::MAX_COUNTER as u64;

struct Simulated {
    process: SimulatedProcess<ManualClock>,
    launch: Launch,
    counters: Option<Counters>,
    /// What it is about to send.
    claim: Option<(Claim, Number)>,
}

/// What counts: the types that share a counter, under a generator number and a launch number.
type Counter = (Option<TypeId>, u64);

/// The first number that was taken from a counter, and how many.
type Taken = (u64, u64);

struct World {
    mistake: Option<Mistake>,
    random: Random,
    rows: BTreeMap<u32, LeaseRow>,
    /// Claims that are still on their way, whichever thread waited for them.
    late: Vec<Claim>,
    launch: u32,
    processes: Vec<Simulated>,
    taken: BTreeMap<Counter, Vec<Taken>>,
    minted: u64,
    refused: u64,
}

/// Runs a world to its end: how many IDs it has minted and refused, or which one it has
/// minted twice.
fn simulate(seed: u64, mistake: Option<Mistake>) -> Result<[u64; 2], String> {
    let mut world = World {
        mistake,
        random: Random::new(seed),
        rows: BTreeMap::new(),
        late: Vec::new(),
        launch: 1,
        processes: Vec::new(),
        taken: BTreeMap::new(),
        minted: 0,
        refused: 0,
    };
    for _ in 0..3_000 {
        world.step();
    }
    for ((_, origin), taken) in &mut world.taken {
        taken.sort_unstable();
        for pair in taken.windows(2) {
            let [(first, count), (next, _)] = pair else { unreachable!("windows of two") };
            if first + count > *next {
                return Err(format!("{:?}: counter {next} twice", Number::of(*origin)));
            }
        }
    }
    Ok([world.minted, world.refused])
}

impl World {
    fn step(&mut self) {
        if self.processes.is_empty() {
            return self.start();
        }
        let at = self.random.below(self.processes.len() as u64) as usize;
        match self.random.below(100) {
            0..=2 if self.processes.len() < 6 => self.start(),
            3 => drop(self.processes.swap_remove(at)),
            4..=5 if self.processes.len() < 6 => self.fork(at),
            6 => self.deploy(),
            7..=14 => self.look(at),
            15..=22 => self.send(at),
            23..=25 => self.arrive(),
            26..=45 => self.take(at, MAX / 3),
            _ => {
                let count = 1 + self.random.below(10_000);
                self.take(at, count);
            }
        }
    }

    fn start(&mut self) {
        let process = SimulatedProcess::new(ManualClock::at(0));
        let launch = Launch::new(self.launch).unwrap();
        self.processes.push(Simulated { process, launch, counters: None, claim: None });
    }

    /// A launch follows; processes of the one before go on for a while.
    fn deploy(&mut self) {
        if self.mistake == Some(Mistake::ReusedLaunch) {
            self.rows.clear();
        } else {
            self.launch += 1;
        }
    }

    /// A child that tries what it has inherited, and tries to begin again.
    fn fork(&mut self, at: usize) {
        let Simulated { process: parent, launch, counters, .. } = &self.processes[at];
        if let Some(inherited) = counters {
            let refused = parent.fork().run(|| {
                let own_number = Counters::new(Number::new(0, *launch), None);
                [inherited.take(1), inherited.take_own(own(), 1), own_number.take(1)]
            });
            for result in refused {
                assert_eq!(result, Err(MintError::Forked));
            }
            if self.mistake == Some(Mistake::UnnoticedFork) {
                let last = parent.run(|| inherited.take(1)).map(Number::of);
                let (process, launch) = (SimulatedProcess::new(ManualClock::at(0)), *launch);
                let counters = last.ok().map(|number| process.run(|| Counters::new(number, None)));
                self.processes.push(Simulated { process, launch, counters, claim: None });
            }
        }
    }

    /// A process reads the row, and will claim a number by it.
    fn look(&mut self, at: usize) {
        let Simulated { launch, claim, .. } = &mut self.processes[at];
        let rows: Vec<_> = self.rows.values().copied().collect();
        *claim = number::next(&rows, *launch).ok();
    }

    /// Its claim is carried out, or lost, or late, or its answer is lost.
    fn send(&mut self, at: usize) {
        let Some((claim, number)) = self.processes[at].claim.take() else { return };
        let answer = match self.random.below(10) {
            0 => None,
            1 => {
                self.late.push(claim);
                None
            }
            2 => {
                self.carry_out(&claim);
                None
            }
            3 => {
                let answer = self.carry_out(&claim);
                self.late.push(claim);
                Some(answer)
            }
            _ => Some(self.carry_out(&claim)),
        };
        let believed = self.mistake == Some(Mistake::BelievedClaim);
        if answer.unwrap_or(believed) {
            let Simulated { process, counters, .. } = &mut self.processes[at];
            process.run(|| match counters {
                Some(counters) => counters.offer(number),
                None => *counters = Some(Counters::new(number, None)),
            });
        }
    }

    fn arrive(&mut self) {
        if let Some(claim) = self.late.pop() {
            self.carry_out(&claim);
        }
    }

    fn carry_out(&mut self, claim: &Claim) -> bool {
        let same = self.rows.get(&claim.row.node).copied() == claim.expected;
        let written = same || self.mistake == Some(Mistake::NoComparison);
        if written {
            self.rows.insert(claim.row.node, claim.row);
        }
        written
    }

    /// Counters in a row, by the shared counter or by that of a type.
    fn take(&mut self, at: usize, count: u64) {
        let of = [None, Some(own())][self.random.below(2) as usize];
        let Simulated { process, counters, .. } = &mut self.processes[at];
        let Some(held) = counters else { return };
        let taken = process.run(|| match of {
            None => held.take(count),
            Some(of) => held.take_own(of, count),
        });
        match taken {
            Ok(first) => {
                let number = Number::of(first);
                let counter = (first - number.origin()) / COUNTER as u64;
                let key = (of, number.origin());
                self.taken.entry(key).or_default().push((counter, count));
                // Large steps only bring the counters to their end.
                self.minted += if count < MAX / 3 { count } else { 0 };
            }
            Err(MintError::CounterUsedUp { generator, launch })
                if self.mistake == Some(Mistake::CounterBegunAnew) =>
            {
                let number = Number::new(generator, Launch::new(launch).unwrap());
                process.run(|| held.offer(number));
            }
            Err(_) => self.refused += 1,
        }
    }
}

/// A type that has a counter of its own.
fn own() -> TypeId {
    TypeId::of::<Arc<Mistake>>()
}

fn number_in(variable: &str) -> Option<u64> {
    env::var(variable).ok().map(|value| value.parse().unwrap())
}

#[test]
fn no_decimal_id_is_minted_twice() {
    let rounds = number_in("SNOWFLAKE_SIMULATION_ROUNDS");
    let (first, count) = match number_in("SNOWFLAKE_SIMULATION_SEED") {
        Some(first) => (first, rounds.unwrap_or(1)),
        None => (seed(), rounds.unwrap_or(20)),
    };
    println!("SNOWFLAKE_SIMULATION_SEED={first} SNOWFLAKE_SIMULATION_ROUNDS={count}");
    let mut sum = [0; 2];
    for round in 0..count {
        let seed = first.wrapping_add(round);
        let counts = simulate(seed, None)
            .unwrap_or_else(|twice| panic!("SNOWFLAKE_SIMULATION_SEED={seed}: {twice}"));
        sum = [sum[0] + counts[0], sum[1] + counts[1]];
    }
    let [minted, refused] = sum;
    println!("{minted} IDs, {refused} refused");
    assert!(minted > 0 && (refused > 0 || count < 20));
}

#[test]
fn mistakes_with_decimal_ids_are_found_out() {
    for mistake in MISTAKES {
        let found = (0..100).find_map(|seed| Some((seed, simulate(seed, Some(mistake)).err()?)));
        let Some((seed, twice)) = found else { panic!("{mistake:?}: not found out in 100 seeds") };
        println!("{mistake:?}, seed {seed}: {twice}");
    }
}
