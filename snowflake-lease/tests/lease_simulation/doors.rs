//! Every way to mint, of several processes that keep to the rules and of children that
//! do not, in one time.
//!
//! The rules: two processes never hold one fixed number at the same time, a number
//! that leases give is not fixed any more, and clocks do not go back. What the owner
//! of the states promises is that then no ID is minted twice, whichever way it is
//! minted. What must be refused is tried all the time: everything in a forked child, and generators
//! of other types.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use snowflake_kit_core::{CallerId, Limits, Snowflake, SnowflakeId};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_lease::{Grant, Permit, Renewal};
use snowflake_kit_mint::{
    Clock, ClockError, Generator, Mint, MintError, Minter, Node, NodeError, Reading, Settings,
    SimulatedProcess,
};

use crate::ledger::{ALL_LAYOUTS, FEED, LAYOUTS, Line, Ranges, SECONDS, Violation, place};
use crate::random::Random;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct DefaultId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", generator = "own")]
struct OwnDefaultId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = "sonyflake")]
struct SonyflakeId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = "ecmascript")]
struct EcmaScriptId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = SECONDS)]
struct SecondsId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = SECONDS)]
struct OtherSecondsId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = SECONDS, generator = "own")]
struct OwnSecondsId(Snowflake);

/// Minted with any value in the caller's field.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = FEED, caller)]
struct FeedId(Snowflake);

/// 2026-01-01T00:00:00Z, in the middle of a second.
const START: i64 = 1_767_225_600_345;

/// How many numbers there are at a time: few, so that they change hands often. Since a
/// number that was leased is not fixed any more, others take their place by and by.
const NUMBERS: usize = 3;

/// The true time, which all clocks show.
#[derive(Clone)]
struct Now(Arc<AtomicI64>);

impl Now {
    fn unix_millis(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Its timeline is the real one: other processes mint on it.
impl Clock for Now {
    fn read(&self) -> Result<Reading, ClockError> {
        Ok(Reading::at(self.unix_millis()))
    }
}

type Built = Generator<Now>;

/// A generator, and the number that it is on.
struct HeldGenerator {
    generator: Built,
    number: u32,
    /// The lease of the number, if it is not fixed.
    permit: Option<Permit>,
    /// Which IDs it is for; any type may be tried.
    kind: usize,
}

struct Process {
    simulated: SimulatedProcess<Now>,
    held: Vec<HeldGenerator>,
    /// The installed number stays its number until the process ends.
    installed: Option<u32>,
    permits: Vec<Permit>,
}

/// A row of the store of leases.
#[derive(Clone, Copy, Default)]
struct Row {
    token: i64,
    until: i64,
}

/// A rule that is broken, to see that it is found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// A child does not know that it is one, and keeps the grants of its parent.
    UnnoticedFork,
    /// A supervisor ends the leases of a process that it has killed.
    FreedByKill,
    /// A process is given a fixed number that another one has.
    SharedNumber,
}

impl Mistake {
    pub(crate) const ALL: [Self; 3] = [Self::UnnoticedFork, Self::FreedByKill, Self::SharedNumber];
}

pub(crate) struct Doors {
    mistake: Option<Mistake>,
    /// The first thing that went wrong.
    violation: Option<Violation>,
    now: Now,
    random: Random,
    processes: Vec<Process>,
    rows: BTreeMap<u32, Row>,
    /// The first of the numbers that there are now.
    first_number: u32,
    /// By type and line.
    issued: BTreeMap<(&'static str, Line), Ranges>,
    pub(crate) minted: u64,
    pub(crate) steps: BTreeMap<&'static str, u64>,
    pub(crate) refusals: BTreeMap<&'static str, u64>,
}

/// Runs a world to its end, or to the first violation.
pub(crate) fn run(seed: u64, steps: u64, mistake: Option<Mistake>) -> Result<Doors, Violation> {
    let mut doors = Doors {
        mistake,
        violation: None,
        now: Now(Arc::new(AtomicI64::new(START))),
        random: Random::new(seed),
        processes: Vec::new(),
        rows: BTreeMap::new(),
        first_number: 0,
        issued: BTreeMap::new(),
        minted: 0,
        steps: BTreeMap::new(),
        refusals: BTreeMap::new(),
    };
    for _ in 0..steps {
        doors.step();
        if let Some(violation) = doors.violation.take() {
            return Err(violation);
        }
    }
    Ok(doors)
}

impl Doors {
    fn step(&mut self) {
        if self.random.chance(100) {
            let wait = self.random.magnitude(1..1_500);
            self.now.0.fetch_add(wait, Ordering::Relaxed);
        }
        if self.random.chance(10) {
            self.first_number += 1;
        }
        if self.processes.is_empty() {
            return self.start();
        }
        let at = self.random.below(self.processes.len());
        let (name, step): (_, fn(&mut Self, usize)) = match self.random.below(100) {
            0..=3 if self.processes.len() < 4 => ("start", |doors, _| doors.start()),
            4..=6 => ("end", Self::end),
            7..=9 if self.processes.len() < 4 => ("fork", Self::fork),
            10..=12 => ("install", Self::install),
            13..=23 => ("build", Self::build),
            24..=28 => ("drop", Self::discard),
            29..=38 => ("change", Self::change),
            39..=43 => ("lease", Self::lease),
            44..=46 => ("renew", Self::renew),
            47..=49 => ("release", Self::release),
            50..=59 => ("mint installed", Self::mint_installed),
            60..=69 => ("handle", Self::handle),
            _ => ("mint", Self::mint_any),
        };
        *self.steps.entry(name).or_default() += 1;
        step(self, at);
    }

