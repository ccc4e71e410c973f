//! What a process mints with.

use snowflake_kit_core::{Layout, Limits};

use crate::error::MintError;
use crate::node::{Node, NodeError};
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
    /// Those that `install` checks; if empty, the default one.
    layouts: Vec<Layout>,
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

    /// Names the layouts that the node has to fit: [`install`](crate::install) checks them in place
    /// of [`Layout::DEFAULT`].
    #[must_use]
    pub fn with_layouts(mut self, layouts: impl IntoIterator<Item = Layout>) -> Self {
        self.layouts.extend(layouts);
        self
    }

    /// Whether the node fits the layouts that were named, or else the default one.
    pub(crate) fn check_layouts(&self) -> Result<(), NodeError> {
        let named = &self.layouts[..];
        let layouts = if named.is_empty() { &[Layout::DEFAULT] } else { named };
        match layouts.iter().find(|layout| self.node.in_layout(layout).is_none()) {
            None => Ok(()),
            Some(layout) => {
                let (node, max, layout) = (self.node, layout.max_node(), layout.name());
                Err(NodeError::OutOfRange { node, max, layout })
            }
        }
    }
}

impl Node {
    /// This node with limits other than the defaults.
    pub const fn with_limits(self, limits: Limits) -> Settings {
        Settings { node: self, limits: Some(limits), permit: None, layouts: Vec::new() }
    }

    /// This node in a program whose ID types have these layouts, and not the default one, or others
    /// as well. [`install`](crate::install) checks that it fits all of them.
    ///
    /// ```
    /// use snowflake_kit_core::Layout;
    /// use snowflake_kit_mint::{Node, NodeError, install};
    ///
    /// let node = Node::fixed(5000);
    /// assert!(matches!(install(node), Err(NodeError::OutOfRange { max: 1023, .. })));
    /// install(node.with_layouts([Layout::SONYFLAKE]))?;
    /// # Ok::<(), NodeError>(())
    /// ```
    pub fn with_layouts(self, layouts: impl IntoIterator<Item = Layout>) -> Settings {
        Settings::from(self).with_layouts(layouts)
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
        Self { permit: Some(permit.clone()), ..Node::leased(permit.node()).into() }
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
