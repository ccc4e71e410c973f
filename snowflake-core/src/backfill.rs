//! IDs for rows that are there already.

use core::fmt;

use crate::layout::{Layout, LayoutError};
use crate::snowflake::Snowflake;
use crate::time::UtcTime;

/// Gives IDs to rows that were created before they got any: each of the time of
/// its row, in the order of creation.
///
/// It is asked for one row after another, the oldest first. Rows of one tick
/// count up the sequence. When a tick has more rows than a node has IDs in it,
/// as after a bulk import, the rows that are too many get the first IDs of the
/// next ticks, and the rows after them move up if they must: the order is
/// always kept, and the time as far as possible.
///
/// Its node number must be used for nothing else, neither before nor after.
/// Then its IDs are unlike those that are minted meanwhile. A field of the caller's is 0;
/// [`Layout::with_caller`] sets it.
///
/// ```
/// use snowflake_core::{Backfill, Layout};
///
/// let mut backfill = Backfill::new(Layout::DEFAULT, 1023)?;
/// let a = backfill.id_at(1_767_225_600_000)?;
/// let b = backfill.id_at(1_767_225_600_000)?;
/// let c = backfill.id_at(1_767_225_600_001)?;
///
/// let parts = [a, b, c].map(|id| Layout::DEFAULT.decompose(id));
/// assert_eq!(parts.map(|parts| parts.sequence), [0, 1, 0]);
/// assert!(a < b && b < c && parts.iter().all(|parts| parts.node == 1023));
/// assert_eq!(Layout::DEFAULT.unix_millis(parts[2].timestamp), Some(1_767_225_600_001));
///
/// // After an interruption it goes on behind the last ID that was stored.
/// let mut backfill = Backfill::after(Layout::DEFAULT, b)?;
/// assert_eq!(backfill.id_at(1_767_225_600_001)?, c);
/// # Ok::<(), snowflake_core::BackfillError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Backfill {
    layout: Layout,
    node: u32,
    /// The first slot that is not used. Never 0: the ID in that slot may be 0.
    next: u64,
    /// When the last row was created, in Unix ms.
    last: i64,
}

/// Why a row got no ID.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BackfillError {
    /// The layout has no ID for the row.
    NoId(LayoutError),
    /// The row is older than the one before it.
    OutOfOrder {
        /// When it was created, in Unix ms.
        unix_millis: i64,
        /// When the one before it was, in Unix ms.
        before: i64,
    },
}

impl Backfill {
    /// Begins with the oldest row.
    ///
    /// # Errors
    /// [`LayoutError::NodeOutOfRange`], or [`LayoutError::Periodic`] if the layout's
    /// timestamps wrap around.
    #[inline]
    pub const fn new(layout: Layout, node: u32) -> Result<Self, BackfillError> {
        if layout.is_periodic() {
            return Err(BackfillError::NoId(LayoutError::Periodic));
        }
        if node > layout.max_node() {
            let max = layout.max_node();
            return Err(BackfillError::NoId(LayoutError::NodeOutOfRange { node, max }));
        }
        Ok(Self { layout, node, next: 1, last: i64::MIN })
    }

    /// Goes on after the largest ID that has been given out, with its node.
    ///
    /// # Errors
    /// [`LayoutError::Periodic`], or [`LayoutError::TimestampOutOfRange`] if it
    /// is no ID of the layout.
    #[inline]
    pub const fn after(layout: Layout, last: Snowflake) -> Result<Self, BackfillError> {
        let parts = layout.decompose(last);
        if parts.timestamp > layout.max_timestamp() {
            let (timestamp, max) = (parts.timestamp, layout.max_timestamp());
            let error = LayoutError::TimestampOutOfRange { timestamp, max };
            return Err(BackfillError::NoId(error));
        }
        match Self::new(layout, parts.node) {
            Ok(mut backfill) => {
                let first = layout.first_slot(parts.timestamp);
                backfill.next = first + parts.sequence as u64 + 1;
                Ok(backfill)
            }
            Err(error) => Err(error),
        }
    }

    /// The ID of the next row, which was created at `unix_millis`.
    ///
    /// # Errors
    /// [`BackfillError::OutOfOrder`] if that is before the row before it: sort
    /// rows by their creation. [`LayoutError::BeforeEpoch`] if the layout does
    /// not reach back to it: take one with an earlier epoch.
    /// [`LayoutError::AfterEnd`] at the layout's end.
    ///
    /// After an error it goes on as if it had not been asked.
    #[inline]
    pub const fn id_at(&mut self, unix_millis: i64) -> Result<Snowflake, BackfillError> {
        if unix_millis < self.last {
            return Err(BackfillError::OutOfOrder { unix_millis, before: self.last });
        }
        let first = match self.layout.timestamp(unix_millis) {
            Ok(tick) => self.layout.first_slot(tick),
            Err(error) => return Err(BackfillError::NoId(error)),
        };
        let slot = if first > self.next { first } else { self.next };
        if slot >= self.layout.end_slot() {
            let ends_at = match self.layout.ends_at() {
                Some(ends_at) => ends_at,
                // Not reached: `new` refuses layouts without an end.
                None => i64::MAX,
            };
            return Err(BackfillError::NoId(LayoutError::AfterEnd { unix_millis, ends_at }));
        }
        self.last = unix_millis;
        self.next = slot + 1;
        Ok(self.layout.id_in_slot(slot, 0, self.node))
    }
}

impl fmt::Display for BackfillError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoId(error @ LayoutError::BeforeEpoch { .. }) => {
                write!(f, "{error}: take a layout with an epoch before the oldest row")
            }
            Self::NoId(error) => error.fmt(f),
            Self::OutOfOrder { unix_millis, before } => write!(
                f,
                "a row of {} comes after one of {}: sort the rows by their creation",
                UtcTime(unix_millis),
                UtcTime(before)
            ),
        }
    }
}

impl core::error::Error for BackfillError {}

impl From<LayoutError> for BackfillError {
    fn from(error: LayoutError) -> Self {
        Self::NoId(error)
    }
}
