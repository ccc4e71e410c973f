//! What this process counts.

use std::any::TypeId;
use std::sync::{Arc, OnceLock, PoisonError};

use snowflake_core::__private::COUNTER;
use snowflake_core::{DecimalParts, Scheme};
use snowflake_lease::__private::{Bell, Ring};
use snowflake_mint::__private::sync::atomic::Ordering;
use snowflake_mint::__private::sync::{Mutex, MutexGuard};
use snowflake_mint::__private::{SharedState, State, fork, observe};
use snowflake_mint::MintError;

use super::number::Number;

/// How far it is from one ID to the next.
const STEP: u64 = COUNTER as u64;

/// The first word that is no ID, since its counter is too large.
const END: u64 = (DecimalParts::MAX_COUNTER as u64 + 1) * STEP;

/// From this ID on the next generator number is wanted. Half of the counter: what
/// is left lasts as long as it can where the store is away, and few processes get
/// as far.
const LOW: u64 = DecimalParts::MAX_COUNTER as u64 / 2 * STEP;

/// The counters of a process, and the generator number that they count under.
///
/// A counter is the last ID that was minted, in one word: so counter and number
/// change together, and no word ever comes again. Why that makes IDs unique is in
/// [`decimal`](mod@super).
///
/// Relaxed is enough for the word: all that is asked of it is its modification
/// order, in which each mint has its place.
#[derive(Debug)]
pub(crate) struct Process {
    /// The process generation that the number belongs to.
    generation: u32,
    /// The counter of all types that have none of their own.
    shared: SharedState,
    held: Mutex<Held>,
    /// In a forked child, what it has in place of this.
    child: OnceLock<Box<Self>>,
}

#[derive(Debug)]
struct Held {
    /// What counters that begin anew begin with.
    current: Number,
    /// Claimed ahead, and used by nobody yet.
    next: Option<Number>,
    /// The counters of types with `generator = "own"`.
    own: Vec<(TypeId, SharedState)>,
    /// Rung when a number is wanted, if anybody listens.
    bell: Option<Arc<Bell>>,
}

/// The first process in which a number was installed: this one, or one that it was
/// forked from.
static FIRST: OnceLock<Process> = OnceLock::new();

impl Process {
    /// The one that ID types mint from. It may be that of a parent, which mints
    /// nothing here.
    #[inline]
    pub(super) fn get() -> Option<&'static Self> {
        let first = FIRST.get()?;
        Some(if first.is_own() { first } else { first.youngest() })
    }

    #[cold]
    #[inline]
    fn youngest(&self) -> &Self {
        let mut process = self;
        while let Some(child) = process.child.get() {
            process = child;
        }
        process
    }

    /// The number that this process has, if it has one of its own.
    #[inline]
    pub(super) fn installed() -> Option<Number> {
        Self::get().filter(|process| process.is_own()).map(|process| process.held().current)
    }

    /// Gives the process its number. If it has one already, that is returned.
    #[inline]
    pub(super) fn install(number: Number, bell: &Arc<Bell>) -> Result<&'static Self, Number> {
        let mut is_new = false;
        let mut new = || {
            is_new = true;
            Self::new(number, Some(Arc::clone(bell)))
        };
        let process = match Self::get() {
            None => FIRST.get_or_init(new),
            Some(process) if process.is_own() => process,
            // Beside its parent's, whose locks may be held by threads that are not
            // there.
            Some(parent) => parent.child.get_or_init(|| Box::new(new())),
        };
        if is_new { Ok(process) } else { Err(process.held().current) }
    }

    #[inline]
    pub(crate) fn new(number: Number, bell: Option<Arc<Bell>>) -> Self {
        fork::watch();
        Self {
            generation: fork::generation(),
            shared: counter(number),
            held: Mutex::new(Held { current: number, next: None, own: Vec::new(), bell }),
            child: OnceLock::new(),
        }
    }

    /// Whether the number is not that of a process that this one was forked from.
    #[inline]
    fn is_own(&self) -> bool {
        self.generation == fork::generation()
    }

    /// Takes `count` IDs in a row, of one number: the first of them.
    #[inline]
    pub(super) fn take(&self, count: u64) -> Result<u64, MintError> {
        self.take_from(&self.shared, count)
    }

    /// The same for a type that has a counter of its own.
    #[inline]
    pub(super) fn take_own(&self, of: TypeId, count: u64) -> Result<u64, MintError> {
        if !self.is_own() {
            return Err(self.forked());
        }
        let own = {
            let mut held = self.held();
            if let Some((_, own)) = held.own.iter().find(|(id, _)| *id == of) {
                Arc::clone(own)
            } else {
                let own = counter(held.current);
                held.own.push((of, Arc::clone(&own)));
                own
            }
        };
        self.take_from(&own, count)
    }

    #[inline]
    fn take_from(&self, counter: &State, count: u64) -> Result<u64, MintError> {
        if !self.is_own() {
            return Err(self.forked());
        }
        if count > u64::from(DecimalParts::MAX_COUNTER) {
            return Err(too_large(count));
        }
        // Below END, as is any last ID: the sum fits.
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

    /// Lets a counter go on with the next number, and gives up what it has left,
    /// which is not enough.
    #[cold]
    #[inline]
    fn go_on(&self, counter: &State, step: u64) -> Result<u64, MintError> {
        let mut held = self.held();
        let last = counter.last.load(Ordering::Relaxed);
        if last + step < END {
            // Another thread has seen to it.
            return Ok(last);
        }
        let used_up = Number::of(last);
        if held.current == used_up {
            let Some(next) = held.next.take() else {
                drop(held);
                self.want();
                return Err(used_up.used_up());
            };
            held.current = next;
        }
        // Not by comparing: IDs that other threads take of the old number until
        // this step are theirs, and later none can be taken. A step that reads as
        // well, like all others, so that there is one order of all of them.
        let origin = held.current.origin();
        counter.last.swap(origin, Ordering::Relaxed);
        Ok(origin)
    }

    /// Asks for another number.
    #[cold]
    #[inline]
    fn want(&self) {
        let bell = self.held().bell.clone();
        if let Some(bell) = bell {
            bell.ring(Ring::Wanted);
        }
    }

    /// Whether the bell was rung, and there is no number yet that was claimed
    /// ahead.
    pub(super) fn is_wanting(&self, bell: &Bell) -> bool {
        let held = self.held();
        if held.next.is_some() {
            // Under the lock: who takes it rings again, when the time has come.
            bell.answer(Ring::Wanted);
        }
        bell.has_rung(Ring::Wanted)
    }

    /// Whether a number was claimed ahead.
    #[cfg(all(test, not(loom)))]
    pub(super) fn has_next(&self) -> bool {
        self.held().next.is_some()
    }

    /// Has a number that was claimed ahead.
    pub(super) fn offer(&self, number: Number) {
        self.held().next = Some(number);
    }

    #[cold]
    #[inline]
    fn forked(&self) -> MintError {
        // Not the lock, which another thread of the parent may have held.
        Number::of(self.shared.last.load(Ordering::Relaxed)).forked()
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        // Nothing panics between lock and unlock.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A counter that has counted nothing.
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
