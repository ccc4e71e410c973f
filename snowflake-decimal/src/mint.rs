//! Minting of typed IDs.

use std::any::TypeId;
use std::time::Duration;

use snowflake_core::__private::COUNTER;
use snowflake_core::{DecimalId, DecimalParts, Limits, Scheme, Snowflake};
#[cfg(feature = "test-util")]
use snowflake_mint::__private::in_scope;
use snowflake_mint::__private::{Pause, Source, failed, ready, wait};
use snowflake_mint::MintError;

#[cfg(feature = "test-util")]
use super::number::Number;
use super::process::{Process, too_large};

/// How long `mint` waits for the next generator number.
const MAX_WAIT: Duration = Limits::new().max_wait;

fn take<T: DecimalId>(count: u64) -> Result<u64, MintError> {
    #[cfg(feature = "test-util")]
    if let Some(scoped) = in_scope(|node| Ok(Process::new(Number::test(node)?, None))) {
        return take_from::<T>(&*scoped?, count);
    }
    match Process::get() {
        Some(process) => take_from::<T>(process, count),
        None => Err(MintError::NoGeneratorNumber),
    }
}

fn take_from<T: DecimalId>(process: &Process, count: u64) -> Result<u64, MintError> {
    if const { T::OWN_GENERATOR } {
        process.take_own(TypeId::of::<T>(), count)
    } else {
        process.take(count)
    }
}

fn id<T: DecimalId>(word: u64) -> T {
    match Snowflake::new(word.cast_signed()) {
        Some(id) => T::from_snowflake(id),
        None => unreachable!("a counter begins at 1, and ends before 2^63"),
    }
}

/// The counter of this process, for the types that are counted.
#[derive(Debug)]
#[doc(hidden)]
pub struct InstalledCounter;

impl InstalledCounter {
    /// Mints by any number that is installed later.
    #[expect(clippy::new_without_default, reason = "it is only ever a static")]
    pub const fn new() -> Self {
        Self
    }
}

impl<T: DecimalId> Source<T> for InstalledCounter {
    #[track_caller]
    fn mint(&self, caller: u32) -> T {
        match self.mint_timeout(caller, MAX_WAIT) {
            Ok(id) => id,
            Err(error) => failed::<T>(error),
        }
    }

    fn try_mint(&self, _caller: u32) -> Result<T, MintError> {
        take::<T>(1).map(id)
    }

    fn mint_timeout(&self, _caller: u32, max_wait: Duration) -> Result<T, MintError> {
        wait_now::<T>(max_wait, 1).map(id)
    }

    #[track_caller]
    fn mint_many(&self, _caller: u32, count: usize) -> Vec<T> {
        match try_many(count) {
            Ok(ids) => ids,
            Err(error) => failed::<T>(error),
        }
    }

    snowflake_mint::__on_tokio! {
        async fn mint_async(&self, _caller: u32) -> Result<T, MintError> {
            wait_async::<T>(1).await.map(id)
        }

        async fn mint_many_async(&self, _caller: u32, count: usize) -> Result<Vec<T>, MintError> {
            let ids = room(count)?;
            wait_async::<T>(count as u64).await.map(|first| many(ids, first, count))
        }
    }

    fn max_wait(&self) -> Duration {
        MAX_WAIT
    }
}

fn try_many<T: DecimalId>(count: usize) -> Result<Vec<T>, MintError> {
    let ids = room(count)?;
    wait_now::<T>(MAX_WAIT, count as u64).map(|first| many(ids, first, count))
}

/// Memory for `count` IDs. It is reserved before any is minted.
fn room<T>(count: usize) -> Result<Vec<T>, MintError> {
    let wanted = count as u64;
    let mut ids = Vec::new();
    if wanted > DecimalParts::MAX_COUNTER.into() {
        return Err(too_large(wanted));
    }
    match ids.try_reserve_exact(count) {
        Ok(()) => Ok(ids),
        Err(_) => Err(MintError::NoMemory { wanted }),
    }
}

fn many<T: DecimalId>(mut ids: Vec<T>, first: u64, count: usize) -> Vec<T> {
    ids.extend((0..count as u64).map(|index| id::<T>(first + index * COUNTER as u64)));
    ids
}

fn wait_now<T: DecimalId>(max_wait: Duration, count: u64) -> Result<u64, MintError> {
    take::<T>(count).or_else(|error| {
        let attempt = || take::<T>(count);
        ready(wait(Scheme::Decimal.name(), max_wait, Pause::Thread, Some(error), attempt))
    })
}

snowflake_mint::__on_tokio! {
    async fn wait_async<T: DecimalId>(count: u64) -> Result<u64, MintError> {
        let attempt = || take::<T>(count);
        wait(Scheme::Decimal.name(), MAX_WAIT, Pause::Task, None, attempt).await
    }
}
