//! Why a process has no lease.

use core::fmt;
use core::ops::RangeInclusive;

use snowflake_kit_core::{FieldError, UtcTime};
use snowflake_kit_mint::__private::fork::FORKED;
use snowflake_kit_mint::{ClockError, Node};

use super::store::{MORE_THREADS, StoreError};
use crate::protocol::LeaseError;

/// Why a process has no lease, or could not renew or release the one it has.
#[non_exhaustive]
pub enum ClaimError {
    /// A setting has an invalid value.
    Setting {
        /// Its name.
        name: &'static str,
        /// Its value.
        value: String,
        /// Which values are valid.
        expected: &'static str,
    },
    /// This process already has a node.
    AlreadyInstalled {
        /// The node it has.
        installed: Node,
    },
    /// A layout in use is too narrow for the node numbers that may be claimed.
    NodesOutOfRange {
        /// The node numbers that may be claimed.
        nodes: RangeInclusive<u32>,
        /// The name of the layout with the fewest node bits.
        layout: &'static str,
        /// The largest number that fits it.
        max: u32,
    },
    /// The node of a layout in use does not have the part that was named.
    NotWithin {
        /// The layout's name.
        layout: &'static str,
        /// What is wrong.
        error: FieldError,
    },
    /// Other processes hold all nodes.
    Full {
        /// The name of the space.
        space: String,
        /// The node numbers that may be claimed.
        nodes: RangeInclusive<u32>,
        /// When the first lease ends if it is not renewed, in Unix ms.
        until: i64,
    },
    /// All nodes are fenced: an operator has told the store that it lost commits.
    Fenced {
        /// The name of the set of IDs.
        space: String,
        /// The node numbers that may be claimed.
        nodes: RangeInclusive<u32>,
        /// When the first node can be claimed, in Unix ms.
        until: i64,
    },
    /// The store has lost the claim of this process, for example in a failover to a copy that
    /// lacked it. Another process may have minted the same IDs since.
    Forgotten {
        /// The name of the set of IDs.
        space: String,
        /// The node number.
        node: u32,
    },
    /// Other processes were faster in each attempt.
    Contended {
        /// How many claims were made.
        claims: u32,
    },
    /// The process is a fork of one that had a node or minted.
    Forked,
    /// The protocol forbids it.
    Lease(LeaseError),
    /// The machine's clock has no usable reading.
    Clock(ClockError),
    /// The store returned an error.
    Store(StoreError),
    /// No thread could be started for the lease. No node was claimed.
    NoThread {
        /// What the operating system said.
        message: String,
    },
}

impl From<LeaseError> for ClaimError {
    fn from(error: LeaseError) -> Self {
        Self::Lease(error)
    }
}

impl From<ClockError> for ClaimError {
    fn from(error: ClockError) -> Self {
        Self::Clock(error)
    }
}

impl From<StoreError> for ClaimError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl fmt::Display for ClaimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setting { name, value, expected } => {
                write!(f, "invalid lease setting {name} = {value}: expected {expected}")
            }
            Self::AlreadyInstalled { installed } => write!(
                f,
                "this process already has {installed}, so no lease was claimed: install one node \
                 or lease, once, when the process starts"
            ),
            Self::NodesOutOfRange { nodes, layout, max } => write!(
                f,
                "the nodes {} to {} do not fit the layout `{layout}`, which has 0 to {max}: set \
                 `nodes` within that range, use a layout with more node bits, or name the \
                 `layouts` in use, if this is not one of them",
                nodes.start(),
                nodes.end()
            ),
            Self::NotWithin { layout, error } => {
                write!(f, "no node of the layout `{layout}` can be leased: {error}")
            }
            Self::Full { space, nodes, until } => write!(
                f,
                "all nodes of the space {space:?}, {} to {}, are leased; the first lease ends at \
                 {} if it is not renewed: run fewer processes, allow more `nodes`, or use a \
                 layout with more node bits",
                nodes.start(),
                nodes.end(),
                UtcTime(*until)
            ),
            Self::Fenced { space, nodes, until } => write!(
                f,
                "all nodes of the space {space:?}, {} to {}, are fenced (`snowflake nodes \
                 --fence`), and the first one can be claimed at {}: wait until then",
                nodes.start(),
                nodes.end(),
                UtcTime(*until)
            ),
            Self::Forgotten { space, node } => write!(
                f,
                "the store has lost the claim of node {node} in the space {space:?}, so another \
                 process may have minted the same IDs: find out whether it was restored or failed \
                 over, and fence it (`snowflake nodes --fence`)"
            ),
            Self::Contended { claims } => write!(
                f,
                "other processes were faster in {claims} claims: try again when fewer processes \
                 start at once"
            ),
            Self::Forked => f.write_str(FORKED),
            Self::Lease(error) => error.fmt(f),
            Self::Clock(error) => error.fmt(f),
            Self::Store(error) => write!(f, "the store of the leases: {error}"),
            Self::NoThread { message } => write!(
                f,
                "a lease needs a thread, and none could be started: {message}: {MORE_THREADS}"
            ),
        }
    }
}

snowflake_kit_core::__debug_is_text!(ClaimError);

impl core::error::Error for ClaimError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Lease(error) => Some(error),
            Self::Clock(error) => Some(error),
            Self::Store(error) => Some(error),
            _ => None,
        }
    }
}
