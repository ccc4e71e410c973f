//! A lease that the first mint claims.

use crate::error::ClaimError;
#[cfg(feature = "tokio")]
use crate::lease::AsyncLease;
use crate::lease::Lease;
use snowflake_kit_mint::Grant;

/// A lease that is claimed when this process mints its first ID.
/// [`LeaseBuilder::install_lazy`](super::LeaseBuilder::install_lazy) makes it, and
/// `install_lazy_async` makes a `LazyLease<AsyncLease>`.
///
/// Keep it as long as IDs are to be minted. When you release or drop it, a claimed node number is
/// given back, as by [`Lease`]. If none was claimed, the store is not used.
#[derive(Debug)]
#[must_use = "a lease that is not kept is given back at once"]
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
