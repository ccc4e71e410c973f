//! What a process has been and has issued.
//!
//! All that its IDs' uniqueness rests on is one [`Process`]: what its nodes have issued. Code reaches
//! it by [`current`] alone. In a test, a thread may be in another process, which is another value of
//! the same type.
//!
//! Two things that a process has once stand elsewhere: whether it is a fork is noticed below, in
//! `fork.rs`, and what it is to mint with is above, in `installation.rs`, because that consists of
//! generators, which need this.

mod states;

#[cfg(feature = "test-util")]
use std::cell::RefCell;
#[cfg(feature = "test-util")]
use std::sync::Arc;

use snowflake_kit_core::Layout;
use states::States;
pub(crate) use states::{Space, Stay, nothing};

use crate::clock::Clock;
use crate::error::MintError;
use crate::fork;
use crate::grant::{Grant, Release};
use crate::node;
use crate::permit::Permit;
use crate::settings::Settings;

#[derive(Debug, Default)]
pub(crate) struct Process {
    states: States,
}

impl Process {
    /// Enters the state of a node. Returns the permit to mint by, if there is a lease.
    pub(crate) fn enter(
        &self,
        space: Space,
        layout: &Layout,
        settings: &Settings,
        clock: &impl Clock,
    ) -> Result<(Stay, Option<Permit>), MintError> {
        self.states.enter(space, layout, settings, clock)
    }
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
static PROCESS: Process = Process { states: States::new() };

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
        self.shut(|| current(|process| process.states.stop(self)))
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
