//! Minting that waits.

use std::time::{Duration, Instant};

use snowflake_core::{Snowflake, SnowflakeId};

use super::{Batch, Generator};
use crate::clock::Clock;
use crate::permit::Outlook;
use crate::{Mint, MintError, MintIn, observe};

/// How long a sleep lasts if a slot is near: short, so that waking up late does not cost a tick.
const NAP: Duration = Duration::from_micros(100);

impl<C: Clock> Generator<C> {
    /// Mints an ID, waiting for a free slot up to [`max_wait`](snowflake_core::Limits::max_wait).
    ///
    /// Waiting blocks the thread. In async code with high rates use `mint_async` (feature `tokio`).
    ///
    /// # Panics
    /// With the text of the [`MintError`], if there is an error.
    /// [`mint_timeout`](Self::mint_timeout) returns it instead.
    #[inline]
    #[track_caller]
    pub fn mint<T: SnowflakeId + Mint>(&self) -> T {
        self.minted(0)
    }

    /// As [`mint`](Self::mint), with this value in the [caller's
    /// field](snowflake_core::LayoutBuilder::caller).
    ///
    /// # Panics
    /// As [`mint`](Self::mint), and if the value does not fit the field.
    #[inline]
    #[track_caller]
    pub fn mint_in<T: MintIn>(&self, caller: u32) -> T {
        self.minted(caller)
    }

    #[inline]
    #[track_caller]
    pub(crate) fn minted<T: SnowflakeId>(&self, caller: u32) -> T {
        match self.typed(caller) {
            Ok(id) => id,
            Err(error) => self.mint_later(caller, error),
        }
    }

    /// The rest of a mint that did not succeed at once.
    #[cold]
    #[track_caller]
    fn mint_later<T: SnowflakeId>(&self, caller: u32, error: MintError) -> T {
        match self.wait_on(self.limits().max_wait, error, || self.typed(caller)) {
            Ok(id) => id,
            Err(error) => failed::<T>(error),
        }
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
        self.wait(max_wait, || self.try_mint_untyped())
    }

    /// Mints an ID, waiting for a free slot up to `max_wait`.
    ///
    /// # Errors
    /// [`MintError::WaitedTooLong`] if no slot becomes free, and the other [`MintError`]s except
    /// [`WouldWait`](MintError::WouldWait). If `max_wait` is clearly too short, it returns at once.
    #[inline]
    pub fn mint_timeout<T: SnowflakeId + Mint>(&self, max_wait: Duration) -> Result<T, MintError> {
        self.minted_within(0, max_wait)
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
        self.minted_within(caller, max_wait)
    }

    #[inline]
    pub(crate) fn minted_within<T: SnowflakeId>(
        &self,
        caller: u32,
        max_wait: Duration,
    ) -> Result<T, MintError> {
        self.wait(max_wait, || self.typed(caller))
    }

    /// Mints `count` IDs, in order. If the present tick has too few, it takes those and waits for
    /// the next tick, up to [`max_wait`](snowflake_core::Limits::max_wait) each time.
    ///
    /// # Panics
    /// As [`mint`](Self::mint).
    #[track_caller]
    pub fn mint_many<T: SnowflakeId + Mint>(&self, count: usize) -> Vec<T> {
        self.many(0, count)
    }

    /// As [`mint_many`](Self::mint_many), with this value in the caller's field.
    ///
    /// # Panics
    /// As [`mint_in`](Self::mint_in).
    #[track_caller]
    pub fn mint_many_in<T: MintIn>(&self, caller: u32, count: usize) -> Vec<T> {
        self.many(caller, count)
    }

    #[track_caller]
    pub(crate) fn many<T: SnowflakeId>(&self, caller: u32, count: usize) -> Vec<T> {
        let minted = room(count).and_then(|mut ids| {
            let max_wait = self.limits().max_wait;
            self.take(caller, count, max_wait, |batch: Batch<T>| batch.append_to(&mut ids))?;
            Ok(ids)
        });
        match minted {
            Ok(ids) => ids,
            Err(error) => failed::<T>(error),
        }
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
        let mut rest = ids;
        self.take(0, rest.len(), max_wait, |batch: Batch<T>| {
            let (now, later) = core::mem::take(&mut rest).split_at_mut(batch.len());
            batch.write_to(now);
            rest = later;
        })
    }

    fn take<T: SnowflakeId>(
        &self,
        caller: u32,
        count: usize,
        max_wait: Duration,
        mut each: impl FnMut(Batch<T>),
    ) -> Result<(), MintError> {
        self.check::<T>(caller)?;
        let mut left = count;
        while left > 0 {
            let batch = self.wait(max_wait, || self.piece::<T>(caller, left as u64))?;
            left -= batch.len();
            each(batch);
        }
        Ok(())
    }

    /// As many consecutive IDs as there are now, from 1 to `most`.
    fn piece<T: SnowflakeId>(&self, caller: u32, most: u64) -> Result<Batch<T>, MintError> {
        let (session, slots) = self.take_slots(const { &T::LAYOUT }, 1, most)?;
        session.state.tally.minted(slots.end - slots.start);
        Ok(Batch::new(slots, caller, session.node))
    }

    #[inline]
    pub(super) fn wait<R>(
        &self,
        max_wait: Duration,
        attempt: impl Fn() -> Result<R, MintError>,
    ) -> Result<R, MintError> {
        match attempt() {
            Ok(minted) => Ok(minted),
            Err(error) => self.wait_on(max_wait, error, attempt),
        }
    }

