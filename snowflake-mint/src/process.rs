//! What this process has issued: the one place on which the uniqueness of its IDs rests.
//!
//! All code that mints gets the [`State`] of a node here, from [`current`]: `install`, a new
//! generator, a generator that changes its node, a test scope. There is no other way to a state, so
//! these rules hold for all of them:
//!
//! 1. **One state for each timeline, owner, layout and node**, as long as the process lives. Its
//!    slots are taken by one atomic, so none is taken twice.
//! 2. **A fixed number begins after the present tick**, unless a generator of this process already
//!    mints under it. Until now another process may have had the number: before this process began,
//!    or since its last generator left the number.
//! 3. **A grant begins where it says.** The first grant of a number begins at the start of time.
//!    Then it begins after the present tick, because a process may have minted under the fixed
//!    number before. But it begins at its own end at the latest, whatever the clock says.
//! 4. **A number is fixed or leased, but not both** at the same time, because losing the lease
//!    would not stop a generator with the fixed number. So a generator for the fixed number of a
//!    lease in use mints under that lease, and a lease of a fixed number in use is refused.
//! 5. **A forked child enters nothing**, because its parent continues to mint (see `fork.rs`).
//!
//! Cargo ensures that no other version of this crate keeps a second one in a process: see `links` in
//! `Cargo.toml`.
//!
//! In a test, a thread may be in another process, which is another value of the same type.
//!
//! Whether a process is a fork is noticed below, in `fork.rs`; what it is to mint with is above, in
//! `installation.rs`, because that consists of generators, which need this.

use std::any::TypeId;
#[cfg(feature = "test-util")]
use std::cell::RefCell;
use std::sync::{Arc, PoisonError};

use snowflake_kit_core::{Layout, Scheme, SnowflakeId};

use crate::clock::{Clock, Timeline, TimelineName};
use crate::error::MintError;
use crate::fork;
use crate::grant::{Grant, Release};
use crate::node;
use crate::observe;
use crate::permit::{Known, Permit};
use crate::settings::Settings;
use crate::state::{SharedState, State, last_slot_of_now};
use crate::sync::atomic::Ordering;
use crate::sync::{Mutex, MutexGuard};

/// Whose IDs differ from each other: those of all types that share generators, or of one type with its
/// own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owner(Option<(TypeId, &'static str)>);

impl Owner {
    pub(crate) const SHARED: Self = Self(None);

    #[inline]
    pub(crate) fn of<T: SnowflakeId>() -> Self {
        if T::OWN_GENERATOR { Self(Some((TypeId::of::<T>(), T::NAME))) } else { Self::SHARED }
    }

    pub(crate) fn name(&self) -> Option<&'static str> {
        self.0.map(|(_, name)| name)
    }
}

impl PartialEq for Owner {
    fn eq(&self, other: &Self) -> bool {
        self.0.map(|(id, _)| id) == other.0.map(|(id, _)| id)
    }
}

impl Eq for Owner {}

/// The right by which a state is entered. Its number is an index of `State::holders`.
#[derive(Clone, Copy, Debug)]
enum Right {
    Fixed,
    Leased,
}

#[derive(Debug)]
pub(crate) struct Stay {
    pub(crate) state: SharedState,
    right: Right,
}

impl Drop for Stay {
    fn drop(&mut self) {
        // Release: pairs with the Acquire in `holders`. So a generator that finds the state
        // left reads its clock after the last mint from it.
        self.state.holders[self.right as usize].fetch_sub(1, Ordering::Release);
    }
}

/// What the nodes of a process have issued.
#[derive(Debug, Default)]
pub(crate) struct Process(
    /// Few: a process has one or two nodes per layout.
    Mutex<Vec<Entry>>,
);

#[derive(Debug)]
struct Entry {
    timeline: TimelineName,
    owner: Owner,
    layout: Layout,
    node: u32,
    state: SharedState,
    /// The permits by which it was entered, until they are closed or dropped.
    leases: Vec<Known>,
}

