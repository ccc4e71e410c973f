//! A grant in use.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

use snowflake_core::Layout;

use crate::observe::{Leased, Reach};
use crate::state::State;
use crate::sync::atomic::{AtomicI64, Ordering};
use crate::sync::{Mutex, MutexGuard, OnceLock};
use crate::{Grant, MintError, Node, Release, Renewal, fork, numbers, observe};

/// A [`Grant`] by which generators mint: they go as far as it reaches, and see
/// at once when it is extended. Clones are the same permit.
///
/// `LeaseBuilder` of `snowflake-lease` makes and extends permits, and this type need not
/// be named then. It is for those who carry the protocol out themselves:
///
/// ```
/// use snowflake_mint::{Grant, Permit, Renewal};
/// use snowflake_core::Layout;
/// use snowflake_mint::{Generator, ManualClock, MintError};
///
/// let clock = ManualClock::at(1_767_225_600_000);
/// let grant = Grant { node: 7, token: 1, from: 0, until: 1_767_225_600_001 };
/// let permit = Permit::new(grant);
/// let generator = Generator::with_clock(Layout::DEFAULT, permit.clone(), clock.clone())?;
/// assert!(generator.try_mint_untyped().is_ok());
///
/// clock.advance(std::time::Duration::from_millis(1));
/// let expired = generator.try_mint_untyped();
/// assert!(matches!(expired, Err(MintError::LeaseExpired { node: 7, .. })));
///
/// // `LeaseTerms::renewal` of `snowflake-lease` says how far.
/// let renewal = Renewal { node: 7, token: 1, until: 1_767_225_690_000 };
/// // … the store has carried it out, and then:
/// permit.extend(&renewal);
/// assert!(generator.try_mint_untyped().is_ok());
/// # Ok::<(), MintError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Permit(Arc<Inner>);

/// What was issued by a permit.
#[derive(Debug, Default)]
struct Issued {
    /// The states from which slots were taken.
    states: Vec<(Layout, Arc<State>)>,
    /// The first timestamp after all of them, once the permit is closed.
    first_unused: Option<i64>,
}

/// Where a closed permit reaches to: no tick is before it.
const CLOSED: i64 = i64::MIN;

/// Where a pending permit reaches to: no tick is before it either.
const NOWHERE: i64 = CLOSED + 1;

#[derive(Debug)]
struct Inner {
    node: u32,
    token: i64,
    from: i64,
    /// Only grows. It is stored after the store has acknowledged it.
    until: AtomicI64,
    /// How far mints may go: to `until`, and nowhere once it is `CLOSED`. Relaxed is
    /// enough for a renewal, because the value alone is the permission. For closing
    /// see `close`.
    reach: AtomicI64,
    issued: Mutex<Issued>,
    /// The process generation that it belongs to. To a forked child it allows
    /// nothing: its parent mints by it.
    generation: u32,
    renewer: Arc<dyn Renewer>,
    /// What takes its place, if it is pending: the permit of the lease, once that is
    /// claimed.
    successor: Option<OnceLock<Permit>>,
}

/// Whoever renews a permit. Mints that find the permit at its end ask it.
#[doc(hidden)]
pub trait Renewer: std::fmt::Debug + Send + Sync {
    /// A mint has found the permit at its end: whether it is the first one since the
    /// last renewal.
    fn wake(&self) -> bool;

    /// The permit has been extended.
    fn renewed(&self);

    /// Whether it has ended without giving the grant back.
    fn is_gone(&self) -> bool;

    /// What a mint on this thread can wait for, which has waited since then.
    fn outlook(&self, since: Instant) -> Outlook;

    /// The error of the last claim by which it was to get a lease, if that failed, and
    /// after this moment.
    fn failure(&self, since: Option<Instant>) -> Option<&'static str>;
}

/// What a mint can wait for.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// The permit may be extended while it waits.
    Open,
    /// It keeps the permit from being extended.
    Blocked,
    /// Nobody extends the permit any more.
    Gone,
}

/// Nobody is known to renew the permit: whether mints have found it at its end.
#[derive(Debug)]
struct ByHand(AtomicBool);

