//! Times on the command line.

use std::time::{SystemTime, UNIX_EPOCH};

use jiff::Timestamp;
use snowflake_kit_core::UtcTime;

/// 1970-04-26 in Unix ms. A smaller number would be a likely number of seconds.
const FIRST_AFTER_0: i64 = 9_936_000_000;

/// A point in time as it was given, to the nanosecond.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    unix_millis: i64,
    /// Whether it is a bit later than that.
    has_rest: bool,
}

impl Moment {
    /// Reads RFC 3339, or Unix milliseconds.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return match text.parse() {
                Ok(seconds @ 1..FIRST_AFTER_0) => Err(format!(
                    "expected Unix milliseconds, and these may be seconds: write {}000, or for an \
                     instant in the first weeks of 1970 {}",
                    seconds,
                    UtcTime(seconds)
                )),
                Ok(unix_millis) => Ok(Self { unix_millis, has_rest: false }),
                Err(_) => Err("more Unix milliseconds than 64 bits hold".to_owned()),
            };
        }
        let time: Timestamp = text.parse().map_err(|error| {
            format!(
                "expected an RFC 3339 time with an offset, such as 2026-01-01T00:00:00Z, or Unix \
                 milliseconds: {error}"
            )
        })?;
        let nanos = time.as_nanosecond();
        Ok(Self {
            unix_millis: nanos.div_euclid(1_000_000) as i64,
            has_rest: nanos.rem_euclid(1_000_000) != 0,
        })
    }

    /// The last millisecond that is not later.
    pub(crate) const fn floor(self) -> i64 {
        self.unix_millis
    }

    /// The first millisecond that is not earlier.
    pub(crate) const fn ceil(self) -> i64 {
        self.unix_millis.saturating_add(self.has_rest as i64)
    }
}

/// By how much another machine's clock may be ahead of this one's, in ms.
pub(crate) const SKEW: i64 = 60_000;

/// The present, in Unix ms.
pub(crate) fn now() -> i64 {
    let now = SystemTime::now();
    match now.duration_since(UNIX_EPOCH) {
        Ok(since) => since.as_millis() as i64,
        Err(before) => -(before.duration().as_millis() as i64) - 1,
    }
}
