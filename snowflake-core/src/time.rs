//! Unix milliseconds and the calendar.

use core::fmt;
use core::ops::{Bound, RangeBounds};

pub(crate) const MILLIS_PER_DAY: i64 = 86_400_000;

/// The number of days from 1970-01-01 to a date of the proleptic Gregorian calendar.
///
/// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms",
/// `days_from_civil`.
pub(crate) const fn days_from_civil(year: i64, month: u8, day: u8) -> i64 {
    // Years begin in March here, so that the leap day is the last day of a year.
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let month_from_march = (month as i64 + 9) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5 + day as i64 - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// The date that many days after 1970-01-01: the inverse of [`days_from_civil`], from the same
/// source.
pub(crate) const fn civil_from_days(days: i64) -> (i64, u8, u8) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = (day_of_year - (153 * month_from_march + 2) / 5 + 1) as u8;
    let month =
        (if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 }) as u8;
    let year = year_of_era + era * 400 + if month <= 2 { 1 } else { 0 };
    (year, month, day)
}

/// Unix ms of midnight UTC on a date, or `None` if there is no such date.
pub(crate) const fn unix_millis_of_date(year: i32, month: u8, day: u8) -> Option<i64> {
    let days = days_from_civil(year as i64, month, day);
    // A day past the month's end comes back as a day of the next month, and a month that
    // does not exist as one that does.
    let (back_year, back_month, back_day) = civil_from_days(days);
    if back_year == year as i64 && back_month == month && back_day == day {
        days.checked_mul(MILLIS_PER_DAY)
    } else {
        None
    }
}

/// Writes Unix ms as RFC 3339 in UTC, with milliseconds: `2025-01-01T00:00:00.000Z`. Years past
/// 9999 get as many digits as they need.
///
/// ```
/// use snowflake_kit_core::UtcTime;
///
/// assert_eq!(UtcTime(1_735_689_600_000).to_string(), "2025-01-01T00:00:00.000Z");
/// assert_eq!(UtcTime(-1).to_string(), "1969-12-31T23:59:59.999Z");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UtcTime(
    /// Milliseconds since 1970-01-01T00:00:00Z, negative before.
    pub i64,
);

impl fmt::Display for UtcTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = civil_from_days(self.0.div_euclid(MILLIS_PER_DAY));
        let millis = self.0.rem_euclid(MILLIS_PER_DAY);
        let (hour, minute) = (millis / 3_600_000, millis / 60_000 % 60);
        let (second, fraction) = (millis / 1_000 % 60, millis % 1_000);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{fraction:03}Z")
    }
}

/// Whole milliseconds since 1970, rounded down, also before 1970. Times that an `i64` cannot
/// express become its smallest or largest value.
#[cfg(feature = "std")]
pub fn unix_millis(time: std::time::SystemTime) -> i64 {
    match time.duration_since(std::time::SystemTime::UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_millis()).unwrap_or(i64::MAX),
        Err(before) => {
            let millis = before.duration().as_nanos().div_ceil(1_000_000);
            i64::try_from(millis).map_or(i64::MIN, |millis| -millis)
        }
    }
}

/// The time as `SystemTime`.
///
/// # Panics
/// If `SystemTime` cannot hold it. On all platforms of the standard library it can.
#[cfg(feature = "std")]
pub(crate) fn system_time(unix_millis: i64) -> std::time::SystemTime {
    let since = std::time::Duration::from_millis(unix_millis.unsigned_abs());
    if unix_millis < 0 {
        std::time::SystemTime::UNIX_EPOCH - since
    } else {
        std::time::SystemTime::UNIX_EPOCH + since
    }
}

