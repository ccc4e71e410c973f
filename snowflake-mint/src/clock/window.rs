//! The rest of a millisecond, as told by a counter.
//!
//! A reading of the clock takes as long as the rest of a mint three times over, and
//! nearly all readings say what the last one said. So when the clock is read, the
//! counter says until when the millisecond lasts, and up to there nobody reads the
//! clock again.
//!
//! # What a wrong counter can do
//!
//! It only ever answers "still the same millisecond", of a millisecond that the
//! clock has said. So no time is ever ahead of what the clock said, whatever the
//! counter does, and none is behind one that was read before: that is `Guard::last`
//! alone. What is left is time that stands still for too long. The window is open
//! while `end - counter` is less than [`WIDEST`], without sign: a counter that jumps
//! ahead is past the end, one that jumps back by more is nowhere near, and both fall
//! through to the clock. So a window lasts for [`WIDEST`] counts at most, 4 ms with
//! 2 GHz, and that only if the counter is set back inside of it or has become slower.
//!
//! | | |
//! |---|---|
//! | the clock is set, or slewed | is seen when the window ends, within the millisecond |
//! | a machine sleeps, or is moved to another host | its counter goes on, jumps or begins anew: at most the window it slept in is ended late |
//! | the counter has another speed there | the same, then [`Calibration`] no longer agrees with itself and there are no windows until it does |
//! | the counters of cores differ | such machines are not trusted; were it so, by what they differ |
//! | a program that was told a false time (libfaketime) | reads that time at the end of each window |
//! | a fork | has the parent's windows, which are as true there |

use crate::sync::atomic::{AtomicU64, Ordering};

/// The widest window, in counts: a millisecond at 8 GHz.
const WIDEST: u64 = 1 << 23;

/// The bits of a rate behind the point.
const FRACTION: u32 = 20;

/// How long the counter is measured at least, in ns: so long that the time between
/// two readings is nothing beside it.
pub(super) const SPAN: i64 = 20_000_000;

/// Rates that differ by less than this part of them are the same.
const TOLERANCE: u64 = 1_024;

/// No window.
const CLOSED: u64 = 0;

/// Until when the last time that was read is the right one.
#[derive(Debug)]
pub(super) struct Window {
    /// What the counter says at the end of the millisecond.
    end: AtomicU64,
    /// Counts per ns, with [`FRACTION`]; 0 where the counter is not to be used.
    rate: AtomicU64,
}

impl Window {
    pub(super) fn new() -> Self {
        Self { end: AtomicU64::new(CLOSED), rate: AtomicU64::new(0) }
    }

    /// Whether the clock need not be read. If so, the time that was read before it
    /// was opened has happened before.
    #[inline]
    pub(super) fn is_open(&self, counter: impl FnOnce() -> u64) -> bool {
        // Acquire: pairs with the Release in `open`.
        let end = self.end.load(Ordering::Acquire);
        end != CLOSED && end.wrapping_sub(counter()) < WIDEST
    }

    /// Opens it for the rest of a millisecond. `counter` is from before the time was
    /// read, so that the end is too early rather than too late.
    ///
    /// Another thread's window may be overwritten by this older one. It is then over
    /// earlier, or is that of a time which went by: closed.
    #[inline]
    pub(super) fn open(&self, counter: u64, nanos_left: u32) {
        // Below 2^63: there are 10^6 ns, and the rate is that of less than 8 GHz.
        let counts = (u64::from(nanos_left) * self.rate.load(Ordering::Relaxed)) >> FRACTION;
        if counts > 0 {
            self.end.store(counter.wrapping_add(counts), Ordering::Release);
        }
    }

    /// Closes it. One that a thread is about to open lasts for its millisecond.
    pub(super) fn close(&self) {
        self.end.store(CLOSED, Ordering::Release);
    }

    /// Goes by this rate from now on; without one there are no windows.
    pub(super) fn set_rate(&self, rate: Option<u64>) {
        self.rate.store(rate.unwrap_or(0), Ordering::Relaxed);
        if rate.is_none() {
            self.close();
        }
    }
}

/// Measures how fast the counter is, and believes it when two measurements in a row
/// agree.
#[derive(Debug)]
pub(super) struct Calibration {
    /// A reading of the counter and of the monotonic clock, in ns.
    since: Option<(u64, i64)>,
    rate: Option<u64>,
    agreed: Option<u64>,
}

impl Calibration {
    pub(super) const fn new() -> Self {
        Self { since: None, rate: None, agreed: None }
    }

    /// The rate to go by, after these readings.
    pub(super) fn measure(&mut self, counter: u64, nanos: i64) -> Option<u64> {
        let Some((from, began)) = self.since else {
            self.since = Some((counter, nanos));
            return None;
        };
        let passed = nanos.saturating_sub(began);
        if (0..SPAN).contains(&passed) {
            return self.agreed;
        }
        self.since = Some((counter, nanos));
        let before = self.rate.take();
        self.rate = rate(counter.wrapping_sub(from), passed);
        self.agreed = before.zip(self.rate).and_then(|(before, rate)| {
            // The slower one, and a little slower still: then the window ends before
            // its millisecond does, and the clock says how much is left.
            let slower = before.min(rate);
            (before.abs_diff(rate) < slower / TOLERANCE).then(|| slower - slower / TOLERANCE)
        });
        self.agreed
    }
}

/// So many counts in so many ns.
fn rate(counts: u64, nanos: i64) -> Option<u64> {
    let rate = (u128::from(counts) << FRACTION) / u128::try_from(nanos).ok()?;
    // 8 GHz and above is a counter that jumped.
    u64::try_from(rate).ok().filter(|rate| *rate < 8 << FRACTION)
}
