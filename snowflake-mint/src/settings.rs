//! What a process mints with.

use snowflake_kit_core::{Layout, Limits};

use crate::error::MintError;
use crate::node::Node;
use crate::permit::Permit;
use crate::promise::Promise;

/// A node with limits, for [`install`](crate::install) and generators. A [`Node`] alone has the
/// default limits.
///
/// ```
/// use core::time::Duration;
/// use snowflake_kit_core::Limits;
/// use snowflake_kit_mint::Node;
///
/// let limits = Limits::new().max_wait(Duration::from_millis(100));
/// snowflake_kit_mint::install(Node::fixed(7).with_limits(limits))?;
/// # Ok::<(), snowflake_kit_mint::NodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub(crate) node: Node,
    /// `None` for the default limits, or the present ones of a generator.
    pub(crate) limits: Option<Limits>,
    pub(crate) means: Means,
}

/// By what a process mints with its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Means {
    /// The program says that it is its own.
    Number,
    Lease(Permit),
    Promise(Promise),
}

impl Settings {
    /// The node.
    pub const fn node(&self) -> Node {
        self.node
    }

    pub(crate) fn node_in(&self, layout: &Layout) -> Result<u32, MintError> {
        let (node, max) = (self.node, layout.max_node());
        let error = || MintError::NodeOutOfRange { node, max, layout: layout.name() };
        node.in_layout(layout).ok_or_else(error)
    }
}

impl Node {
    /// This node with limits other than the defaults.
    pub const fn with_limits(self, limits: Limits) -> Settings {
        Settings { node: self, limits: Some(limits), means: Means::Number }
    }
}

impl Permit {
    /// A permit with limits other than the defaults.
    pub fn with_limits(self, limits: Limits) -> Settings {
        Settings { limits: Some(limits), ..self.into() }
    }
}

impl From<Node> for Settings {
    fn from(node: Node) -> Self {
        Self { limits: None, ..node.with_limits(Limits::new()) }
    }
}

impl From<Permit> for Settings {
    fn from(permit: Permit) -> Self {
        Self { node: Node::leased(permit.node()), limits: None, means: Means::Lease(permit) }
    }
}

/// For the keeper of a lease.
#[doc(hidden)]
impl Settings {
    /// Before the lease is claimed. The process does not own `node`; it only has to fit the layouts.
    pub fn promised(promise: Promise, node: u32) -> Self {
        Self { node: Node::pending(node), limits: None, means: Means::Promise(promise) }
    }

    /// The same with other limits.
    #[must_use]
    pub fn limited(self, limits: Option<Limits>) -> Self {
        Self { limits, ..self }
    }

    /// The permit, if the lease is claimed.
    pub const fn permit(&self) -> Option<&Permit> {
        match &self.means {
            Means::Lease(permit) => Some(permit),
            _ => None,
        }
    }

    /// Whether the lease is not claimed yet.
    pub const fn is_promised(&self) -> bool {
        matches!(self.means, Means::Promise(_))
    }

    /// The claim of a promised lease has failed.
    pub fn not_claimed(&self, error: &str) {
        if let Means::Promise(promise) = &self.means {
            promise.fail(error);
        }
    }

    /// Stops minting by the lease for good.
    pub fn close(&self) {
        match &self.means {
            Means::Number => {}
            Means::Lease(permit) => drop(permit.close()),
            Means::Promise(promise) => promise.close(),
        }
    }

    /// Whether they belong to a lease that was given back.
    pub(crate) fn is_released(&self) -> bool {
        match &self.means {
            Means::Number => false,
            Means::Lease(permit) => permit.is_closed(),
            Means::Promise(promise) => promise.is_closed(),
        }
    }

    /// The number that the process has in this layout, if it has one.
    pub(crate) fn number_in(&self, layout: &Layout) -> Option<u32> {
        match &self.means {
            Means::Number => Some(self.node.number(layout.node_bits())),
            Means::Lease(permit) => Some(permit.node()),
            Means::Promise(promise) => promise.permit().map(Permit::node),
        }
    }
}
