//! Events and metrics about minting and its clock.

use core::time::Duration;

use snowflake_kit_core::{Layout, UtcTime};

use super::{event, metric};
use crate::clock::ClockError;
use crate::state::Tally;

/// A mint has waited for a slot, with or without success.
#[cold]
pub fn waited(scheme: &'static str, wait: Duration) {
    if !wait.is_zero() {
        metric::MINT_WAIT.record(scheme, wait.as_secs_f64());
    }
}

/// The clock has stepped back by this much, and minting continues. The clock will have caught up at
/// `until`, in Unix ms.
#[cold]
pub fn ridden_out(layout: &Layout, node: u32, tally: &Tally, by: Duration, until: i64) {
    if tally.is_ridden_out_anew(until) {
        metric::ROLLBACK_ABSORBED.add(layout.name(), 1);
        event!(
            warn,
            "snowflake::clock",
            "the clock stepped back: minting goes on",
            [layout = layout.name(), node = node, by_ms = millis(by)],
            [until = UtcTime(until)]
        );
    }
}

/// The clock has stepped back by this much, and minting stops until it is near `until`, in Unix ms.
#[cold]
pub fn refused(layout: &Layout, node: u32, tally: &Tally, by: Duration, until: i64) {
    if tally.is_refused_anew(until) {
        metric::ROLLBACK_REFUSED.add(layout.name(), 1);
        event!(
            error,
            "snowflake::clock",
            "the clock stepped back: nothing is minted",
            [layout = layout.name(), node = node, by_ms = millis(by)],
            [until = UtcTime(until)]
        );
    }
}

/// The clock returned an error, for example a leap ahead that is not believed yet.
#[cold]
pub fn not_believed(layout: &Layout, node: u32, tally: &Tally, error: &ClockError) {
    if let Some(confirmed_in) = error.retry_after()
        && tally.is_leap_anew(confirmed_in)
    {
        metric::CLOCK_LEAPS.add(layout.name(), 1);
        event!(
            warn,
            "snowflake::clock",
            "the clock leapt ahead: nothing is minted before that is confirmed",
            [layout = layout.name(), node = node],
            [error = error]
        );
    }
}

fn millis(span: Duration) -> u64 {
    span.as_millis().try_into().unwrap_or(u64::MAX)
}
