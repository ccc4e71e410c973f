//! A grant in use.

use std::sync::{Arc, PoisonError, Weak};

use snowflake_kit_core::Layout;

use crate::bell::{Bell, Ring};
use crate::fork;
use crate::grant::{Grant, Release, Renewal};
use crate::sync::atomic::{AtomicI64, Ordering};
use crate::sync::{Mutex, MutexGuard};

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

/// The reach of a closed permit, which allows no tick.
const CLOSED: i64 = i64::MIN;

#[derive(Debug)]
struct Inner {
    /// As it began.
    grant: Grant,
    /// The end. It only grows, and only after the store has acknowledged it.
    until: AtomicI64,
    /// How far mints may go: to `until`, or to `CLOSED`. Relaxed is enough for a renewal, because
    /// the value alone is the permission. For closing see `shut`.
    reach: AtomicI64,
    /// The first timestamp after all that were minted, once the permit is closed.
    first_unused: Mutex<Option<i64>>,
    /// Rung by a mint that finds it expired.
    bell: Arc<Bell>,
}

impl Permit {
    /// Puts a grant to use. Call it once per grant: two permits of a grant would not know of each
    /// other, for example if one is closed.
    pub fn new(grant: Grant) -> Self {
        Self::kept_by(Arc::default(), grant)
    }

    /// A permit that rings for its keeper when a mint finds it expired.
    #[doc(hidden)]
    pub fn kept_by(bell: Arc<Bell>, grant: Grant) -> Self {
        // A fork may have one, and mints nothing under it. This process may fork before it mints.
        let _ = fork::watch();
        let (until, reach) = (AtomicI64::new(grant.until), AtomicI64::new(grant.until));
        Self(Arc::new(Inner { grant, until, reach, first_unused: Mutex::new(None), bell }))
    }

    /// The grant with its present end.
    #[inline]
    pub fn grant(&self) -> Grant {
        Grant { until: self.until(), ..self.0.grant }
    }

    /// The node number.
    pub fn node(&self) -> u32 {
        self.0.grant.node
    }

    /// The end, in Unix ms. Closing the permit does not change it.
    #[inline]
    pub fn until(&self) -> i64 {
        self.0.until.load(Ordering::Relaxed)
    }

    /// Extends the permit after the store has carried out a renewal, unless the permit is closed. In
    /// a forked child it does nothing.
    #[inline]
    pub fn extend(&self, renewal: &Renewal) {
        if fork::is_forked() {
            return;
        }
        // Under the lock, so that a thread that closes the permit knows every end that a
        // mint may have used: the release must not begin before a minted timestamp.
        let first_unused = self.first_unused();
        let same = (renewal.node, renewal.token) == (self.node(), self.0.grant.token);
        if first_unused.is_none() && same {
            let until = self.until().max(renewal.until);
            self.0.until.store(until, Ordering::Relaxed);
            self.0.reach.store(until, Ordering::Relaxed);
            self.0.bell.answer(Ring::Expired);
        }
    }

    /// Closes it. `stop` is called once: it tells all mints, and returns the first timestamp after
    /// theirs.
    pub(crate) fn shut(&self, stop: impl FnOnce() -> Option<i64>) -> Release {
        // Under the lock, so that no renewal comes in between.
        let first_unused = *self.first_unused().get_or_insert_with(|| {
            // Relaxed, because `State::announce`, which `stop` calls, releases it. Each mint takes
            // its slot by a compare-exchange on the atomic that `announce` writes. If the mint's
            // step is first, `announce` returns its slot. If it is later, it acquires this store:
            // the mint sees in `is_closed` that it is too late, and gives its slot up.
            self.0.reach.store(CLOSED, Ordering::Relaxed);
            stop().unwrap_or(self.0.grant.from).max(0)
        });
        self.grant().release(first_unused)
    }

    /// Whether minting under it was stopped.
    #[inline]
    pub fn is_closed(&self) -> bool {
        self.0.reach.load(Ordering::Relaxed) == CLOSED
    }

    pub(crate) fn is_kept_by(&self, bell: &Arc<Bell>) -> bool {
        Arc::ptr_eq(&self.0.bell, bell)
    }

    /// The permit for what must know of it as long as it is held elsewhere.
    pub(crate) fn known(&self) -> Known {
        Known(Arc::downgrade(&self.0))
    }

    /// Whether the store knows of no earlier grant of the number.
    pub(crate) fn is_first(&self) -> bool {
        self.0.grant.from <= 0
    }

    /// The first tick that may be used, at most the one after the layout's last.
    pub(crate) fn first_tick(&self, layout: &Layout) -> u64 {
        layout.tick_not_before(self.0.grant.from)
    }

    #[inline]
    pub(crate) fn end_tick(&self, layout: &Layout) -> u64 {
        layout.tick_not_before(self.0.reach.load(Ordering::Relaxed))
    }

    pub(crate) fn last_slot(&self, layout: &Layout) -> u64 {
        layout.first_slot(self.end_tick(layout)).saturating_sub(1)
    }

    /// Rings for its keeper, since a mint has found it expired. Returns whether that mint is the
    /// first one since the last renewal.
    pub(crate) fn ring(&self) -> bool {
        self.0.bell.ring(Ring::Expired)
    }

    fn first_unused(&self) -> MutexGuard<'_, Option<i64>> {
        // Nothing panics while the lock is held.
        self.0.first_unused.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A permit that is held elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct Known(Weak<Inner>);

impl Known {
    /// The permit, if it is still held.
    pub(crate) fn permit(&self) -> Option<Permit> {
        self.0.upgrade().map(Permit)
    }

    pub(crate) fn is(&self, permit: &Permit) -> bool {
        std::ptr::eq(self.0.as_ptr(), Arc::as_ptr(&permit.0))
    }

    pub(crate) fn is_held(&self) -> bool {
        self.0.strong_count() > 0
    }
}

/// Whether both are the same permit.
impl PartialEq for Permit {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Permit {}
