//! The lease of this process, as its owner has it.

use core::fmt;
use std::sync::Arc;
use std::time::Duration;

use snowflake_kit_mint::{Grant, SystemClock};

use crate::any_store::MakeDriver;
use crate::error::ClaimError;
use crate::keeper::Keeper;
use crate::keeping::{Ended, Held, gone, start};
use crate::store::AsyncStore;
use crate::told::Told;

/// How long dropping a lease waits until the store has released it.
const LAST_WAIT: Duration = Duration::from_secs(2);

/// The lease of this process, under which all its ID types mint.
/// [`LeaseBuilder::install`](super::LeaseBuilder::install) makes it, and
/// [`install_async`](super::LeaseBuilder::install_async) in async code.
///
/// A thread renews it, so it outlives the runtime in which it was installed. Keep it as long as IDs
/// are to be minted, and at the end give it back by [`release`](Self::release) or
/// [`release_async`](Self::release_async). Dropping it also stops minting and gives the node back,
/// but returns no errors. If it was made by `install`, dropping it waits for the store for up to
/// 2 s. If it was made by `install_async`, dropping it does not wait, because that would block a
/// runtime: the thread gives the node back a moment later. If the process ends before that, by
/// `std::process::exit` or a signal for example, the node is free when the lease ends.
#[must_use = "a lease that is not kept is given back at once: write `let lease = …`, and not `let _ = …`"]
pub struct Lease {
    held: Arc<Held>,
    /// Until it is given back.
    ended: Option<Ended>,
    /// Whether dropping it waits.
    waits: bool,
}

impl Lease {
    pub(super) fn begin<S: AsyncStore>(
        keeper: Keeper<S, SystemClock>,
        driver: MakeDriver,
        is_lazy: bool,
        waits: bool,
    ) -> Result<Told<Result<Self, ClaimError>>, ClaimError> {
        let (teller, lease) = Told::pair();
        // If no caller waits any more, this drops the lease, which gives it back.
        start(keeper, is_lazy, driver, move |begun| {
            teller.tell(begun.map(|(held, ended)| Self { held, ended: Some(ended), waits }));
        })?;
        Ok(lease)
    }

    /// The present node number of this process. `None` until the first mint, if the lease is
    /// [lazy](super::LeaseBuilder::lazy), and in a forked child.
    pub fn node(&self) -> Option<u32> {
        self.grant().map(|grant| grant.node)
    }

    /// The node and the timestamps that may be minted now. `None` until the first mint, if the
    /// lease is [lazy](super::LeaseBuilder::lazy), and in a forked child.
    pub fn grant(&self) -> Option<Grant> {
        self.held.grant()
    }

    /// Stops minting in all ID types of this process, and gives the node back, so that another
    /// process can have it at once. This waits for the store, and blocks the thread. If no node was
    /// claimed, the store is not used. In a forked child it does nothing.
    ///
    /// # Errors
    /// [`ClaimError`] if the store could not be reached. Minting has stopped, and the node is free
    /// when the lease ends. [`ClaimError::Forgotten`] if the store has lost the claim.
    pub fn release(mut self) -> Result<(), ClaimError> {
        match self.stop() {
            Some(ended) => ended.wait(Duration::MAX).unwrap_or_else(|| Err(gone())),
            None => Ok(()),
        }
    }

    /// As [`release`](Self::release), without blocking the thread.
    ///
    /// # Errors
    /// As [`release`](Self::release).
    pub async fn release_async(mut self) -> Result<(), ClaimError> {
        match self.stop() {
            Some(ended) => ended.await.unwrap_or_else(|| Err(gone())),
            None => Ok(()),
        }
    }

    /// Asks the keeper to give it back, unless that was done. In a forked child nothing does.
    fn stop(&mut self) -> Option<Ended> {
        self.ended.take().filter(|_| self.held.stop())
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let Some(ended) = self.stop()
            && self.waits
        {
            let _ = ended.wait(LAST_WAIT);
        }
    }
}

impl fmt::Debug for Lease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Lease").field(&self.held.grant()).finish()
    }
}
