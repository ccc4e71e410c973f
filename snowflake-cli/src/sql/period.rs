//! Days, weeks, months and years, in UTC.

use std::fmt;

use clap::ValueEnum;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, ToSpan};

use crate::error::Cause;

/// Dates between which no partition is.
#[derive(Debug, thiserror::Error)]
#[error(
    "no partition is between these dates: --from must be before --drop-before, and both within \
     the years 1 to 9999"
)]
pub(super) struct NoPeriod;

impl Cause for NoPeriod {}

/// How long a partition is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Unit {
    Day,
    /// From Monday, with the number of ISO 8601
    Week,
    Month,
    Year,
}

impl Unit {
    fn span(self) -> Span {
        match self {
            Self::Day => 1.day(),
            Self::Week => 1.week(),
            Self::Month => 1.month(),
            Self::Year => 1.year(),
        }
    }
}

/// A day, a week, a month or a year, with its name: `2026_11_30`, `2026_w49`, `2026_11`, `2026`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Period {
    unit: Unit,
    first_day: Date,
}

impl Period {
    /// The one with this day in it.
    pub(super) fn of(unit: Unit, day: Date) -> Result<Self, NoPeriod> {
        let first_day = match unit {
            Unit::Day => day,
            Unit::Week => {
                let days = i64::from(day.weekday().to_monday_zero_offset());
                day.checked_sub(days.days()).map_err(|_| NoPeriod)?
            }
            Unit::Month => day.first_of_month(),
            Unit::Year => day.first_of_year(),
        };
        Ok(Self { unit, first_day })
    }

    /// The one with the present in it.
    pub(super) fn now(unit: Unit) -> Result<Self, NoPeriod> {
        Self::of(unit, Timestamp::now().to_zoned(TimeZone::UTC).date())
    }

    pub(super) fn next(self) -> Result<Self, NoPeriod> {
        let first_day = self.first_day.checked_add(self.unit.span());
        Ok(Self { first_day: first_day.map_err(|_| NoPeriod)?, ..self })
    }

    pub(super) fn previous(self) -> Result<Self, NoPeriod> {
        let first_day = self.first_day.checked_sub(self.unit.span());
        Ok(Self { first_day: first_day.map_err(|_| NoPeriod)?, ..self })
    }

    pub(super) fn is_before(self, other: Self) -> bool {
        self.first_day < other.first_day
    }

    /// Its first instant, in Unix ms.
    pub(super) fn start(self) -> Result<i64, NoPeriod> {
        let start = self.first_day.to_zoned(TimeZone::UTC).map_err(|_| NoPeriod)?;
        Ok(start.timestamp().as_millisecond())
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) =
            (self.first_day.year(), self.first_day.month(), self.first_day.day());
        match self.unit {
            Unit::Day => write!(f, "{year:04}_{month:02}_{day:02}"),
            Unit::Week => {
                let week = self.first_day.iso_week_date();
                write!(f, "{:04}_w{:02}", week.year(), week.week())
            }
            Unit::Month => write!(f, "{year:04}_{month:02}"),
            Unit::Year => write!(f, "{year:04}"),
        }
    }
}

/// Reads a day, or the first day of a month or a year: `2026-11-25`, `2026-11`, `2026`.
pub(super) fn day(text: &str) -> Result<Date, String> {
    let whole = match text.len() {
        4 => format!("{text}-01-01"),
        7 => format!("{text}-01"),
        _ => text.to_owned(),
    };
    let is_date = whole.len() == 10 && whole.is_ascii();
    whole.parse().ok().filter(|_| is_date).ok_or_else(|| {
        "expected a day, a month or a year, such as 2026-11-25, 2026-11 or 2026".to_owned()
    })
}
