//! What a process mints with.

use snowflake_kit_core::{Layout, Limits};

use crate::error::MintError;
use crate::node::Node;
use crate::permit::Permit;

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
    /// `None` if the program says that the number is its own.
    pub(crate) permit: Option<Permit>,
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
        Settings { node: self, limits: Some(limits), permit: None }
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
        Self { node: Node::leased(permit.node()), limits: None, permit: Some(permit) }
    }
}

/// For the keeper of a lease.
#[doc(hidden)]
impl Settings {
    /// The same with other limits.
    #[must_use]
    pub fn limited(self, limits: Option<Limits>) -> Self {
        Self { limits, ..self }
    }

    /// Whether they belong to a lease that was given back.
    pub(crate) fn is_released(&self) -> bool {
        self.permit.as_ref().is_some_and(Permit::is_closed)
    }
}