impl Renewer for ByHand {
    fn wake(&self) -> bool {
        // Relaxed: it is told, and nothing follows from it.
        !self.0.swap(true, Ordering::Relaxed)
    }

    fn renewed(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    fn is_gone(&self) -> bool {
        false
    }

    fn outlook(&self, _: Instant) -> Outlook {
        Outlook::Open
    }

    fn failure(&self, _: Option<Instant>) -> Option<&'static str> {
        None
    }
}

impl Permit {
    /// Puts a grant to use. Do so once: what one permit knows, as that it was
    /// closed, another one of the same grant does not.
    pub fn new(grant: Grant) -> Self {
        Self::renewed_by(Arc::new(ByHand(AtomicBool::new(false))), grant)
    }

    /// A permit that wakes its renewer when it is found at its end.
    #[doc(hidden)]
    pub fn renewed_by(renewer: Arc<dyn Renewer>, grant: Grant) -> Self {
        // From now on, and not from its first mint on: this process may fork.
        numbers::note(Node::leased(grant.node));
        Self::begin(renewer, grant, None)
    }

    /// The permit of a lease that is claimed when an ID is to be minted. It reaches
    /// nowhere, so no slot is ever taken by it, whatever else goes wrong: each mint finds
    /// it at its end, wakes the renewer, and may wait for what takes its place. The
    /// number is not this process's. It only has to fit the layouts.
    #[doc(hidden)]
    pub fn pending(renewer: Arc<dyn Renewer>, node: u32) -> Self {
        let grant = Grant { node, token: 0, from: NOWHERE, until: NOWHERE };
        Self::begin(renewer, grant, Some(OnceLock::new()))
    }

    fn begin(renewer: Arc<dyn Renewer>, grant: Grant, successor: Option<OnceLock<Self>>) -> Self {
        let Grant { node, token, from, until } = grant;
        let (until, reach) = (AtomicI64::new(until), AtomicI64::new(until));
        let (issued, generation) = (Mutex::new(Issued::default()), fork::generation());
        Self(Arc::new(Inner {
            node,
            token,
            from,
            until,
            reach,
            issued,
            generation,
            renewer,
            successor,
        }))
    }

    /// Whether its lease is yet to be claimed.
    #[doc(hidden)]
    pub fn is_pending(&self) -> bool {
        self.0.successor.is_some() && self.successor().is_none()
    }

    /// The permit of the lease that was claimed in the end, if this one was pending.
    pub(crate) fn successor(&self) -> Option<&Self> {
        self.0.successor.as_ref()?.get()
    }

    /// The lease has been claimed: those who mint by this pending permit go on by
    /// another one.
    #[doc(hidden)]
    pub fn succeed(&self, permit: &Self) {
        if let Some(successor) = &self.0.successor {
            successor.get_or_init(|| permit.clone());
        }
    }

    /// The grant as it is now.
    pub fn grant(&self) -> Grant {
        let Inner { node, token, from, .. } = *self.0;
        Grant { node, token, from, until: self.until() }
    }

    /// The same, as it is told of.
    #[doc(hidden)]
    pub fn leased(&self) -> Leased {
        Leased { grant: self.grant(), reach: Arc::clone(&self.0) as _ }
    }

    /// The node number.
    pub fn node(&self) -> u32 {
        self.0.node
    }

    /// The first timestamp that it does not reach to, or did not before it was closed,
    /// in Unix ms.
    #[inline]
    pub fn until(&self) -> i64 {
        self.0.until.load(Ordering::Relaxed)
    }

    /// Extends it by a renewal that the store has carried out, as
    /// [`Grant::extend`] does, unless it is closed.
    pub fn extend(&self, renewal: &Renewal) {
        // Under the lock, so that whoever closes the permit on another thread
        // knows of each end that a mint has gone by: the release must not begin
        // below what was minted.
        let issued = self.issued();
        let same = (renewal.node, renewal.token) == (self.0.node, self.0.token);
        if issued.first_unused.is_none() && same {
            let until = self.until().max(renewal.until);
            self.0.until.store(until, Ordering::Relaxed);
            self.0.reach.store(until, Ordering::Relaxed);
            self.0.renewer.renewed();
        }
    }

