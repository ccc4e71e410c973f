//! Which layout an ID most likely has.
//!
//! An ID does not say. But most readings of one can be ruled out, since they
//! put it into the future, and of the rest some are likelier: IDs are looked
//! up far more often when they are young, and there are far more IDs of some
//! layouts than of others. Both together are a score, age divided by
//! commonness, which is as good as an ordering without a look at other IDs of
//! the same source can be.

use snowflake_kit_core::Layout;

use crate::decoded::Decoded;
use crate::moment::SKEW;

/// 2006-01-01T00:00:00Z, before any of these schemes, and before the oldest
/// posts whose times networks have put into IDs afterwards. It matters where
/// time is counted from 1970: a small ID would be one of the seventies.
const EARLIEST: i64 = 1_136_073_600_000;

/// Below an hour, younger is not more likely.
const YOUNG: u64 = 3_600_000;

/// How good a reading is; the smaller, the better. Of equals, the order of
/// [`Layout::PRESETS`] decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// Minted in the past. By age, divided by how common the layout is.
    Plausible(u64),
    /// Whatever the ID is, the time is within the last period.
    Wraps,
    /// There is no time by which to judge.
    NoTime,
    /// Not minted yet. The nearer, the better.
    Future(u64),
    /// Minted before there were such IDs.
    TooEarly,
}

impl Rank {
    /// How good a reading is when the present is `now` (Unix ms).
    pub(crate) fn new(decoded: &Decoded<'_>, now: i64) -> Self {
        let time = decoded.unix_millis;
        if decoded.layout.is_periodic() {
            Self::Wraps
        } else if time > now.saturating_add(SKEW) {
            Self::Future(time.abs_diff(now))
        } else if time < EARLIEST {
            Self::TooEarly
        } else {
            Self::Plausible(time.abs_diff(now).max(YOUNG) / commonness(decoded.layout))
        }
    }

    pub(crate) fn is_plausible(self) -> bool {
        matches!(self, Self::Plausible(_))
    }

    /// Why the reading is not plausible; empty if it is.
    pub(crate) fn objection(self) -> &'static str {
        match self {
            Self::Plausible(_) => "",
            Self::Wraps => "wraps, so any ID fits",
            Self::NoTime => "no time, so most IDs fit",
            Self::Future(_) => "in the future",
            Self::TooEarly => "before 2006",
        }
    }
}

/// Roughly how often one meets IDs of a layout, as a weight: those of this kit
/// and of the networks whose IDs are copied the most, of other networks, of
/// well-known libraries, and of the rest.
fn commonness(layout: &Layout) -> u64 {
    match layout.name() {
        "default" | "discord" | "twitter" => 100,
        "instagram" | "mastodon" => 30,
        "sonyflake" | "sonyflake-v2" | "tsid" => 10,
        _ => 1,
    }
}
