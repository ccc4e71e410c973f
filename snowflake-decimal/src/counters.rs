//! The counters of this process.

use std::any::TypeId;
use std::sync::{Arc, OnceLock, PoisonError};

use snowflake_kit_core::__private::COUNTER;
use snowflake_kit_core::{DecimalParts, Scheme};
use snowflake_kit_mint::__private::sync::atomic::Ordering;
use snowflake_kit_mint::__private::sync::{Mutex, MutexGuard};
use snowflake_kit_mint::__private::{Bell, Ring};
use snowflake_kit_mint::__private::{SharedState, State, fork, observe};
use snowflake_kit_mint::MintError;

use super::number::Number;

const STEP: u64 = COUNTER as u64;

/// The first word that is not an ID, because its counter is too large.
const END: u64 = (DecimalParts::MAX_COUNTER as u64 + 1) * STEP;

/// The ID at which the next generator number is requested. That is half of the counter: the rest
/// lasts long if the store is away, and few processes get so far.
const LOW: u64 = DecimalParts::MAX_COUNTER as u64 / 2 * STEP;

/// The counters of a process, and their generator number.
///
/// A counter is one word with the last minted ID. So counter and number change together, and no
/// value of the word ever returns. The [crate](mod@super) says why that makes IDs unique.
///
/// Relaxed is enough for the word, because only its modification order matters, in which each mint
/// has its place.
#[derive(Debug)]
pub(crate) struct Counters {
    /// The counter of all types without their own.
    shared: SharedState,
    claimed: Mutex<Claimed>,
}

#[derive(Debug)]
struct Claimed {
    /// The number with which new counters begin.
    current: Number,
    /// Claimed in advance, and not used yet.
    next: Option<Number>,
    own: Vec<(TypeId, SharedState)>,
    /// Rung when a number is wanted, if something listens.
    bell: Option<Arc<Bell>>,
}

/// Those from which ID types mint.
static INSTALLED: OnceLock<Counters> = OnceLock::new();

impl Counters {
    #[inline]
    pub(super) fn get() -> Option<&'static Self> {
        INSTALLED.get()
    }

    #[inline]
    pub(super) fn installed() -> Option<Number> {
        Self::get().map(|counters| counters.claimed().current)
    }

    /// Gives the process its number. If it already has one, returns that as the error.
    #[inline]
    pub(super) fn install(number: Number, bell: &Arc<Bell>) -> Result<&'static Self, Number> {
        // Before the lock in there.
        let _ = fork::watch();
        let mut is_new = false;
        let counters = INSTALLED.get_or_init(|| {
            is_new = true;
            Self::new(number, Some(Arc::clone(bell)))
        });
        if is_new { Ok(counters) } else { Err(counters.claimed().current) }
    }

    #[inline]
    pub(crate) fn new(number: Number, bell: Option<Arc<Bell>>) -> Self {
        // In a fork they mint nothing.
        let _ = fork::watch();
        Self {
            shared: counter(number),
            claimed: Mutex::new(Claimed { current: number, next: None, own: Vec::new(), bell }),
        }
    }

    /// Takes `count` consecutive IDs of one number, and returns the first.
    #[inline]
    pub(super) fn take(&self, count: u64) -> Result<u64, MintError> {
        self.take_from(&self.shared, count)
    }

    /// The same for a type with its own counter.
    #[inline]
    pub(super) fn take_own(&self, of: TypeId, count: u64) -> Result<u64, MintError> {
        if fork::is_forked() {
            return Err(MintError::Forked);
        }
        let own = {
            let mut claimed = self.claimed();
            if let Some((_, own)) = claimed.own.iter().find(|(id, _)| *id == of) {
                Arc::clone(own)
            } else {
                let own = counter(claimed.current);
                claimed.own.push((of, Arc::clone(&own)));
                own
            }
        };
        self.take_from(&own, count)
    }

    #[inline]
    fn take_from(&self, counter: &State, count: u64) -> Result<u64, MintError> {
        if fork::is_forked() {
            return Err(MintError::Forked);
        }
        if count > u64::from(DecimalParts::MAX_COUNTER) {
            return Err(too_large(count));
        }
        // The sum fits, because both are below END.
        let step = count * STEP;
        let mut last = counter.last.load(Ordering::Relaxed);
        loop {
            let next = last + step;
            if next >= END {
                last = self.go_on(counter, step)?;
                continue;
            }
            let word = &counter.last;
            match word.compare_exchange_weak(last, next, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => {
                    if last < LOW && next >= LOW {
                        self.want();
                    }
                    counter.tally.minted(count);
                    return Ok(last + STEP);
                }
                Err(now) => last = now,
            }
        }
    }

    /// Lets a counter continue with the next number. The rest of the old one, which is too small,
    /// is given up.
    #[cold]
    #[inline]
    fn go_on(&self, counter: &State, step: u64) -> Result<u64, MintError> {
        let mut claimed = self.claimed();
        let last = counter.last.load(Ordering::Relaxed);
        if last + step < END {
            // Another thread has already done it.
            return Ok(last);
        }
        let used_up = Number::of(last);
        if claimed.current == used_up {
            let Some(next) = claimed.next.take() else {
                drop(claimed);
                self.want();
                return Err(used_up.used_up());
            };
            claimed.current = next;
        }
        // A swap, not a compare-exchange: IDs that other threads take from the old number
        // before this step are valid, and after it their compare-exchanges fail. Like all
        // steps on the word it is a read-modify-write, so that all of them are in one order.
        let origin = claimed.current.origin();
        counter.last.swap(origin, Ordering::Relaxed);
        Ok(origin)
    }

    #[cold]
    #[inline]
    fn want(&self) {
        let bell = self.claimed().bell.clone();
        if let Some(bell) = bell {
            bell.ring(Ring::Wanted);
        }
    }

    /// Whether the bell was rung, and no number is claimed in advance yet.
    pub(super) fn is_wanting(&self, bell: &Bell) -> bool {
        let claimed = self.claimed();
        if claimed.next.is_some() {
            // Under the lock: a thread that takes the number rings again when it is time.
            bell.answer(Ring::Wanted);
        }
        bell.has_rung(Ring::Wanted)
    }

    #[cfg(all(test, not(loom)))]
    pub(super) fn has_next(&self) -> bool {
        self.claimed().next.is_some()
    }

    pub(super) fn offer(&self, number: Number) {
        self.claimed().next = Some(number);
    }

    fn claimed(&self) -> MutexGuard<'_, Claimed> {
        // Nothing panics while the lock is held.
        self.claimed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[inline]
fn counter(number: Number) -> SharedState {
    let counter = Arc::new(State::new(number.origin()));
    observe::watch(&Scheme::Decimal, &counter);
    counter
}

#[cold]
#[inline]
pub(super) fn too_large(wanted: u64) -> MintError {
    MintError::BatchTooLarge { wanted, max: DecimalParts::MAX_COUNTER.into() }
}
