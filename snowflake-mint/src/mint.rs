//! Minting of typed IDs.

use std::time::Duration;

use snowflake_core::Id;

use crate::MintError;

/// An ID that this process can mint. This is for generic code: a type has the same
/// functions itself, so that nobody has to import the trait.
///
/// ```
/// use snowflake_core::Snowflake;
/// use snowflake_mint::{Mint, Node, install};
/// # use snowflake_derive::SnowflakeId;
///
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_mint")]
/// struct UserId(Snowflake);
///
/// /// A row, and its key.
/// fn keyed<T: Mint, R>(row: R) -> (T, R) {
///     (T::mint(), row)
/// }
///
/// install(Node::fixed(7))?;
/// let (id, name) = keyed::<UserId, _>("Ada");
/// assert!(id < UserId::mint());
/// # Ok::<(), snowflake_mint::NodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be minted",
    note = "an ID type is declared like `#[derive(SnowflakeId)] struct UserId(Snowflake);`, or with \
            `DecimalId` if its IDs are counted"
)]
pub trait Mint: Id {
    /// What mints the IDs of this type.
    #[doc(hidden)]
    type Source: Source<Self>;

    /// The same, where derived code keeps it.
    #[doc(hidden)]
    fn source() -> &'static Self::Source;

    /// Mints an ID under the process's [installed](crate::install) node, waiting for a
    /// free slot up to [`max_wait`](snowflake_core::Limits::max_wait) if it must. A
    /// [`DecimalId`](snowflake_core::DecimalId) is minted under the process's
    /// generator number instead.
    ///
    /// # Panics
    /// With the text of the [`MintError`] when an ID cannot be minted: the process has
    /// no node, or its node does not fit the layout, the layout has ended,
    /// the clock is out of its limits, the process is a fork, or no slot became
    /// free in time. [`try_mint`](Self::try_mint) and
    /// [`mint_timeout`](Self::mint_timeout) return it instead.
    #[inline]
    #[track_caller]
    fn mint() -> Self {
        Self::source().mint()
    }

    /// Mints an ID, without waiting.
    ///
    /// # Errors
    /// [`MintError::WouldWait`] if no slot is free at this moment, and the
    /// other [`MintError`]s.
    #[inline]
    fn try_mint() -> Result<Self, MintError> {
        Self::source().try_mint()
    }

    /// Mints an ID, waiting for a free slot up to `max_wait`.
    ///
    /// # Errors
    /// [`MintError::WaitedTooLong`] if none becomes free, and the other
    /// [`MintError`]s.
    #[inline]
    fn mint_timeout(max_wait: Duration) -> Result<Self, MintError> {
        Self::source().mint_timeout(max_wait)
    }

    /// Mints `count` IDs, in order; waits as
    /// [`Generator::mint_many`](crate::Generator::mint_many) does. Decimal IDs are of one
    /// generator, which has 922,337,202.
    ///
    /// # Panics
    /// As [`mint`](Self::mint).
    #[track_caller]
    fn mint_many(count: usize) -> Vec<Self> {
        Self::source().mint_many(count)
    }

    /// Mints an ID, waiting for a free slot up to
    /// [`max_wait`](snowflake_core::Limits::max_wait) without blocking the runtime.
    ///
    /// # Errors
    /// As [`mint_timeout`](Self::mint_timeout).
    #[cfg(feature = "tokio")]
    fn mint_async() -> impl Future<Output = Result<Self, MintError>> + Send {
        Self::source().mint_async()
    }

    /// Mints `count` IDs, in order, waiting as [`mint_many`](Self::mint_many) does, but without
    /// blocking the runtime. If the future is dropped before it is done, the IDs minted so far
    /// are lost, and never minted again.
    ///
    /// # Errors
    /// As [`mint_timeout`](Self::mint_timeout).
    #[cfg(feature = "tokio")]
    fn mint_many_async(count: usize) -> impl Future<Output = Result<Vec<Self>, MintError>> + Send {
        Self::source().mint_many_async(count)
    }
}

/// What mints the IDs of a type: a generator, or a counter.
#[doc(hidden)]
pub trait Source<T>: Sync + 'static {
    #[track_caller]
    fn mint(&self) -> T;

    fn try_mint(&self) -> Result<T, MintError>;

    fn mint_timeout(&self, max_wait: Duration) -> Result<T, MintError>;

    #[track_caller]
    fn mint_many(&self, count: usize) -> Vec<T>;

    #[cfg(feature = "tokio")]
    fn mint_async(&self) -> impl Future<Output = Result<T, MintError>> + Send;

    #[cfg(feature = "tokio")]
    fn mint_many_async(
        &self,
        count: usize,
    ) -> impl Future<Output = Result<Vec<T>, MintError>> + Send;

    /// How long `mint` waits.
    fn max_wait(&self) -> Duration;
}

/// Panics with the text of the error, for functions that do not return it.
///
/// # Panics
/// Always.
#[cold]
#[inline(never)]
#[track_caller]
pub fn failed<T: Id>(error: MintError) -> ! {
    panic!("cannot mint a {}: {error}", T::NAME)
}
