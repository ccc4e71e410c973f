//! Where the time comes from.

mod counter;
mod guard;
mod manual;
pub(crate) mod system;
mod timeline;
mod window;

use core::fmt;
use core::time::Duration;

pub use manual::ManualClock;
pub use system::SystemClock;
pub use timeline::Timeline;
pub(crate) use timeline::TimelineName;

/// A source of wall time.
///
/// Programs use [`SystemClock`], and tests [`ManualClock`]. A clock of your own (of a device, for
/// instance) may be wrong in any way: a [`Generator`](crate::Generator) never issues a slot twice,
/// whatever its clock returns.
///
/// ```
/// use std::time::{SystemTime, UNIX_EPOCH};
///
/// use snowflake_kit_core::Layout;
/// use snowflake_kit_mint::{Clock, ClockError, Generator, Minter, Node, Reading};
///
/// struct Plain;
///
/// impl Clock for Plain {
///     fn read(&self) -> Result<Reading, ClockError> {
///         match SystemTime::now().duration_since(UNIX_EPOCH) {
///             Ok(since) => Ok(Reading::at(since.as_millis() as i64)),
///             Err(_) => Err(ClockError::Unavailable { reason: "it is before 1970" }),
///         }
///     }
/// }
///
/// let generator = Generator::with_clock(Layout::DEFAULT, Node::fixed(1), Plain)?;
/// assert_eq!(Layout::DEFAULT.decompose(generator.mint()).node, 1);
/// # Ok::<(), snowflake_kit_mint::MintError>(())
/// ```
pub trait Clock: Send + Sync {
    /// Returns the time.
    ///
    /// # Errors
    /// [`ClockError`] if the clock cannot be read, or does not trust its reading.
    fn read(&self) -> Result<Reading, ClockError>;

    /// Moves this clock ahead by `wait` and returns `true`, if its time can be moved. Real clocks
    /// return `false`, and the caller sleeps.
    fn skip(&self, wait: Duration) -> bool {
        let _ = wait;
        false
    }

    /// Returns which time this clock tells. Generators of the same timeline, layout and node share
    /// what they have issued. Do not override this for a clock that tells real time.
    fn timeline(&self) -> &Timeline {
        Timeline::real()
    }
}

macro_rules! clock_behind_pointer {
    ($($pointer:ty),*) => {$(
        impl<C: Clock + ?Sized> Clock for $pointer {
            fn read(&self) -> Result<Reading, ClockError> {
                (**self).read()
            }

            fn skip(&self, wait: Duration) -> bool {
                (**self).skip(wait)
            }

            fn timeline(&self) -> &Timeline {
                (**self).timeline()
            }
        }
    )*};
}

clock_behind_pointer!(&C);
clock_behind_pointer!(Box<C>, std::sync::Arc<C>);

/// What a clock returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    unix_millis: i64,
    behind: u64,
}

impl Reading {
    /// This many ms after 1970-01-01T00:00:00Z.
    pub const fn at(unix_millis: i64) -> Self {
        Self { unix_millis, behind: 0 }
    }

    /// The same reading, from a clock that hides a step back: the wall clock is `millis` behind it.
    /// If that is more than the generator's `max_rollback`, the generator uses the time of the wall
    /// clock, and mints only if it has not issued later timestamps. It continues with the wall clock
    /// when that is less far behind.
    #[must_use]
    pub const fn with_wall_behind(mut self, millis: u64) -> Self {
        self.behind = millis;
        self
    }

    /// Unix ms.
    pub const fn unix_millis(self) -> i64 {
        self.unix_millis
    }

    /// How far the wall clock is behind, in ms.
    pub const fn wall_behind(self) -> u64 {
        self.behind
    }

    /// The time of the wall clock, in Unix ms.
    pub const fn wall_unix_millis(self) -> i64 {
        self.unix_millis.saturating_sub_unsigned(self.behind)
    }
}

/// Why a clock has no usable reading.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClockError {
    /// The wall clock stepped ahead by more than `limit`, compared with the monotonic clock, and
    /// has not stayed there long enough to be believed.
    LeaptAhead {
        /// How far ahead it is.
        by: Duration,
        /// The largest step that is believed at once.
        limit: Duration,
        /// When the step will be believed, if the clock stays where it is.
        confirmed_in: Duration,
    },
    /// The clock cannot be read.
    Unavailable {
        /// Why.
        reason: &'static str,
    },
}

impl ClockError {
    pub(crate) const fn retry_after(&self) -> Option<Duration> {
        match *self {
            Self::LeaptAhead { confirmed_in, .. } => Some(confirmed_in),
            Self::Unavailable { .. } => None,
        }
    }
}

impl fmt::Display for ClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::LeaptAhead { by, limit, confirmed_in } => write!(
                f,
                "the clock leapt ahead by {by:?}, more than the {limit:?} that are believed at once: \
                 minting continues if it stays there for another {confirmed_in:?}"
            ),
            Self::Unavailable { reason } => write!(f, "the clock cannot be read: {reason}"),
        }
    }
}

snowflake_kit_core::__debug_is_text!(ClockError);

impl core::error::Error for ClockError {}
