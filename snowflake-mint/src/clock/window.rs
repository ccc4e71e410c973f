//! How long the present millisecond lasts, measured by the processor's counter.
//!
//! Reading the clock takes three times as long as the rest of a mint, and nearly all readings
//! return the same as the one before. So each reading of the clock also computes at which value of
//! the counter its millisecond ends. Until then the clock is not read again.
//!
//! # What a wrong counter can do
//!
//! A counter only decides whether it is still the millisecond that the clock returned. So whatever
//! the counter does:
//!
//! - No time is ahead of what the clock returned.
//! - No time is behind one that was read before; `Guard::last` ensures this alone.
//! - Time can stand still too long, but for at most [`WIDEST`] counts, which are 4 ms at 2 GHz.
//!
//! The last point holds because a window is open only while `end - counter`, without sign, is less
//! than [`WIDEST`]. A counter that jumps ahead is past the end, and a counter that jumps far back
//! is too far from it: in both cases the clock is read. Only a counter that goes back a little, or
//! becomes slower, inside a window makes it last longer.
//!
//! | what happens | what it does |
//! |---|---|
//! | the clock is set or slewed | this is noticed when the window ends, within the millisecond |
//! | a machine sleeps, or moves to another host | the counter goes on, jumps or starts again: at most the window at that moment ends late |
//! | the counter has another speed there | the same; then [`Calibration`] sees two different rates, and there are no windows until they agree |
//! | the counters of cores differ | such machines are not trusted; otherwise the end would be wrong by the difference |
//! | a program sees a false time (libfaketime) | it reads that time at the end of each window |
//! | a fork | has the parent's windows, which are also valid there |

use crate::sync::atomic::{AtomicU64, Ordering};

/// The widest window, in counts: a millisecond at 8 GHz.
const WIDEST: u64 = 1 << 23;

/// How many bits of a rate are its fraction.
const FRACTION: u32 = 20;

/// The shortest measurement of the counter, in ns. Compared with it, the time between two readings
/// does not matter.
pub(super) const SPAN: i64 = 20_000_000;

/// Two rates are equal if they differ by less than this fraction of them.
const TOLERANCE: u64 = 1_024;

/// The value of `end` without a window.
const CLOSED: u64 = 0;

/// Until when the last time that was read is valid.
#[derive(Debug)]
pub(super) struct Window {
    /// The counter at the end of the millisecond.
    end: AtomicU64,
    /// Counts per ns, with [`FRACTION`]; 0 if the counter must not be used.
    rate: AtomicU64,
}

impl Window {
    pub(super) fn new() -> Self {
        Self { end: AtomicU64::new(CLOSED), rate: AtomicU64::new(0) }
    }

    /// Whether the clock need not be read. If so, this thread sees the time that was read before
    /// the window opened.
    pub(super) fn is_open(&self, counter: impl FnOnce() -> u64) -> bool {
        // Acquire: pairs with the Release in `open`.
        let end = self.end.load(Ordering::Acquire);
        end != CLOSED && end.wrapping_sub(counter()) < WIDEST
    }

    /// Opens the window for the rest of a millisecond. `counter` must be read before the time, so
    /// that the end is too early rather than too late.
    ///
    /// This may overwrite a newer window of another thread. Then that one ends earlier, or is
    /// closed because the older one is already over.
    pub(super) fn open(&self, counter: u64, nanos_left: u32) {
        // Below 2^63: there are at most 10^6 ns, and the rate is below 8 GHz.
        let counts = (u64::from(nanos_left) * self.rate.load(Ordering::Relaxed)) >> FRACTION;
        if counts > 0 {
            self.end.store(counter.wrapping_add(counts), Ordering::Release);
        }
    }

    /// Closes the window. If another thread is just opening one, that one stays open for its
    /// millisecond.
    pub(super) fn close(&self) {
        self.end.store(CLOSED, Ordering::Release);
    }

    /// Uses this rate from now on. Without a rate there are no windows.
    pub(super) fn set_rate(&self, rate: Option<u64>) {
        self.rate.store(rate.unwrap_or(0), Ordering::Relaxed);
        if rate.is_none() {
            self.close();
        }
    }
}