impl Process {
    /// As `default`, for a static. The locks of loom have no such function.
    #[cfg(not(loom))]
    const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Enters the state of a node. Returns the permit to mint by, if there is a lease.
    pub(crate) fn enter(
        &self,
        owner: Owner,
        layout: &Layout,
        settings: &Settings,
        clock: &impl Clock,
    ) -> Result<(Stay, Option<Permit>), MintError> {
        if !fork::watch() {
            return Err(MintError::Forked);
        }
        let node = settings.node_in(layout)?;
        let permit = settings.permit.as_ref();
        let (timeline, mut entries) = (clock.timeline(), self.lock());
        let entry = Entry::among(&mut entries, timeline, owner, layout, node);
        let permit = permit.cloned().or_else(|| entry.lease_in_use());
        let stay = match &permit {
            Some(permit) => entry.enter_by_lease(permit)?,
            None => Stay::begin(&entry.state, Right::Fixed),
        };
        let begins_now = permit.as_ref().is_none_or(Permit::is_first);
        if begins_now && timeline.is_real() && stay.is_alone() {
            // The clock is read only now, because until now another process may have had the
            // number.
            let now = last_slot_of_now(layout, clock)?;
            // No process mints under a grant after its end. If the clock is already later, it
            // is ahead. Without this limit, minting would wait for that time after the clock
            // is corrected.
            let end = permit.as_ref().map_or(u64::MAX, |permit| permit.last_slot(layout));
            stay.state.leave_out(now.min(end));
        }
        Ok((stay, permit))
    }

    /// Tells all mints under a permit that it is closed. Returns the first timestamp after theirs.
    ///
    /// A state that is entered by the permit later finds it closed, because it takes the lock
    /// later.
    pub(crate) fn stop(&self, permit: &Permit) -> Option<i64> {
        let mut entries = self.lock();
        let entered = entries.iter_mut().filter(|entry| entry.has_let_in(permit));
        let unused = entered.map(|entry| {
            entry.leases.retain(|known| !known.is(permit));
            let tick = entry.layout.tick_of_slot(entry.state.announce());
            entry.layout.unix_millis_of_tick(tick).saturating_add(1)
        });
        unused.max()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Entry>> {
        // A clock that panics while it is read leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entry {
    fn among<'a>(
        entries: &'a mut Vec<Self>,
        timeline: &Timeline,
        owner: Owner,
        layout: &Layout,
        node: u32,
    ) -> &'a mut Self {
        let timeline = timeline.name();
        let known = entries.iter().position(|entry| {
            entry.node == node
                && entry.layout == *layout
                && entry.owner == owner
                && entry.timeline == timeline
        });
        let place = known.unwrap_or_else(|| {
            entries.retain_mut(|entry| entry.timeline.is_alive() || entry.is_leased());
            let state = begin(layout);
            entries.push(Self {
                timeline,
                owner,
                layout: *layout,
                node,
                state,
                leases: Vec::new(),
            });
            entries.len() - 1
        });
        &mut entries[place]
    }

    /// The lease by which generators mint from the state at present. There are several if the
    /// process claimed its number again before it gave an older lease back: then it is the one that
    /// lasts longest.
    fn lease_in_use(&mut self) -> Option<Permit> {
        if !self.is_leased() || self.state.holders(Right::Leased) == 0 {
            return None;
        }
        let held = self.leases.iter().filter_map(Known::permit);
        held.filter(|permit| !permit.is_closed()).max_by_key(Permit::until)
    }

    fn has_let_in(&self, permit: &Permit) -> bool {
        self.leases.iter().any(|known| known.is(permit))
    }

    /// Whether it was entered by a permit that may be closed later.
    fn is_leased(&mut self) -> bool {
        self.leases.retain(Known::is_held);
        !self.leases.is_empty()
    }

    fn enter_by_lease(&mut self, permit: &Permit) -> Result<Stay, MintError> {
        let node = self.node;
        if self.state.holders(Right::Fixed) > 0 {
            return Err(MintError::FixedAndLeased { node });
        }
        if permit.is_closed() {
            return Err(MintError::LeaseReleased { node });
        }
        let first = self.layout.first_slot(permit.first_tick(&self.layout));
        self.state.leave_out(first.saturating_sub(1));
        self.leases.retain(|known| known.is_held() && !known.is(permit));
        self.leases.push(permit.known());
        Ok(Stay::begin(&self.state, Right::Leased))
    }
}

impl State {
    fn holders(&self, right: Right) -> u32 {
        // Acquire: see `Stay`.
        self.holders[right as usize].load(Ordering::Acquire)
    }
}

