//! What one node has issued.

mod tally;

use snowflake_kit_core::Layout;

use crate::clock::Clock;
use crate::error::MintError;
use crate::sync::atomic::{AtomicU32, AtomicU64, Ordering};
pub(crate) use tally::{OBSERVED, Tally};

/// What a node has issued, on its own cache line, so that minting threads disturb nothing else.
#[derive(Debug)]
#[repr(align(128))]
pub struct State {
    /// The last slot issued.
    pub last: AtomicU64,
    /// What is counted for metrics and events.
    pub tally: Tally,
    /// How many generators mint from it now: by a fixed number, and by a lease.
    pub(crate) holders: [AtomicU32; 2],
}

/// A state from which several generators mint.
pub type SharedState = std::sync::Arc<State>;

impl State {
    /// The state of a node that has issued slots up to `last`; 0 if it has issued none. Slot 0 is
    /// never issued, because with node 0 it would be the ID 0.
    pub fn new(last: u64) -> Self {
        Self {
            last: AtomicU64::new(last),
            tally: Tally::default(),
            holders: [AtomicU32::new(0), AtomicU32::new(0)],
        }
    }

    /// Returns the last slot issued, by a step that also writes it. A mint that takes a slot after
    /// this step sees what the caller did before it. See `Sessions` and `Permit::close`.
    pub fn announce(&self) -> u64 {
        self.last.fetch_or(0, Ordering::Release)
    }

    /// Leaves out all slots up to `last`.
    pub fn leave_out(&self, last: u64) {
        // Relaxed: a step of one atomic, like a mint.
        self.last.fetch_max(last, Ordering::Relaxed);
    }
}

/// The last slot of the present tick. Until now, another process may have issued slots under the
/// same node. Later slots belong to this process, as long as clocks do not go back.
pub(crate) fn last_slot_of_now(layout: &Layout, clock: &impl Clock) -> Result<u64, MintError> {
    let now = clock.read()?.unix_millis();
    let since_epoch = now.max(layout.epoch_unix_millis()).abs_diff(layout.epoch_unix_millis());
    let tick = (since_epoch / u64::from(layout.tick_millis())).min(layout.last_tick());
    Ok(layout.first_slot(tick + 1) - 1)
}