    #[cold]
    pub(super) fn wait_on<R>(
        &self,
        max_wait: Duration,
        mut error: MintError,
        attempt: impl Fn() -> Result<R, MintError>,
    ) -> Result<R, MintError> {
        let began = Instant::now();
        let mut patience = Patience { max_wait, waited: Duration::ZERO };
        let minted = loop {
            if let Some(error) = self.in_vain(error, began) {
                break Err(error);
            }
            let wait = match patience.wait_after(error) {
                Ok(wait) => wait,
                Err(error) => break Err(error),
            };
            patience.waited += if self.clock.skip(wait) { wait } else { nap(wait) };
            match attempt() {
                Ok(minted) => break Ok(minted),
                Err(again) => error = again,
            }
        };
        observe::waited(self.layout.name(), patience.waited);
        minted
    }

    /// The error of a mint that waits in vain, because its waiting prevents the renewal or claim,
    /// or because the claim has failed.
    fn in_vain(&self, error: MintError, since: Instant) -> Option<MintError> {
        let blocked = match error {
            MintError::LeaseExpired { node, until, .. } => {
                MintError::RenewalBlocked { node, until }
            }
            MintError::NotClaimed { .. } => MintError::ClaimBlocked,
            _ => return None,
        };
        match self.sessions.current().1.permit.as_ref()?.outlook(since) {
            Outlook::Open => self.has_failed(error, since),
            Outlook::Blocked => Some(blocked),
            Outlook::Gone => Some(self.has_failed(error, since).unwrap_or(error)),
        }
    }

    /// The error of the claim for which a mint has waited since `since`, if it has failed.
    fn has_failed(&self, error: MintError, since: Instant) -> Option<MintError> {
        let MintError::NotClaimed { .. } = error else { return None };
        let failure = self.sessions.current().1.permit.as_ref()?.failure(since)?;
        Some(MintError::NotClaimed { error: Some(failure) })
    }
}

fn room<T>(count: usize) -> Result<Vec<T>, MintError> {
    let mut ids = Vec::new();
    match ids.try_reserve_exact(count) {
        Ok(()) => Ok(ids),
        Err(_) => Err(MintError::NoMemory { wanted: count as u64 }),
    }
}

/// Sleeps until 1 ms before `wait` is over, or for a [`NAP`] if that is longer. Returns how long it
/// slept.
fn nap(wait: Duration) -> Duration {
    let began = Instant::now();
    std::thread::sleep(wait.saturating_sub(10 * NAP).max(NAP));
    began.elapsed()
}

#[derive(Clone, Copy)]
struct Patience {
    max_wait: Duration,
    waited: Duration,
}

impl Patience {
    fn wait_after(self, error: MintError) -> Result<Duration, MintError> {
        let left = self.max_wait.saturating_sub(self.waited);
        match error {
            MintError::WouldWait { wait } if wait > left => {
                Err(MintError::WaitedTooLong { limit: self.max_wait, wait })
            }
            MintError::WouldWait { wait } => Ok(wait),
            MintError::Clock(_) | MintError::LeaseExpired { .. } | MintError::NotClaimed { .. } => {
                error.retry_after().filter(|wait| *wait <= left).ok_or(error)
            }
            _ => Err(error),
        }
    }
}

#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn failed<T: SnowflakeId>(error: MintError) -> ! {
    panic!("cannot mint a {}: {error}", T::NAME)
}

#[cfg(feature = "tokio")]
impl<C: Clock> Generator<C> {
    /// Mints an ID, waiting up to [`max_wait`](snowflake_core::Limits::max_wait) without blocking
    /// the runtime.
    ///
    /// # Errors
    /// As [`mint_timeout`](Self::mint_timeout).
    ///
    /// # Panics
    /// If it must wait outside of a tokio runtime with timers enabled.
    pub async fn mint_async<T: SnowflakeId + Mint>(&self) -> Result<T, MintError> {
        self.minted_async(0).await
    }

    /// As [`mint_async`](Self::mint_async), with this value in the caller's field.
    ///
    /// # Errors
    /// As [`mint_in_timeout`](Self::mint_in_timeout).
    ///
    /// # Panics
    /// As [`mint_async`](Self::mint_async).
    pub async fn mint_in_async<T: MintIn>(&self, caller: u32) -> Result<T, MintError> {
        self.minted_async(caller).await
    }

    pub(crate) async fn minted_async<T: SnowflakeId>(&self, caller: u32) -> Result<T, MintError> {
        self.wait_async(|| self.typed(caller)).await
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
        self.many_async(0, count).await
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
        self.many_async(caller, count).await
    }

    pub(crate) async fn many_async<T: SnowflakeId>(
        &self,
        caller: u32,
        count: usize,
    ) -> Result<Vec<T>, MintError> {
        self.check::<T>(caller)?;
        let mut ids = room(count)?;
        while ids.len() < count {
            let left = (count - ids.len()) as u64;
            self.wait_async(|| self.piece::<T>(caller, left)).await?.append_to(&mut ids);
        }
        Ok(ids)
    }

    async fn wait_async<R>(
        &self,
        attempt: impl Fn() -> Result<R, MintError>,
    ) -> Result<R, MintError> {
        let (max_wait, since) = (self.limits().max_wait, Instant::now());
        let mut patience = Patience { max_wait, waited: Duration::ZERO };
        let minted = loop {
            let error = match attempt() {
                Ok(minted) => break Ok(minted),
                Err(error) => error,
            };
            if let Some(error) = self.has_failed(error, since) {
                break Err(error);
            }
            let wait = match patience.wait_after(error) {
                Ok(wait) => wait,
                Err(error) => break Err(error),
            };
            if self.clock.skip(wait) {
                patience.waited += wait;
            } else {
                // A busy runtime returns later than requested.
                let began = tokio::time::Instant::now();
                tokio::time::sleep(wait).await;
                patience.waited += began.elapsed();
            }
        };
        observe::waited(self.layout.name(), patience.waited);
        minted
    }
}