impl Stay {
    /// Call it with the lock of the process, so that no other thread enters meanwhile.
    fn begin(state: &SharedState, right: Right) -> Self {
        state.holders[right as usize].fetch_add(1, Ordering::Relaxed);
        Self { state: Arc::clone(state), right }
    }

    fn is_alone(&self) -> bool {
        self.state.holders(self.right) == 1
    }
}

fn begin(layout: &Layout) -> SharedState {
    let state = Arc::new(State::new(0));
    observe::watch(&Scheme::Layout(*layout), &state);
    state
}

/// Asks the process in which this thread is.
pub(crate) fn current<R>(ask: impl FnOnce(&Process) -> R) -> R {
    #[cfg(feature = "test-util")]
    if let Some(process) = SIMULATED.with_borrow(Option::clone) {
        return ask(&process);
    }
    ask(&PROCESS)
}

#[cfg(not(loom))]
static PROCESS: Process = Process::new();

#[cfg(loom)]
loom::lazy_static! {
    static ref PROCESS: Process = Process::default();
}

/// The name of this process for people who read the store.
pub fn name() -> String {
    let host = node::hostname().unwrap_or_else(|| "unknown host".to_owned());
    format!("{host}, process {}", std::process::id())
}

/// Here, and not beside the type, because the process has what was minted with it.
impl Permit {
    /// Stops minting under this permit for good. Returns the release for a store to carry out: the
    /// node is free from the first unused timestamp on.
    ///
    /// - Mints that run at this moment either have their slot already or get none.
    /// - Closing it again returns the same release.
    /// - In a forked child, the release has the token 0, which no row has. So it changes nothing,
    ///   and the parent continues to mint.
    pub fn close(&self) -> Release {
        if fork::is_forked() {
            let Grant { node, until, .. } = self.grant();
            return Release { node, token: 0, until };
        }
        self.shut(|| current(|process| process.stop(self)))
    }
}

#[cfg(feature = "test-util")]
thread_local! {
    /// The process that this thread simulates in a test.
    static SIMULATED: RefCell<Option<Arc<Process>>> = const { RefCell::new(None) };
}

/// Runs code in a process, which may be a fork, on this thread.
#[cfg(feature = "test-util")]
pub(crate) fn simulate<R>(process: &Arc<Process>, is_forked: bool, body: impl FnOnce() -> R) -> R {
    struct Back(Option<Arc<Process>>, Option<bool>);
    impl Drop for Back {
        fn drop(&mut self) {
            SIMULATED.set(self.0.take());
            fork::SIMULATED.set(self.1);
        }
    }
    let _back = Back(
        SIMULATED.replace(Some(Arc::clone(process))),
        fork::SIMULATED.replace(Some(is_forked)),
    );
    body()
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::clock::ManualClock;
    use crate::grant::Grant;

    const START: i64 = 1_767_225_600_000;

    fn permit(node: u32) -> Permit {
        Permit::new(Grant { node, token: 1, from: START, until: START + 10 })
    }

    #[test]
    fn a_state_is_known_as_long_as_its_permit_may_be_closed() {
        let process = Process::default();
        let enter = |layout: &Layout, permit: &Permit, clock: &ManualClock| {
            let settings = permit.clone().into();
            process.enter(Owner::SHARED, layout, &settings, clock).unwrap().0
        };
        let (closed, dropped) = (permit(1), permit(2));
        {
            let clock = ManualClock::at(START);
            for layout in [Layout::DEFAULT, Layout::SONYFLAKE] {
                enter(&layout, &dropped, &clock);
                let stay = enter(&layout, &closed, &clock);
                stay.state.leave_out(layout.first_slot(layout.tick_not_before(START) + 3));
            }
        }
        // Generators and their clock are gone.
        let clock = ManualClock::at(START);
        enter(&Layout::DEFAULT, &permit(3), &clock);
        assert_eq!(process.lock().len(), 5);
        let sonyflakes = 10 * 3;
        assert_eq!(process.stop(&closed), Some(START + sonyflakes + 1));
        assert_eq!(process.stop(&closed), None);

        drop(dropped);
        enter(&Layout::DEFAULT, &permit(4), &clock);
        assert_eq!(process.lock().len(), 2);
    }
}
