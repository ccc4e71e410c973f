//! All that is left to chance, from one seed.

use std::ops::Range;
use std::time::Duration;

/// A sequence of numbers that depends on nothing but its seed.
///
/// Source: Sebastiano Vigna, `splitmix64`.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        spread(self.0)
    }

    /// A sequence of its own, so that what draws from one does not disturb what
    /// draws from the other.
    pub(crate) const fn fork(&mut self) -> Self {
        Self(self.next())
    }

    /// A number of the range, which is not empty.
    pub(crate) fn within(&mut self, range: Range<i64>) -> i64 {
        let width = range.end.abs_diff(range.start);
        range.start.wrapping_add_unsigned(self.next() % width)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// Whether something happens that does so many times in a thousand.
    pub(crate) fn chance(&mut self, per_mille: u32) -> bool {
        self.next() % 1_000 < u64::from(per_mille)
    }

    pub(crate) fn pick<T: Clone>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())].clone()
    }

    /// A number of the range, each order of magnitude as likely as the others.
    /// The range begins above 0.
    pub(crate) fn magnitude(&mut self, range: Range<i64>) -> i64 {
        // Doubling steps with an even choice inside each: no floating point,
        // whose logarithm may differ from machine to machine.
        let (first, last) = (range.start.ilog2(), (range.end - 1).ilog2());
        let power = first + (self.next() % u64::from(last - first + 1)) as u32;
        let from = range.start.max(1 << power);
        let to = range.end.min(1 << (power + 1));
        self.within(from..to)
    }

    /// Likewise, of durations.
    pub(crate) fn duration(&mut self, range: Range<Duration>) -> Duration {
        let micros = |duration: Duration| duration.as_micros() as i64;
        let drawn = self.magnitude(micros(range.start)..micros(range.end));
        Duration::from_micros(drawn.unsigned_abs())
    }
}

/// Spreads every bit of its argument over all bits.
pub(crate) const fn spread(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}
