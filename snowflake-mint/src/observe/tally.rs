//! What is noted about a node while it issues.

use core::time::Duration;
use std::sync::LazyLock;
use std::time::Instant;

use crate::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// How far two sights of one step back may be apart, in ms: readings are whole
/// milliseconds, and the clock is still being slewed.
const STEP_TOLERANCE: i64 = 20;

/// The same of a leap: a thread may be stopped between reading the clock and
/// noting it. Two leaps are further apart, since the second one begins a
/// confirmation of its own.
const LEAP_TOLERANCE: i64 = 500;

/// What a node has issued, and what has been told about it. It is beside the
/// last slot issued, on the cache line that a mint has taken anyway.
#[derive(Debug)]
pub struct Tally {
    /// IDs since they were last published.
    minted: AtomicU64,
    /// The largest lead since then, in ms.
    lead: AtomicU64,
    /// When the clock will have caught up with the last step back that was
    /// ridden out, and with the last that was not, in Unix ms.
    ridden_out: AtomicI64,
    refused: AtomicI64,
    /// When the last leap was to be confirmed, in ms of this process's time.
    leap: AtomicI64,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            minted: AtomicU64::new(0),
            lead: AtomicU64::new(0),
            ridden_out: AtomicI64::new(i64::MIN),
            refused: AtomicI64::new(i64::MIN),
            leap: AtomicI64::new(i64::MIN),
        }
    }
}

// Relaxed is enough throughout: each is a number by itself.
impl Tally {
    /// So many IDs have been minted.
    pub fn minted(&self, count: u64) {
        // Nobody but a recorder asks for it.
        if cfg!(feature = "metrics") {
            self.minted.fetch_add(count, Ordering::Relaxed);
        }
    }

    /// IDs are so far ahead of the clock, in ms.
    pub fn led(&self, millis: u64) {
        if self.lead.load(Ordering::Relaxed) < millis {
            self.lead.fetch_max(millis, Ordering::Relaxed);
        }
    }

    /// The IDs and the largest lead since the last time.
    pub(super) fn take(&self) -> (u64, u64) {
        (self.minted.swap(0, Ordering::Relaxed), self.lead.swap(0, Ordering::Relaxed))
    }

    /// Whether a step back that is ridden out has not been told yet: the clock
    /// will have caught up with it when it says `until`. All mints meanwhile see
    /// the same instant, since the clock comes nearer as time passes.
    pub(super) fn is_ridden_out_anew(&self, until: i64) -> bool {
        is_later(&self.ridden_out, until, STEP_TOLERANCE)
    }

    /// The same of one that is not ridden out.
    pub(super) fn is_refused_anew(&self, until: i64) -> bool {
        is_later(&self.refused, until, STEP_TOLERANCE)
    }

    /// Whether a leap has not been told yet. All mints until it is confirmed, or
    /// over, see the same instant for that.
    pub(super) fn is_leap_anew(&self, confirmed_in: Duration) -> bool {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        let confirmed = START.elapsed().saturating_add(confirmed_in).as_millis();
        is_later(&self.leap, confirmed.try_into().unwrap_or(i64::MAX), LEAP_TOLERANCE)
    }
}

fn is_later(told: &AtomicI64, until: i64, tolerance: i64) -> bool {
    told.fetch_max(until, Ordering::Relaxed).saturating_add(tolerance) < until
}

/// What has a tally.
pub trait Tallied: Send + Sync + 'static {
    /// What is to be published of it.
    fn tally(&self) -> &Tally;
}
