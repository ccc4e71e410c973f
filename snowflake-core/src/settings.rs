//! What a process is given to mint with.

use crate::{Limits, Node};

/// A node with limits: what [`install`](crate::install) and generators take.
/// A [`Node`] alone is one with the default limits.
///
/// ```
/// use core::time::Duration;
/// use snowflake_core::{Limits, Node};
///
/// let limits = Limits::new().max_wait(Duration::from_millis(100));
/// snowflake_core::install(Node::fixed(7).with_limits(limits))?;
/// # Ok::<(), snowflake_core::NodeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub(crate) node: Node,
    pub(crate) limits: Limits,
}

impl Node {
    /// This node with limits other than the defaults.
    pub const fn with_limits(self, limits: Limits) -> Settings {
        Settings { node: self, limits }
    }
}

impl From<Node> for Settings {
    fn from(node: Node) -> Self {
        node.with_limits(Limits::new())
    }
}
