//! What a generator may do when it is ahead of, or behind, its clock.

use core::time::Duration;

use crate::random::mix;

/// How far a generator goes before it waits or refuses.
///
/// | limit | default | inside it | beyond it |
/// |---|---|---|---|
/// | [`max_lead`](Self::max_lead) | 0 | a burst goes on with slots of coming ticks: timestamps run ahead of the clock | `try_mint` says `MintError::WouldWait`, `mint` waits |
/// | [`max_rollback`](Self::max_rollback) | 10 s | the clock stepped back: minting goes on in the last tick, then waits for the clock to catch up | `MintError::ClockWentBack` |
/// | [`max_wait`](Self::max_wait) | 5 s | `mint` waits for a slot | `MintError::WaitedTooLong`, with which `mint` panics |
/// | [`sequence_start`](Self::sequence_start) | `Zero` | | |
///
/// No limit endangers uniqueness inside a process: a slot is issued once,
/// whatever the clock does. **Across a restart**, a node with a fixed number
/// begins again at what the clock says, so IDs issued ahead of it (by
/// `max_lead`, or because the clock stepped back) could come again; that is
/// why `max_lead` is 0 unless set.
///
/// Limits finer than a tick are rounded down to whole ticks. Generators that
/// share a node should have the same limits: each goes by its own, so one
/// without a lead waits, or says that the clock went back, when another has run
/// ahead.
///
/// ```
/// use core::time::Duration;
/// use snowflake_core::{Limits, SequenceStart};
///
/// let limits = Limits::new()
///     .max_wait(Duration::from_millis(50))
///     .sequence_start(SequenceStart::Random);
/// assert_eq!(limits.max_lead, Duration::ZERO);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Limits {
    /// How far timestamps may run ahead of the clock in a burst.
    pub max_lead: Duration,
    /// How far the clock may step back while minting goes on from the last
    /// tick.
    pub max_rollback: Duration,
    /// How long a mint waits for a free slot. A batch waits as long for each
    /// piece.
    pub max_wait: Duration,
    /// Where the sequence starts in a new tick.
    pub sequence_start: SequenceStart,
    /// What [`SequenceStart::Random`] is drawn from; `None` for a seed of the
    /// operating system's.
    pub seed: Option<u64>,
}

impl Limits {
    /// The defaults.
    pub const fn new() -> Self {
        Self {
            max_lead: Duration::ZERO,
            max_rollback: Duration::from_secs(10),
            max_wait: Duration::from_secs(5),
            sequence_start: SequenceStart::Zero,
            seed: None,
        }
    }

    /// Sets how far timestamps may run ahead of the clock in a burst.
    #[must_use]
    pub const fn max_lead(mut self, max_lead: Duration) -> Self {
        self.max_lead = max_lead;
        self
    }

    /// Sets how far the clock may step back while minting goes on.
    #[must_use]
    pub const fn max_rollback(mut self, max_rollback: Duration) -> Self {
        self.max_rollback = max_rollback;
        self
    }

    /// Sets how long a mint waits for a free slot.
    #[must_use]
    pub const fn max_wait(mut self, max_wait: Duration) -> Self {
        self.max_wait = max_wait;
        self
    }

    /// Sets where the sequence starts in a new tick.
    #[must_use]
    pub const fn sequence_start(mut self, start: SequenceStart) -> Self {
        self.sequence_start = start;
        self
    }

    /// Sets what [`SequenceStart::Random`] is drawn from, so that a run can be
    /// replayed.
    #[must_use]
    pub const fn seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}

/// Where the sequence starts in a new tick.
///
/// At low rates most ticks see one ID. If each starts at 0, the low bits of
/// all those IDs are the same, and `id % shards` puts them all on one shard.
///
/// The other two starts are spread evenly over the lowest quarter of the
/// sequence, so that `id % n` is even for powers of two up to that quarter
/// (1024 with 12 bits of sequence), at the price of at most a quarter of a
/// tick's IDs. In a layout whose node is the low field, such as Sonyflake's,
/// the low bits are the node, whatever the sequence does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SequenceStart {
    /// At 0.
    #[default]
    Zero,
    /// At a number that differs from tick to tick without a pattern. It is
    /// spread evenly, not unguessable.
    Random,
    /// At the number after the last one issued.
    Continue,
}

impl SequenceStart {
    /// The index in its tick of the first slot to issue, in a tick of so many
    /// slots that follows one whose last issued slot had the index `last`.
    #[inline]
    #[doc(hidden)]
    pub const fn index(self, slots: u64, tick: u64, last: u64, seed: u64) -> u64 {
        match self {
            Self::Zero => 0,
            Self::Random => mix(seed ^ tick) % span(slots),
            Self::Continue => (last + 1) % span(slots),
        }
    }

    /// How many slots of a tick are lost at most.
    #[doc(hidden)]
    pub const fn max_index(self, slots: u64) -> u64 {
        match self {
            Self::Zero => 0,
            Self::Random | Self::Continue => span(slots) - 1,
        }
    }
}

/// How many numbers a sequence may start at.
const fn span(slots: u64) -> u64 {
    if slots < 4 { 1 } else { slots / 4 }
}
