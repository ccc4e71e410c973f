//! The ways in which generators and their handles mint.

use std::time::Duration;

use snowflake_kit_core::Snowflake;

use crate::error::MintError;
use crate::mint::{Mint, MintIn};
use crate::source::Source;

/// The ways to mint by a [`Generator`](crate::Generator), or by a [`Local`](crate::Local) handle of
/// one. They have the names of those that an ID type has itself.
///
/// They mint any ID type of the generator's layout, and the plain [`Snowflake`]:
///
/// ```
/// # use snowflake_kit_core::{Id as _, Layout, Snowflake};
/// use snowflake_kit_mint::{Generator, Minter, Node};
/// # #[derive(snowflake_kit_derive::SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_mint")]
/// # struct UserId(Snowflake);
///
/// let generator = Generator::new(Layout::DEFAULT, Node::fixed(7))?;
/// let user: UserId = generator.mint();
/// let untyped = generator.try_mint::<Snowflake>()?;
/// assert!(user.snowflake() < untyped);
/// # Ok::<(), snowflake_kit_mint::MintError>(())
/// ```
///
/// Functions whose names contain `_in` also take a value for the [caller's
/// field](snowflake_kit_core::LayoutBuilder::caller).
pub trait Minter: Sized {
    /// Mints an ID, waiting for a free slot up to [`max_wait`](snowflake_kit_core::Limits::max_wait).
    ///
    /// Waiting blocks the thread. In async code with high rates use `mint_async` (feature `tokio`).
    ///
    /// # Panics
    /// With the text of the [`MintError`], if there is an error.
    /// [`mint_timeout`](Self::mint_timeout) returns it instead.
    #[track_caller]
    fn mint<T: WithoutCaller>(&self) -> T
    where
        Self: Source<T>,
    {
        Source::mint(self, 0)
    }

    /// As [`mint`](Self::mint), with this value in the caller's field.
    ///
    /// # Panics
    /// As [`mint`](Self::mint), and if the value does not fit the field.
    #[track_caller]
    fn mint_in<T: MintIn>(&self, caller: u32) -> T
    where
        Self: Source<T>,
    {
        Source::mint(self, caller)
    }

    /// Mints an ID, without waiting.
    ///
    /// # Errors
    /// [`MintError::WouldWait`] if no slot is free now, and the other [`MintError`]s.
    fn try_mint<T: WithoutCaller>(&self) -> Result<T, MintError>
    where
        Self: Source<T>,
    {
        Source::try_mint(self, 0)
    }

    /// As [`try_mint`](Self::try_mint), with this value in the caller's field.
    ///
    /// # Errors
    /// [`MintError::CallerOutOfRange`] if the value does not fit the field; otherwise as
    /// [`try_mint`](Self::try_mint).
    fn try_mint_in<T: MintIn>(&self, caller: u32) -> Result<T, MintError>
    where
        Self: Source<T>,
    {
        Source::try_mint(self, caller)
    }

    /// Mints an ID, waiting for a free slot up to `max_wait`.
    ///
    /// # Errors
    /// [`MintError::WaitedTooLong`] if no slot becomes free, and the other [`MintError`]s except
    /// [`WouldWait`](MintError::WouldWait). If `max_wait` is clearly too short, it returns at once.
    fn mint_timeout<T: WithoutCaller>(&self, max_wait: Duration) -> Result<T, MintError>
    where
        Self: Source<T>,
    {
        Source::mint_timeout(self, 0, max_wait)
    }

    /// As [`mint_timeout`](Self::mint_timeout), with this value in the caller's field.
    ///
    /// # Errors
    /// [`MintError::CallerOutOfRange`] if the value does not fit the field; otherwise as
    /// [`mint_timeout`](Self::mint_timeout).
    fn mint_in_timeout<T: MintIn>(&self, caller: u32, max_wait: Duration) -> Result<T, MintError>
    where
        Self: Source<T>,
    {
        Source::mint_timeout(self, caller, max_wait)
    }