    fn start(&mut self) {
        self.processes.push(Process::new(SimulatedProcess::new(self.now.clone())));
    }

    /// As `kill -9` does, at whatever place: its numbers are free at once, its leases
    /// are not.
    fn end(&mut self, at: usize) {
        let ended = self.processes.swap_remove(at);
        if self.mistake == Some(Mistake::FreedByKill) {
            for Grant { node, token, .. } in ended.permits.iter().map(Permit::grant) {
                let row = self.rows.entry(node).or_default();
                if row.token == token {
                    row.until = row.until.min(self.now.unix_millis());
                }
            }
        }
    }

    /// A child with all that its parent has in memory. It tries to use it, and tries to begin again.
    fn fork(&mut self, at: usize) {
        let parent = &self.processes[at];
        if self.mistake == Some(Mistake::UnnoticedFork) {
            let simulated = SimulatedProcess::new(self.now.clone());
            let grants = parent.permits.iter().map(Permit::grant);
            let permits = grants.map(|grant| simulated.run(|| Permit::new(grant))).collect();
            return self.processes.push(Process { permits, ..Process::new(simulated) });
        }
        let child = parent.simulated.fork();
        assert_eq!(child.install(Node::fixed(self.first_number)), Err(NodeError::Forked));
        let grant = Grant { node: self.first_number, token: 1, from: 0, until: i64::MAX };
        let own = child.run(|| Permit::new(grant));
        let refusals = parent
            .held
            .iter()
            .flat_map(|HeldGenerator { generator, .. }| {
                child.run(|| {
                    let mint = generator.try_mint::<Snowflake>().map(drop);
                    let batch = generator.try_mint_many::<Snowflake>(3).map(drop);
                    let local = generator.local().try_mint::<Snowflake>().map(drop);
                    [mint, batch, local, generator.change_node(own.clone())]
                })
            })
            .chain([child.try_mint::<SecondsId>().map(drop)])
            .chain(parent.permits.iter().chain([&own]).map(|permit| {
                let clock = self.now.clone();
                child.run(|| Generator::with_clock(LAYOUTS[0], permit.clone(), clock).map(drop))
            }));
        for refused in refusals.collect::<Vec<_>>() {
            assert_eq!(refused, Err(MintError::Forked));
            self.refused(&MintError::Forked);
        }
    }

    fn install(&mut self, at: usize) {
        let Some(number) = self.number(at) else { return };
        let process = &mut self.processes[at];
        if process.simulated.install(Node::fixed(number)).is_ok() {
            process.installed = Some(number);
        }
    }

