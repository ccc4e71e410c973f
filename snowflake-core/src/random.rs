//! Numbers without a pattern, computed from a seed.

/// The output of `splitmix64` for this state: it spreads every bit over all bits.
pub const fn mix(value: u64) -> u64 {
    finish(value.wrapping_add(0x9e37_79b9_7f4a_7c15))
}

/// The output function of `splitmix64`, which follows the growth of its state. The format of the
/// [`bridge`](crate::bridge) depends on it.
///
/// Source: Sebastiano Vigna, `splitmix64`; the constants are David Stafford's variant 13.
pub(crate) const fn finish(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// A seed from the operating system, through the standard library's hasher.
#[cfg(feature = "std")]
pub fn seed() -> u64 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    RandomState::new().build_hasher().finish()
}

/// A sequence of numbers that depends only on its seed.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Starts with this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `end`, which is not 0.
    pub const fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(1);
        // The bias is below 2^-32 for the ranges used here.
        mix(self.0) % end
    }
}

#[cfg(test)]
mod tests {
    use super::{Random, mix};

    /// The first outputs of Vigna's `splitmix64.c` for the seed 1234567. Its state grows by the
    /// golden ratio.
    #[test]
    fn mix_is_that_of_splitmix64() {
        let grown =
            |times: u64| 1_234_567_u64.wrapping_add(times.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        assert_eq!(
            [0, 1, 2].map(|times| mix(grown(times))),
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn numbers_are_below_the_end_and_reach_all_of_it() {
        let mut random = Random::new(7);
        let mut seen = [0; 10];
        for _ in 0..1_000 {
            seen[random.below(10) as usize] += 1;
        }
        assert!(seen.iter().all(|times| (70..130).contains(times)), "{seen:?}");
    }

    #[cfg(feature = "std")]
    #[test]
    fn seeds_differ() {
        assert_ne!(super::seed(), super::seed());
    }
}