    /// Mints `count` IDs, in order. If the present tick has too few, it takes those and waits for
    /// the next tick, up to [`max_wait`](snowflake_kit_core::Limits::max_wait) each time.
    ///
    /// # Panics
    /// As [`mint`](Self::mint).
    #[track_caller]
    fn mint_many<T: WithoutCaller>(&self, count: usize) -> Vec<T>
    where
        Self: Source<T>,
    {
        Source::mint_many(self, 0, count)
    }

    /// As [`mint_many`](Self::mint_many), with this value in the caller's field.
    ///
    /// # Panics
    /// As [`mint_in`](Self::mint_in).
    #[track_caller]
    fn mint_many_in<T: MintIn>(&self, caller: u32, count: usize) -> Vec<T>
    where
        Self: Source<T>,
    {
        Source::mint_many(self, caller, count)
    }

    /// Mints an ID, waiting up to [`max_wait`](snowflake_kit_core::Limits::max_wait) without blocking
    /// the runtime.
    ///
    /// # Errors
    /// As [`mint_timeout`](Self::mint_timeout).
    ///
    /// # Panics
    /// If it must wait outside of a tokio runtime with timers enabled.
    #[cfg(feature = "tokio")]
    fn mint_async<T: WithoutCaller>(&self) -> impl Future<Output = Result<T, MintError>> + Send
    where
        Self: Source<T> + Sync,
    {
        Source::mint_async(self, 0)
    }

    /// As [`mint_async`](Self::mint_async), with this value in the caller's field.
    ///
    /// # Errors
    /// As [`mint_in_timeout`](Self::mint_in_timeout).
    ///
    /// # Panics
    /// As [`mint_async`](Self::mint_async).
    #[cfg(feature = "tokio")]
    fn mint_in_async<T: MintIn>(
        &self,
        caller: u32,
    ) -> impl Future<Output = Result<T, MintError>> + Send
    where
        Self: Source<T> + Sync,
    {
        Source::mint_async(self, caller)
    }

    /// Mints `count` IDs, in order, waiting as [`mint_many`](Self::mint_many) does but without
    /// blocking the runtime.
    ///
    /// If you drop the future early, the IDs minted so far are lost and never minted again.
    ///
    /// # Errors
    /// As [`mint_timeout`](Self::mint_timeout).
    ///
    /// # Panics
    /// As [`mint_async`](Self::mint_async).
    #[cfg(feature = "tokio")]
    fn mint_many_async<T: WithoutCaller + Send>(
        &self,
        count: usize,
    ) -> impl Future<Output = Result<Vec<T>, MintError>> + Send
    where
        Self: Source<T> + Sync,
    {
        Source::mint_many_async(self, 0, count)
    }

    /// As [`mint_many_async`](Self::mint_many_async), with this value in the caller's field.
    ///
    /// # Errors
    /// As [`mint_in_timeout`](Self::mint_in_timeout).
    ///
    /// # Panics
    /// As [`mint_async`](Self::mint_async).
    #[cfg(feature = "tokio")]
    fn mint_many_in_async<T: MintIn>(
        &self,
        caller: u32,
        count: usize,
    ) -> impl Future<Output = Result<Vec<T>, MintError>> + Send
    where
        Self: Source<T> + Sync,
    {
        Source::mint_many_async(self, caller, count)
    }
}

/// What is minted without a value for the caller's field: a type that has none, or a plain
/// [`Snowflake`], in which the field is 0.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be minted",
    note = "an ID type is declared like `#[derive(SnowflakeId)] struct UserId(Snowflake);`, or with \
            `DecimalId` if its IDs are counted",
    note = "a type whose layout has a field that the caller gives is minted by `mint_in`"
)]
pub trait WithoutCaller {}

impl<T: Mint> WithoutCaller for T {}

impl WithoutCaller for Snowflake {}
