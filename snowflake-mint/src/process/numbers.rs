//! The node numbers that a process and its ancestors have had.
//!
//! A forked child must not mint under a number of its ancestors, in any layout, because they
//! continue to mint. This also holds if they have not minted yet. So a number is noted when the
//! process gets it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::fork::{self, Calmly};
use crate::node::Node;

/// Node numbers, each with the generation of the process that had it.
#[derive(Debug, Default)]
pub(crate) struct NodeNumbers(Mutex<Vec<(Node, u32)>>);

impl NodeNumbers {
    #[cfg(not(loom))]
    pub(super) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Notes a number that this process has from now on.
    pub(crate) fn note(&self, node: Node) {
        let (number, mut numbers) = ((node, fork::generation()), self.lock());
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }

    /// Whether an ancestor has this number, in a layout with this many node bits.
    pub(crate) fn has_an_ancestors(&self, node: Node, node_bits: u8) -> bool {
        let number = node.number(node_bits);
        self.lock().iter().any(|(had, generation)| {
            *generation != fork::generation() && had.number(node_bits) == number
        })
    }

    #[cfg(feature = "test-util")]
    pub(super) fn copied(&self) -> Self {
        Self(Mutex::new(self.lock().clone()))
    }

    fn lock(&self) -> Calmly<MutexGuard<'_, Vec<(Node, u32)>>> {
        fork::watch();
        // Nothing panics while the lock is held.
        fork::calmly(|| self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
