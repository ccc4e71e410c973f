//! Turns a wall clock, which people and daemons set, into a time that never goes backwards.

use core::time::Duration;
use std::sync::PoisonError;

use super::window::{self, Calibration, Window};
use super::{ClockError, Reading};
use crate::fork;
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicI64, Ordering};

pub(super) trait TimeSource {
    /// The time that people and daemons set.
    fn wall(&self) -> Wall;

    /// Nanoseconds since a fixed instant of this process. It never steps.
    fn monotonic_nanos(&self) -> i64;

    /// Whether there is a counter that runs evenly.
    fn has_counter(&self) -> bool;

    /// Reads that counter.
    fn counter(&self) -> u64;
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Wall {
    /// Unix ms.
    pub(super) millis: i64,
    /// How many ns this millisecond still lasts; 0 if that is not known.
    pub(super) nanos_left: u32,
}

/// `SystemClock::MAX_STEP` in ms.
pub(super) const MAX_STEP: i64 = 10_000;

/// `SystemClock::CONFIRMATION` in ms.
pub(super) const CONFIRMATION: i64 = 1_000;

/// How long the wall clock is used without comparing it with the monotonic clock, in ms.
const HORIZON: i64 = 1_000;

/// As [`HORIZON`], until the speed of the counter is known.
const HORIZON_OF_CALIBRATION: i64 = window::SPAN / 1_000_000 + 1;

/// If two spans differ by less than this, they count as equal, in ms.
const TOLERANCE: u64 = 500;

/// Reads a [`TimeSource`] as [`SystemClock`](super::SystemClock) describes. No reading is smaller
/// than an earlier one, on any thread.
#[derive(Debug)]
pub(super) struct Guard {
    /// The largest time read so far.
    last: AtomicI64,
    /// Up to this time the wall clock is believed without a comparison. It is below `last` if every
    /// reading must be compared.
    horizon: AtomicI64,
    /// Says whether `last` is still the time, without reading a clock.
    window: Window,
    watch: Mutex<Watch>,
}

#[derive(Debug)]
struct Watch {
    anchor: Option<Pair>,
    /// A step ahead that is not believed yet, as first seen.
    leap: Option<Pair>,
    /// During a step back: the time and the monotonic clock when it began or was last read.
    slew: Option<Pair>,
    counter: Calibration,
}

/// A time and the monotonic clock at that moment, in ms.
#[derive(Clone, Copy, Debug)]
struct Pair {
    time: i64,
    monotonic: i64,
}

impl Pair {
    /// The time at which the wall clock should be, by the monotonic clock.
    const fn expected(self, monotonic: i64) -> i64 {
        self.time.saturating_add(monotonic - self.monotonic)
    }
}

impl Guard {
    pub(super) fn new() -> Self {
        Self {
            last: AtomicI64::new(i64::MIN),
            horizon: AtomicI64::new(i64::MIN),
            window: Window::new(),
            watch: Mutex::new(Watch {
                anchor: None,
                leap: None,
                slew: None,
                counter: Calibration::new(),
            }),
        }
    }

    pub(super) fn read(&self, source: &impl TimeSource) -> Result<Reading, ClockError> {
        if self.window.is_open(|| source.counter()) {
            // The time that was read when the window was opened, or a later one.
            return Ok(Reading::at(self.last.load(Ordering::Relaxed)));
        }
        self.read_clock(source)
    }

    /// A reading without a window: the first in a millisecond, and all if there is no counter.
    #[inline(never)]
    fn read_clock(&self, source: &impl TimeSource) -> Result<Reading, ClockError> {
        let counter = if source.has_counter() { source.counter() } else { 0 };
        let wall = source.wall();
        let time = wall.millis;
        // Relaxed, because the two bounds are independent. If `last` is old, `raise`
        // corrects it. If `horizon` is old, a time can pass that should be compared since a
        // moment ago; it is at most `HORIZON` after one that was compared.
        if time >= self.last.load(Ordering::Relaxed) && time <= self.horizon.load(Ordering::Relaxed)
        {
            let last = self.raise(time);
            if last == time {
                self.window.open(counter, wall.nanos_left);
            }
            return Ok(Reading::at(last));
        }
        self.look(source)
    }

    /// Makes `time` the largest time read, unless a larger one was read. Returns the largest.
    fn raise(&self, time: i64) -> i64 {
        if self.last.load(Ordering::Relaxed) == time {
            // Most readings are in the same millisecond as the one before, and a load does
            // not take the cache line from other cores.
            return time;
        }
        self.last.fetch_max(time, Ordering::Relaxed).max(time)
    }

