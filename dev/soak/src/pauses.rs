//! How long a process may mint nothing.
//!
//! A lease lasts for a term without its store, and a store that is back renews it. So a
//! process mints nothing only while something is wrong, and for a term after that, in
//! which connections that hang are given up and made anew. Whatever is beyond that is
//! the kit's fault, but for what a busy machine takes.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The term of the leases, with what their IDs may be ahead of the clock.
pub(crate) const TERM: u64 = 3_000;

/// What a busy machine may take in addition, in ms.
pub(crate) const MARGIN: u64 = 10_000;

/// A span of the monotonic clock, in ms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) from: u64,
    pub(crate) to: u64,
}

impl Span {
    pub(crate) const fn millis(self) -> u64 {
        self.to.saturating_sub(self.from)
    }
}

/// Whom a fault may keep from minting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whom {
    All,
    /// A process.
    One(usize),
    /// A process that was stopped. It may have a lock, and others that begin, or that
    /// share a file, wait for it.
    Stopped(usize),
}

/// What went wrong when.
#[derive(Debug, Default)]
pub(crate) struct Outages(Vec<(Whom, Span)>);

impl Outages {
    pub(crate) fn add(&mut self, whom: Whom, from: u64) {
        self.add_until(whom, from, now());
    }

    pub(crate) fn add_until(&mut self, whom: Whom, from: u64, to: u64) {
        self.0.push((whom, Span { from, to }));
    }

    /// How much of a pause of a process is not to be put down to a fault.
    fn unexcused(&self, process: usize, pause: Pause, shares_a_file: bool) -> u64 {
        let concerns = |whom| match whom {
            Whom::All => true,
            Whom::One(who) => who == process,
            Whom::Stopped(who) => who == process || pause.is_start || shares_a_file,
        };
        let concerning = self.0.iter().filter(|(whom, _)| concerns(*whom));
        let mut spans: Vec<_> = concerning.map(|(_, span)| (span.from, span.to + TERM)).collect();
        spans.sort_unstable();
        // Any process has a term to begin with.
        let mut at = pause.span.from + TERM;
        let mut unexcused = 0;
        for (from, to) in spans {
            unexcused += from.min(pause.span.to).saturating_sub(at);
            at = at.max(to);
        }
        unexcused + pause.span.to.saturating_sub(at)
    }
}

/// A span in which a process has minted nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pause {
    span: Span,
    /// Whether it is the one before the first ID.
    is_start: bool,
}

/// What the pauses of processes have come to, in ms.
#[derive(Debug, Default)]
pub(crate) struct Pauses {
    pub(crate) longest: u64,
    /// The most of one pause that is not to be put down to a fault.
    pub(crate) unexcused: u64,
}

impl Pauses {
    /// Reads what a process has written.
    pub(crate) fn add(
        &mut self,
        name: &str,
        process: usize,
        file: &Path,
        outages: &Outages,
        shares_a_file: bool,
    ) -> Result<(), Box<dyn Error>> {
        // A process that was killed at once has none.
        let text = fs::read_to_string(file).unwrap_or_default();
        for pause in parse(&text)? {
            self.longest = self.longest.max(pause.span.millis());
            let unexcused = outages.unexcused(process, pause, shares_a_file);
            self.unexcused = self.unexcused.max(unexcused);
            if unexcused > MARGIN {
                return Err(format!(
                    "{name}: nothing was minted for {:?}, of which {:?} are neither in a fault \
                     nor in the {:?} after one; at most {:?} are left to the machine",
                    Duration::from_millis(pause.span.millis()),
                    Duration::from_millis(unexcused),
                    Duration::from_millis(TERM),
                    Duration::from_millis(MARGIN),
                )
                .into());
            }
        }
        Ok(())
    }
}

/// A line for each pause, or for a pause so far: a process that is killed in the middle
/// of one has written how long it was before.
fn parse(text: &str) -> Result<Vec<Pause>, Box<dyn Error>> {
    let mut pauses = Vec::new();
    for line in text.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let &[kind, from, to] = &words[..] else { return Err(format!("pause {line:?}").into()) };
        let span = Span { from: from.parse()?, to: to.parse()? };
        pauses.push(Pause { span, is_start: kind == "start" });
    }
    Ok(pauses)
}

/// The monotonic clock, which all processes share and nobody sets, in ms.
pub(crate) fn now() -> u64 {
    let now = clock_gettime(ClockId::Monotonic);
    now.tv_sec.unsigned_abs() * 1_000 + now.tv_nsec.unsigned_abs() / 1_000_000
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unexcused(outages: &[(Whom, u64, u64)], pause: (u64, u64)) -> u64 {
        let spans = outages.iter().map(|&(whom, from, to)| (whom, Span { from, to }));
        let span = Span { from: pause.0, to: pause.1 };
        Outages(spans.collect()).unexcused(7, Pause { span, is_start: false }, false)
    }

    #[test]
    fn a_pause_may_last_a_term() {
        assert_eq!(unexcused(&[], (1_000, 4_000)), 0);
        assert_eq!(unexcused(&[], (1_000, 4_001)), 1);
    }

    #[test]
    fn a_pause_may_last_as_long_as_a_fault_and_a_term_after_it() {
        let stall = (Whom::All, 2_000, 9_000);
        assert_eq!(unexcused(&[stall], (1_000, 12_000)), 0);
        assert_eq!(unexcused(&[stall], (1_000, 72_000)), 60_000);
        // Neither before the pause nor after it.
        assert_eq!(unexcused(&[(Whom::All, 0, 900)], (1_000, 5_000)), 1_000);
        assert_eq!(unexcused(&[(Whom::All, 20_000, 30_000)], (1_000, 5_000)), 1_000);
        // Between two faults.
        let two = [(Whom::All, 30_000, 31_000), (Whom::All, 10_000, 20_000)];
        assert_eq!(unexcused(&two, (9_000, 35_000)), 7_000 + 1_000);
        // One in another, and one that begins before the other ends.
        let three =
            [(Whom::All, 10_000, 20_000), (Whom::All, 11_000, 12_000), (Whom::All, 15_000, 25_000)];
        assert_eq!(unexcused(&three, (9_000, 28_500)), 500);
    }

    #[test]
    fn the_fault_of_another_process_is_no_excuse() {
        assert_eq!(unexcused(&[(Whom::One(7), 1_000, 9_000)], (1_000, 12_000)), 0);
        assert_eq!(unexcused(&[(Whom::One(8), 1_000, 9_000)], (1_000, 12_000)), 8_000);
        let stopped = Outages(vec![(Whom::Stopped(8), Span { from: 1_000, to: 9_000 })]);
        let pause = |is_start| Pause { span: Span { from: 1_000, to: 12_000 }, is_start };
        assert_eq!(stopped.unexcused(7, pause(false), false), 8_000);
        assert_eq!(stopped.unexcused(7, pause(true), false), 0);
        assert_eq!(stopped.unexcused(7, pause(false), true), 0);
    }

    #[test]
    fn a_line_that_was_cut_is_left_out() {
        let pauses = parse("start 5 9\npause 12 70\npause 12 170").unwrap();
        let spans: Vec<_> =
            pauses.iter().map(|pause| (pause.is_start, pause.span.millis())).collect();
        assert_eq!(spans, [(true, 4), (false, 58)]);
        assert!(parse("pause 12\n").is_err());
    }
}
