//! In which order IDs are minted.

use core::fmt;

use super::Layout;

/// What the order of a layout's IDs says about the order in which they were
/// minted: [`Layout::monotonicity`].
///
/// | | [`Full`](Self::Full) | [`Sharded`](Self::Sharded) | [`Periodic`](Self::Periodic) |
/// |---|---|---|---|
/// | layouts | without a node: `MASTODON` | with one: most | whose timestamps wrap around: `TRACE_ID` |
/// | a larger ID was minted | later | later, if by the same node; by another node in the same tick or later, as far as their clocks agree | as with the other two, if in the same period |
/// | the key says when the row was made | yes | yes | only to who knows the period |
/// | [`range`](crate::Layout::range) | the IDs of an interval | the IDs of an interval, of all nodes | none: refused |
///
/// **Keys.** New rows go to the end of the index, of a sharded layout nearly so:
/// the rows that nodes mint in one tick go side by side. With a periodic layout
/// they go to the end until timestamps wrap around, and then to the beginning.
/// A period later the same IDs are minted again, so rows have to be gone by then:
/// it suits what is kept for days, such as traces, and is no primary key of what
/// stays.
///
/// **Reading on.** "All behind the last ID that I saw" misses nothing that one
/// node mints, if its rows become visible in the order of their IDs. With several
/// nodes, an ID may appear below one that was seen: of the same tick, of a node
/// whose clock is behind, or of a transaction that took longer. Read again from
/// a few seconds before, by [`range`](crate::Layout::range), or until some seconds ago.
///
/// **A field of the caller's** that is above the sequence orders the IDs of a tick: in
/// one tick a node mints strictly larger IDs for each value of that field, and of two
/// values the order says nothing. Below the sequence it changes nothing.
///
/// **Restarts.** A node goes on above what it minted before, since the clock
/// went on, and its first tick is left out. That holds for all three, as long as
/// the clock is not set back in between (`Node` of `snowflake-mint` says more). With a
/// periodic layout a restart right after a wrap goes on with small numbers, as
/// the node would have done without it.
///
/// All this is about IDs that this crate minted. Those of Mastodon itself, for
/// instance, are in the order of time to the millisecond only: it puts a hash
/// into the tail.
///
/// **Without a time.** [Decimal IDs](crate::DecimalId) are
/// [`PerGenerator`](Self::PerGenerator): they count. A larger ID was minted later by
/// the same generator, and of two generators, or of one process before and after a
/// restart, the order of IDs says nothing. They have neither a
/// [`range`](crate::Layout::range) nor reading on by key. As keys they go to one place of the index for each
/// generator that is at work; [`DecimalParts`](crate::DecimalParts) has more.
///
/// ```
/// use snowflake_core::{Layout, Monotonicity};
///
/// assert_eq!(Layout::MASTODON.monotonicity(), Monotonicity::Full);
/// assert_eq!(Layout::DEFAULT.monotonicity(), Monotonicity::Sharded);
/// assert_eq!(Layout::TRACE_ID.monotonicity().to_string(), "periodic");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Monotonicity {
    /// There is one node: a larger ID was minted later.
    Full,
    /// A larger ID was minted later by the same node. IDs of different nodes are
    /// in the order of time, to the tick and as far as their clocks agree.
    Sharded,
    /// The same, inside a period of the timestamp. Across periods the order of
    /// IDs says nothing.
    Periodic,
    /// IDs are counted, and do not go by a clock: a larger ID was minted later by
    /// the same generator. Of IDs of two generators the order says nothing.
    PerGenerator,
}

/// `full`, `sharded`, `periodic` or `per generator`.
impl fmt::Display for Monotonicity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Full => "full",
            Self::Sharded => "sharded",
            Self::Periodic => "periodic",
            Self::PerGenerator => "per generator",
        })
    }
}

impl Monotonicity {
    /// A sentence of a [`Description`](crate::Description).
    pub(crate) const fn sentence(self) -> &'static str {
        match self {
            Self::Full => "IDs increase in the order in which they are minted.",
            Self::Sharded => "IDs increase with time, to the tick, and strictly per node.",
            Self::Periodic => {
                "IDs increase with time inside a period of the timestamp, and then begin again."
            }
            Self::PerGenerator => {
                "IDs increase per generator; of two generators, their order says nothing."
            }
        }
    }
}

impl Layout {
    /// The caller's field, if it is above the sequence, so that the IDs of a tick are in
    /// its order.
    pub(crate) const fn ordering_field(&self) -> Option<&'static str> {
        match self.caller() {
            Some(field) if self.caller.shift > self.sequence.shift => Some(field.name()),
            _ => None,
        }
    }

    /// What the order of IDs says about the order in which they were minted.
    pub const fn monotonicity(&self) -> Monotonicity {
        if self.is_periodic() {
            Monotonicity::Periodic
        } else if self.node.bits == 0 && self.ordering_field().is_none() {
            Monotonicity::Full
        } else {
            Monotonicity::Sharded
        }
    }
}
