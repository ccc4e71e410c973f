//! From timestamps to instants and back, and the IDs of an interval.

use core::ops::RangeInclusive;

use super::field::mask;
use super::{Layout, LayoutError};
use crate::snowflake::Snowflake;

impl Layout {
    /// The first instant whose timestamp does not fit, in Unix ms; `None` if
    /// timestamps wrap around, or there are none.
    ///
    /// ```
    /// use snowflake_core::{Layout, UtcTime};
    ///
    /// let end = Layout::DEFAULT.ends_at().unwrap();
    /// assert_eq!(UtcTime(end).to_string(), "2094-09-07T15:47:35.552Z");
    /// ```
    pub const fn ends_at(&self) -> Option<i64> {
        if self.is_periodic() {
            return None;
        }
        // Below 2^63: `try_build` has seen to it. The sum may pass through more,
        // when the epoch is before 1970.
        Some(self.epoch.wrapping_add_unsigned((self.max_timestamp() + 1) * self.tick as u64))
    }

    /// How long a period lasts, in ms, if timestamps wrap around.
    pub const fn period_millis(&self) -> Option<u64> {
        if self.is_periodic() { Some((self.max_timestamp() + 1) * self.tick as u64) } else { None }
    }

    /// When a timestamp's tick began, in Unix ms; `None` if timestamps wrap
    /// around, see [`unix_millis_before`](Self::unix_millis_before).
    pub const fn unix_millis(&self, timestamp: u64) -> Option<i64> {
        if self.is_periodic() {
            return None;
        }
        Some(self.millis_after_epoch(timestamp))
    }

    /// When a timestamp's tick began, in Unix ms, if that was not after
    /// `reference`: in a layout whose timestamps wrap around, the last such
    /// instant.
    ///
    /// IDs read back soon after they were minted are decoded with the present
    /// (plus some seconds, where clocks differ) as the reference; older ones
    /// with a time that is known to be later by less than a period.
    ///
    /// `None` if the layout does not wrap and the instant is after
    /// `reference`, or if it has no time.
    ///
    /// ```
    /// use snowflake_core::{Layout, UtcTime};
    ///
    /// let reference = 1_778_385_000_000; // 2026-05-10T03:50:00Z
    /// let decoded = Layout::TRACE_ID.unix_millis_before(104, reference).unwrap();
    /// assert_eq!(UtcTime(decoded).to_string(), "2026-05-10T03:50:00.000Z");
    ///
    /// // The period that this takes for granted:
    /// let period = Layout::TRACE_ID.period_start(decoded).unwrap();
    /// assert_eq!(UtcTime(period).to_string(), "2026-05-10T03:48:16.000Z");
    ///
    /// // A timestamp that would be after the reference is of the period before.
    /// let decoded = Layout::TRACE_ID.unix_millis_before(105, reference).unwrap();
    /// assert_eq!(UtcTime(decoded).to_string(), "2025-04-16T19:09:29.000Z");
    /// ```
    pub const fn unix_millis_before(&self, timestamp: u64, reference: i64) -> Option<i64> {
        let first = self.millis_after_epoch(timestamp);
        match self.period_millis() {
            None if first <= reference => Some(first),
            None => None,
            Some(period) => {
                let since = reference as i128 - first as i128;
                let last = first as i128 + since - since.rem_euclid(period as i128);
                if last < i64::MIN as i128 { None } else { Some(last as i64) }
            }
        }
    }

    /// When a timestamp's tick began, in Unix ms, if that was at `start` or after it.
    ///
    /// For tables whose older rows have keys from elsewhere, such as numbers that a
    /// database counted: those are IDs of the time shortly after the epoch, although
    /// nothing was minted then. `start` is a time before the first mint, such as the
    /// day on which the program that mints was deployed.
    ///
    /// `None` if the instant is before `start`, if timestamps wrap around, or if there
    /// is no time.
    ///
    /// ```
    /// use snowflake_core::{Layout, Snowflake};
    ///
    /// let day = 1_795_305_600_000; // 2026-11-22T00:00:00Z
    /// let time = |id: Snowflake| {
    ///     let timestamp = Layout::DEFAULT.decompose(id).timestamp;
    ///     Layout::DEFAULT.unix_millis_since(timestamp, day)
    /// };
    /// let minted = Layout::DEFAULT.id_at(day + 5, 7, 0)?;
    /// assert_eq!(time(minted), Some(day + 5));
    /// let counted = Snowflake::new(3).unwrap();
    /// assert_eq!(time(counted), None);
    /// # Ok::<(), snowflake_core::LayoutError>(())
    /// ```
    pub const fn unix_millis_since(&self, timestamp: u64, start: i64) -> Option<i64> {
        match self.unix_millis(timestamp) {
            Some(unix_millis) if unix_millis >= start => Some(unix_millis),
            _ => None,
        }
    }

