//! Timestamps, instants, and the IDs of an interval.

use core::ops::RangeInclusive;

use super::field::mask;
use super::{FieldError, Layout};
use crate::snowflake::Snowflake;

impl Layout {
    /// The first instant whose timestamp does not fit, in Unix ms; `None` if timestamps wrap
    /// around.
    ///
    /// ```
    /// use snowflake_kit_core::{Layout, UtcTime};
    ///
    /// let end = Layout::DEFAULT.ends_at().unwrap();
    /// assert_eq!(UtcTime(end).to_string(), "2094-09-07T15:47:35.552Z");
    /// ```
    pub const fn ends_at(&self) -> Option<i64> {
        if self.is_periodic() {
            return None;
        }
        // The result is below 2^63, as `try_build` has checked. If the epoch is before 1970,
        // the number added can be larger.
        Some(self.epoch.wrapping_add_unsigned((self.max_timestamp() + 1) * self.tick as u64))
    }

    /// How long a period lasts, in ms, if timestamps wrap around.
    pub const fn period_millis(&self) -> Option<u64> {
        if self.is_periodic() { Some((self.max_timestamp() + 1) * self.tick as u64) } else { None }
    }

    /// When the tick of a timestamp began, in Unix ms. `None` if timestamps wrap around; then use
    /// [`unix_millis_before`](Self::unix_millis_before).
    pub const fn unix_millis(&self, timestamp: u64) -> Option<i64> {
        if self.is_periodic() {
            return None;
        }
        Some(self.millis_after_epoch(timestamp))
    }

    /// When the tick of a timestamp began, in Unix ms, if that was at or before `reference`. If
    /// timestamps wrap around, this is the last such instant.
    ///
    /// Choose the reference by the age of the ID:
    ///
    /// - Minted recently: now, plus some seconds if clocks differ.
    /// - Older: a time that is later than the mint by less than a period.
    ///
    /// `None` if timestamps do not wrap around and the instant is after `reference`.
    ///
    /// ```
    /// use snowflake_kit_core::{Layout, UtcTime};
    ///
    /// let reference = 1_778_385_000_000; // 2026-05-10T03:50:00Z
    /// let decoded = Layout::TRACE_ID.unix_millis_before(104, reference).unwrap();
    /// assert_eq!(UtcTime(decoded).to_string(), "2026-05-10T03:50:00.000Z");
    ///
    /// // The period that this assumes:
    /// let period = Layout::TRACE_ID.period_start(decoded).unwrap();
    /// assert_eq!(UtcTime(period).to_string(), "2026-05-10T03:48:16.000Z");
    ///
    /// // A timestamp that would be after the reference is from the period before.
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

    /// When the tick of a timestamp began, in Unix ms, if that was at or after `start`. Otherwise
    /// `None`, also if timestamps wrap around. This tells minted IDs from other keys, as
    /// [`SnowflakeId::unix_millis_since`](crate::SnowflakeId::unix_millis_since) does.
    ///
    /// ```
    /// use snowflake_kit_core::{Layout, Snowflake};
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
    /// # Ok::<(), snowflake_kit_core::FieldError>(())
    /// ```
    pub const fn unix_millis_since(&self, timestamp: u64, start: i64) -> Option<i64> {
        match self.unix_millis(timestamp) {
            Some(unix_millis) if unix_millis >= start => Some(unix_millis),
            _ => None,
        }
    }

    /// When the period of an instant began, both in Unix ms. `None` if timestamps do not wrap
    /// around.
    ///
    /// An instant from [`unix_millis_before`](Self::unix_millis_before) is only assumed to be in
    /// this period. The ID may be older by any number of [periods](Self::period_millis).
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

    /// The timestamp of an instant (Unix ms): the number of whole ticks since the epoch.
    ///
    /// # Errors
    /// [`FieldError::BeforeEpoch`]; [`FieldError::AfterEnd`] if timestamps do not wrap around.
    pub const fn timestamp(&self, unix_millis: i64) -> Result<u64, FieldError> {
        if unix_millis < self.epoch {
            return Err(FieldError::BeforeEpoch { unix_millis, epoch: self.epoch });
        }
        let ticks = unix_millis.abs_diff(self.epoch) / self.tick as u64;
        match self.ends_at() {
            None => Ok(ticks & self.max_timestamp()),
            Some(ends_at) if unix_millis >= ends_at => {
                Err(FieldError::AfterEnd { unix_millis, ends_at })
            }
            Some(_) => Ok(ticks),
        }
    }

    /// The smallest and the largest ID of any node whose time is in `from <= time < to`, both in Unix
    /// ms; see [`SnowflakeId::range`](crate::SnowflakeId::range).
    ///
    /// # Errors
    /// [`FieldError::Periodic`] if timestamps wrap around, because then the IDs of an interval are
    /// not side by side.
    pub const fn range(&self, from: i64, to: i64) -> Result<RangeInclusive<Snowflake>, FieldError> {
        if self.is_periodic() {
            return Err(FieldError::Periodic);
        }
        // A tick is in the range if its beginning is, so both bounds round up: `first` is
        // the first tick inside, `end` the first one after it.
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
            // Tick 0 of a layout without node and sequence has no ID.
            None => Ok(RangeInclusive::new(Snowflake::MAX, Snowflake::MIN)),
        }
    }

    const fn millis_after_epoch(&self, timestamp: u64) -> i64 {
        // Saturates only for IDs that the layout does not contain.
        let millis = timestamp.saturating_mul(self.tick as u64);
        self.epoch.saturating_add_unsigned(millis)
    }

    /// How many ticks begin before an instant. Ticks before the epoch and after the end do not
    /// count.
    const fn ticks_until(&self, unix_millis: i64) -> u64 {
        if unix_millis <= self.epoch {
            return 0;
        }
        let ticks = unix_millis.abs_diff(self.epoch).div_ceil(self.tick as u64);
        let all = self.max_timestamp() + 1;
        if ticks < all { ticks } else { all }
    }
}
