//! A grant in use.

use std::sync::{Arc, PoisonError};
use std::time::Instant;

use snowflake_kit_core::Layout;

use crate::bell::{Bell, Ring};
use crate::error::MintError;
use crate::grant::{Grant, Release, Renewal};
use crate::observe::{Leased, Reach};
use crate::promise::Promise;
use crate::state::State;
use crate::sync::atomic::{AtomicI64, Ordering};
use crate::sync::{Mutex, MutexGuard};
use crate::{fork, observe};

/// A [`Grant`] under which generators mint. They mint up to its end, and notice at once if it is
/// extended. Clones are the same permit.
///
/// `LeaseBuilder` of `snowflake-kit-lease` makes and extends permits for you. Use this type if you
/// carry out the protocol yourself:
///
/// ```
/// use snowflake_kit_mint::{Grant, Permit, Renewal};
/// use snowflake_kit_core::{Layout, Snowflake};
/// use snowflake_kit_mint::{Generator, ManualClock, MintError, Minter};
///
/// let clock = ManualClock::at(1_767_225_600_000);
/// let grant = Grant { node: 7, token: 1, from: 0, until: 1_767_225_600_001 };
/// let permit = Permit::new(grant);
/// let generator = Generator::with_clock(Layout::DEFAULT, permit.clone(), clock.clone())?;
/// assert!(generator.try_mint::<Snowflake>().is_ok());
///
/// clock.advance(std::time::Duration::from_millis(1));
/// let expired = generator.try_mint::<Snowflake>();
/// assert!(matches!(expired, Err(MintError::LeaseExpired { node: 7, .. })));
///
/// // `LeaseTerms::renewal` of `snowflake-kit-lease` computes the new end.
/// let renewal = Renewal { node: 7, token: 1, until: 1_767_225_690_000 };
/// // … after the store has carried it out:
/// permit.extend(&renewal);
/// assert!(generator.try_mint::<Snowflake>().is_ok());
/// # Ok::<(), MintError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Permit(Arc<Inner>);

#[derive(Debug, Default)]
struct Issued {
    states: Vec<(Layout, Arc<State>)>,
    /// The first timestamp after all of them, once the permit is closed.
    first_unused: Option<i64>,
}

/// The reach of a closed permit, which allows no tick.
const CLOSED: i64 = i64::MIN;

/// The reach of a pending permit, which allows no tick either.
const NOWHERE: i64 = CLOSED + 1;

#[derive(Debug)]
struct Inner {
    node: u32,
    token: i64,
    from: i64,
    /// The end. It only grows, and only after the store has acknowledged it.
    until: AtomicI64,
    /// How far mints may go: to `until`, or to `CLOSED`. Relaxed is enough for a renewal, because
    /// the value alone is the permission. For closing see `stop`.
    reach: AtomicI64,
    issued: Mutex<Issued>,
    /// The process generation that owns the permit. A forked child must not use it, because the
    /// parent mints under it.
    generation: u32,
    /// Rung by a mint that finds it expired.
    bell: Arc<Bell>,
    /// Of a pending permit.
    promise: Option<Promise<Permit>>,
}

impl Permit {
    /// The permit of a lease that will be claimed when an ID is to be minted. It allows no tick, so
    /// no slot is ever taken under it. A mint finds it expired, rings for the keeper, and may wait
    /// for its successor. The process does not own `node`; the number only has to fit the layouts.
    #[doc(hidden)]
    #[inline]
    pub fn pending(bell: Arc<Bell>, node: u32) -> Self {
        let grant = Grant { node, token: 0, from: NOWHERE, until: NOWHERE };
        Self::begin(bell, grant, Some(Promise::new()))
    }

    pub(crate) fn begin(bell: Arc<Bell>, grant: Grant, promise: Option<Promise<Self>>) -> Self {
        let Grant { node, token, from, until } = grant;
        let (until, reach) = (AtomicI64::new(until), AtomicI64::new(until));
        let (issued, generation) = (Mutex::new(Issued::default()), fork::generation());
        Self(Arc::new(Inner { node, token, from, until, reach, issued, generation, bell, promise }))
    }

    /// Whether its lease is not claimed yet.
    #[doc(hidden)]
    #[inline]
    pub fn is_pending(&self) -> bool {
        self.is_stand_in() && self.successor().is_none()
    }

    /// Whether it only stands for the permit of a lease that is claimed later. No slot is ever taken
    /// under it.
    pub(crate) fn is_stand_in(&self) -> bool {
        self.0.promise.is_some()
    }

    /// The node that was claimed. A stand-in has a number that only has to fit the layouts.
    pub(crate) fn claimed_node(&self) -> Option<u32> {
        if self.is_stand_in() { self.successor().map(Self::node) } else { Some(self.node()) }
    }

    pub(crate) fn successor(&self) -> Option<&Self> {
        self.0.promise.as_ref()?.kept()
    }

    /// The lease of this pending permit was claimed: generators continue under `permit`.
    #[doc(hidden)]
    #[inline]
    pub fn succeed(&self, permit: &Self) {
        if let Some(promise) = &self.0.promise {
            promise.keep(|| permit.clone());
        }
    }

    /// The claim for this pending permit has failed, and another mint may ask for the next one.
    #[doc(hidden)]
    #[inline]
    pub fn not_claimed(&self, error: &str) {
        if let Some(promise) = &self.0.promise {
            // In this order: a mint that comes in between rings again, because it sees no failure
            // after its own start.
            promise.fail(error);
            self.0.bell.answer(Ring::Expired);
        }
    }