/// A point in time, for [`SnowflakeId::range`](crate::SnowflakeId::range) and
/// [`SnowflakeId::unix_millis_since`](crate::SnowflakeId::unix_millis_since): Unix ms as `i64`, or what
/// converts to `SystemTime`, such as `chrono::DateTime`, `time::OffsetDateTime`, and `Timestamp` and
/// `Zoned` of jiff 0.2. The times of jiff 1 convert by `SystemTime::try_from(time)?`.
///
/// `K` is the one of the two, `i64` or `SystemTime`; the compiler finds it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a point in time",
    note = "a point in time is an `i64` (Unix ms), or converts to `SystemTime`, as the times of chrono, \
            jiff 0.2 and time do; with jiff 1, write `SystemTime::try_from(time)?`"
)]
pub trait PointInTime<K> {
    /// Returns the first whole Unix ms at or after this instant.
    fn unix_millis_from(&self) -> i64;

    /// Returns the first whole Unix ms after this instant.
    fn unix_millis_after(&self) -> i64;
}

/// Unix ms.
impl PointInTime<Self> for i64 {
    fn unix_millis_from(&self) -> i64 {
        *self
    }

    fn unix_millis_after(&self) -> i64 {
        self.saturating_add(1)
    }
}

#[cfg(feature = "std")]
impl<T: Clone + Into<std::time::SystemTime>> PointInTime<std::time::SystemTime> for T {
    fn unix_millis_from(&self) -> i64 {
        // Rounds up to the next whole ms, unless it is whole.
        let almost = std::time::Duration::from_nanos(999_999);
        self.clone().into().checked_add(almost).map_or(i64::MAX, unix_millis)
    }

    fn unix_millis_after(&self) -> i64 {
        unix_millis(self.clone().into()).saturating_add(1)
    }
}

/// The first Unix ms of an interval, and the first one after it.
pub(crate) fn unix_millis_in<T, K>(interval: &impl RangeBounds<T>) -> (i64, i64)
where
    T: PointInTime<K>,
{
    // An ID's time is in whole ms, so both bounds round up: to the first ms inside, and to the first
    // one after it.
    let from = match interval.start_bound() {
        Bound::Included(start) => start.unix_millis_from(),
        Bound::Excluded(start) => start.unix_millis_after(),
        Bound::Unbounded => i64::MIN,
    };
    let to = match interval.end_bound() {
        Bound::Included(end) => end.unix_millis_after(),
        Bound::Excluded(end) => end.unix_millis_from(),
        Bound::Unbounded => i64::MAX,
    };
    (from, to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_round_trip_over_five_centuries() {
        let first = days_from_civil(1800, 1, 1);
        let last = days_from_civil(2300, 1, 1);
        assert_eq!(last - first, 182_621);
        for days in first..last {
            let (year, month, day) = civil_from_days(days);
            assert_eq!(days_from_civil(year, month, day), days);
        }
    }

    #[test]
    fn dates_that_do_not_exist_are_refused() {
        assert_eq!(unix_millis_of_date(2025, 1, 1), Some(1_735_689_600_000));
        assert_eq!(unix_millis_of_date(2024, 2, 29), Some(1_709_164_800_000));
        for (month, day) in [(0, 1), (13, 1), (1, 0), (1, 32), (2, 29), (4, 31)] {
            assert_eq!(unix_millis_of_date(2025, month, day), None);
        }
    }

    #[test]
    fn a_year_has_the_dates_of_the_calendar_and_no_others() {
        for (year, february) in [(2024, 29), (2025, 28), (2000, 29), (2100, 28)] {
            let last = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
            let mut expected = unix_millis_of_date(year, 1, 1).unwrap();
            for month in 0..=u8::MAX {
                let days = if month == 0 {
                    0
                } else {
                    last.get(usize::from(month) - 1).copied().unwrap_or(0)
                };
                for day in 0..=u8::MAX {
                    let exists = (1..=days).contains(&day);
                    let found = unix_millis_of_date(year, month, day);
                    assert_eq!(found, exists.then_some(expected), "{year}-{month}-{day}");
                    expected += if exists { MILLIS_PER_DAY } else { 0 };
                }
            }
        }
    }

    #[test]
    fn the_far_ends_are_written() {
        assert_eq!(UtcTime(i64::MAX).to_string(), "292278994-08-17T07:12:55.807Z");
        assert_eq!(UtcTime(140_737_488_355_328).to_string(), "6429-10-17T02:45:55.328Z");
    }
}