    /// A reading that compares both clocks: once a second, and always while the wall clock is not
    /// believed.
    #[cold]
    fn look(&self, source: &impl TimeSource) -> Result<Reading, ClockError> {
        if fork::is_forked() {
            // A missing thread may have the lock. Nothing is minted by this reading.
            return Ok(Reading::at(self.raise(source.wall().millis)));
        }
        // Nothing panics while the lock is held, so a poisoned watch is consistent.
        let mut watch = self.watch.lock().unwrap_or_else(PoisonError::into_inner);
        let (counter, nanos) =
            (source.has_counter().then(|| source.counter()), source.monotonic_nanos());
        let now = Pair { time: source.wall().millis, monotonic: nanos / 1_000_000 };
        watch.trust(now).inspect_err(|_| self.window.close())?;
        watch.anchor = Some(now);

        let last = self.last.load(Ordering::Relaxed);
        if now.time >= last {
            watch.slew = None;
            let rate = counter.and_then(|counter| watch.counter.measure(counter, nanos));
            self.window.set_rate(rate);
            let unseen = match (counter, rate) {
                (Some(_), None) => HORIZON_OF_CALIBRATION,
                _ => HORIZON,
            };
            self.horizon.store(now.time.saturating_add(unseen), Ordering::Relaxed);
            return Ok(Reading::at(self.raise(now.time)));
        }
        // The wall clock stepped back.
        self.horizon.store(i64::MIN, Ordering::Relaxed);
        self.window.close();
        let slew = watch.slew.unwrap_or(Pair { time: last, monotonic: now.monotonic });
        // Counts only the time in which the wall clock was less than `MAX_STEP` behind.
        let near = MAX_STEP - (slew.time - now.time);
        let passed = (now.monotonic - slew.monotonic).min(near).max(0);
        let (time, rest) = (slew.time + passed / 2, passed % 2);
        watch.slew = Some(Pair { time, monotonic: now.monotonic - rest });
        let time = self.raise(time.max(now.time));
        Ok(Reading::at(time).with_wall_behind(time.abs_diff(now.time)))
    }
}

impl Watch {
    /// Compares the wall clock with the monotonic clock, and remembers a step ahead that is not
    /// believed yet.
    fn trust(&mut self, now: Pair) -> Result<(), ClockError> {
        let Some(anchor) = self.anchor else {
            return Ok(());
        };
        let by = now.time.saturating_sub(anchor.expected(now.monotonic));
        if by <= MAX_STEP {
            self.leap = None;
            return Ok(());
        }
        // It is the same step as long as time runs on evenly from it.
        let leap = self
            .leap
            .filter(|leap| now.time.abs_diff(leap.expected(now.monotonic)) < TOLERANCE)
            .unwrap_or(now);
        let left = CONFIRMATION - (now.monotonic - leap.monotonic);
        if left <= 0 {
            self.leap = None;
            return Ok(());
        }
        self.leap = Some(leap);
        Err(ClockError::LeaptAhead {
            by: millis(by),
            limit: millis(MAX_STEP),
            confirmed_in: millis(left),
        })
    }
}

pub(super) const fn millis(span: i64) -> Duration {
    Duration::from_millis(span.unsigned_abs())
}

/// Every interleaving of two threads that read.
#[cfg(all(test, loom))]
mod model {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;

    /// Both clocks at one instant, in ms, and a counter of 1 MHz.
    struct At(i64);

    impl TimeSource for At {
        fn wall(&self) -> Wall {
            Wall { millis: self.0, nanos_left: 1_000_000 }
        }

        fn monotonic_nanos(&self) -> i64 {
            self.0 * 1_000_000
        }

        fn has_counter(&self) -> bool {
            true
        }

        fn counter(&self) -> u64 {
            self.0.cast_unsigned() * 1_000
        }
    }

    fn read(guard: &Guard, millis: i64) -> i64 {
        guard.read(&At(millis)).unwrap().unix_millis()
    }

    #[test]
    fn no_reading_is_smaller_than_one_before_it_on_any_thread() {
        loom::model(|| {
            let guard = Arc::new(Guard::new());
            assert_eq!(read(&guard, 100), 100);
            let other = {
                let guard = Arc::clone(&guard);
                thread::spawn(move || [read(&guard, 102), read(&guard, 103)])
            };
            let here = [read(&guard, 101), read(&guard, 104)];
            let there = other.join().unwrap();
            assert!(here.is_sorted() && there.is_sorted());
            // Both happened before.
            assert!(read(&guard, 104) >= here[1].max(there[1]));
        });
    }

    /// A window is for the time that was read before it opened, on any thread.
    #[test]
    fn no_window_is_of_an_older_time() {
        loom::model(|| {
            let guard = Arc::new(Guard::new());
            read(&guard, 100);
            guard.window.set_rate(Some(1 << 10));
            let other = {
                let guard = Arc::clone(&guard);
                thread::spawn(move || [read(&guard, 102), read(&guard, 102)])
            };
            let here = [read(&guard, 101), read(&guard, 102)];
            let there = other.join().unwrap();
            assert_eq!(there, [102; 2]);
            assert!(here.is_sorted() && here[0] >= 101);
            assert_eq!(read(&guard, 102), 102);
        });
    }
}

#[cfg(all(test, not(loom)))]
mod tests;
#[cfg(all(test, not(loom)))]
mod window_tests;
