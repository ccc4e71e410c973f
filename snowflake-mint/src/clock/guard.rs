//! What turns a wall clock, which people and daemons set, into a time that
//! never goes backwards and does not believe everything.

use core::time::Duration;
use std::sync::PoisonError;

use super::window::{self, Calibration, Window};
use super::{ClockError, Reading};
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicI64, Ordering};

/// The two clocks of an operating system, and the counter of its processor.
pub(super) trait TimeSource {
    /// The time as set by people and daemons.
    fn wall(&self) -> Wall;

    /// Nanoseconds since some fixed instant of this process; never steps.
    fn monotonic_nanos(&self) -> i64;

    /// Whether there is a counter that runs evenly.
    fn has_counter(&self) -> bool;

    /// What that counter says.
    fn counter(&self) -> u64;
}

/// What a wall clock says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wall {
    /// Unix ms.
    pub(super) millis: i64,
    /// How many ns are left of that millisecond; 0 if nobody knows.
    pub(super) nanos_left: u32,
}

/// The largest forward step that is believed at once, and the largest step
/// back that is ridden out at half speed, in ms.
pub(super) const MAX_STEP: i64 = 10_000;

/// How long a larger forward step must last before it is believed, in ms.
pub(super) const CONFIRMATION: i64 = 1_000;

/// How long the wall clock is followed without a look at the monotonic one,
/// in ms.
const HORIZON: i64 = 1_000;

/// The same until it is known how fast the counter is.
const HORIZON_OF_CALIBRATION: i64 = window::SPAN / 1_000_000 + 1;

/// By how much two spans may differ and still be the same, in ms.
const TOLERANCE: u64 = 500;

/// Reads a [`TimeSource`] so that
/// - no reading is smaller than one before it, on any thread;
/// - small steps forward are followed at once, and so is what NTP slews;
/// - after a step back, time goes on at half the speed until the wall clock
///   has caught up, and the reading says how far behind it still is; beyond
///   [`MAX_STEP`] it stands still instead, so that it is caught up with sooner;
/// - a larger step forward is an error until it has lasted for
///   [`CONFIRMATION`], so that a single absurd reading moves nothing.
#[derive(Debug)]
pub(super) struct Guard {
    /// The largest time read so far.
    last: AtomicI64,
    /// Up to here the wall clock is believed unseen. Behind `last` when it
    /// must be looked at closely each time.
    horizon: AtomicI64,
    /// Whether `last` is the time without a look at any clock.
    window: Window,
    watch: Mutex<Watch>,
}

#[derive(Debug)]
struct Watch {
    /// A pair of readings that belong together; none before the first.
    anchor: Option<Pair>,
    /// A leap that is not believed yet, as first seen.
    leap: Option<Pair>,
    /// While a step back is ridden out: the time and the monotonic clock when
    /// it began or was last looked at.
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
    /// Which time it must be by the monotonic clock.
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

    #[inline]
    pub(super) fn read(&self, source: &impl TimeSource) -> Result<Reading, ClockError> {
        if self.window.is_open(|| source.counter()) {
            // What was read when the window was opened, or later.
            return Ok(Reading::at(self.last.load(Ordering::Relaxed)));
        }
        self.read_clock(source)
    }

    /// A reading outside of a window: the first in a millisecond, and all where there
    /// is no counter.
    #[inline(never)]
    fn read_clock(&self, source: &impl TimeSource) -> Result<Reading, ClockError> {
        let counter = if source.has_counter() { source.counter() } else { 0 };
        let wall = source.wall();
        let time = wall.millis;
        // Relaxed: each of the two is a bound of its own. A `last` that is not
        // the newest is put right by `raise`; a `horizon` that is not the
        // newest lets a wall time pass that was to be looked at from a moment
        // ago on, and that time is at most `HORIZON` past one that was.
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

    /// Makes `time` the largest time read, unless a larger one has been.
    #[inline]
    fn raise(&self, time: i64) -> i64 {
        if self.last.load(Ordering::Relaxed) == time {
            // Most reads fall into a millisecond that is known already, and a
            // load does not take the cache line from the other cores.
            return time;
        }
        self.last.fetch_max(time, Ordering::Relaxed).max(time)
    }

    /// The reads that compare both clocks: one a second, and all while the
    /// wall clock is not to be believed.
    #[cold]
    fn look(&self, source: &impl TimeSource) -> Result<Reading, ClockError> {
        // A panic cannot happen in here, so a poisoned watch is a whole one.
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
        // Only as much time passes here as the wall clock was near enough for.
        let near = MAX_STEP - (slew.time - now.time);
        let passed = (now.monotonic - slew.monotonic).min(near).max(0);
        let (time, rest) = (slew.time + passed / 2, passed % 2);
        watch.slew = Some(Pair { time, monotonic: now.monotonic - rest });
        let time = self.raise(time.max(now.time));
        Ok(Reading::at(time).with_wall_behind(time.abs_diff(now.time)))
    }
}

impl Watch {
    /// Holds the wall clock against the monotonic one, and remembers a leap
    /// that is not to be believed yet.
    fn trust(&mut self, now: Pair) -> Result<(), ClockError> {
        let Some(anchor) = self.anchor else {
            return Ok(());
        };
        let by = now.time.saturating_sub(anchor.expected(now.monotonic));
        if by <= MAX_STEP {
            self.leap = None;
            return Ok(());
        }
        // A leap is the same one as long as time runs on evenly from it.
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

/// A span of ms, which is not negative.
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

    /// A window says what was read before it was opened, on whichever thread.
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
