//! A world that follows from a seed.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use snowflake_kit_core::{Limits, SequenceStart};

use crate::clock::{LifeClock, Machine};
use crate::ledger::{Checks, LAYOUTS, Violation};
use crate::nemesis::{Fault, Strike};
use crate::network::{SPACES, Sender, World};
use crate::process::{Life, ProcessSettings, Stop};
use crate::random::Random;
use crate::report::Report;
use crate::store::Mutant;
use crate::time::{Due, Executor};

/// Simulates what follows from a seed, to its end or to the first violation.
pub(crate) fn simulate(
    seed: u64,
    mutant: Option<Mutant>,
    checks: Checks,
) -> Result<Report, Violation> {
    let mut simulation = Simulation::new(seed, mutant, checks);
    simulation.storm()?;
    simulation.calm()?;
    let mut state = simulation.world.state();
    state.report.twice = state.ledger.twice;
    Ok(std::mem::take(&mut state.report))
}

pub(crate) struct Simulation {
    pub(crate) world: World,
    pub(crate) random: Random,
    pub(crate) executor: Executor,
    pub(crate) machines: Vec<Arc<Machine>>,
    pub(crate) processes: Vec<Process>,
    /// How long a lease lasts at the least, by which everything is paced.
    pub(crate) term: Duration,
    /// How far clocks may be apart that nobody has set wrong.
    pub(crate) max_skew: Duration,
    /// The kinds of faults in this world, and how long there is none at most.
    pub(crate) faults: Vec<Fault>,
    pub(crate) pace: Duration,
    pub(crate) raging: bool,
}

pub(crate) struct Process {
    settings: ProcessSettings,
    /// Asks the present life to end, if there is one.
    pub(crate) stop: Option<Arc<Stop>>,
    /// Whether it has been stopped by a signal.
    pub(crate) stopped: bool,
}

impl Simulation {
    fn new(seed: u64, mutant: Option<Mutant>, checks: Checks) -> Self {
        let mut random = Random::new(seed);
        let count = random.within(2..10) as usize;
        let world = World::new(mutant, checks, count, random.fork());
        let term = random.duration(MILLI * 100..SECOND * 60);
        let max_skew = random.pick(&[term / 3, term * 2, term * 5, SECOND * 10]);
        {
            let mut state = world.state();
            state.slow = random.pick(&[MILLI, term / 100, term / 20, term / 10]);
            state.late = term * 4;
        }
        let spaces = random.within(1..SPACES.len() as i64 + 1) as usize;
        // As many nodes as processes at the least; else some could never mint.
        let tight = count as u32 - 1;
        let max_node = random.pick(&[tight, tight, tight * 2, 1_023]);
        let processes = (0..count).map(|process| {
            let mut settings = random_settings(term, max_node, &mut random);
            (settings.space, settings.max_skew) = (process % spaces, max_skew);
            Process { settings, stop: None, stopped: false }
        });
        let processes = processes.collect();
        let machines = 0..random.within(1..count as i64 + 1);
        let machines = machines.map(|_| Arc::new(Machine::new(&world.time))).collect();
        let (executor, raging) = (Executor::default(), true);
        // With all of them at once, the rare ones that need quiet would not show.
        let faults = Fault::ALL.iter().copied().filter(|_| random.chance(500)).collect();
        let pace = random.duration(term / 2..term * 3);
        Self { world, random, executor, machines, processes, term, max_skew, faults, pace, raging }
    }

    /// Faults, one after the other.
    fn storm(&mut self) -> Result<(), Violation> {
        for machine in 0..self.machines.len() {
            self.strike(Strike::SetRight { machine });
        }
        for process in 0..self.processes.len() {
            self.later(MILLI..self.term, Strike::Begin { process });
        }
        self.later(MILLI..self.term, Strike::Fault);
        let end = self.world.time.now() + micros(self.term) * self.random.within(60..200);
        while self.world.time.now() < end {
            self.step()?;
        }
        Ok(())
    }

