//! A lease that a task renews.

use core::fmt;
use std::sync::Arc;

use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::bell::Ring;
use super::thread::{Held, REST, panicked, reasons};
use super::{AsyncStore, ClaimError, Grant, Keeper, Kept};
use crate::{SystemClock, fork, observe};

/// The lease of this process, by which all its ID types mint; made by
/// [`LeaseBuilder::install_async`](super::LeaseBuilder::install_async).
///
/// A task renews it. Keep it for as long as there is anything to mint, and
/// [`release`](Self::release) it at the end. When it is dropped instead, the
/// task gives it back when it gets to it; if the runtime ends before, the node
/// is free when the lease ends.
#[must_use = "a lease that is not kept is given back at once"]
pub struct AsyncLease {
    held: Arc<Held>,
    task: Option<JoinHandle<Result<(), ClaimError>>>,
    /// The process generation that it belongs to.
    generation: u32,
}

impl AsyncLease {
    pub(super) async fn begin<S: AsyncStore>(
        mut keeper: Keeper<S, SystemClock>,
    ) -> Result<Self, ClaimError> {
        let Kept::Changed(permit) = in_time(&mut keeper).await? else {
            unreachable!("the first round claims");
        };
        let held = match Held::install(&keeper, permit) {
            Ok(held) => held,
            Err(error) => {
                // Its error is of no interest beside this one.
                let _ = release(keeper).await;
                return Err(error);
            }
        };
        let shared = Arc::clone(&held);
        let task = Some(tokio::spawn(async move { keep(keeper, &shared).await }));
        Ok(Self { held, task, generation: fork::generation() })
    }

    /// The node number that this process has now.
    pub fn node(&self) -> u32 {
        self.grant().node
    }

    /// What may be minted now: which node, and which timestamps.
    pub fn grant(&self) -> Grant {
        self.held.grant()
    }

    /// Stops minting, in all ID types of this process, and gives the node back,
    /// so that another process can have it at once. In a forked child it does
    /// nothing.
    ///
    /// # Errors
    /// [`ClaimError`] if the store could not be reached. Minting has stopped,
    /// and the node is free when the lease ends.
    pub async fn release(mut self) -> Result<(), ClaimError> {
        if self.generation != fork::generation() {
            return Ok(());
        }
        self.held.bell.ring(Ring::Stop);
        match self.task.take() {
            Some(task) => task.await.unwrap_or_else(|_| Err(panicked())),
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

/// Renews the lease until it is to be given back.
async fn keep<S: AsyncStore>(
    mut keeper: Keeper<S, SystemClock>,
    held: &Held,
) -> Result<(), ClaimError> {
    loop {
        let wait = keeper.wait();
        let rest = wait.min(REST);
        // That it was not rung in time is the rule.
        let _ = timeout(rest, held.bell.rung(&[Ring::Stop])).await;
        let _ = timeout(wait.saturating_sub(rest), held.bell.rung(reasons(&keeper))).await;
        if held.bell.is_stopped() {
            return release(keeper).await;
        }
        let round = in_time(&mut keeper).await;
        held.follow(&keeper, round);
    }
}

/// A round that ends: a connection into a network that swallows everything
/// would be waited for until the operating system gives up.
async fn in_time<S: AsyncStore>(keeper: &mut Keeper<S, SystemClock>) -> Result<Kept, ClaimError> {
    let limit = keeper.plan().renewal;
    // In a box, as below: the futures of a database are so deep that the compiler
    // would give up on the program around them.
    if let Ok(round) = timeout(limit, Box::pin(keeper.round())).await {
        return round;
    }
    let error = ClaimError::TimedOut { limit };
    keeper.failed(&error);
    Err(error)
}

async fn release<S: AsyncStore>(keeper: Keeper<S, SystemClock>) -> Result<(), ClaimError> {
    let limit = keeper.plan().renewal;
    let (space, permit) = (keeper.plan().space.clone(), keeper.permit().cloned());
    if let Ok(released) = timeout(limit, Box::pin(keeper.release())).await {
        return released;
    }
    let error = ClaimError::TimedOut { limit };
    if let Some(permit) = permit {
        observe::released(&space, &permit, Err(&error));
    }
    Err(error)
}