/// Measures the rate of the counter, and believes it if two measurements in a row agree.
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
            // A little below the slower rate: then the window ends before its millisecond,
            // and the next reading of the clock says how much is left.
            let slower = before.min(rate);
            (before.abs_diff(rate) < slower / TOLERANCE).then(|| slower - slower / TOLERANCE)
        });
        self.agreed
    }
}

/// The rate of `counts` in `nanos`, if it is possible.
fn rate(counts: u64, nanos: i64) -> Option<u64> {
    let rate = (u128::from(counts) << FRACTION) / u128::try_from(nanos).ok()?;
    // With 8 GHz or more, the counter has jumped.
    u64::try_from(rate).ok().filter(|rate| *rate < 8 << FRACTION)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::{Calibration, FRACTION, SPAN, TOLERANCE, WIDEST, Window};

    #[test]
    fn a_window_is_open_until_its_end_or_until_it_is_closed() {
        let window = Window::new();
        window.open(1_000, 500);
        assert!(!window.is_open(|| 1_000), "there is no rate yet");
        window.set_rate(Some(2 << FRACTION));
        window.open(1_000, 500);
        assert!([1_000, 1_500, 2_000].iter().all(|counter| window.is_open(|| *counter)));
        assert!(!window.is_open(|| 2_001));
        let far = |end: u64| end.wrapping_sub(WIDEST);
        assert!(!window.is_open(|| far(2_000)) && window.is_open(|| far(2_001)));
        window.close();
        assert!(!window.is_open(|| 1_500));
    }

    #[test]
    fn without_a_rate_nothing_is_open() {
        let window = Window::new();
        window.set_rate(Some(2 << FRACTION));
        window.open(1_000, 500);
        window.set_rate(None);
        assert!(!window.is_open(|| 1_500));
        window.open(1_000, 500);
        assert!(!window.is_open(|| 1_500));
    }

    #[test]
    fn what_cannot_be_measured_is_not_believed() {
        const NANOS: u64 = SPAN.unsigned_abs();

        // Counts and ns that pass between measurements.
        let agreed = |steps: &[(u64, i64)]| {
            let mut calibration = Calibration::new();
            let mut now = (7_u64, 7_i64);
            let mut agreed = calibration.measure(now.0, now.1);
            for (counts, nanos) in steps {
                now = (now.0.wrapping_add(*counts), now.1 + nanos);
                agreed = calibration.measure(now.0, now.1);
            }
            agreed
        };
        let two_gigahertz = (2 * NANOS, SPAN);
        let believed = agreed(&[two_gigahertz; 2]);
        assert!(believed.is_some());
        assert_eq!(agreed(&[two_gigahertz, two_gigahertz, (2, 1)]), believed, "too short to count");
        assert_eq!(agreed(&[(2, 1), (2 * NANOS - 4, SPAN - 2)]), None, "nor in two steps");
        assert_eq!(agreed(&[two_gigahertz, (2 * NANOS, -SPAN)]), None, "the clock goes back");
        assert_eq!(agreed(&[(8 * NANOS, SPAN); 2]), None, "8 GHz");
        assert!(agreed(&[(8 * NANOS - NANOS / 1_000, SPAN); 2]).is_some());
        // It jumped once, and needs two measurements again.
        let jumped = [two_gigahertz, two_gigahertz, (u64::MAX / 2, SPAN), two_gigahertz];
        assert_eq!(agreed(&jumped[..3]), None);
        assert_eq!(agreed(&jumped), None);
        assert_eq!(agreed(&[&jumped[..], &[two_gigahertz]].concat()), believed);
    }

    #[test]
    fn a_rate_is_believed_if_two_measurements_are_nearly_equal() {
        // In 2^25 ns, so that the rate is exact.
        const NANOS: i64 = 1 << 25;
        const RATE: u64 = TOLERANCE * 2_000;
        let agreed = |difference: u64| {
            let mut calibration = Calibration::new();
            let rates = [RATE, RATE + difference];
            let ends = [0, rates[0], rates[0] + rates[1]].map(|sum| sum << 5);
            ends.into_iter()
                .zip(0..)
                .fold(None, |_, (counter, spans)| calibration.measure(counter, spans * NANOS))
        };
        assert_eq!(agreed(0), Some(RATE - 2_000));
        assert_eq!(agreed(1_999), Some(RATE - 2_000));
        assert_eq!(agreed(2_000), None);
    }
}
