//! What has been issued.

use crate::sync::atomic::AtomicU64;

#[cfg(feature = "std")]
pub(crate) use with_std::Space;
#[cfg(feature = "std")]
pub use with_std::Timeline;

/// The last slot issued by a node, on a cache line of its own so that minting
/// threads disturb nothing else.
///
/// It begins at slot 0, which therefore is never issued: with node 0 it would
/// be the ID 0.
#[derive(Debug)]
#[repr(align(128))]
pub(super) struct State {
    pub(super) last: AtomicU64,
    /// The process generation that minted with this node.
    #[cfg(feature = "std")]
    pub(super) generation: u32,
}

#[cfg(feature = "std")]
pub(super) type SharedState = std::sync::Arc<State>;

#[cfg(not(feature = "std"))]
pub(super) type SharedState = State;

impl State {
    pub(super) fn new() -> Self {
        Self {
            last: AtomicU64::new(0),
            #[cfg(feature = "std")]
            generation: crate::fork::generation(),
        }
    }
}

#[cfg(feature = "std")]
mod with_std {
    use std::any::TypeId;
    use std::collections::HashMap;
    use std::sync::{Arc, LazyLock, Mutex, PoisonError};

    use super::State;
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
    }

    impl Timeline {
        /// A time in which nothing has been issued yet.
        pub fn new() -> Self {
            Self::default()
        }

        /// The time of the world outside.
        pub fn real() -> &'static Self {
            static REAL: LazyLock<Timeline> = LazyLock::new(Timeline::new);
            &REAL
        }

        /// The state of a node.
        pub(in crate::generator) fn state(
            &self,
            space: Space,
            layout: Layout,
            node: u32,
        ) -> Result<Arc<State>, MintError> {
            crate::fork::watch();
            // Nothing panics between lock and unlock.
            let mut states = self.states.lock().unwrap_or_else(PoisonError::into_inner);
            let state =
                states.entry((space, layout, node)).or_insert_with(|| Arc::new(State::new()));
            if state.generation == crate::fork::generation() {
                Ok(Arc::clone(state))
            } else {
                Err(MintError::Forked { node })
            }
        }
    }
}
