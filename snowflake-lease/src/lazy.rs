//! A lease that the first mint claims.

#[cfg(feature = "tokio")]
use super::AsyncLease;
use super::{ClaimError, Grant, Lease};

/// A lease that is claimed when this process mints its first ID; made by
/// [`LeaseBuilder::install_lazy`](super::LeaseBuilder::install_lazy), or as a
/// `LazyLease<AsyncLease>` by `install_lazy_async`.
///
/// Keep it for as long as there is anything to mint. If a node number was claimed, it is
/// given back as a [`Lease`] gives it back, when this is released or dropped. If none was,
/// the store is not asked for anything.
#[derive(Debug)]
#[must_use = "a lease that is not kept is given back at once"]
pub struct LazyLease<L = Lease>(pub(super) L);

impl LazyLease {
    /// What may be minted now: which node, and which timestamps. `None` as long as nothing
    /// has been minted.
    pub fn grant(&self) -> Option<Grant> {
        self.0.held.claimed()
    }

    /// Stops minting as [`Lease::release`] does, and gives the node number back, if one was
    /// claimed. In a forked child it does nothing.
    ///
    /// # Errors
    /// [`ClaimError`] if the store could not be reached. Minting has stopped, and the node
    /// is free when the lease ends.
    pub fn release(self) -> Result<(), ClaimError> {
        self.0.release()
    }
}

#[cfg(feature = "tokio")]
impl LazyLease<AsyncLease> {
    /// What may be minted now: which node, and which timestamps. `None` as long as nothing
    /// has been minted.
    pub fn grant(&self) -> Option<Grant> {
        self.0.held.claimed()
    }

    /// Stops minting as [`AsyncLease::release`] does, and gives the node number back, if one
    /// was claimed. In a forked child it does nothing.
    ///
    /// # Errors
    /// [`ClaimError`] if the store could not be reached. Minting has stopped, and the node
    /// is free when the lease ends.
    pub async fn release(self) -> Result<(), ClaimError> {
        self.0.release().await
    }
}
