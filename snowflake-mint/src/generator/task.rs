//! Minting that waits without blocking the runtime.

use snowflake_kit_core::SnowflakeId;

use super::Generator;
use crate::clock::Clock;
use crate::error::MintError;
use crate::mint::Source;
use crate::mint::{Mint, MintIn};

impl<C: Clock> Generator<C> {
    /// Mints an ID, waiting up to [`max_wait`](snowflake_kit_core::Limits::max_wait) without blocking
    /// the runtime.
    ///
    /// # Errors
    /// As [`mint_timeout`](Self::mint_timeout).
    ///
    /// # Panics
    /// If it must wait outside of a tokio runtime with timers enabled.
    pub async fn mint_async<T: SnowflakeId + Mint>(&self) -> Result<T, MintError> {
        Source::mint_async(self, 0).await
    }

    /// As [`mint_async`](Self::mint_async), with this value in the caller's field.
    ///
    /// # Errors
    /// As [`mint_in_timeout`](Self::mint_in_timeout).
    ///
    /// # Panics
    /// As [`mint_async`](Self::mint_async).
    pub async fn mint_in_async<T: MintIn>(&self, caller: u32) -> Result<T, MintError> {
        Source::mint_async(self, caller).await
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
    pub async fn mint_many_async<T: SnowflakeId + Mint>(
        &self,
        count: usize,
    ) -> Result<Vec<T>, MintError> {
        Source::mint_many_async(self, 0, count).await
    }

    /// As [`mint_many_async`](Self::mint_many_async), with this value in the caller's field.
    ///
    /// # Errors
    /// As [`mint_in_timeout`](Self::mint_in_timeout).
    ///
    /// # Panics
    /// As [`mint_async`](Self::mint_async).
    pub async fn mint_many_in_async<T: MintIn>(
        &self,
        caller: u32,
        count: usize,
    ) -> Result<Vec<T>, MintError> {
        Source::mint_many_async(self, caller, count).await
    }
}
