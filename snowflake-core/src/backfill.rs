//! IDs for existing rows.

use core::fmt;

use crate::layout::{FieldError, Layout};
use crate::snowflake::Snowflake;
use crate::time::UtcTime;

/// Gives IDs to existing rows. Each ID has the creation time of its row, and the IDs are in the
/// order of the rows.
///
/// Call [`id_at`](Self::id_at) for each row, the oldest first. Rows of the same tick get
/// consecutive sequence numbers. If a tick has more rows than a node has IDs for it, as after a
/// bulk import, the surplus rows get the first IDs of the next ticks, and later rows move up if
/// they must. So the order is always kept, and the time as far as possible.
///
/// Reserve a node number for the backfill alone, for all time. Then its IDs differ from those that
/// are minted meanwhile. If the layout has a field of the caller's, it is 0;
/// [`Layout::with_caller`] sets it.
///
/// ```
/// use snowflake_kit_core::{Backfill, Layout};
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
/// // After an interruption, continue after the last ID that was stored.
/// let mut backfill = Backfill::after(Layout::DEFAULT, b)?;
/// assert_eq!(backfill.id_at(1_767_225_600_001)?, c);
/// # Ok::<(), snowflake_kit_core::BackfillError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Backfill {
    layout: Layout,
    node: u32,
    /// The first unused slot. Never 0, because the ID in slot 0 may be 0.
    next: u64,
    /// When the previous row was created, in Unix ms.
    last: i64,
}

/// Why a row got no ID.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BackfillError {
    /// The layout has no ID for the row.
    NoId(FieldError),
    /// The row is older than the row before it.
    OutOfOrder {
        /// When the row was created, in Unix ms.
        unix_millis: i64,
        /// When the row before it was created, in Unix ms.
        before: i64,
    },
}

impl Backfill {
    /// A backfill that begins with the oldest row.
    ///
    /// # Errors
    /// [`FieldError::NodeOutOfRange`], or [`FieldError::Periodic`] if the layout's
    /// timestamps wrap around.
    pub const fn new(layout: Layout, node: u32) -> Result<Self, BackfillError> {
        if layout.is_periodic() {
            return Err(BackfillError::NoId(FieldError::Periodic));
        }
        if node > layout.max_node() {
            let max = layout.max_node();
            return Err(BackfillError::NoId(FieldError::NodeOutOfRange { node, max }));
        }
        Ok(Self { layout, node, next: 1, last: i64::MIN })
    }

    /// A backfill that continues after `last`, the largest ID so far, with the same node.
    ///
    /// # Errors
    /// [`FieldError::Periodic`], or [`FieldError::TimestampOutOfRange`] if the layout cannot have
    /// this ID.
    pub const fn after(layout: Layout, last: Snowflake) -> Result<Self, BackfillError> {
        let parts = layout.decompose(last);
        if parts.timestamp > layout.max_timestamp() {
            let (timestamp, max) = (parts.timestamp, layout.max_timestamp());
            let error = FieldError::TimestampOutOfRange { timestamp, max };
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
    /// - [`BackfillError::OutOfOrder`] if the row is older than the one before it: sort the rows by
    ///   creation time.
    /// - [`FieldError::BeforeEpoch`] if the row is older than the layout's epoch: use a layout
    ///   with an earlier epoch.
    /// - [`FieldError::AfterEnd`] at the layout's end.
    ///
    /// An error changes nothing: you can go on with another row.
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
            return Err(BackfillError::NoId(FieldError::AfterEnd { unix_millis, ends_at }));
        }
        self.last = unix_millis;
        self.next = slot + 1;
        Ok(self.layout.id_in_slot(slot, 0, self.node))
    }
}

impl fmt::Display for BackfillError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoId(error @ FieldError::BeforeEpoch { .. }) => {
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

impl From<FieldError> for BackfillError {
    fn from(error: FieldError) -> Self {
        Self::NoId(error)
    }
}
