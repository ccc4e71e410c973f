//! A clock that is set by hand.

use core::time::Duration;
use std::sync::Arc;

use super::{Clock, ClockError, Reading, Timeline};
use crate::sync::atomic::{AtomicI64, Ordering};

/// A clock for tests: it shows the time to which it was set. Clones show the same time.
///
/// A generator on this clock never sleeps. It moves the clock ahead by the time that it would have
/// slept. So every run of a test gives the same IDs.
///
/// ```
/// use core::time::Duration;
/// use snowflake_kit_core::{Layout, Snowflake};
/// use snowflake_kit_mint::{Generator, ManualClock, Minter, Node};
///
/// let clock = ManualClock::at(1_767_225_600_000);
/// let generator = Generator::with_clock(Layout::DEFAULT, Node::fixed(1), clock.clone())?;
///
/// let first = generator.try_mint::<Snowflake>()?;
/// clock.advance(Duration::from_secs(1));
/// let second = generator.try_mint::<Snowflake>()?;
/// assert_eq!(second.get() - first.get(), 1_000 << 22);
/// # Ok::<(), snowflake_kit_mint::MintError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ManualClock {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    unix_millis: AtomicI64,
    /// Not the timeline of the process, because a clock of another test at the same time must not
    /// see what was issued on this one.
    timeline: Timeline,
}

impl ManualClock {
    /// A clock that shows this instant, in Unix ms.
    pub fn at(unix_millis: i64) -> Self {
        Self {
            shared: Arc::new(Shared {
                unix_millis: AtomicI64::new(unix_millis),
                timeline: Timeline::new(),
            }),
        }
    }

    /// The time that the clock shows, in Unix ms.
    pub fn unix_millis(&self) -> i64 {
        self.shared.unix_millis.load(Ordering::Relaxed)
    }

    /// Sets the clock to a time in the future or the past, in Unix ms.
    pub fn set(&self, unix_millis: i64) {
        self.shared.unix_millis.store(unix_millis, Ordering::Relaxed);
    }

    /// Moves the clock forward, by whole milliseconds.
    pub fn advance(&self, by: Duration) {
        self.shared.unix_millis.fetch_add(by.as_millis() as i64, Ordering::Relaxed);
    }

    /// Moves the clock back, by whole milliseconds.
    pub fn step_back(&self, by: Duration) {
        self.shared.unix_millis.fetch_sub(by.as_millis() as i64, Ordering::Relaxed);
    }
}

impl Clock for ManualClock {
    fn read(&self) -> Result<Reading, ClockError> {
        Ok(Reading::at(self.unix_millis()))
    }

    fn skip(&self, wait: Duration) -> bool {
        self.advance(wait);
        true
    }

    fn timeline(&self) -> &Timeline {
        &self.shared.timeline
    }
}
