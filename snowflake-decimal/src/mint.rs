//! Minting of typed IDs.

use std::any::TypeId;
use std::time::Duration;

use snowflake_kit_core::__private::COUNTER;
use snowflake_kit_core::{DecimalId, DecimalParts, Limits, Scheme, Snowflake};
#[cfg(feature = "test-util")]
use snowflake_kit_mint::__private::in_scope;
use snowflake_kit_mint::__private::{Pause, Source, wait};
use snowflake_kit_mint::MintError;

use super::counters::{Counters, too_large};
#[cfg(feature = "test-util")]
use super::number::Number;

/// How long `mint` waits for the next generator number.
const MAX_WAIT: Duration = Limits::new().max_wait;

const SCHEME: &str = Scheme::Decimal.name();

fn take<T: DecimalId>(count: u64) -> Result<u64, MintError> {
    #[cfg(feature = "test-util")]
    if let Some(scoped) = in_scope(|node| Ok(Counters::new(Number::test(node)?, None))) {
        return take_from::<T>(&*scoped?, count);
    }
    match Counters::get() {
        Some(counters) => take_from::<T>(counters, count),
        None => Err(MintError::NoGeneratorNumber),
    }
}

fn take_from<T: DecimalId>(counters: &Counters, count: u64) -> Result<u64, MintError> {
    if const { T::OWN_GENERATOR } {
        counters.take_own(TypeId::of::<T>(), count)
    } else {
        counters.take(count)
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
    fn try_mint(&self, _caller: u32) -> Result<T, MintError> {
        take::<T>(1).map(id)
    }

    async fn wait(
        &self,
        _caller: u32,
        max_wait: Duration,
        pause: Pause,
        failed: Option<MintError>,
    ) -> Result<T, MintError> {
        wait(SCHEME, max_wait, pause, failed, || take::<T>(1)).await.map(id)
    }

    async fn many(&self, _caller: u32, count: usize, pause: Pause) -> Result<Vec<T>, MintError> {
        let mut ids = room(count)?;
        let first = wait(SCHEME, MAX_WAIT, pause, None, || take::<T>(count as u64)).await?;
        ids.extend((0..count as u64).map(|index| id::<T>(first + index * COUNTER as u64)));
        Ok(ids)
    }

    fn max_wait(&self) -> Duration {
        MAX_WAIT
    }
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