    /// When the period began in which an instant is, both in Unix ms; `None` if
    /// timestamps do not wrap around. An instant that was
    /// [decoded](Self::unix_millis_before) is assumed to be of this period, and
    /// may be of any that is a whole number of
    /// [periods](Self::period_millis) earlier.
    pub const fn period_start(&self, unix_millis: i64) -> Option<i64> {
        match self.period_millis() {
            None => None,
            Some(period) => {
                let since = unix_millis as i128 - self.epoch as i128;
                let start = unix_millis as i128 - since.rem_euclid(period as i128);
                if start < i64::MIN as i128 { None } else { Some(start as i64) }
            }
        }
    }

    /// The timestamp of an instant: the number of whole ticks since the epoch.
    ///
    /// # Errors
    /// [`LayoutError::BeforeEpoch`] and [`LayoutError::AfterEnd`]. Timestamps
    /// that wrap around have no end.
    pub const fn timestamp(&self, unix_millis: i64) -> Result<u64, LayoutError> {
        if unix_millis < self.epoch {
            return Err(LayoutError::BeforeEpoch { unix_millis, epoch: self.epoch });
        }
        let ticks = unix_millis.abs_diff(self.epoch) / self.tick as u64;
        match self.ends_at() {
            None => Ok(ticks & self.max_timestamp()),
            Some(ends_at) if unix_millis >= ends_at => {
                Err(LayoutError::AfterEnd { unix_millis, ends_at })
            }
            Some(_) => Ok(ticks),
        }
    }

    /// The smallest and the largest ID whose time is in `from <= time < to`,
    /// both in Unix ms, whatever their node.
    ///
    /// The time of an ID is the beginning of its tick. Bounds outside the
    /// layout's time are moved to its edges. If no ID can be in between, the
    /// result is empty: its start is larger than its end, and `BETWEEN` finds
    /// nothing.
    ///
    /// # Errors
    /// [`LayoutError::Periodic`] if timestamps wrap around: then the IDs of an
    /// interval are not side by side, see [`Monotonicity`](crate::Monotonicity).
    pub const fn range(
        &self,
        from: i64,
        to: i64,
    ) -> Result<RangeInclusive<Snowflake>, LayoutError> {
        if self.is_periodic() {
            return Err(LayoutError::Periodic);
        }
        // A tick is in the range when its beginning is, so both bounds round
        // up: `first` is the first tick inside, `end` the first one behind.
        let first = self.ticks_until(from);
        let end = self.ticks_until(to);
        if first >= end {
            return Ok(RangeInclusive::new(Snowflake::MAX, Snowflake::MIN));
        }
        let start = match Snowflake::new((first << self.time_shift()) as i64) {
            Some(id) => id,
            None => Snowflake::MIN,
        };
        let last = ((end - 1) << self.time_shift()) | mask(self.time_shift());
        match Snowflake::new(last as i64) {
            Some(last) => Ok(RangeInclusive::new(start, last)),
            // Tick 0 of a layout with neither node nor sequence has no ID.
            None => Ok(RangeInclusive::new(Snowflake::MAX, Snowflake::MIN)),
        }
    }

    const fn millis_after_epoch(&self, timestamp: u64) -> i64 {
        // Saturation is for IDs that the layout does not contain.
        let millis = timestamp.saturating_mul(self.tick as u64);
        self.epoch.saturating_add_unsigned(millis)
    }

    /// How many ticks begin before an instant, from the epoch to the end.
    const fn ticks_until(&self, unix_millis: i64) -> u64 {
        if unix_millis <= self.epoch {
            return 0;
        }
        let ticks = unix_millis.abs_diff(self.epoch).div_ceil(self.tick as u64);
        let all = self.max_timestamp() + 1;
        if ticks < all { ticks } else { all }
    }
}
