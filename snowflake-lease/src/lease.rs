//! The lease of this process, as its owner has it.

use core::fmt;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use snowflake_kit_mint::SystemClock;
#[cfg(feature = "tokio")]
use tokio::sync::oneshot;

#[cfg(feature = "tokio")]
use super::deadline::Timed;
use super::worker::Worker;
use crate::driver::NoRuntime;
#[cfg(feature = "tokio")]
use crate::driver::OwnRuntime;
use crate::error::ClaimError;
use crate::keeper::Keeper;
use crate::keeping::{Held, gone, start};
#[cfg(feature = "tokio")]
use crate::store::AsyncStore;
use crate::store::Blocking;
use snowflake_kit_mint::Grant;

/// How long dropping a lease waits until the store has released it.
const LAST_WAIT: Duration = Duration::from_secs(2);

/// The lease of this process, under which all its ID types mint.
/// [`LeaseBuilder::install`](super::LeaseBuilder::install) makes it.
///
/// A thread renews it. Keep it as long as IDs are to be minted: dropping it stops minting and gives
/// the node back. Dropping waits for the store for up to 2 s; [`release`](Self::release) waits
/// until the end and returns errors. If the process ends in another way, by `std::process::exit` or
/// a signal, the node is free when the lease ends.
#[must_use = "a lease that is not kept is given back at once: write `let lease = …`, and not `let _ = …`"]
pub struct Lease {
    pub(super) held: Arc<Held>,
    released: Receiver<Result<(), ClaimError>>,
}

impl Lease {
    pub(super) fn begin(
        keeper: Keeper<Blocking<Worker>, SystemClock>,
        is_lazy: bool,
    ) -> Result<Self, ClaimError> {
        let (tell, told) = channel();
        let begun = move |held: Result<Arc<Held>, ClaimError>| {
            let (ended, released) = channel();
            // Only `begin` waits for it, and nothing may wait for the end.
            let _ = tell.send(held.map(|held| Self { held, released }));
            move |result| drop(ended.send(result))
        };
        start(keeper, is_lazy, || Ok(NoRuntime), begun)?;
        told.recv().unwrap_or_else(|_| Err(gone()))
    }

    /// The present node number of this process.
    pub fn node(&self) -> u32 {
        self.grant().node
    }

    /// The node and the timestamps that may be minted now.
    pub fn grant(&self) -> Grant {
        self.held.claimed()
    }

    /// Stops minting in all ID types of this process, and gives the node back, so that another
    /// process can have it at once. In a forked child it does nothing.
    ///
    /// # Errors
    /// [`ClaimError`] if the store could not be reached. Minting has stopped, and the node is free
    /// when the lease ends.
    pub fn release(self) -> Result<(), ClaimError> {
        if !self.held.stop() {
            return Ok(());
        }
        self.released.recv().unwrap_or_else(|_| Err(gone()))
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if self.held.stop() {
            let _ = self.released.recv_timeout(LAST_WAIT);
        }
    }
}

impl fmt::Debug for Lease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Lease").field(&self.held.grant()).finish()
    }
}

/// The lease of this process, under which all its ID types mint.
/// [`LeaseBuilder::install_async`](super::LeaseBuilder::install_async) makes it.
///
/// A thread renews it, so it outlives the runtime in which it was installed. Keep it as long as IDs
/// are to be minted, and [`release`](Self::release) it at the end. If you drop it instead, the
/// thread gives it back a moment later; if the process ends before that, the node is free when the
/// lease ends.
#[cfg(feature = "tokio")]
#[must_use = "a lease that is not kept is given back at once: write `let lease = …`, and not `let _ = …`"]
pub struct AsyncLease {
    pub(super) held: Arc<Held>,
    released: Option<oneshot::Receiver<Result<(), ClaimError>>>,
}

