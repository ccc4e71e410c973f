//! The clocks of machines: wrong in every way.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64};

use snowflake_kit_mint::{Clock, ClockError, Reading, Timeline};

use crate::random::spread;
use crate::time::Time;

/// How much true time passes while a right clock shows a second, in µs.
pub(crate) const RIGHT: i64 = 1_000_000;

/// The clock of a machine. The simulation has one thread; the atomics are there
/// since a [`Clock`] is `Sync`.
pub(crate) struct Machine {
    time: Time,
    /// What it showed when it was last set, and the true time then, in µs.
    shown: AtomicI64,
    set_at: AtomicI64,
    /// How many µs it shows for a true second: 0 if it stands still.
    rate: AtomicI64,
    /// By how many µs each reading is wrong at most, at random.
    noise: AtomicI64,
    noises: AtomicU64,
    unreadable: AtomicBool,
}

impl Machine {
    pub(crate) fn new(time: &Time) -> Self {
        let now = time.now();
        Self {
            time: time.clone(),
            shown: AtomicI64::new(now),
            set_at: AtomicI64::new(now),
            rate: AtomicI64::new(RIGHT),
            noise: AtomicI64::new(0),
            noises: AtomicU64::new(0),
            unreadable: AtomicBool::new(false),
        }
    }

    /// Unix µs, without noise.
    pub(crate) fn shows(&self) -> i64 {
        let passed = self.time.now() - self.set_at.load(Relaxed);
        let rate = self.rate.load(Relaxed);
        // A right clock, the most frequent one, without a division.
        let counted = if rate == RIGHT { passed } else { scaled(passed, rate) };
        self.shown.load(Relaxed) + counted
    }

    /// Steps to another time, in µs from what it shows.
    pub(crate) fn step(&self, by: i64) {
        let shown = self.shows();
        self.shown.store(shown + by, Relaxed);
        self.set_at.store(self.time.now(), Relaxed);
    }

    /// Steps to a time that is so far from the true one, in µs.
    pub(crate) fn set(&self, offset: i64) {
        self.step(self.time.now() + offset - self.shows());
    }

    pub(crate) fn run_at(&self, rate: i64) {
        self.step(0);
        self.rate.store(rate, Relaxed);
    }

    pub(crate) fn make_noise(&self, noise: i64) {
        self.noise.store(noise, Relaxed);
    }

    pub(crate) fn make_unreadable(&self, unreadable: bool) {
        self.unreadable.store(unreadable, Relaxed);
    }

    fn read(&self) -> Result<i64, ClockError> {
        if self.unreadable.load(Relaxed) {
            return Err(ClockError::Unavailable { reason: "the nemesis has it" });
        }
        let noise = self.noise.load(Relaxed);
        let mut micros = self.shows();
        if noise > 0 {
            let drawn = spread(self.noises.fetch_add(1, Relaxed)) % noise.unsigned_abs();
            micros += 2 * drawn as i64 - noise;
        }
        Ok(micros.div_euclid(1_000))
    }
}

/// So many µs at so many per second, without overflow for 10^5 years.
const fn scaled(micros: i64, rate: i64) -> i64 {
    micros / 1_000_000 * rate + micros % 1_000_000 * rate / 1_000_000
}

/// The clock of a machine as one life of a process reads it. The life has a
/// timeline of its own: the next one has forgotten what was minted.
#[derive(Clone)]
pub(crate) struct LifeClock(Arc<Inner>);

struct Inner {
    machine: Arc<Machine>,
    timeline: Timeline,
    /// Whether steps back are hidden, as the machine's clock of the library
    /// does; else readings go back as well.
    hides: bool,
    latest: AtomicI64,
}

impl LifeClock {
    pub(crate) fn new(machine: &Arc<Machine>, hides: bool) -> Self {
        let machine = Arc::clone(machine);
        let latest = AtomicI64::new(i64::MIN);
        Self(Arc::new(Inner { machine, timeline: Timeline::new(), hides, latest }))
    }
}

impl Clock for LifeClock {
    fn read(&self) -> Result<Reading, ClockError> {
        let wall = self.0.machine.read()?;
        if !self.0.hides {
            return Ok(Reading::at(wall));
        }
        let latest = self.0.latest.fetch_max(wall, Relaxed).max(wall);
        Ok(Reading::at(latest).with_wall_behind(latest.abs_diff(wall)))
    }

    fn timeline(&self) -> &Timeline {
        &self.0.timeline
    }
}
