//! What has been issued.

use crate::observe::Tally;
use crate::sync::atomic::AtomicU64;
#[cfg(feature = "std")]
use crate::sync::atomic::Ordering;

#[cfg(feature = "std")]
pub(crate) use with_std::Space;
#[cfg(feature = "std")]
pub use with_std::Timeline;

/// The last slot issued by a node, on a cache line of its own so that minting
/// threads disturb nothing else.
#[derive(Debug)]
#[repr(align(128))]
pub(crate) struct State {
    /// With `CLOSED`, when nothing is issued any more.
    pub(crate) last: AtomicU64,
    /// The process generation that minted with this node.
    pub(crate) generation: u32,
    pub(crate) tally: Tally,
}

#[cfg(feature = "std")]
pub(crate) type SharedState = std::sync::Arc<State>;

#[cfg(not(feature = "std"))]
pub(crate) type SharedState = State;

/// A bit that no slot has: they end at 2^63. With it, the last slot is one
/// behind which there is none, so that a mint finds out where it has run out of
/// slots, and pays nothing for it before.
const CLOSED: u64 = 1 << 63;

/// Whether this last slot is that of a closed state.
pub(crate) const fn is_closed(last: u64) -> bool {
    last & CLOSED != 0
}

#[cfg(feature = "std")]
impl State {
    /// Issues nothing any more, and returns the last slot issued.
    ///
    /// Relaxed is enough: a mint that has read `last` before fails in its
    /// compare-exchange, and one that reads it afterwards sees the bit. Both
    /// follow from the modification order of this one atomic.
    pub(crate) fn close(&self) -> u64 {
        self.last.fetch_or(CLOSED, Ordering::Relaxed) & !CLOSED
    }

    /// The last slot issued, read by a step that writes it too, so that whoever
    /// issues another one after it sees what was done before it. See `Sessions`.
    pub(crate) fn last_of_session(&self) -> u64 {
        self.last.fetch_or(0, Ordering::Release) & !CLOSED
    }

    /// The last slot issued, and whether it stays the last.
    fn last(&self) -> (u64, bool) {
        let last = self.last.load(Ordering::Relaxed);
        (last & !CLOSED, is_closed(last))
    }
}

impl State {
    /// The state of a node that has issued slots up to `last`. That is 0 for
    /// one that has issued none: slot 0 never is, as with node 0 it would be
    /// the ID 0.
    pub(crate) fn new(last: u64) -> Self {
        let (last, generation) = (AtomicU64::new(last), crate::fork::generation());
        Self { last, generation, tally: Tally::default() }
    }
}

#[cfg(feature = "std")]
mod with_std {
    use std::any::TypeId;
    use std::sync::{Arc, LazyLock, PoisonError};

    use super::State;
    use crate::sync::atomic::Ordering;
    use crate::sync::{Mutex, MutexGuard};
    use crate::{Layout, fork, observe};

    /// A set of IDs that are distinct among themselves: those of all types
    /// that share generators, or those of one type that has its own.
    pub(crate) type Space = Option<TypeId>;

    type Key = (Space, Layout, u32);

    /// Remembers, for as long as time goes on, what each node has issued.
    ///
    /// Generators of the same layout and node share their state through it, so
    /// that a second one, or one built anew after the first was dropped, goes
    /// on where the other stopped. Clocks that tell real time share
    /// [`Timeline::real`]; each [`ManualClock`](crate::ManualClock) has one of
    /// its own.
    #[derive(Debug, Default)]
    pub struct Timeline {
        /// Few: a process has a node or two for each of its layouts.
        states: Mutex<Vec<(Key, Arc<State>)>>,
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
            let mut states = self.states();
            let state = entry(&mut states, (space, layout, node), last);
            if state.generation != fork::generation() {
                return None;
            }
            if let (issued, true) = state.last() {
                *state = begin(&layout, last.max(issued));
            }
            Some(Arc::clone(state))
        }

        /// The state of a node by a grant of the slots behind `last`. Whoever
        /// had the node before, this process, its parent or another, has no
        /// slots there.
        pub(crate) fn granted_state(
            &self,
            space: Space,
            layout: Layout,
            node: u32,
            last: u64,
        ) -> Arc<State> {
            let mut states = self.states();
            let state = entry(&mut states, (space, layout, node), last);
            let (issued, closed) = state.last();
            if closed || state.generation != fork::generation() {
                *state = begin(&layout, last.max(issued));
            } else {
                // Relaxed: a step of the one atomic, like a mint.
                state.last.fetch_max(last, Ordering::Relaxed);
            }
            Arc::clone(state)
        }

        fn states(&self) -> MutexGuard<'_, Vec<(Key, Arc<State>)>> {
            fork::watch();
            // Nothing panics between lock and unlock.
            self.states.lock().unwrap_or_else(PoisonError::into_inner)
        }
    }

    /// The state of a node, begun if it is not known yet.
    fn entry(states: &mut Vec<(Key, Arc<State>)>, key: Key, last: u64) -> &mut Arc<State> {
        let place = states.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
            states.push((key, begin(&key.1, last)));
            states.len() - 1
        });
        &mut states[place].1
    }

    fn begin(layout: &Layout, last: u64) -> Arc<State> {
        let state = Arc::new(State::new(last));
        observe::watch(layout, &state);
        state
    }
}
