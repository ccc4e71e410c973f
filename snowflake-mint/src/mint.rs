//! Minting of typed IDs.

use std::time::Duration;

use snowflake_kit_core::{CallerId, Id};

use crate::error::MintError;
use crate::source::Source;

/// An ID that this process can mint. Use this trait in generic code only: a type has the same
/// functions itself, so you need not import the trait.
///
/// ```
/// use snowflake_kit_core::Snowflake;
/// use snowflake_kit_mint::{Mint, Node, install};
/// # use snowflake_kit_derive::SnowflakeId;
///
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_mint")]
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
/// # Ok::<(), snowflake_kit_mint::NodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be minted",
    note = "an ID type is declared like `#[derive(SnowflakeId)] struct UserId(Snowflake);`, or with \
            `DecimalId` if its IDs are counted",
    note = "a type whose layout has a field that the caller gives is minted by `mint_in`"
)]
pub trait Mint: Sourced {
    /// Mints an ID under the process's [installed](crate::install) node, waiting for a free slot up
    /// to [`max_wait`](snowflake_kit_core::Limits::max_wait) if it must. A
    /// [`DecimalId`](snowflake_kit_core::DecimalId) is minted under the process's generator number
    /// instead.
    ///
    /// # Panics
    /// With the text of the [`MintError`], for example if the process has no node, is a fork, or if
    /// no slot became free in time. [`try_mint`](Self::try_mint) and
    /// [`mint_timeout`](Self::mint_timeout) return the error instead.
    #[track_caller]
    fn mint() -> Self {
        Self::source().mint(0)
    }

    /// Mints an ID, without waiting.
    ///
    /// # Errors
    /// [`MintError::WouldWait`] if no slot is free now, as in the tick (1 ms) in which the process
    /// gets its node, and the other [`MintError`]s.
    fn try_mint() -> Result<Self, MintError> {
        Self::source().try_mint(0)
    }

    /// Mints an ID, waiting for a free slot up to `max_wait`.
    ///
    /// # Errors
    /// [`MintError::WaitedTooLong`] if no slot becomes free, and the other [`MintError`]s.
    fn mint_timeout(max_wait: Duration) -> Result<Self, MintError> {
        Self::source().mint_timeout(0, max_wait)
    }

    /// Mints `count` IDs, in order, waiting as
    /// [`Minter::mint_many`](crate::Minter::mint_many) does. Decimal IDs all come from one
    /// generator, which has 922,337,202.
    ///
    /// # Panics
    /// As [`mint`](Self::mint).
    #[track_caller]
    fn mint_many(count: usize) -> Vec<Self> {
        Self::source().mint_many(0, count)
    }

    /// Mints an ID, waiting for a free slot up to
    /// [`max_wait`](snowflake_kit_core::Limits::max_wait) without blocking the runtime.
    ///
    /// # Errors
    /// As [`mint_timeout`](Self::mint_timeout).
    #[cfg(feature = "tokio")]
    fn mint_async() -> impl Future<Output = Result<Self, MintError>> + Send {
        Self::source().mint_async(0)
    }

    /// Mints `count` IDs, in order, waiting as [`mint_many`](Self::mint_many) does but without
    /// blocking the runtime. If you drop the future early, the IDs minted so far are lost and never
    /// minted again.
    ///
    /// # Errors
    /// As [`mint_timeout`](Self::mint_timeout).
    #[cfg(feature = "tokio")]
    fn mint_many_async(count: usize) -> impl Future<Output = Result<Vec<Self>, MintError>> + Send {
        Self::source().mint_many_async(0, count)
    }
}

