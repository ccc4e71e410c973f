//! What the order of IDs says.

use core::fmt;

use super::Layout;

/// What the order of IDs says about the order in which they were minted; see
/// [`Layout::monotonicity`].
///
/// | | [`Full`](Self::Full) | [`Sharded`](Self::Sharded) | [`Periodic`](Self::Periodic) | [`PerGenerator`](Self::PerGenerator) |
/// |---|---|---|---|---|
/// | IDs of | layouts without a node: `MASTODON` | most layouts | layouts whose timestamps wrap around: `TRACE_ID` | [`DecimalId`](crate::DecimalId) types |
/// | a larger ID was minted | later | later, if by the same generator; otherwise in the same tick or later, as far as clocks agree | as on the left, if in the same period | later, if by the same generator |
/// | the ID tells when it was minted | yes | yes | if you know the period | no |
/// | [`range`](crate::Layout::range) | the IDs of an interval | the IDs of an interval, of all nodes | an error | none |
/// | new keys go to | the end of the index | nearly the end: the keys of a tick are side by side | the end; after a wrap, the beginning | one place per active generator |
///
/// **Periodic layouts** mint the same IDs again after a period. Use them for rows that you delete
/// before that, such as traces, and not for keys of lasting rows.
///
/// **Reading on** from the last ID that you saw misses nothing that one node mints, if its rows
/// become visible in the order of their IDs. With several nodes, a smaller ID can appear later:
/// from the same tick, from a node whose clock is behind, or from a longer transaction. So read the
/// last seconds again by [`range`](crate::Layout::range), or leave them out until later.
///
/// **Handles.** Between handles for one thread each (`Local` of `snowflake-kit-mint`) there is no order
/// inside a tick, although they share a generator and a node. The IDs of one handle increase.
///
/// **A field of the caller's** above the sequence orders the IDs of a tick. Then the IDs that a
/// generator mints in one tick increase only among IDs with the same value. Below the sequence it
/// changes nothing.
///
/// **Restarts.** A node continues above its earlier IDs, unless the clock was set back meanwhile
/// (see `Node` of `snowflake-kit-mint`), or a periodic timestamp wrapped around. It leaves out its
/// first tick.
///
/// This describes IDs that this crate minted. IDs of other programs can differ: Mastodon puts a
/// hash into the tail, so its IDs are in the order of time only to the millisecond.
///
/// ```
/// use snowflake_kit_core::{Layout, Monotonicity};
///
/// assert_eq!(Layout::MASTODON.monotonicity(), Monotonicity::Full);
/// assert_eq!(Layout::DEFAULT.monotonicity(), Monotonicity::Sharded);
/// assert_eq!(Layout::TRACE_ID.monotonicity().to_string(), "periodic");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Monotonicity {
    /// A larger ID was minted later.
    Full,
    /// A larger ID was minted later, if by the same generator.
    Sharded,
    /// The same, but only inside a period of the timestamp.
    Periodic,
    /// A larger ID was minted later, if by the same generator.
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
    pub(crate) const fn sentence(self) -> &'static str {
        match self {
            Self::Full => {
                "IDs increase in the order in which they are minted, except between handles inside a \
                 tick."
            }
            Self::Sharded => {
                "IDs increase with time, to the tick; inside a tick, those of one generator or handle \
                 increase."
            }
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
    /// The caller's field, if it is above the sequence and so orders the IDs of a tick. Without a
    /// sequence a tick has one ID.
    pub(crate) const fn ordering_field(&self) -> Option<&'static str> {
        let is_above = self.sequence.bits > 0 && self.caller.shift > self.sequence.shift;
        match self.caller() {
            Some(field) if is_above => Some(field.name()),
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
