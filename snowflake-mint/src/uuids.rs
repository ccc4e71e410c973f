//! UUIDs of version 7, which need no node.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use snowflake_kit_core::__private::{UuidId, unix_millis};
use uuid::Uuid;

#[cfg(feature = "test-util")]
use crate::clock::ManualClock;
use crate::error::MintError;
use crate::mint::Mint;
use crate::minter::{Minter, Mints};
#[cfg(feature = "test-util")]
use crate::node::Node;
use crate::source::Source;
#[cfg(feature = "test-util")]
use crate::test_util::in_scope;

/// How many UUIDs of one ms are in the order in which they are minted: a counter of this many bits
/// comes after the time.
const COUNTER_BITS: u32 = 16;

/// What counts the UUIDs of a process, or of a test: the time in ms and the counter of the last one.
///
/// No lock, which a fork could copy while it is held. A forked process goes on counting at the same
/// place; its UUIDs differ from its parent's by the random bits, as those of two machines do.
#[derive(Debug)]
pub(crate) struct Sequence(AtomicU64);

impl Sequence {
    const fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    /// The next UUID after this instant, with these bits where it has free ones ([RFC 9562, section
    /// 6.2][rfc], method 1).
    ///
    /// The counter of a ms begins in the lower half of its range, at random. If it runs over, or the
    /// clock is set back, the time of UUIDs is ahead of the clock until the clock is there.
    ///
    /// [rfc]: https://www.rfc-editor.org/rfc/rfc9562#section-6.2
    fn next(&self, unix_millis: i64, random: u128) -> Uuid {
        let now = unix_millis.clamp(0, (1 << 48) - 1).cast_unsigned();
        let start = (random >> 80) as u64 & ((1 << (COUNTER_BITS - 1)) - 1);
        let first = (now << COUNTER_BITS) | start;
        let after = |last: u64| if first > last { first } else { last + 1 };
        // Relaxed: only the order of the values counts, and this is one location.
        let last =
            self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| Some(after(last)));
        let word = after(last.unwrap_or_else(|last| last));
        let (time, counter) = (word >> COUNTER_BITS, word & ((1 << COUNTER_BITS) - 1));
        let high = (time << 16) | (7 << 12) | (counter >> 4);
        let low = (0b10 << 62) | ((counter & 0xF) << 58) | (random as u64 & ((1 << 58) - 1));
        Uuid::from_u64_pair(high, low)
    }
}

/// The UUIDs of a test, whose random bits count too.
#[cfg(feature = "test-util")]
struct Scoped {
    sequence: Sequence,
    clock: ManualClock,
    random: AtomicU64,
}

#[cfg(feature = "test-util")]
impl Scoped {
    fn new(node: Node, clock: &ManualClock) -> Self {
        let random = AtomicU64::new(u64::from(node.number(16)) << 32);
        Self { sequence: Sequence::new(), clock: clock.clone(), random }
    }

    fn next(&self) -> Uuid {
        let random = self.random.fetch_add(1, Ordering::Relaxed);
        self.sequence.next(self.clock.unix_millis(), random.into())
    }
}

/// The next UUID of this process.
fn next() -> Uuid {
    static SEQUENCE: Sequence = Sequence::new();
    // Version 4 has the operating system's random bits, at all places that `Sequence::next` takes.
    let random = Uuid::new_v4().as_u128();
    SEQUENCE.next(unix_millis(SystemTime::now()), random)
}

/// What mints IDs over UUIDs.
#[derive(Debug)]
#[doc(hidden)]
pub struct Uuids;

impl Uuids {
    #[expect(clippy::new_without_default, reason = "it is only ever a static")]
    pub const fn new() -> Self {
        Self
    }
}

impl Minter for Uuids {}

impl<T: UuidId + Mint> Mints<T> for Uuids {
    type Source = Self;

    #[inline]
    fn by(&self) -> (&Self, u32) {
        (self, 0)
    }
}

impl<T: UuidId> Source<T> for Uuids {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn scheme(&self) -> &'static str {
        "uuid"
    }

    fn max_wait(&self) -> Duration {
        Duration::ZERO
    }

    fn attempt(&self, _caller: u32) -> Result<T, MintError> {
        #[cfg(feature = "test-util")]
        if let Some(scoped) = in_scope(|node, clock| Ok(Scoped::new(node, clock))) {
            return scoped.map(|scoped| T::from_inner(scoped.next()));
        }
        Ok(T::from_inner(next()))
    }

    fn check(&self, _caller: u32, _count: usize) -> Result<(), MintError> {
        Ok(())
    }

    fn append(&self, caller: u32, most: usize, ids: &mut Vec<T>) -> Result<(), MintError> {
        for _ in 0..most {
            ids.push(self.attempt(caller)?);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{COUNTER_BITS, Sequence};

    #[test]
    fn uuids_increase_whatever_the_clock_does() {
        let sequence = Sequence::new();
        let mut last = sequence.next(1_000, u128::MAX);
        for (round, millis) in [1_000, 1_000, 999, 0, -5, 1_001, 1_001, 5_000].iter().enumerate() {
            let next = sequence.next(*millis, round as u128);
            assert!(next > last, "{next} after {last}");
            assert_eq!((next.get_version_num(), next.get_variant()), (7, uuid::Variant::RFC4122));
            last = next;
        }
        assert_eq!(last.as_u128() >> 80, 5_000);
    }

    #[test]
    fn a_counter_that_runs_over_moves_the_time() {
        let sequence = Sequence::new();
        let first = sequence.next(1_000, 0);
        let mut last = first;
        for _ in 0..1 << COUNTER_BITS {
            let next = sequence.next(1_000, 0);
            assert!(next > last);
            last = next;
        }
        assert_eq!((first.as_u128() >> 80, last.as_u128() >> 80), (1_000, 1_001));
    }
}
