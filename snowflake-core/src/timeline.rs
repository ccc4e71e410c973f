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
pub(crate) struct State {
    pub(crate) last: AtomicU64,
    /// The process generation that minted with this node.
    pub(crate) generation: u32,
}

#[cfg(feature = "std")]
pub(crate) type SharedState = std::sync::Arc<State>;

#[cfg(not(feature = "std"))]
pub(crate) type SharedState = State;

impl State {
    /// The state of a node that has issued slots up to `last`. That is 0 for
    /// one that has issued none: slot 0 never is, as with node 0 it would be
    /// the ID 0.
    pub(crate) fn new(last: u64) -> Self {
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
    use crate::{Layout, fork};

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

        /// Whether other processes mint on it as well, or have done so.
        pub(crate) const fn is_shared(&self) -> bool {
            self.shared
        }

        /// The state of a node, which is to begin behind `last` if it is not
        /// known yet; `None` if it belongs to the process that this one was
        /// forked from.
        pub(crate) fn state(
            &self,
            space: Space,
            layout: Layout,
            node: u32,
            last: u64,
        ) -> Option<Arc<State>> {
            fork::watch();
            // Nothing panics between lock and unlock.
            let mut states = self.states.lock().unwrap_or_else(PoisonError::into_inner);
            let state =
                states.entry((space, layout, node)).or_insert_with(|| Arc::new(State::new(last)));
            (state.generation == fork::generation()).then(|| Arc::clone(state))
        }
    }
}
