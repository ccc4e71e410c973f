//! What has been issued.

use crate::sync::atomic::AtomicU64;

#[cfg(feature = "std")]
pub(crate) use with_std::Space;
#[cfg(feature = "std")]
pub use with_std::Timeline;

/// The last slot issued by a node, on a cache line of its own so that minting
/// threads disturb nothing else.
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct State {
    pub(super) last: AtomicU64,
    /// The process generation that minted with this node.
    pub(super) generation: u32,
}

#[cfg(feature = "std")]
pub(super) type SharedState = std::sync::Arc<State>;

#[cfg(not(feature = "std"))]
pub(super) type SharedState = State;

impl State {
    /// The state of a node that has issued slots up to `last`. That is 0 for
    /// one that has issued none: slot 0 never is, as with node 0 it would be
    /// the ID 0.
    pub(super) fn new(last: u64) -> Self {
        Self { last: AtomicU64::new(last), generation: crate::fork::generation() }
    }
}

#[cfg(feature = "std")]
mod with_std {
    use std::any::TypeId;
    use std::collections::HashMap;
    use std::sync::{Arc, LazyLock, PoisonError};

    use super::State;
    use crate::sync::Mutex;
    use crate::{Layout, MintError};

    /// A set of IDs that are distinct among themselves: those of all types
    /// that share generators, or those of one type that has its own.
    pub(crate) type Space = Option<TypeId>;

    /// Remembers, for as long as time goes on, what each node has issued.
    ///
    /// Generators of the same layout and node share their state through it, so
    /// that a second one, or one built anew after the first was dropped, goes
    /// on where the other stopped. Clocks that tell real time share
    /// [`Timeline::real`]; each [`ManualClock`](crate::ManualClock) has one of
    /// its own.
    #[derive(Debug, Default)]
    pub struct Timeline {
        states: Mutex<HashMap<(Space, Layout, u32), Arc<State>>>,
        /// Whether other processes mint on it as well.
        shared: bool,
    }

    impl Timeline {
        /// A time in which nothing has been issued yet.
        pub fn new() -> Self {
            Self::default()
        }

        /// The time of the world outside.
        pub fn real() -> &'static Self {
            static REAL: LazyLock<Timeline> =
                LazyLock::new(|| Timeline { shared: true, ..Timeline::default() });
            &REAL
        }

        /// The state of a node. `spent` is asked up to which slot another
        /// process may have issued under this node before.
        pub(in crate::generator) fn state(
            &self,
            space: Space,
            layout: Layout,
            node: u32,
            spent: impl FnOnce() -> Result<u64, MintError>,
        ) -> Result<Arc<State>, MintError> {
            crate::fork::watch();
            // Before the lock: it reads a clock, which may be anybody's code.
            let last = if self.shared { spent()? } else { 0 };
            // Nothing panics between lock and unlock.
            let mut states = self.states.lock().unwrap_or_else(PoisonError::into_inner);
            let state =
                states.entry((space, layout, node)).or_insert_with(|| Arc::new(State::new(last)));
            if state.generation == crate::fork::generation() {
                Ok(Arc::clone(state))
            } else {
                Err(MintError::Forked { node })
            }
        }
    }
}
