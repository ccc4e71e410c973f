//! Minting of typed IDs.

use std::any::TypeId;
use std::time::Duration;

use snowflake_kit_core::__private::COUNTER;
use snowflake_kit_core::{DecimalId, DecimalParts, Limits, Scheme, Snowflake};
#[cfg(feature = "test-util")]
use snowflake_kit_mint::__private::in_scope;
use snowflake_kit_mint::__private::{Mints, Source};
use snowflake_kit_mint::{Mint, MintError, Minter};

use super::counters::{Counters, too_large};
#[cfg(feature = "test-util")]
use super::number::Number;

/// How long `mint` waits for the next generator number.
const MAX_WAIT: Duration = Limits::new().max_wait;

fn take<T: DecimalId>(count: u64) -> Result<u64, MintError> {
    #[cfg(feature = "test-util")]
    if let Some(scoped) = in_scope(|node, _| Ok(Counters::new(Number::test(node)?, None))) {
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

impl Minter for InstalledCounter {}

impl<T: DecimalId + Mint> Mints<T> for InstalledCounter {
    type Source = Self;

    #[inline]
    fn by(&self) -> (&Self, u32) {
        (self, 0)
    }
}

impl<T: DecimalId> Source<T> for InstalledCounter {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn scheme(&self) -> &'static str {
        Scheme::Decimal.name()
    }

    fn max_wait(&self) -> Duration {
        MAX_WAIT
    }

    fn attempt(&self, _caller: u32) -> Result<T, MintError> {
        take::<T>(1).map(id)
    }

    fn check(&self, _caller: u32, count: usize) -> Result<(), MintError> {
        if count as u64 > DecimalParts::MAX_COUNTER.into() {
            return Err(too_large(count as u64));
        }
        // None: is there a counter?
        take::<T>(0).map(drop)
    }

    /// All of them, because they all come from one generator.
    fn append(&self, _caller: u32, most: usize, ids: &mut Vec<T>) -> Result<(), MintError> {
        let count = most as u64;
        let first = take::<T>(count)?;
        ids.extend((0..count).map(|index| id::<T>(first + index * COUNTER as u64)));
        Ok(())
    }
}
