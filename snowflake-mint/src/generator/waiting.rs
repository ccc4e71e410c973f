//! What the mints that wait have in common, whether they block or not.

use std::time::{Duration, Instant};

use snowflake_kit_core::SnowflakeId;

use super::{Batch, Generator};
use crate::clock::Clock;
use crate::error::MintError;
use crate::mint::Source;
use crate::wait::{Attempt, Pause, ready, wait};

/// An attempt to mint from a generator.
struct Minting<'g, C, F> {
    generator: &'g Generator<C>,
    attempt: F,
}

impl<C: Clock, R, F: FnMut() -> Result<R, MintError>> Attempt for Minting<'_, C, F> {
    type Minted = R;

    fn attempt(&mut self) -> Result<R, MintError> {
        (self.attempt)()
    }

    fn skip(&self, wait: Duration) -> bool {
        self.generator.clock.skip(wait)
    }

    /// A mint waits in vain if the claim of the lease has failed meanwhile.
    fn in_vain(&self, error: MintError, since: Instant) -> Option<MintError> {
        if !matches!(error, MintError::NotClaimed { .. }) {
            return None;
        }
        let failure = self.generator.sessions.current().1.permit.as_ref()?.failure(since)?;
        Some(MintError::NotClaimed { error: Some(failure) })
    }
}

impl<T: SnowflakeId, C: Clock> Source<T> for Generator<C> {
    #[expect(clippy::inline_always, reason = "so that the layout is a constant in there")]
    #[inline(always)]
    fn try_mint(&self, caller: u32) -> Result<T, MintError> {
        self.typed(caller)
    }

    async fn wait(
        &self,
        caller: u32,
        max_wait: Duration,
        pause: Pause,
        failed: Option<MintError>,
    ) -> Result<T, MintError> {
        self.repeat(max_wait, pause, failed, || self.typed(caller)).await
    }

    async fn many(&self, caller: u32, count: usize, pause: Pause) -> Result<Vec<T>, MintError> {
        let mut ids = room(count)?;
        let append = |batch: Batch<T>| batch.append_to(&mut ids);
        self.each(caller, count, self.limits().max_wait, pause, append).await?;
        Ok(ids)
    }

    fn max_wait(&self) -> Duration {
        self.limits().max_wait
    }
}

impl<C: Clock> Generator<C> {
    /// Repeats an attempt until it succeeds, for up to `max_wait`. `failed` is the error of the
    /// first one, if it was made.
    async fn repeat<R>(
        &self,
        max_wait: Duration,
        pause: Pause,
        failed: Option<MintError>,
        attempt: impl FnMut() -> Result<R, MintError>,
    ) -> Result<R, MintError> {
        let minting = Minting { generator: self, attempt };
        wait(self.layout.name(), max_wait, pause, failed, minting).await
    }

    /// The same on a thread that waits, after an attempt that failed.
    #[cold]
    pub(super) fn block<R>(
        &self,
        max_wait: Duration,
        failed: MintError,
        attempt: impl FnMut() -> Result<R, MintError>,
    ) -> Result<R, MintError> {
        ready(self.repeat(max_wait, Pause::Thread, Some(failed), attempt))
    }

    /// Mints `count` IDs in as many batches as it takes, waiting up to `max_wait` for each.
    pub(super) async fn each<T: SnowflakeId>(
        &self,
        caller: u32,
        count: usize,
        max_wait: Duration,
        pause: Pause,
        mut use_batch: impl FnMut(Batch<T>),
    ) -> Result<(), MintError> {
        self.check::<T>(caller)?;
        let mut left = count;
        while left > 0 {
            let piece = || self.piece::<T>(caller, left as u64);
            let batch = self.repeat(max_wait, pause, None, piece).await?;
            left -= batch.len();
            use_batch(batch);
        }
        Ok(())
    }

    /// As many consecutive IDs as there are now, from 1 to `most`.
    fn piece<T: SnowflakeId>(&self, caller: u32, most: u64) -> Result<Batch<T>, MintError> {
        let (session, slots) = self.take_slots(const { &T::LAYOUT }, 1, most)?;
        session.state.tally.minted(slots.end - slots.start);
        Ok(Batch::new(slots, caller, session.node))
    }
}

/// Memory for `count` IDs. It is reserved before any is minted.
fn room<T>(count: usize) -> Result<Vec<T>, MintError> {
    let mut ids = Vec::new();
    match ids.try_reserve_exact(count) {
        Ok(()) => Ok(ids),
        Err(_) => Err(MintError::NoMemory { wanted: count as u64 }),
    }
}
