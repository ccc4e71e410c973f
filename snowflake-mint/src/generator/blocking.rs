//! Minting that waits on its thread.

use std::time::Duration;

use snowflake_kit_core::{Snowflake, SnowflakeId};

use super::{Batch, Generator};
use crate::clock::Clock;
use crate::error::MintError;
use crate::mint::{Mint, MintIn};
use crate::mint::{Source, failed};
use crate::wait::{Pause, ready};

impl<C: Clock> Generator<C> {
    /// Mints an ID, waiting for a free slot up to [`max_wait`](snowflake_kit_core::Limits::max_wait).
    ///
    /// Waiting blocks the thread. In async code with high rates use `mint_async` (feature `tokio`).
    ///
    /// # Panics
    /// With the text of the [`MintError`], if there is an error.
    /// [`mint_timeout`](Self::mint_timeout) returns it instead.
    #[inline]
    #[track_caller]
    pub fn mint<T: SnowflakeId + Mint>(&self) -> T {
        Source::mint(self, 0)
    }

    /// As [`mint`](Self::mint), with this value in the [caller's
    /// field](snowflake_kit_core::LayoutBuilder::caller).
    ///
    /// # Panics
    /// As [`mint`](Self::mint), and if the value does not fit the field.
    #[inline]
    #[track_caller]
    pub fn mint_in<T: MintIn>(&self, caller: u32) -> T {
        Source::mint(self, caller)
    }

    /// Mints an ID without a type, waiting up to `max_wait`. A caller's field is 0.
    ///
    /// # Panics
    /// As [`mint`](Self::mint).
    #[inline]
    #[track_caller]
    pub fn mint_untyped(&self) -> Snowflake {
        match self.mint_untyped_timeout(self.limits().max_wait) {
            Ok(id) => id,
            Err(error) => panic!("cannot mint an ID: {error}"),
        }
    }

    /// Mints an ID without a type, waiting for a free slot up to `max_wait`.
    ///
    /// # Errors
    /// As [`mint_timeout`](Self::mint_timeout).
    pub fn mint_untyped_timeout(&self, max_wait: Duration) -> Result<Snowflake, MintError> {
        let attempt = || self.try_mint_untyped();
        attempt().or_else(|error| self.block(max_wait, error, attempt))
    }

    /// Mints an ID, waiting for a free slot up to `max_wait`.
    ///
    /// # Errors
    /// [`MintError::WaitedTooLong`] if no slot becomes free, and the other [`MintError`]s except
    /// [`WouldWait`](MintError::WouldWait). If `max_wait` is clearly too short, it returns at once.
    #[inline]
    pub fn mint_timeout<T: SnowflakeId + Mint>(&self, max_wait: Duration) -> Result<T, MintError> {
        Source::mint_timeout(self, 0, max_wait)
    }

    /// As [`mint_timeout`](Self::mint_timeout), with this value in the caller's field.
    ///
    /// # Errors
    /// [`MintError::CallerOutOfRange`] if the value does not fit the field; otherwise as
    /// [`mint_timeout`](Self::mint_timeout).
    #[inline]
    pub fn mint_in_timeout<T: MintIn>(
        &self,
        caller: u32,
        max_wait: Duration,
    ) -> Result<T, MintError> {
        Source::mint_timeout(self, caller, max_wait)
    }

    /// Mints `count` IDs, in order. If the present tick has too few, it takes those and waits for
    /// the next tick, up to [`max_wait`](snowflake_kit_core::Limits::max_wait) each time.
    ///
    /// # Panics
    /// As [`mint`](Self::mint).
    #[track_caller]
    pub fn mint_many<T: SnowflakeId + Mint>(&self, count: usize) -> Vec<T> {
        Source::mint_many(self, 0, count)
    }

    /// As [`mint_many`](Self::mint_many), with this value in the caller's field.
    ///
    /// # Panics
    /// As [`mint_in`](Self::mint_in).
    #[track_caller]
    pub fn mint_many_in<T: MintIn>(&self, caller: u32, count: usize) -> Vec<T> {
        Source::mint_many(self, caller, count)
    }

    /// Mints an ID into each place of a slice, waiting as [`mint_many`](Self::mint_many).
    ///
    /// # Panics
    /// As [`mint`](Self::mint).
    #[track_caller]
    pub fn fill<T: SnowflakeId + Mint>(&self, ids: &mut [T]) {
        if let Err(error) = self.fill_timeout(ids, self.limits().max_wait) {
            failed::<T>(error)
        }
    }

    /// Mints an ID into each place of a slice, waiting up to `max_wait` each time that the tick has
    /// no more.
    ///
    /// # Errors
    /// As [`mint_timeout`](Self::mint_timeout). Then the beginning of the slice may contain new
    /// IDs.
    pub fn fill_timeout<T: SnowflakeId + Mint>(
        &self,
        ids: &mut [T],
        max_wait: Duration,
    ) -> Result<(), MintError> {
        let (count, mut rest) = (ids.len(), ids);
        let write = |batch: Batch<T>| {
            let (now, later) = core::mem::take(&mut rest).split_at_mut(batch.len());
            batch.write_to(now);
            rest = later;
        };
        ready(self.each(0, count, max_wait, Pause::Thread, write))
    }
}
