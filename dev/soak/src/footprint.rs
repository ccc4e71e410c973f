//! What processes take of the machine, over a run: memory and file descriptors.
//!
//! Only processes that live through the whole run tell whether what they take grows, so
//! some are never killed: the first of each library.

use std::error::Error;
use std::fmt;
use std::fs;
use std::time::{Duration, Instant};

/// How often it is looked at.
const EVERY: Duration = Duration::from_secs(1);

/// A run with fewer looks than these in each quarter says nothing about growth.
const ENOUGH: usize = 60;

/// Descriptors that may be open in the last quarter of a run beyond those of the second: a
/// connection that is being given up, and the one in its place.
const DESCRIPTORS: u64 = 2;

/// What a process takes at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sample {
    /// Memory that is resident, in KiB.
    memory: u64,
    /// Open file descriptors.
    descriptors: u64,
}

/// All looks at the processes that live through a run.
#[derive(Debug)]
pub(crate) struct Footprints {
    looked: Instant,
    /// By process.
    samples: Vec<Vec<Sample>>,
}

impl Footprints {
    pub(crate) fn of(processes: usize) -> Self {
        Self { looked: Instant::now(), samples: vec![Vec::new(); processes] }
    }

    /// Looks at the processes with these IDs, if it is time to.
    pub(crate) fn look(&mut self, processes: impl Iterator<Item = u32>) {
        if self.looked.elapsed() < EVERY {
            return;
        }
        self.looked = Instant::now();
        for (samples, process) in self.samples.iter_mut().zip(processes) {
            samples.extend(look(process));
        }
    }

    /// What they took at first and at last.
    ///
    /// # Errors
    /// If one has grown over a run that is long enough to tell.
    pub(crate) fn growth(&self) -> Result<Growth, Box<dyn Error>> {
        let mut most = Growth::default();
        for (process, samples) in self.samples.iter().enumerate() {
            let growth = Growth::over(samples);
            if samples.len() / 4 >= ENOUGH && growth.is_leak() {
                return Err(format!("process {process:02} grows: {growth}").into());
            }
            most = most.max(growth);
        }
        Ok(most)
    }
}

fn look(process: u32) -> Option<Sample> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    // `VmRSS:	   12345 kB`
    let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let memory = memory.trim().strip_suffix(" kB")?.parse().ok()?;
    let descriptors = fs::read_dir(format!("/proc/{process}/fd")).ok()?.count() as u64;
    Some(Sample { memory, descriptors })
}

/// What a process took in the second quarter of a run and in the last one: the medians,
/// which a fault does not move.
///
/// In the first quarter it takes what it needs: pools are filled, and the allocator learns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Growth {
    memory: [u64; 2],
    descriptors: [u64; 2],
}

impl Growth {
    fn over(samples: &[Sample]) -> Self {
        let quarter = samples.len() / 4;
        let quarters = [&samples[quarter..2 * quarter], &samples[samples.len() - quarter..]];
        Self {
            memory: quarters.map(|samples| median(samples, |sample| sample.memory)),
            descriptors: quarters.map(|samples| median(samples, |sample| sample.descriptors)),
        }
    }

    /// Whether the last quarter has over a tenth more memory than the second, or more
    /// descriptors than a connection is worth.
    fn is_leak(self) -> bool {
        let [before, after] = self.memory;
        let [open, now_open] = self.descriptors;
        after > before + before / 10 || now_open > open + DESCRIPTORS
    }

    /// The larger one of each.
    fn max(self, other: Self) -> Self {
        let larger = |one: [u64; 2], other: [u64; 2]| if other[1] > one[1] { other } else { one };
        Self {
            memory: larger(self.memory, other.memory),
            descriptors: larger(self.descriptors, other.descriptors),
        }
    }
}

fn median(samples: &[Sample], of: impl Fn(&Sample) -> u64) -> u64 {
    let mut values: Vec<_> = samples.iter().map(of).collect();
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or_default()
}

impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([before, after], [open, now_open]) = (self.memory, self.descriptors);
        let tenths = |kib: u64| (kib / 1_024, kib % 1_024 * 10 / 1_024);
        let ((mib, tenth), (then_mib, then_tenth)) = (tenths(before), tenths(after));
        write!(f, "{mib}.{tenth} to {then_mib}.{then_tenth} MiB, {open} to {now_open} open")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(of: impl Fn(u64) -> Sample) -> Footprints {
        let samples = (0..400).map(of).collect();
        Footprints { looked: Instant::now(), samples: vec![samples] }
    }

    #[test]
    fn this_process_takes_something() {
        let sample = look(std::process::id()).expect("Linux says what a process takes");
        assert!(sample.memory > 100 && sample.descriptors >= 3, "{sample:?}");
    }

    #[test]
    fn what_stays_as_it_is_or_swings_is_no_leak() {
        let flat = |at: u64| Sample {
            memory: 10_240 + at % 7 * 500,
            descriptors: if at.is_multiple_of(5) { 40 } else { 12 },
        };
        let growth = run(flat).growth().unwrap();
        assert_eq!(growth.to_string(), "11.4 to 11.4 MiB, 12 to 12 open");
        // It takes what it needs in the first quarter.
        let warm = |at: u64| Sample { memory: at.min(100) * 1_024, descriptors: at.min(100) };
        run(warm).growth().unwrap();
    }

    #[test]
    fn what_grows_is_named() {
        let memory = run(|at| Sample { memory: 10_240 + at * 20, descriptors: 12 });
        let error = memory.growth().unwrap_err().to_string();
        assert_eq!(error, "process 00 grows: 12.9 to 16.8 MiB, 12 to 12 open");
        let descriptors = run(|at| Sample { memory: 10_240, descriptors: 12 + at / 50 });
        let error = descriptors.growth().unwrap_err().to_string();
        assert_eq!(error, "process 00 grows: 10.0 to 10.0 MiB, 15 to 19 open");
    }
}
