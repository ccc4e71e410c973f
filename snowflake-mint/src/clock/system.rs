//! The machine's clock.

use core::time::Duration;
use std::sync::LazyLock;
use std::time::{Instant, SystemTime};

use snowflake_core::__private::unix_millis;

use super::guard::{self, Guard, TimeSource, Wall};
use super::{Clock, ClockError, Reading, counter};

/// The machine's wall clock, made fit for minting.
///
/// All `SystemClock`s of a process are one clock:
///
/// | the wall clock | `SystemClock` |
/// |---|---|
/// | runs on, slewed by NTP or not | follows, in milliseconds |
/// | steps ahead by up to 10 s | follows at once |
/// | steps ahead by more, also while the machine slept | [`ClockError::LeaptAhead`] until it has stayed there for 1 s, then follows |
/// | steps back by up to 10 s | goes on at half the speed until the wall clock has caught up |
/// | steps back by more | stands still until it is less than 10 s, then as above |
///
/// It never goes backwards, on any thread. While it rides out a step back, it
/// says by how much the wall clock is behind. Where that is more than its
/// `max_rollback`, a generator goes by the wall clock: it refuses to mint, unless
/// it has not issued an ID of the time that is to come again.
///
/// The first reading of a process is believed, since there is nothing to hold
/// it against.
///
/// There is no background thread. The first reading in a millisecond costs what
/// [`SystemTime::now`] costs; once a second the monotonic clock is read too. On
/// x86-64 with Linux, where the kernel tells the time by the processor's time stamp
/// counter, all others ask that counter whether it is still the same millisecond,
/// which costs a third. A step or a correction of the clock is then seen when the
/// millisecond ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SystemClock {
    _private: (),
}

impl SystemClock {
    /// The largest step ahead that is followed at once, and the largest step
    /// back that is ridden out at half the speed: 10 s.
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
        // 292 years.
        START.elapsed().as_nanos() as i64
    }

    fn has_counter(&self) -> bool {
        counter::is_trusted()
    }

    #[inline]
    fn counter(&self) -> u64 {
        counter::read()
    }
}
