//! The verbs of minting, once for all that mints.

use core::marker::PhantomData;
use std::time::Duration;

use snowflake_kit_core::CallerId;

use crate::error::MintError;
use crate::source::{self, Source, Sourced};
use crate::wait::{Pause, ready};

/// The ways to mint, by a [`Generator`](crate::Generator), by a [`Local`](crate::Local) handle of
/// one, or [`Within`] a value of the caller's field. An ID type has the same functions itself, but
/// for [`within`](Self::within), which makes a value that has them.
///
/// Generators mint any ID type of their layout, and the plain [`Snowflake`](snowflake_kit_core::Snowflake):
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
pub trait Minter: Sized {
    /// Mints an ID, waiting for a free slot up to [`max_wait`](snowflake_kit_core::Limits::max_wait)
    /// if it must. That blocks the thread: in async code with high rates use `mint_async` (feature
    /// `tokio`).
    ///
    /// # Panics
    /// With the text of the [`MintError`], for example if the process has no node, is a fork, or if
    /// no slot became free in time. [`try_mint`](Self::try_mint) and
    /// [`mint_timeout`](Self::mint_timeout) return the error instead.
    #[inline]
    #[track_caller]
    fn mint<T>(&self) -> T
    where
        Self: Mints<T>,
    {
        let (source, caller) = self.by();
        match source.attempt(caller) {
            Ok(id) => id,
            Err(error) => source::mint_later(source, caller, error),
        }
    }

    /// Mints an ID, without waiting.
    ///
    /// # Errors
    /// [`MintError::WouldWait`] if no slot is free now, as in the tick (1 ms) in which the process
    /// gets its node, and the other [`MintError`]s.
    #[inline]
    fn try_mint<T>(&self) -> Result<T, MintError>
    where
        Self: Mints<T>,
    {
        let (source, caller) = self.by();
        source.attempt(caller)
    }

    /// Mints an ID, waiting for a free slot up to `max_wait`.
    ///
    /// # Errors
    /// [`MintError::WaitedTooLong`] if no slot becomes free, and the other [`MintError`]s except
    /// [`WouldWait`](MintError::WouldWait). If `max_wait` is clearly too short, it returns at once.
    fn mint_timeout<T>(&self, max_wait: Duration) -> Result<T, MintError>
    where
        Self: Mints<T>,
    {
        let (source, caller) = self.by();
        let attempt = || source.attempt(caller);
        match attempt() {
            Ok(id) => Ok(id),
            Err(error) => {
                ready(source::wait(source, max_wait, Pause::Thread, Some(error), attempt))
            }
        }
    }

    /// Mints `count` IDs, in order. If the present tick has too few, it takes those and waits for
    /// the next tick, up to [`max_wait`](snowflake_kit_core::Limits::max_wait) each time. Decimal IDs
    /// all come from one generator, which has 922,337,202.
    ///
    /// # Panics
    /// As [`mint`](Self::mint).
    #[track_caller]
    fn mint_many<T>(&self, count: usize) -> Vec<T>
    where
        Self: Mints<T>,
    {
        let (source, caller) = self.by();
        match ready(source::many(source, caller, count, Pause::Thread)) {
            Ok(ids) => ids,
            Err(error) => source::failed(source.name(), &error),
        }
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
    fn mint_async<'s, T>(&'s self) -> impl Future<Output = Result<T, MintError>> + Send
    where
        Self: Mints<T, Source: Sync + 's>,
    {
        let (source, caller) = self.by();
        let attempt = move || source.attempt(caller);
        async move { source::wait(source, source.max_wait(), Pause::Task, None, attempt).await }
    }

    /// Mints `count` IDs, in order, waiting as [`mint_many`](Self::mint_many) does but without
    /// blocking the runtime. If you drop the future early, the IDs minted so far are lost and never
    /// minted again.
    ///
    /// # Errors
    /// As [`mint_timeout`](Self::mint_timeout).
    ///
    /// # Panics
    /// As [`mint_async`](Self::mint_async).
    #[cfg(feature = "tokio")]
    fn mint_many_async<'s, T: Send>(
        &'s self,
        count: usize,
    ) -> impl Future<Output = Result<Vec<T>, MintError>> + Send
    where
        Self: Mints<T, Source: Sync + 's>,
    {
        let (source, caller) = self.by();
        source::many(source, caller, count, Pause::Task)
    }

    /// What mints here with this value in the [caller's
    /// field](snowflake_kit_core::LayoutBuilder::caller).
    fn within<T: CallerId>(&self, caller: u32) -> Within<'_, Self, T>
    where
        Self: Source<T>,
    {
        Within { source: self, caller, id: PhantomData }
    }
}

/// Mints IDs of a type with this value in the [caller's
/// field](snowflake_kit_core::LayoutBuilder::caller), such as the shard of a row, by the functions of
/// [`Minter`]. Each is a [`CallerOutOfRange`](MintError::CallerOutOfRange) if the value does not fit.
///
/// ```
/// use snowflake_kit_core::{CallerId, Layout, Snowflake};
/// use snowflake_kit_mint::{Minter, Node, install};
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
/// let id = PostId::within(42).mint();
/// assert_eq!(id.caller(), 42);
///
/// let error = PostId::within(256).try_mint().unwrap_err();
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
#[derive(Debug)]
pub struct Within<'s, S, T> {
    pub(crate) source: &'s S,
    pub(crate) caller: u32,
    id: PhantomData<fn() -> T>,
}

impl<T: CallerId + Sourced> Within<'static, T::Source, T> {
    /// For generic code; a type has it as its own function `within`.
    pub fn of(caller: u32) -> Self {
        Self::of_any(caller)
    }
}

impl<T: Sourced> Within<'static, T::Source, T> {
    /// As `of`, for any type: one without the field has 0 in it.
    #[doc(hidden)]
    pub fn of_any(caller: u32) -> Self {
        Self { source: T::source(), caller, id: PhantomData }
    }
}

impl<S, T> Minter for Within<'_, S, T> {}

impl<S: Source<T>, T> Mints<T> for Within<'_, S, T> {
    type Source = S;

    #[inline]
    fn by(&self) -> (&S, u32) {
        (self.source, self.caller)
    }
}

/// What mints a type, and with which value in the caller's field.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this does not mint a `{T}`",
    note = "generators mint the types that are declared with `#[derive(SnowflakeId)]`, and `Snowflake`",
    note = "a type whose layout has a field that the caller gives is minted by `within(value)`"
)]
pub trait Mints<T> {
    type Source: Source<T>;

    fn by(&self) -> (&Self::Source, u32);
}