    /// The grant with its present end.
    #[inline]
    pub fn grant(&self) -> Grant {
        let Inner { node, token, from, .. } = *self.0;
        Grant { node, token, from, until: self.until() }
    }

    /// The lease, for events and metrics.
    #[doc(hidden)]
    #[inline]
    pub fn leased(&self) -> Leased {
        Leased { grant: self.grant(), reach: Arc::clone(&self.0) as _ }
    }

    /// The node number.
    pub fn node(&self) -> u32 {
        self.0.node
    }

    /// The end, in Unix ms. Closing the permit does not change it.
    #[inline]
    pub fn until(&self) -> i64 {
        self.0.until.load(Ordering::Relaxed)
    }

    /// Extends the permit after the store has carried out a renewal, unless the permit is closed.
    #[inline]
    pub fn extend(&self, renewal: &Renewal) {
        // Under the lock, so that a thread that closes the permit knows every end that a
        // mint may have used: the release must not begin before a minted timestamp.
        let issued = self.issued();
        let same = (renewal.node, renewal.token) == (self.0.node, self.0.token);
        if issued.first_unused.is_none() && same {
            let until = self.until().max(renewal.until);
            self.0.until.store(until, Ordering::Relaxed);
            self.0.reach.store(until, Ordering::Relaxed);
            self.0.bell.answer(Ring::Expired);
        }
    }

    /// Stops minting under this permit for good. Returns the release for a store to carry out: the
    /// node is free from the first unused timestamp on.
    ///
    /// - Mints that run at this moment either have their slot already or get none.
    /// - Closing it again returns the same release.
    /// - In a forked child, the release has the token 0, which no row has. So it changes nothing,
    ///   and the parent continues to mint.
    #[inline]
    pub fn close(&self) -> Release {
        if self.was_an_ancestors() {
            let Grant { node, until, .. } = self.grant();
            return Release { node, token: 0, until };
        }
        // Under the lock, so that no renewal comes in between.
        let mut issued = self.issued();
        let first_unused = issued.first_unused.unwrap_or_else(|| self.stop(&issued.states));
        *issued = Issued { states: Vec::new(), first_unused: Some(first_unused) };
        drop(issued);
        self.grant().release(first_unused)
    }

    /// Stops mints from these states. Returns the first timestamp after them.
    #[inline]
    fn stop(&self, states: &[(Layout, Arc<State>)]) -> i64 {
        // Relaxed, because `announce` releases it. Each mint takes its slot by a
        // compare-exchange on the atomic that `announce` writes. If the mint's step is first,
        // `announce` returns its slot. If it is later, it acquires this store: the mint sees
        // in `is_closed` that it is too late, and gives its slot up.
        self.0.reach.store(CLOSED, Ordering::Relaxed);
        let unused = states.iter().map(|(layout, state)| {
            let tick = layout.tick_of_slot(state.announce());
            layout.unix_millis_of_tick(tick).saturating_add(1)
        });
        unused.max().unwrap_or(self.0.from).max(0)
    }

    /// Whether minting under it was stopped.
    #[inline]
    pub fn is_closed(&self) -> bool {
        self.0.reach.load(Ordering::Relaxed) == CLOSED
    }

    /// Whether it is open, and the caller is not the only one that has it.
    pub(crate) fn is_in_use(&self) -> bool {
        !self.is_closed() && Arc::strong_count(&self.0) > 1
    }

    /// Whether the store knows of no earlier grant of the number.
    pub(crate) fn is_first(&self) -> bool {
        self.0.from <= 0
    }

    pub(crate) fn was_an_ancestors(&self) -> bool {
        self.0.generation != fork::generation()
    }

    /// The first tick that may be used, at most the one after the layout's last.
    pub(crate) fn first_tick(&self, layout: &Layout) -> u64 {
        layout.tick_not_before(self.0.from)
    }

    #[inline]
    pub(crate) fn end_tick(&self, layout: &Layout) -> u64 {
        layout.tick_not_before(self.0.reach.load(Ordering::Relaxed))
    }

    pub(crate) fn last_slot(&self, layout: &Layout) -> u64 {
        layout.first_slot(self.end_tick(layout)).saturating_sub(1)
    }

    /// A mint has found it expired at `now`, in Unix ms.
    pub(crate) fn expired(&self, now: i64) -> MintError {
        let (node, until) = (self.node(), self.until());
        let is_first = self.0.bell.ring(Ring::Expired);
        if let Some(promise) = &self.0.promise {
            return MintError::NotClaimed { error: promise.failure(None) };
        }
        if is_first {
            observe::expired(node, until, now);
        }
        MintError::LeaseExpired { node, until, unix_millis: now }
    }

    /// The error of the last claim for this pending permit, if it failed after `since`.
    pub(crate) fn failure(&self, since: Instant) -> Option<&'static str> {
        self.0.promise.as_ref()?.failure(Some(since))
    }

    /// Notes that slots of this state are taken under the permit. Returns whether the permit is
    /// open.
    pub(crate) fn admit(&self, layout: &Layout, state: &Arc<State>) -> bool {
        let mut issued = self.issued();
        let is_open = issued.first_unused.is_none();
        if is_open && !issued.states.iter().any(|(_, known)| Arc::ptr_eq(known, state)) {
            issued.states.push((*layout, Arc::clone(state)));
        }
        is_open
    }

    fn issued(&self) -> MutexGuard<'_, Issued> {
        // Nothing panics while the lock is held.
        self.0.issued.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reach for Inner {
    fn until(&self) -> i64 {
        self.until.load(Ordering::Relaxed)
    }
}

/// Whether both are the same permit.
impl PartialEq for Permit {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Permit {}
