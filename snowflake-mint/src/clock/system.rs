//! The machine's clock.

use core::time::Duration;
use std::sync::LazyLock;
use std::time::{Instant, SystemTime};

use snowflake_kit_core::__private::unix_millis;

use super::guard::{self, Guard, TimeSource, Wall};
use super::{Clock, ClockError, Reading, counter};

/// The machine's wall clock, prepared for minting.
///
/// All `SystemClock`s of a process are one clock. It never goes backwards, on any thread:
///
/// | the wall clock | `SystemClock` |
/// |---|---|
/// | runs on, slewed by NTP or not | follows, in milliseconds |
/// | steps ahead by up to 10 s | follows at once |
/// | steps ahead by more, also while the machine slept | returns [`ClockError::LeaptAhead`] until the wall clock has stayed there for 1 s, then follows |
/// | steps back by up to 10 s | runs at half speed until the wall clock has caught up |
/// | steps back by more | stands still until the wall clock is less than 10 s behind, then as above |
///
/// After a step back, each reading says how far the wall clock is behind. If that is more than a
/// generator's `max_rollback`, the generator refuses to mint, unless it has issued no
/// timestamp that will come again. In that case it uses the time of the wall clock from then on.
///
/// The first reading of a process is believed, because there is nothing to compare it with.
///
/// There is no background thread. The first reading in a millisecond costs as much as
/// [`SystemTime::now`]; once a second the monotonic clock is read too. On x86-64 Linux, if the
/// kernel uses the processor's time stamp counter, all other readings in a millisecond only read
/// that counter, at a third of the cost. Then a step of the clock is noticed when the millisecond
/// ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SystemClock {
    _private: (),
}

impl SystemClock {
    /// The largest step ahead that is followed at once, and the largest step back during which time
    /// runs at half speed: 10 s.
    pub const MAX_STEP: Duration = guard::millis(guard::MAX_STEP);

    /// How long a larger step ahead must last before it is followed: 1 s.
    pub const CONFIRMATION: Duration = guard::millis(guard::CONFIRMATION);

    /// The machine's clock.
    pub const fn new() -> Self {
        Self { _private: () }
    }
}

/// One for the process, so that no two readings contradict each other.
static GUARD: LazyLock<Guard> = LazyLock::new(Guard::new);

impl Clock for SystemClock {
    #[inline]
    fn read(&self) -> Result<Reading, ClockError> {
        GUARD.read(&OperatingSystem)
    }
}

struct OperatingSystem;

impl TimeSource for OperatingSystem {
    fn wall(&self) -> Wall {
        const MILLI: u32 = 1_000_000;
        match SystemTime::now().duration_since(SystemTime::UNIX_EPOCH) {
            Ok(since) => {
                let whole =
                    i64::try_from(since.as_secs()).unwrap_or(i64::MAX).saturating_mul(1_000);
                let millis = whole.saturating_add(since.subsec_millis().into());
                Wall { millis, nanos_left: MILLI - since.subsec_nanos() % MILLI }
            }
            Err(before) => {
                let now = SystemTime::UNIX_EPOCH - before.duration();
                Wall { millis: unix_millis(now), nanos_left: 0 }
            }
        }
    }

    fn monotonic_nanos(&self) -> i64 {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        // Enough for 292 years.
        START.elapsed().as_nanos() as i64
    }

    fn has_counter(&self) -> bool {
        counter::is_trusted()
    }

    fn counter(&self) -> u64 {
        counter::read()
    }
}

#[cfg(test)]
mod tests {
    use super::{OperatingSystem, SystemTime, TimeSource as _};

    #[test]
    fn what_is_left_of_a_milli_is_told() {
        let nanos = || SystemTime::UNIX_EPOCH.elapsed().unwrap().as_nanos();
        for _ in 0..10_000 {
            let (before, wall, after) = (nanos(), OperatingSystem.wall(), nanos());
            assert!((1..=1_000_000).contains(&wall.nanos_left), "{}", wall.nanos_left);
            let end = (u128::from(wall.millis.unsigned_abs()) + 1) * 1_000_000;
            let read = end - u128::from(wall.nanos_left);
            // Unless the clock was set back meanwhile.
            assert!((before..=after).contains(&read) || before > after, "{before} {read} {after}");
        }
    }

    #[test]
    fn a_counter_that_is_trusted_counts() {
        if OperatingSystem.has_counter() {
            let before = OperatingSystem.counter();
            assert!((0..1_000_000).any(|_| OperatingSystem.counter() > before));
        }
    }
}
