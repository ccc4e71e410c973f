//! Why no ID could be minted.

use core::fmt;
use core::time::Duration;
use std::sync::Arc;

use snowflake_kit_core::UtcTime;

use crate::clock::ClockError;
use crate::fork::FORKED;
use crate::node::Node;

/// Why no ID could be minted. `try_mint` and `mint_timeout` return it, and `mint` panics with its
/// text.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum MintError {
    /// The process has no node number yet.
    NotInstalled,
    /// The node number does not fit the layout.
    NodeOutOfRange {
        /// The node and where it came from.
        node: Node,
        /// The largest number that fits.
        max: u32,
        /// The layout's name.
        layout: &'static str,
    },
    /// The ID type has another layout than the generator.
    LayoutMismatch {
        /// The ID type.
        id: &'static str,
        /// The name of its layout.
        layout: &'static str,
        /// The name of the generator's layout.
        generator: &'static str,
    },
    /// The ID type and the generator do not fit, because one of them is `generator = "own"`.
    OwnerMismatch {
        /// The ID type.
        id: &'static str,
        /// The type that the generator belongs to; `None` if types share it.
        owner: Option<&'static str>,
    },
    /// No slot is free now, and `try_mint` does not wait.
    WouldWait {
        /// How long until a slot is free, if no other mint takes it.
        wait: Duration,
    },
    /// No slot became free within the longest wait.
    WaitedTooLong {
        /// The longest wait.
        limit: Duration,
        /// How much longer it would have taken.
        wait: Duration,
    },
    /// A batch that can never be minted in one step.
    BatchTooLarge {
        /// How many IDs were asked for.
        wanted: u64,
        /// How many IDs the generator's limits allow at most.
        max: u64,
    },
    /// There is not enough memory for the IDs of a batch.
    NoMemory {
        /// How many IDs were asked for.
        wanted: u64,
    },
    /// The value for the caller's field does not fit it.
    CallerOutOfRange {
        /// The ID type's name.
        id: &'static str,
        /// The field's name.
        field: &'static str,
        /// The value.
        value: u32,
        /// The largest that fits.
        max: u32,
    },
    /// The clock stepped back further than allowed.
    ClockWentBack {
        /// How far.
        by: Duration,
        /// `max_rollback`.
        limit: Duration,
    },
    /// The clock has no usable reading.
    Clock(ClockError),
    /// The clock is before the layout's epoch.
    BeforeEpoch {
        /// The clock, in Unix ms.
        unix_millis: i64,
        /// The epoch, in Unix ms.
        epoch: i64,
        /// The layout's name.
        layout: &'static str,
    },
    /// The layout has no more timestamps.
    LayoutEnded {
        /// The first instant without a timestamp, in Unix ms.
        ended_at: i64,
        /// The layout's name.
        layout: &'static str,
    },
    /// The lease of the node has ended and was not renewed in time.
    LeaseExpired {
        /// The node number.
        node: u32,
        /// The end of the lease, in Unix ms.
        until: i64,
        /// The clock, in Unix ms.
        unix_millis: i64,
    },
    /// The process claims its lease when the first ID is minted (`LeaseBuilder::lazy`), and
    /// does not have it yet. Each mint requests the claim, and those that may wait do so.
    NotClaimed {
        /// The error of the last claim, if it failed.
        error: Option<Arc<str>>,
    },
    /// The lease of the node was given back.
    LeaseReleased {
        /// The node number.
        node: u32,
    },
    /// The process has no generator number for decimal IDs yet.
    NoGeneratorNumber,
    /// The counter of the generator number is used up, or has too few numbers left, and the process
    /// does not have the next generator number yet.
    CounterUsedUp {
        /// The generator number.
        generator: u32,
        /// The launch number.
        launch: u32,
    },
    /// The process is a fork of one that had a node or minted.
    Forked,
    /// The process has this node number by a lease, and something in it wants the number as a fixed
    /// one; or the other way round.
    FixedAndLeased {
        /// The node number.
        node: u32,
    },
}

/// When to check again whether a lease was renewed, or the next generator number is there.
const LEASE_RETRY: Duration = Duration::from_millis(10);

/// When to check again whether a lease was claimed. Shorter, because a nearby store takes a few
/// milliseconds, and a program that mints one ID waits for it.
const CLAIM_RETRY: Duration = Duration::from_millis(1);

/// For a test whose scope is on another thread, where it does not count.
const SCOPE: &str = if cfg!(feature = "test-util") {
    "; a `MintScope` counts only on the thread that made it: make one on this thread too, with a \
     clone of its clock"
} else {
    ""
};

impl MintError {
    /// How long to wait at least before another attempt can succeed. `None` if waiting does not
    /// help.
    pub const fn retry_after(&self) -> Option<Duration> {
        match *self {
            Self::WouldWait { wait } | Self::WaitedTooLong { wait, .. } => Some(wait),
            Self::ClockWentBack { by, limit } => Some(by.saturating_sub(limit)),
            Self::Clock(error) => error.retry_after(),
            Self::LeaseExpired { .. } | Self::CounterUsedUp { .. } => Some(LEASE_RETRY),
            Self::NotClaimed { .. } => Some(CLAIM_RETRY),
            _ => None,
        }
    }
}

