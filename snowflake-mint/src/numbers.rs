//! The node numbers that this process and its ancestors have had.
//!
//! A forked child must not mint under a number of its ancestors, in any layout, because they
//! continue to mint. This also holds if they have not minted yet. So a number is noted when the
//! process gets it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::fork;
use crate::node::Node;

/// Node numbers, each with the generation of the process that had it.
#[derive(Debug)]
pub(crate) struct Numbers(Mutex<Vec<(Node, u32)>>);

impl Numbers {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Notes a number that this process has from now on.
    fn note(&self, node: Node) {
        let (number, mut numbers) = ((node, fork::generation()), self.lock());
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }

    /// Whether an ancestor has this number, in a layout with this many node bits.
    fn has_an_ancestors(&self, node: Node, node_bits: u8) -> bool {
        let number = node.number(node_bits);
        self.lock().iter().any(|(had, generation)| {
            *generation != fork::generation() && had.number(node_bits) == number
        })
    }

    #[cfg(feature = "test-util")]
    pub(crate) fn copied(&self) -> Self {
        Self(Mutex::new(self.lock().clone()))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(Node, u32)>> {
        fork::watch();
        // Nothing panics while the lock is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn note(node: Node) {
    if !node.is_pending() {
        of_process(|numbers| numbers.note(node));
    }
}

pub(crate) fn is_an_ancestors(node: Node, node_bits: u8) -> bool {
    of_process(|numbers| numbers.has_an_ancestors(node, node_bits))
}

static NUMBERS: Numbers = Numbers::new();

fn of_process<R>(ask: impl FnOnce(&Numbers) -> R) -> R {
    #[cfg(feature = "test-util")]
    if let Some(numbers) = SIMULATED.with_borrow(Option::clone) {
        return ask(&numbers);
    }
    ask(&NUMBERS)
}

#[cfg(feature = "test-util")]
thread_local! {
    /// The numbers of the process that this thread simulates in a test.
    pub(crate) static SIMULATED: std::cell::RefCell<Option<std::sync::Arc<Numbers>>> =
        const { std::cell::RefCell::new(None) };
}
