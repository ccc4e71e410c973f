//! What turns a wall clock, which people and daemons set, into a time that
//! never goes backwards and does not believe everything.

use core::time::Duration;
use std::sync::PoisonError;

use super::{ClockError, Reading};
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicI64, Ordering};

/// The two clocks of an operating system.
pub(super) trait TimeSource {
    /// Unix ms, as set by people and daemons.
    fn wall(&self) -> i64;

    /// Milliseconds since some fixed instant of this process; never steps.
    fn monotonic(&self) -> i64;
}

/// The largest forward step that is believed at once, and the largest step
/// back that is ridden out at half speed, in ms.
pub(super) const MAX_STEP: i64 = 10_000;

/// How long a larger forward step must last before it is believed, in ms.
pub(super) const CONFIRMATION: i64 = 1_000;

/// How long the wall clock is followed without a look at the monotonic one,
/// in ms.
const HORIZON: i64 = 1_000;

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
            watch: Mutex::new(Watch { anchor: None, leap: None, slew: None }),
        }
    }

    #[inline]
    pub(super) fn read(&self, source: &impl TimeSource) -> Result<Reading, ClockError> {
        let wall = source.wall();
        // Relaxed: each of the two is a bound of its own. A `last` that is not
        // the newest is put right by `raise`; a `horizon` that is not the
        // newest lets a wall time pass that was to be looked at from a moment
        // ago on, and that time is at most `HORIZON` past one that was.
        if wall >= self.last.load(Ordering::Relaxed) && wall <= self.horizon.load(Ordering::Relaxed)
        {
            return Ok(Reading::at(self.raise(wall)));
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
        let now = Pair { time: source.wall(), monotonic: source.monotonic() };
        watch.trust(now)?;
        watch.anchor = Some(now);

        let last = self.last.load(Ordering::Relaxed);
        if now.time >= last {
            watch.slew = None;
            self.horizon.store(now.time.saturating_add(HORIZON), Ordering::Relaxed);
            return Ok(Reading::at(self.raise(now.time)));
        }
        // The wall clock stepped back.
        self.horizon.store(i64::MIN, Ordering::Relaxed);
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

    /// A wall clock at one instant.
    struct Wall(i64);

    impl TimeSource for Wall {
        fn wall(&self) -> i64 {
            self.0
        }

        fn monotonic(&self) -> i64 {
            self.0
        }
    }

    #[test]
    fn no_reading_is_smaller_than_one_before_it_on_any_thread() {
        loom::model(|| {
            let guard = Arc::new(Guard::new());
            let read = |guard: &Guard, wall| guard.read(&Wall(wall)).unwrap().unix_millis();
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
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// An operating system whose clocks are set by the test.
    struct Os {
        wall: Cell<i64>,
        monotonic: Cell<i64>,
        guard: Guard,
    }

    const START: i64 = 1_767_225_600_000;

    impl TimeSource for Os {
        fn wall(&self) -> i64 {
            self.wall.get()
        }

        fn monotonic(&self) -> i64 {
            self.monotonic.get()
        }
    }

    impl Os {
        fn new() -> Self {
            Self { wall: Cell::new(START), monotonic: Cell::new(77), guard: Guard::new() }
        }

        /// Time passes, for both clocks.
        fn pass(&self, millis: i64) {
            self.wall.set(self.wall.get() + millis);
            self.monotonic.set(self.monotonic.get() + millis);
        }

        /// Somebody sets the wall clock.
        fn step(&self, millis: i64) {
            self.wall.set(self.wall.get() + millis);
        }

        fn read(&self) -> Result<Reading, ClockError> {
            self.guard.read(self)
        }

        fn time(&self) -> i64 {
            self.read().unwrap().unix_millis() - START
        }
    }

    #[test]
    fn an_even_clock_is_followed_exactly() {
        let os = Os::new();
        for step in [0, 1, 1, 0, 500, 998, 1_000, 1_001, 60_000, 86_400_000] {
            os.pass(step);
            assert_eq!(os.read(), Ok(Reading::at(os.wall.get())));
        }
    }

    #[test]
    fn small_steps_forward_are_followed_at_once() {
        let os = Os::new();
        assert_eq!(os.time(), 0);
        os.step(MAX_STEP);
        assert_eq!(os.time(), MAX_STEP);
        os.step(MAX_STEP + 1);
        assert!(os.read().is_err());
    }

    #[test]
    fn one_absurd_reading_moves_nothing() {
        let os = Os::new();
        os.time();
        os.step(86_400_000);
        assert_eq!(
            os.read(),
            Err(ClockError::LeaptAhead {
                by: Duration::from_hours(24),
                limit: Duration::from_secs(10),
                confirmed_in: Duration::from_secs(1),
            })
        );
        os.step(-86_400_000);
        os.pass(5);
        assert_eq!(os.read(), Ok(Reading::at(START + 5)));
    }

    #[test]
    fn a_leap_that_lasts_is_believed() {
        let os = Os::new();
        os.time();
        os.step(3_600_000);
        assert!(os.read().is_err());
        os.pass(999);
        let Err(error) = os.read() else { panic!("believed too early") };
        assert_eq!(error.retry_after(), Some(Duration::from_millis(1)));
        os.pass(1);
        assert_eq!(os.time(), 3_601_000);
        os.pass(1);
        assert_eq!(os.time(), 3_601_001);
    }

    #[test]
    fn a_second_leap_starts_the_wait_anew() {
        let os = Os::new();
        os.time();
        os.step(3_600_000);
        assert!(os.read().is_err());
        os.pass(900);
        os.step(3_600_000);
        assert!(os.read().is_err());
        os.pass(900);
        assert!(os.read().is_err());
        os.pass(100);
        assert_eq!(os.time(), 7_200_000 + 1_900);
    }

    #[test]
    fn a_machine_that_slept_wakes_up_after_the_confirmation() {
        let os = Os::new();
        os.time();
        os.step(28_800_000); // the monotonic clock does not count sleep
        assert!(os.read().is_err());
        os.pass(CONFIRMATION);
        assert_eq!(os.time(), 28_801_000);
    }

    #[test]
    fn a_small_step_back_is_ridden_out_at_half_speed() {
        let os = Os::new();
        os.time();
        os.pass(100);
        assert_eq!(os.time(), 100);
        os.step(-50);
        assert_eq!(os.read(), Ok(Reading::at(START + 100).with_wall_behind(50)));
        for passed in 1_i64..=96 {
            os.pass(1);
            let time = 100 + passed / 2;
            let behind = (time - (50 + passed)).cast_unsigned();
            assert_eq!(os.read(), Ok(Reading::at(START + time).with_wall_behind(behind)));
        }
        // Caught up: 148 both.
        os.pass(2);
        assert_eq!(os.read(), Ok(Reading::at(START + 148)));
        os.pass(1);
        assert_eq!(os.read(), Ok(Reading::at(START + 149)));
    }

    #[test]
    fn half_speed_is_kept_however_rarely_it_is_read() {
        let os = Os::new();
        os.pass(1_000);
        assert_eq!(os.time(), 1_000);
        os.step(-800);
        os.time();
        os.pass(301);
        assert_eq!(os.time(), 1_150);
        os.pass(301);
        assert_eq!(os.time(), 1_301);
    }

    #[test]
    fn after_a_large_step_back_time_stands_still_and_says_so() {
        let os = Os::new();
        os.time();
        os.step(-3_600_000);
        assert_eq!(os.read(), Ok(Reading::at(START).with_wall_behind(3_600_000)));
        os.pass(3_000_000);
        assert_eq!(os.read(), Ok(Reading::at(START).with_wall_behind(600_000)));
        os.pass(590_000);
        assert_eq!(os.read(), Ok(Reading::at(START).with_wall_behind(10_000)));
        os.pass(20_000);
        assert_eq!(os.read(), Ok(Reading::at(START + 10_000)));
    }

    #[test]
    fn a_clock_before_1970_is_read() {
        let os = Os::new();
        os.wall.set(-5_000);
        assert_eq!(os.read(), Ok(Reading::at(-5_000)));
    }
}