    /// A generator by a number, or by a permit that is there.
    fn build(&mut self, at: usize) {
        let beside = if self.random.chance(100) { self.beside(at) } else { None };
        let (kind, number, permit, settings) = if let Some((kind, permit)) = beside {
            (kind, permit.node(), Some(permit.clone()), Node::fixed(permit.node()).into())
        } else {
            let Some((number, permit, settings)) = self.settings(at) else { return };
            (self.random.pick(&[0, 1, 2, 3, 3, 4, 4, 5, 5, 6]), number, permit, settings)
        };
        let clock = self.now.clone();
        let built = self.processes[at].simulated.run(|| match kind {
            0 => Generator::of::<DefaultId>(settings, clock),
            1 => Generator::of::<OwnDefaultId>(settings, clock),
            2 => Generator::with_clock(LAYOUTS[1], settings, clock),
            3 => Generator::with_clock(SECONDS, settings, clock),
            5 => Generator::of::<FeedId>(settings, clock),
            6 => Generator::of::<EcmaScriptId>(settings, clock),
            _ => Generator::of::<OwnSecondsId>(settings, clock),
        });
        match built {
            Ok(generator) => {
                self.processes[at].held.push(HeldGenerator { generator, number, permit, kind });
            }
            Err(error) => self.refused(&error),
        }
    }

    fn discard(&mut self, at: usize) {
        let held = &mut self.processes[at].held;
        if !held.is_empty() {
            held.swap_remove(self.random.below(held.len()));
        }
    }

    fn change(&mut self, at: usize) {
        if self.processes[at].held.is_empty() {
            return;
        }
        let Some((number, permit, settings)) = self.settings(at) else { return };
        let Process { simulated, held, .. } = &mut self.processes[at];
        let index = self.random.below(held.len());
        let held = &mut held[index];
        match simulated.run(|| held.generator.change_node(settings)) {
            Ok(()) => (held.number, held.permit) = (number, permit),
            Err(error) => self.refused(&error),
        }
    }

    /// Claims a number for a while, as the protocol says.
    fn lease(&mut self, at: usize) {
        let node = self.any_number();
        let now = self.now.unix_millis();
        if self.processes.iter().any(|process| process.has_fixed(node)) {
            return;
        }
        let row = self.rows.entry(node).or_default();
        if row.until > now {
            return;
        }
        let (from, until) = (row.until, now + self.random.magnitude(1..20_000));
        *row = Row { token: row.token + 1, until };
        let grant = Grant { node, token: row.token, from, until };
        let Process { simulated, permits, .. } = &mut self.processes[at];
        permits.push(simulated.run(|| Permit::new(grant)));
        self.build(at);
    }

    fn renew(&mut self, at: usize) {
        let Some(permit) = self.permit(at) else { return };
        let Grant { node, token, .. } = permit.grant();
        let now = self.now.unix_millis();
        let row = self.rows.entry(node).or_default();
        if row.token == token {
            row.until = row.until.max(now + self.random.magnitude(1..20_000));
            permit.extend(&Renewal { node, token, until: row.until });
        }
    }

    fn release(&mut self, at: usize) {
        let Some(permit) = self.permit(at) else { return };
        let release = self.processes[at].simulated.run(|| permit.close());
        let row = self.rows.entry(release.node).or_default();
        if row.token == release.token {
            row.until = release.until;
        }
    }

    fn mint_installed(&mut self, at: usize) {
        match self.random.below(3) {
            0 => self.mint_by_installed::<OtherSecondsId>(at),
            1 => self.mint_by_installed::<OwnSecondsId>(at),
            _ => self.mint_by_installed::<DefaultId>(at),
        }
    }

    fn mint_by_installed<T: SnowflakeId + Mint>(&mut self, at: usize) {
        for _ in 0..self.random.magnitude(1..50) {
            match self.processes[at].simulated.try_mint::<T>() {
                Ok(id) => self.record(&[id]),
                Err(error) => return self.refused(&error),
            }
        }
    }

    /// By a generator of the process: mostly the types that it is for.
    fn mint_any(&mut self, at: usize) {
        let Some(index) = self.held(at) else { return };
        let kind = if self.random.chance(100) {
            self.random.below(7)
        } else {
            self.processes[at].held[index].kind
        };
        match kind {
            0 => self.mint::<DefaultId>(at, index),
            1 => self.mint::<OwnDefaultId>(at, index),
            2 => self.mint::<SonyflakeId>(at, index),
            3 if self.random.chance(500) => self.mint::<OtherSecondsId>(at, index),
            3 => self.mint::<SecondsId>(at, index),
            5 => self.mint_in(at, index),
            6 => self.mint::<EcmaScriptId>(at, index),
            _ => self.mint::<OwnSecondsId>(at, index),
        }
    }

