//! A lease that a task renews.

use core::fmt;
use std::sync::Arc;
use std::time::Duration;

use snowflake_mint::__private::fork;
use snowflake_mint::SystemClock;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::bell::Ring;
use super::deadline::Timed;
use super::renewer::Task;
use super::thread::{Held, REST, gone, reasons};
use super::{AsyncStore, ClaimError, Grant, Keeper, Kept};

/// The lease of this process, under which all its ID types mint.
/// [`LeaseBuilder::install_async`](super::LeaseBuilder::install_async) makes it.
///
/// A task renews it. Keep it as long as IDs are to be minted, and [`release`](Self::release) it at
/// the end. If you drop it instead, the task gives it back later; if the runtime ends before that,
/// the node is free when the lease ends.
#[must_use = "a lease that is not kept is given back at once"]
pub struct AsyncLease {
    pub(super) held: Arc<Held>,
    task: Option<JoinHandle<Result<(), ClaimError>>>,
    generation: u32,
}

impl AsyncLease {
    pub(super) async fn begin<S: AsyncStore>(
        mut keeper: Keeper<Timed<S>, SystemClock>,
    ) -> Result<Self, ClaimError> {
        let Kept::Changed(permit) = round(&mut keeper).await? else {
            unreachable!("the first round claims");
        };
        match Held::install(&keeper, permit) {
            Ok(held) => Ok(Self::kept(keeper, held)),
            Err(error) => {
                // This error matters more than one of the release.
                let _ = Box::pin(keeper.release()).await;
                Err(error)
            }
        }
    }

    /// As `begin`, but the first mint starts the claim.
    pub(super) fn begin_lazily<S: AsyncStore>(
        keeper: Keeper<Timed<S>, SystemClock>,
    ) -> Result<Self, ClaimError> {
        let held = Held::install(&keeper, keeper.pending())?;
        Ok(Self::kept(keeper, held))
    }

    fn kept<S: AsyncStore>(keeper: Keeper<Timed<S>, SystemClock>, held: Arc<Held>) -> Self {
        let shared = Arc::clone(&held);
        let bell = Arc::clone(keeper.bell());
        let task =
            Task::new(Arc::clone(bell.renewer()), async move { keep(keeper, &shared).await });
        let task = Some(tokio::spawn(task));
        Self { held, task, generation: fork::generation() }
    }

    /// The present node number of this process.
    pub fn node(&self) -> u32 {
        self.grant().node
    }

    /// The node and the timestamps that may be minted now.
    pub fn grant(&self) -> Grant {
        self.held.grant()
    }

    /// Stops minting and gives the node back, as [`Lease::release`](super::Lease::release) does.
    ///
    /// # Errors
    /// As [`Lease::release`](super::Lease::release).
    pub async fn release(mut self) -> Result<(), ClaimError> {
        if self.generation != fork::generation() {
            return Ok(());
        }
        self.held.bell.ring(Ring::Stop);
        match self.task.take() {
            Some(task) => task.await.unwrap_or_else(|_| Err(gone())),
            None => Ok(()),
        }
    }
}

impl Drop for AsyncLease {
    fn drop(&mut self) {
        if self.generation == fork::generation() {
            self.held.bell.ring(Ring::Stop);
        }
    }
}

impl fmt::Debug for AsyncLease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AsyncLease").field(&self.grant()).finish()
    }
}

/// Claims the lease when the first mint rings, if it is pending, and renews it until it is to be
/// given back.
async fn keep<S: AsyncStore>(
    mut keeper: Keeper<Timed<S>, SystemClock>,
    held: &Held,
) -> Result<(), ClaimError> {
    while held.is_pending() {
        // A mint that rings expects an answer at once.
        keeper.bell().renewer().goes_on_within(Duration::ZERO);
        held.bell.rung(&[Ring::Stop, Ring::Expired]).await;
        if held.is_pending() {
            let round = round(&mut keeper).await;
            let rest = if round.is_err() { REST } else { Duration::ZERO };
            held.follow(&keeper, round);
            let _ = timeout(rest, held.bell.rung(&[Ring::Stop])).await;
        }
    }
    loop {
        let wait = keeper.wait();
        let rest = wait.min(REST);
        keeper.bell().renewer().goes_on_within(rest);
        // Usually the bell does not ring in time.
        let _ = timeout(rest, held.bell.rung(&[Ring::Stop])).await;
        let (wait, reasons) = (wait.saturating_sub(rest), reasons(&keeper));
        // A mint that rings expects an answer at once.
        let is_on_call = reasons.contains(&Ring::Expired);
        keeper.bell().renewer().goes_on_within(if is_on_call { Duration::ZERO } else { wait });
        let _ = timeout(wait, held.bell.rung(reasons)).await;
        if held.bell.is_stopped() {
            held.close();
            return Box::pin(keeper.release()).await;
        }
        let round = round(&mut keeper).await;
        held.follow(&keeper, round);
    }
}

/// Boxed, as releases are, because the futures of a database are nested so deeply that the compiler
/// would give up on the program around them.
async fn round<S: AsyncStore>(
    keeper: &mut Keeper<Timed<S>, SystemClock>,
) -> Result<Kept, ClaimError> {
    Box::pin(keeper.round()).await
}
