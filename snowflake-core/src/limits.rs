//! What a generator may do if it differs from its clock.

use core::time::Duration;

use crate::random::mix;

/// How far a generator goes before it waits or refuses.
///
/// | limit | default | inside it | beyond it |
/// |---|---|---|---|
/// | [`max_lead`](Self::max_lead) | 0 | a burst takes slots of later ticks: timestamps run ahead of the clock | `try_mint` returns `MintError::WouldWait`, `mint` waits |
/// | [`max_rollback`](Self::max_rollback) | 10 s | the clock stepped back: minting continues in the last tick, then waits for the clock to catch up | `MintError::ClockWentBack` |
/// | [`max_wait`](Self::max_wait) | 5 s | `mint` waits for a slot | `MintError::WaitedTooLong`; `mint` panics with it |
/// | [`sequence_start`](Self::sequence_start) | `Zero` | | |
///
/// No limit endangers uniqueness inside a process: a slot is issued once, whatever the clock
/// does. **After a restart**, a node with a fixed number starts at the time of the clock.
/// IDs that were issued ahead of the clock (by `max_lead`, or because the clock stepped back)
/// could then come again. That is why `max_lead` is 0 by default.
///
/// Limits are rounded down to whole ticks. Give generators that share a node the same limits.
/// Otherwise, if one generator has run ahead, another without a lead waits or reports that
/// the clock went back.
///
/// ```
/// use core::time::Duration;
/// use snowflake_kit_core::{Limits, SequenceStart};
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
    /// How far the clock may step back while minting continues from the last tick.
    pub max_rollback: Duration,
    /// How long a mint waits if a tick has no IDs left. A batch may wait this long for each of its
    /// pieces.
    pub max_wait: Duration,
    /// Where the sequence starts in a new tick.
    pub sequence_start: SequenceStart,
    /// The seed of [`SequenceStart::Random`]; with `None`, the operating system gives one.
    pub seed: Option<u64>,
}

impl Limits {
    /// Returns the defaults.
    pub const fn new() -> Self {
        Self {
            max_lead: Duration::ZERO,
            max_rollback: Duration::from_secs(10),
            max_wait: Duration::from_secs(5),
            sequence_start: SequenceStart::Zero,
            seed: None,
        }
    }

    /// Sets [`max_lead`](Self#structfield.max_lead).
    #[must_use]
    pub const fn max_lead(mut self, max_lead: Duration) -> Self {
        self.max_lead = max_lead;
        self
    }

    /// Sets [`max_rollback`](Self#structfield.max_rollback).
    #[must_use]
    pub const fn max_rollback(mut self, max_rollback: Duration) -> Self {
        self.max_rollback = max_rollback;
        self
    }

    /// Sets [`max_wait`](Self#structfield.max_wait).
    #[must_use]
    pub const fn max_wait(mut self, max_wait: Duration) -> Self {
        self.max_wait = max_wait;
        self
    }

    /// Sets [`sequence_start`](Self#structfield.sequence_start).
    #[must_use]
    pub const fn sequence_start(mut self, start: SequenceStart) -> Self {
        self.sequence_start = start;
        self
    }

    /// Sets the seed of [`SequenceStart::Random`], so that a run can be replayed.
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
/// At low rates most ticks have one ID. If each tick starts at 0, the low bits of these IDs
/// are the same, and `id % shards` puts them all on one shard.
///
/// `Random` and `Continue` spread the starts evenly over the lowest quarter of the sequence.
/// Then `id % n` is evenly distributed for powers of two up to that quarter (1024 with 12
/// bits of sequence). They cost at most a quarter of a tick's IDs. In a layout with the node
/// as the low field, such as Sonyflake's, the low bits are the node in any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SequenceStart {
    /// At 0.
    #[default]
    Zero,
    /// At a number that differs from tick to tick without a pattern. The numbers are spread
    /// evenly, but can be guessed.
    Random,
    /// At the number after the last one issued.
    Continue,
}

impl SequenceStart {
    /// The index of the first slot to issue in a tick of `slots` slots. `last` is the index of the
    /// last slot issued in the tick before it.
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

const fn span(slots: u64) -> u64 {
    if slots < 4 { 1 } else { slots / 4 }
}