    /// Stops minting by it, for good, and returns the release that a store is
    /// to carry out: the node is free from the first timestamp on that was not
    /// used.
    ///
    /// Mints that run at this moment have their slot already, or get none.
    ///
    /// Closed again, it returns the same release.
    ///
    /// In a forked child the release has the token 0, which no row has, so that
    /// it changes nothing: the parent still mints.
    pub fn close(&self) -> Release {
        if self.was_an_ancestors() {
            let Grant { node, until, .. } = self.grant();
            return Release { node, token: 0, until };
        }
        // Under the lock, so that no renewal comes between.
        let mut issued = self.issued();
        let first_unused = issued.first_unused.unwrap_or_else(|| self.stop(&issued.states));
        *issued = Issued { states: Vec::new(), first_unused: Some(first_unused) };
        drop(issued);
        self.grant().release(first_unused)
    }

    /// Stops mints from these states, and returns the first timestamp after them.
    fn stop(&self, states: &[(Layout, Arc<State>)]) -> i64 {
        // Relaxed, since `announce` releases it: a mint whose compare-exchange comes
        // after that step acquires it there, sees in `is_closed` that it came too
        // late, and gives its slot up. The slots of all others are known to `announce`.
        self.0.reach.store(CLOSED, Ordering::Relaxed);
        let unused = states.iter().map(|(layout, state)| {
            let tick = layout.tick_of_slot(state.announce());
            layout.unix_millis_of_tick(tick).saturating_add(1)
        });
        unused.max().unwrap_or(self.0.from).max(0)
    }

    /// Whether minting by it has been stopped.
    #[inline]
    pub fn is_closed(&self) -> bool {
        self.0.reach.load(Ordering::Relaxed) == CLOSED
    }

    /// Whether nobody is known to have had a grant of the number before.
    pub(crate) fn is_first(&self) -> bool {
        self.0.from <= 0
    }

    /// Whether whoever renewed it has ended without giving it back.
    pub(crate) fn is_orphaned(&self) -> bool {
        self.0.renewer.is_gone()
    }

    /// What a mint on this thread can wait for, which has waited since then.
    pub(crate) fn outlook(&self, since: Instant) -> Outlook {
        self.0.renewer.outlook(since)
    }

    /// Whether it belongs to a process that this one was forked from.
    pub(crate) fn was_an_ancestors(&self) -> bool {
        self.0.generation != fork::generation()
    }

    /// The first tick that may be used, or the one behind the layout's last.
    pub(crate) fn first_tick(&self, layout: &Layout) -> u64 {
        layout.tick_not_before(self.0.from)
    }

    /// The first tick that may not be used any more.
    #[inline]
    pub(crate) fn end_tick(&self, layout: &Layout) -> u64 {
        layout.tick_not_before(self.0.reach.load(Ordering::Relaxed))
    }

    /// The last slot that may be used.
    pub(crate) fn last_slot(&self, layout: &Layout) -> u64 {
        layout.first_slot(self.end_tick(layout)).saturating_sub(1)
    }

    /// A mint has found it at its end. It is `now`, in Unix ms.
    pub(crate) fn expired(&self, now: i64) -> MintError {
        let (node, until) = (self.node(), self.until());
        let is_first = self.0.renewer.wake();
        if self.0.successor.is_some() {
            return MintError::NotClaimed { error: self.0.renewer.failure(None) };
        }
        if is_first {
            observe::expired(node, until, now);
        }
        MintError::LeaseExpired { node, until, unix_millis: now }
    }

    /// The error of the last claim that failed after this moment.
    pub(crate) fn failure(&self, since: Instant) -> Option<&'static str> {
        self.0.renewer.failure(Some(since))
    }

    /// Notes that slots are taken by it from this state; whether it is still
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
        // Nothing panics while it is held.
        self.0.issued.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Reach for Inner {
    fn until(&self) -> i64 {
        self.until.load(Ordering::Relaxed)
    }
}

/// The same permit.
impl PartialEq for Permit {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Permit {}