    /// No more faults: soon all processes mint again, with all layouts.
    fn calm(&mut self) -> Result<(), Violation> {
        self.raging = false;
        for machine in 0..self.machines.len() {
            self.strike(Strike::SetRight { machine });
        }
        self.strike(Strike::ComeBack);
        self.strike(Strike::SetStoreRight);
        for process in 0..self.processes.len() {
            self.strike(Strike::Clear { process });
            self.strike(Strike::Resume { process });
            self.strike(Strike::Begin { process });
        }
        self.world.state().report.recovered.clear();
        let (began, limit) = (self.world.time.now(), self.patience());
        let all = self.processes.len() * LAYOUTS.len();
        while self.world.state().report.recovered.len() < all {
            self.step()?;
            let passed = Duration::from_micros(self.world.time.now().abs_diff(began));
            let report = &mut self.world.state().report;
            report.recovery = passed;
            if passed > limit {
                let recovered = &report.recovered;
                return Err(Violation(format!(
                    "{passed:?} after the last fault only these minted: {recovered:?}"
                )));
            }
        }
        Ok(())
    }

    /// After which time without faults everybody must have minted.
    ///
    /// What was minted while a clock and the store's were ahead has to be waited
    /// for, by the process that minted it and by those that need its node: up to
    /// the largest end of a lease that there has been.
    fn patience(&self) -> Duration {
        let ahead = self.world.state().store.furthest - self.world.time.now().div_euclid(1_000);
        let slack = self.processes.iter().map(|process| {
            let ProcessSettings { term, limits, .. } = process.settings;
            term * 5 + limits.max_lead + limits.max_rollback
        });
        let slack = slack.max().unwrap_or_default() + self.max_skew + SECOND * 5;
        Duration::from_millis(ahead.max(0).unsigned_abs()) + slack
    }

    /// What is due next, and what follows from it at once.
    fn step(&mut self) -> Result<(), Violation> {
        match self.world.time.next().expect("processes never have nothing to do") {
            Due::Wake(waker) => waker.wake(),
            Due::Deliver(delivery) => self.world.state().deliver(delivery),
            Due::Strike(strike) => self.strike(strike),
        }
        let processes = &self.processes;
        for process in self.executor.run(|process| processes[process].stopped) {
            self.processes[process].stop = None;
            self.later(MICRO..self.term, Strike::Begin { process });
        }
        match self.world.state().violation.take() {
            Some(violation) => Err(violation),
            None => Ok(()),
        }
    }

    pub(crate) fn later(&mut self, range: Range<Duration>, strike: Strike) {
        let wait = self.random.duration(range);
        self.world.time.after(wait, Due::Strike(strike));
    }

    pub(crate) fn evenly_later(&mut self, range: Range<Duration>, strike: Strike) {
        let wait = self.random.within(micros(range.start)..micros(range.end));
        self.world.time.after(Duration::from_micros(wait.unsigned_abs()), Due::Strike(strike));
    }

    /// Begins a life, unless there is one already. It remembers nothing, and may
    /// be on another machine than the one before.
    pub(crate) fn begin(&mut self, process: usize) {
        let machine = self.random.pick(&self.machines);
        let (hides, random) = (self.random.chance(500), self.random.fork());
        let Process { settings, stop, .. } = &mut self.processes[process];
        if stop.is_some() {
            return;
        }
        let begun = Arc::new(Stop::default());
        *stop = Some(Arc::clone(&begun));
        let life = {
            let mut state = self.world.state();
            state.report.lives += 1;
            state.report.lives
        };
        let life = Life {
            world: self.world.clone(),
            settings: settings.clone(),
            sender: Sender { process, life },
            clock: LifeClock::new(&machine, hides),
            stop: begun,
            random,
        };
        self.executor.begin(process, life.live());
    }
}

fn random_settings(term: Duration, max_node: u32, random: &mut Random) -> ProcessSettings {
    let lead = match random.below(3) {
        0 => random.duration(MILLI..SECOND),
        1 => random.duration(MILLI..term),
        _ => Duration::ZERO,
    };
    let zero = SequenceStart::Zero;
    let start = [zero, zero, SequenceStart::Random, SequenceStart::Continue];
    let limits = Limits::new()
        .max_lead(lead)
        .max_rollback(random.duration(MILLI..SECOND * 20))
        .sequence_start(random.pick(&start));
    ProcessSettings {
        space: 0,
        term: term + random.duration(MICRO..term),
        max_skew: Duration::ZERO,
        max_node,
        preferred: random.chance(300).then(|| random.below(max_node as usize + 1) as u32),
        limits,
        is_task: random.chance(500),
    }
}

pub(crate) const MICRO: Duration = Duration::from_micros(1);
pub(crate) const MILLI: Duration = Duration::from_millis(1);
pub(crate) const SECOND: Duration = Duration::from_secs(1);

pub(crate) fn micros(duration: Duration) -> i64 {
    duration.as_micros() as i64
}
