//! What is counted for a node while it mints.

// Not loom's: they are reported, and nothing that is minted depends on them.
use core::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use core::time::Duration;
use std::sync::LazyLock;
use std::time::Instant;

/// How far two observations of one step back may be apart, in ms: readings are whole milliseconds,
/// and the clock may still be slewed.
const STEP_TOLERANCE: i64 = 20;

/// The same for a leap: a thread may be stopped between reading the clock and noting the leap. Two
/// leaps are further apart, because the second one needs its own confirmation.
const LEAP_TOLERANCE: i64 = 500;

/// Whether anything is reported to operators.
pub(crate) const OBSERVED: bool = cfg!(any(feature = "metrics", feature = "tracing"));

/// What a node has minted, and which events were sent. It is beside the last slot, on a cache line
/// that each mint takes anyway.
#[derive(Debug)]
pub struct Tally {
    minted: AtomicU64,
    /// The largest lead since then, in ms.
    lead: AtomicU64,
    /// When the clock will have caught up, in Unix ms: with the last step back during which minting
    /// continued, and with the last during which it did not.
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

// Relaxed is enough for all of them, because each is a number by itself.
impl Tally {
    /// Adds minted IDs.
    pub fn minted(&self, count: u64) {
        // Only a recorder needs it.
        if cfg!(feature = "metrics") {
            self.minted.fetch_add(count, Ordering::Relaxed);
        }
    }

    /// IDs are this far ahead of the clock, in ms.
    pub(crate) fn led(&self, millis: u64) {
        if OBSERVED && self.lead.load(Ordering::Relaxed) < millis {
            self.lead.fetch_max(millis, Ordering::Relaxed);
        }
    }

    pub(crate) fn take(&self) -> (u64, u64) {
        (self.minted.swap(0, Ordering::Relaxed), self.lead.swap(0, Ordering::Relaxed))
    }

    /// Whether no event was sent yet for a step back during which minting continues. The clock will
    /// have caught up at `until`: all mints meanwhile compute the same instant.
    pub(crate) fn is_ridden_out_anew(&self, until: i64) -> bool {
        is_later(&self.ridden_out, until, STEP_TOLERANCE)
    }

    /// The same for a step back during which nothing is minted.
    pub(crate) fn is_refused_anew(&self, until: i64) -> bool {
        is_later(&self.refused, until, STEP_TOLERANCE)
    }

    /// Whether no event was sent yet for a leap. Until it is confirmed or over, all mints compute
    /// the same instant for its confirmation.
    pub(crate) fn is_leap_anew(&self, confirmed_in: Duration) -> bool {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        let confirmed = START.elapsed().saturating_add(confirmed_in).as_millis();
        is_later(&self.leap, confirmed.try_into().unwrap_or(i64::MAX), LEAP_TOLERANCE)
    }
}

fn is_later(told: &AtomicI64, until: i64, tolerance: i64) -> bool {
    OBSERVED && told.fetch_max(until, Ordering::Relaxed).saturating_add(tolerance) < until
}