/// An ID with a [field of the caller's](snowflake_kit_core::LayoutBuilder::caller) that this process
/// can mint, such as one with the shard of its row. As with [`Mint`], a type has the same functions
/// itself.
///
/// ```
/// use snowflake_kit_core::{CallerId, Layout, Snowflake};
/// use snowflake_kit_mint::{Node, install};
/// # use snowflake_kit_derive::SnowflakeId;
///
/// const FEED: Layout = Layout::builder("feed")
///     .time_bits(41)
///     .caller("shard", 8)
///     .node_bits(5)
///     .sequence_bits(9)
///     .build();
///
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_mint")]
/// #[snowflake(layout = FEED, caller)]
/// struct PostId(Snowflake);
///
/// install(Node::fixed(7))?;
/// let id = PostId::mint_in(42);
/// assert_eq!(id.caller(), 42);
///
/// let error = PostId::try_mint_in(256).unwrap_err();
/// assert!(error.to_string().starts_with("shard 256 does not fit PostId: use 0 to 255"));
/// # Ok::<(), snowflake_kit_mint::NodeError>(())
/// ```
///
/// Such a type cannot be minted without a value for the field:
///
/// ```compile_fail
/// # use snowflake_kit_core::{Layout, Snowflake};
/// # use snowflake_kit_derive::SnowflakeId;
/// # const FEED: Layout =
/// #     Layout::builder("feed").time_bits(41).caller("shard", 8).sequence_bits(9).build();
/// # #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_mint", layout = FEED, caller)]
/// # struct PostId(Snowflake);
/// let id = PostId::mint();
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no field that the caller gives",
    note = "a type without one is minted by `mint`; with one it says so by \
            `#[snowflake(layout = …, caller)]`"
)]
pub trait MintIn: CallerId + Sourced {
    /// As [`Mint::mint`], with this value in the caller's field.
    ///
    /// # Panics
    /// As [`Mint::mint`], and if the value does not fit the field.
    #[track_caller]
    fn mint_in(caller: u32) -> Self {
        Self::source().mint(caller)
    }

    /// As [`Mint::try_mint`], with this value in the caller's field.
    ///
    /// # Errors
    /// [`MintError::CallerOutOfRange`] if the value does not fit the field; otherwise as
    /// [`Mint::try_mint`].
    fn try_mint_in(caller: u32) -> Result<Self, MintError> {
        Self::source().try_mint(caller)
    }

    /// As [`Mint::mint_timeout`], with this value in the caller's field.
    ///
    /// # Errors
    /// [`MintError::CallerOutOfRange`] if the value does not fit the field; otherwise as
    /// [`Mint::mint_timeout`].
    fn mint_in_timeout(caller: u32, max_wait: Duration) -> Result<Self, MintError> {
        Self::source().mint_timeout(caller, max_wait)
    }

    /// As [`Mint::mint_many`], with this value in the caller's field.
    ///
    /// # Panics
    /// As [`mint_in`](Self::mint_in).
    #[track_caller]
    fn mint_many_in(caller: u32, count: usize) -> Vec<Self> {
        Self::source().mint_many(caller, count)
    }

    /// As [`mint_in`](Self::mint_in), without blocking the runtime.
    ///
    /// # Errors
    /// As [`mint_in_timeout`](Self::mint_in_timeout).
    #[cfg(feature = "tokio")]
    fn mint_in_async(caller: u32) -> impl Future<Output = Result<Self, MintError>> + Send {
        Self::source().mint_async(caller)
    }

    /// As [`mint_many_in`](Self::mint_many_in), without blocking the runtime. If you drop the
    /// future early, the IDs minted so far are lost.
    ///
    /// # Errors
    /// As [`mint_in_timeout`](Self::mint_in_timeout).
    #[cfg(feature = "tokio")]
    fn mint_many_in_async(
        caller: u32,
        count: usize,
    ) -> impl Future<Output = Result<Vec<Self>, MintError>> + Send {
        Self::source().mint_many_async(caller, count)
    }
}

/// An ID that has a source in this process.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be minted",
    note = "an ID type is declared like `#[derive(SnowflakeId)] struct UserId(Snowflake);`, or with \
            `DecimalId` if its IDs are counted"
)]
pub trait Sourced: Id {
    /// What mints the IDs of this type.
    type Source: Source<Self> + Sync + 'static;

    /// The source. Derived code keeps it in a static.
    fn source() -> &'static Self::Source;
}