#[cfg(feature = "tokio")]
impl AsyncLease {
    pub(super) async fn begin<S: AsyncStore>(
        keeper: Keeper<Timed<S>, SystemClock>,
    ) -> Result<Self, ClaimError> {
        let (tell, told) = oneshot::channel();
        // If no caller waits any more, this drops the lease, which gives it back.
        Self::start(keeper, false, |lease| drop(tell.send(lease)))?;
        told.await.unwrap_or_else(|_| Err(gone()))
    }

    pub(super) fn begin_lazily<S: AsyncStore>(
        keeper: Keeper<Timed<S>, SystemClock>,
    ) -> Result<Self, ClaimError> {
        let (tell, told) = channel();
        Self::start(keeper, true, move |lease| drop(tell.send(lease)))?;
        // The thread has only to begin.
        told.recv().unwrap_or_else(|_| Err(gone()))
    }

    fn start<S: AsyncStore>(
        keeper: Keeper<Timed<S>, SystemClock>,
        is_lazy: bool,
        tell: impl FnOnce(Result<Self, ClaimError>) + Send + 'static,
    ) -> Result<(), ClaimError> {
        let begun = |held: Result<Arc<Held>, ClaimError>| {
            let (ended, released) = oneshot::channel();
            tell(held.map(|held| Self { held, released: Some(released) }));
            move |result| drop(ended.send(result))
        };
        start(keeper, is_lazy, OwnRuntime::new, begun)
    }

    /// The present node number of this process.
    pub fn node(&self) -> u32 {
        self.grant().node
    }

    /// The node and the timestamps that may be minted now.
    pub fn grant(&self) -> Grant {
        self.held.claimed()
    }

    /// Stops minting and gives the node back, as [`Lease::release`](super::Lease::release) does.
    ///
    /// # Errors
    /// As [`Lease::release`](super::Lease::release).
    pub async fn release(mut self) -> Result<(), ClaimError> {
        match self.released.take().filter(|_| self.held.stop()) {
            Some(released) => released.await.unwrap_or_else(|_| Err(gone())),
            None => Ok(()),
        }
    }
}

#[cfg(feature = "tokio")]
impl Drop for AsyncLease {
    fn drop(&mut self) {
        self.held.stop();
    }
}

#[cfg(feature = "tokio")]
impl fmt::Debug for AsyncLease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AsyncLease").field(&self.held.grant()).finish()
    }
}

/// A lease that is claimed when this process mints its first ID.
/// [`LeaseBuilder::install_lazy`](super::LeaseBuilder::install_lazy) makes it, and
/// `install_lazy_async` makes a `LazyLease<AsyncLease>`.
///
/// Keep it as long as IDs are to be minted. When you release or drop it, a claimed node number is
/// given back, as by [`Lease`]. If none was claimed, the store is not used.
#[derive(Debug)]
#[must_use = "a lease that is not kept is given back at once: write `let lease = …`, and not `let _ = …`"]
pub struct LazyLease<L = Lease>(pub(super) L);

impl LazyLease {
    /// The node and the timestamps that may be minted now. `None` until the first mint.
    pub fn grant(&self) -> Option<Grant> {
        self.0.held.grant()
    }

    /// Stops minting as [`Lease::release`] does, and gives the node number back if one was claimed.
    /// In a forked child it does nothing.
    ///
    /// # Errors
    /// As [`Lease::release`].
    pub fn release(self) -> Result<(), ClaimError> {
        self.0.release()
    }
}

#[cfg(feature = "tokio")]
impl LazyLease<AsyncLease> {
    /// The node and the timestamps that may be minted now. `None` until the first mint.
    pub fn grant(&self) -> Option<Grant> {
        self.0.held.grant()
    }

    /// Stops minting as [`AsyncLease::release`] does, and gives the node number back if one was
    /// claimed. In a forked child it does nothing.
    ///
    /// # Errors
    /// As [`AsyncLease::release`].
    pub async fn release(self) -> Result<(), ClaimError> {
        self.0.release().await
    }
}
