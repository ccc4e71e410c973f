//! What happened in a simulation.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::Duration;

use crate::ledger::Run;
use crate::random::spread;

#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) mints: u64,
    pub(crate) lives: u64,
    pub(crate) claims: u64,
    pub(crate) renewals: u64,
    pub(crate) releases: u64,
    /// How often a node was another process's, and another one was claimed.
    pub(crate) losses: u64,
    /// IDs that are there twice because the store had forgotten a lease.
    pub(crate) twice: u64,
    /// Faults and refusals to mint, by their kind.
    counts: BTreeMap<&'static str, u64>,
    /// When each process has minted last, in Unix µs.
    last: BTreeMap<usize, i64>,
    /// The longest time in which a process has not minted.
    pub(crate) longest_pause: Duration,
    /// How long it took until all processes minted again, when the nemesis had
    /// gone.
    pub(crate) recovery: Duration,
    /// Who has minted what since it has gone: processes and layouts.
    pub(crate) recovered: BTreeSet<(usize, usize)>,
    /// Of all that happened, in its order.
    pub(crate) trace: u64,
}

impl Report {
    pub(crate) fn count(&mut self, what: &'static str, happened: bool) {
        if happened {
            *self.counts.entry(what).or_default() += 1;
        }
    }

    /// Adds to the trace.
    pub(crate) fn trace(&mut self, values: &[u64]) {
        for value in values {
            self.trace = spread(self.trace ^ value).wrapping_add(0x9e37_79b9_7f4a_7c15);
        }
    }

    pub(crate) fn minted(&mut self, process: usize, now: i64, run: &Run) {
        self.mints += run.slots.end - run.slots.start;
        if let Some(last) = self.last.insert(process, now) {
            let pause = Duration::from_micros(now.abs_diff(last));
            self.longest_pause = self.longest_pause.max(pause);
        }
        self.recovered.insert((process, run.line.layout));
        self.trace(&[now as u64, process as u64, u64::from(run.line.node), run.slots.start]);
        self.trace(&[run.slots.end]);
    }

    /// The sum of two simulations.
    pub(crate) fn add(&mut self, other: Self) {
        self.mints += other.mints;
        self.lives += other.lives;
        self.claims += other.claims;
        self.renewals += other.renewals;
        self.releases += other.releases;
        self.losses += other.losses;
        for (what, count) in other.counts {
            *self.counts.entry(what).or_default() += count;
        }
        self.longest_pause = self.longest_pause.max(other.longest_pause);
        self.recovery = self.recovery.max(other.recovery);
        self.trace(&[other.trace]);
    }

    pub(crate) fn count_of(&self, what: &str) -> u64 {
        self.counts.get(what).copied().unwrap_or_default()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mints, lives, claims, renewals, releases, losses, .. } = self;
        writeln!(
            f,
            "{mints} IDs in {lives} lives of processes; {claims} claims, {renewals} renewals, \
             {releases} releases, {losses} nodes lost"
        )?;
        for (what, count) in &self.counts {
            writeln!(f, "{count:>9} × {what}")?;
        }
        write!(
            f,
            "longest time without minting: {:?}; until all minted after the last fault: {:?}",
            self.longest_pause, self.recovery
        )
    }
}