    fn mint<T: SnowflakeId + Mint>(&mut self, at: usize, index: usize) {
        let (count, how) = (self.random.magnitude(1..100_000) as usize, self.random.below(3));
        let Process { simulated, held, .. } = &self.processes[at];
        let generator = &held[index].generator;
        let minted: Result<Vec<T>, MintError> = simulated.run(|| match how {
            0 => (0..count.min(100)).map(|_| generator.try_mint()).collect(),
            1 => generator.try_mint_many(count).map(Iterator::collect),
            _ => {
                let mut ids = vec![T::from_snowflake(Snowflake::MAX); count];
                let batch = generator.try_mint_many(count);
                batch.map(|batch| batch.write_to(&mut ids)).map(|()| ids)
            }
        });
        match minted {
            Ok(ids) => self.record(&ids),
            Err(error) => self.refused(&error),
        }
    }

    /// Into several shards at once: by the generator, in batches and by a handle.
    fn mint_in(&mut self, at: usize, index: usize) {
        let (count, how) = (self.random.magnitude(1..500), self.random.below(3));
        // At times one that does not fit.
        let shards: Vec<_> = (0..count).map(|_| self.random.below(65) as u32).collect();
        let Process { simulated, held, .. } = &self.processes[at];
        let generator = &held[index].generator;
        let minted: Vec<Result<Vec<FeedId>, MintError>> = simulated.run(|| {
            let local = generator.local();
            let mint = |shard: &u32| match how {
                0 => generator.within(*shard).try_mint().map(|id| vec![id]),
                1 => generator.within(*shard).try_mint_many(3).map(Iterator::collect),
                _ => local.within(*shard).try_mint().map(|id| vec![id]),
            };
            shards.iter().map(mint).collect()
        });
        for (minted, shard) in minted.into_iter().zip(shards) {
            match minted {
                Ok(ids) => {
                    assert!(ids.iter().all(|id| id.caller() == shard));
                    self.record(&ids);
                }
                Err(error) => self.refused(&error),
            }
        }
    }

    /// A handle that goes on minting from its block while time passes and the node
    /// changes.
    fn handle(&mut self, at: usize) {
        let Some(index) = self.held(at) else { return };
        match self.processes[at].held[index].kind {
            0 => self.mint_by_handle::<DefaultId>(at, index),
            1 => self.mint_by_handle::<OwnDefaultId>(at, index),
            2 => self.mint_by_handle::<SonyflakeId>(at, index),
            3 => self.mint_by_handle::<SecondsId>(at, index),
            5 => self.mint_in(at, index),
            6 => self.mint_by_handle::<EcmaScriptId>(at, index),
            _ => self.mint_by_handle::<OwnSecondsId>(at, index),
        }
    }

    fn mint_by_handle<T: SnowflakeId + Mint>(&mut self, at: usize, index: usize) {
        let changes = self.random.chance(300);
        let settings = if changes { self.settings(at) } else { None };
        let (before, after) = (self.random.magnitude(1..80), self.random.magnitude(1..80));
        let wait = if self.random.chance(300) { self.random.magnitude(1..1_500) } else { 0 };
        let Process { simulated, held, .. } = &mut self.processes[at];
        let held = &mut held[index];
        let mut ids: Vec<T> = Vec::new();
        simulated.run(|| {
            let local = held.generator.local();
            ids.extend((0..before).map_while(|_| local.try_mint::<T>().ok()));
            if let Some((number, permit, settings)) = settings
                && held.generator.change_node(settings).is_ok()
            {
                (held.number, held.permit) = (number, permit);
            }
            self.now.0.fetch_add(wait, Ordering::Relaxed);
            ids.extend((0..after).map_while(|_| local.try_mint::<T>().ok()));
        });
        self.record(&ids);
    }