impl From<ClockError> for MintError {
    fn from(error: ClockError) -> Self {
        Self::Clock(error)
    }
}

impl fmt::Display for MintError {
    #[expect(clippy::too_many_lines, reason = "a text for each error")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::WouldWait { wait } => write!(
                f,
                "no slot is free for another {wait:?}: wait and try again, or allow a \
                 `max_lead`"
            ),
            Self::WaitedTooLong { limit, wait } => {
                write!(f, "no slot became free within max_wait = {limit:?}; it takes {wait:?} more")
            }
            Self::BatchTooLarge { wanted, max } => write!(
                f,
                "a batch of {wanted} IDs is too large: at most {max} fit; ask for fewer, use \
                 `mint_many`, or allow a larger `max_lead`"
            ),
            Self::NoMemory { wanted } => write!(
                f,
                "there is not enough memory for {wanted} IDs at once: mint them in smaller batches"
            ),
            Self::CallerOutOfRange { id, field, value, max } => write!(
                f,
                "{field} {value} does not fit {id}: use 0 to {max}, or a layout with more bits \
                 for it"
            ),
            Self::ClockWentBack { by, limit } => write!(
                f,
                "the clock stepped back by {by:?}, more than max_rollback = {limit:?}: minting \
                 continues after it has caught up; check the machine's time synchronisation"
            ),
            Self::Clock(error) => error.fmt(f),
            Self::BeforeEpoch { unix_millis, epoch, layout } => write!(
                f,
                "the clock says {}, which is before the epoch {} of the layout `{layout}`: set \
                 the clock",
                UtcTime(unix_millis),
                UtcTime(epoch)
            ),
            Self::LayoutEnded { ended_at, layout } => write!(
                f,
                "the layout `{layout}` has no timestamps from {} on: move to a layout with a \
                 later epoch or more time bits",
                UtcTime(ended_at)
            ),
            Self::NotInstalled => write!(
                f,
                "this process has no node number: call `install(node)` once when it starts, for \
                 example with `Node::from_env(\"SNOWFLAKE_NODE\")?`{SCOPE}"
            ),
            Self::NodeOutOfRange { node, max, layout } => node.does_not_fit(max, layout, f),
            Self::LayoutMismatch { id, layout, generator } => write!(
                f,
                "{id} has the layout `{layout}`, but this generator mints `{generator}`: build \
                 one with the layout of {id}"
            ),
            Self::OwnerMismatch { id, owner: None } => write!(
                f,
                "{id} has its own generator (`generator = \"own\"`), and another one could \
                 repeat its IDs: mint it by `{id}::mint()`, or build a generator with \
                 `Generator::of::<{id}>(…)`"
            ),
            Self::OwnerMismatch { id, owner: Some(owner) } => write!(
                f,
                "this generator mints only {owner} (`generator = \"own\"`), and could repeat IDs \
                 of {id}: mint it by `{id}::mint()`, or build a generator with \
                 `Generator::of::<{id}>(…)`"
            ),
            Self::LeaseExpired { node, until, unix_millis } => write!(
                f,
                "the lease of node {node} ended at {}, and it is {}: minting continues after it \
                 is renewed; check whether the store of the leases can be reached, and whether \
                 this machine's clock is right",
                UtcTime(until),
                UtcTime(unix_millis)
            ),
            Self::NotClaimed { error: None } => f.write_str(
                "this process claims its lease when the first ID is minted, and the store of the \
                 leases has not answered yet: mint with `mint`, `mint_timeout` or `mint_async`, \
                 which wait for the claim; if they fail too, check that the store is running and \
                 that this process can connect to it",
            ),
            Self::NotClaimed { error: Some(ref error) } => write!(
                f,
                "this process claims its lease when the first ID is minted, and the claim failed: \
                 {error}; the next mint claims again"
            ),
            Self::LeaseReleased { node } => write!(
                f,
                "the lease of node {node} has been released: keep the value that installing the \
                 lease returned until the last ID is minted"
            ),
            Self::Forked => f.write_str(FORKED),
            Self::FixedAndLeased { node } => write!(
                f,
                "this process has node {node} as a fixed number and by a lease at the same time: \
                 another process could get it when the lease ends; use the lease alone, or fix a \
                 number that the lease never gives (`LeaseBuilder::nodes`)"
            ),
            Self::NoGeneratorNumber => write!(
                f,
                "this process has no generator number for decimal IDs: call \
                 `DecimalBuilder::new(store).launch(launch).install()` once when it starts, for \
                 example with `Launch::from_env(\"SNOWFLAKE_LAUNCH\")?`{SCOPE}"
            ),
            Self::CounterUsedUp { generator, launch } => write!(
                f,
                "the counter of generator {generator}, launch {launch} is used up, or has too few \
                 left for this batch, and the next generator number has not been claimed yet: \
                 check whether its store can be reached, and whether the launch has numbers left"
            ),
        }
    }
}

snowflake_kit_core::__debug_is_text!(MintError);

impl core::error::Error for MintError {}