    /// A generator of a process.
    fn held(&mut self, at: usize) -> Option<usize> {
        let count = self.processes[at].held.len();
        (count > 0).then(|| self.random.below(count))
    }

    /// A permit of a process, at times one that has ended or was closed.
    fn permit(&mut self, at: usize) -> Option<Permit> {
        let permits = &self.processes[at].permits;
        (!permits.is_empty()).then(|| permits[self.random.below(permits.len())].clone())
    }

    /// A kind of generator and the lease by which there is one.
    fn beside(&mut self, at: usize) -> Option<(usize, Permit)> {
        let index = self.held(at)?;
        let process = &self.processes[at];
        let (kind, permit) = (process.held[index].kind, process.held[index].permit.clone()?);
        let latest = process.permits.iter().rev().find(|other| other.node() == permit.node());
        (latest == Some(&permit) && !permit.is_closed()).then_some((kind, permit))
    }

    fn settings(&mut self, at: usize) -> Option<(u32, Option<Permit>, Settings)> {
        if self.random.chance(400)
            && let Some(permit) = self.permit(at)
        {
            // What leases mint ahead of the clock is inside of their grants.
            let ahead = Limits::new().max_lead(Duration::from_secs(3));
            let limits = if self.random.chance(200) { ahead } else { Limits::new() };
            return Some((permit.node(), Some(permit.clone()), permit.with_limits(limits)));
        }
        let number = self.number(at)?;
        Some((number, None, Node::fixed(number).with_limits(Limits::new())))
    }

    fn any_number(&mut self) -> u32 {
        self.first_number + self.random.below(NUMBERS) as u32
    }

    /// A number that the process may fix.
    fn number(&mut self, at: usize) -> Option<u32> {
        let number = self.any_number();
        let mut others = self.processes.iter().enumerate().filter(|(other, _)| *other != at);
        let shared = self.mistake == Some(Mistake::SharedNumber);
        let is_free = !self.rows.contains_key(&number)
            && (shared || !others.any(|(_, other)| other.has_fixed(number)));
        is_free.then_some(number)
    }

    fn record<T: SnowflakeId>(&mut self, ids: &[T]) {
        let layout = ALL_LAYOUTS.iter().position(|layout| *layout == T::LAYOUT).unwrap();
        // Types that share generators share their IDs as well.
        let whose = if T::OWN_GENERATOR { T::NAME } else { "" };
        self.minted += ids.len() as u64;
        let mut places = ids.iter().map(|id| place(0, layout, id.snowflake())).peekable();
        while let Some((line, start)) = places.next() {
            let mut end = start + 1;
            while places.next_if_eq(&(line, end)).is_some() {
                end += 1;
            }
            let issued = self.issued.entry((whose, line)).or_default();
            if let Err(twice) = issued.insert(start..end) {
                let text = format!("{}, {line:?}: slots {twice:?} were minted twice", T::NAME);
                self.violation.get_or_insert(Violation(text));
            }
        }
    }

    fn refused(&mut self, error: &MintError) {
        *self.refusals.entry(kind_of(error)).or_default() += 1;
    }
}

impl Process {
    fn new(simulated: SimulatedProcess<Now>) -> Self {
        Self { simulated, held: Vec::new(), installed: None, permits: Vec::new() }
    }

    /// Whether it holds a number other than by a lease.
    fn has_fixed(&self, number: u32) -> bool {
        let mut held = self.held.iter().filter(|held| held.number == number);
        self.installed == Some(number) || held.any(|held| held.permit.is_none())
    }
}

fn kind_of(error: &MintError) -> &'static str {
    match error {
        MintError::NotInstalled => "not installed",
        MintError::OwnerMismatch { .. } => "owner mismatch",
        MintError::LayoutMismatch { .. } => "layout mismatch",
        MintError::WouldWait { .. } => "would wait",
        MintError::BatchTooLarge { .. } => "batch too large",
        MintError::LeaseExpired { .. } => "lease expired",
        MintError::LeaseReleased { .. } => "lease released",
        MintError::Forked => "forked",
        MintError::FixedAndLeased { .. } => "fixed and leased",
        MintError::CallerOutOfRange { .. } => "caller out of range",
        MintError::NodeOutOfRange { .. } => "node out of range",
        _ => "another reason",
    }
}
