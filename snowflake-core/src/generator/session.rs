//! Under which node a generator mints.

use super::limits::Limits;
use crate::Layout;
use crate::lease::Permit;
#[cfg(feature = "std")]
use crate::sync::atomic::{AtomicUsize, Ordering};
#[cfg(feature = "std")]
use crate::sync::{Mutex, OnceLock};
use crate::timeline::SharedState;

/// A span in which a generator has one node. It never changes: a generator
/// that changes its node begins another session, and a mint that saw the old
/// one ends in the old one.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) node: u32,
    pub(super) state: SharedState,
    /// How far it may go, if it has its node from a lease.
    pub(super) permit: Option<Permit>,
    pub(super) limits: Limits,
    /// `limits.max_lead` in whole ticks.
    pub(super) max_lead_ticks: u64,
    /// `limits.max_rollback` in whole ms.
    pub(super) max_rollback_millis: u64,
    /// What `SequenceStart::Random` is drawn from.
    pub(super) seed: u64,
}

impl Session {
    pub(super) fn new(layout: &Layout, limits: Limits, node: u32, state: SharedState) -> Self {
        let lead = limits.max_lead.as_millis() / u128::from(layout.tick_millis());
        let rollback = limits.max_rollback.as_millis();
        Self {
            node,
            state,
            permit: None,
            limits,
            max_lead_ticks: lead.try_into().unwrap_or(u64::MAX),
            max_rollback_millis: rollback.try_into().unwrap_or(u64::MAX),
            seed: limits.seed.unwrap_or_else(crate::random::seed),
        }
    }

    /// Whether this process is a fork of the one in which the session began.
    #[inline]
    pub(super) fn is_forked(&self) -> bool {
        self.state.generation != crate::fork::generation()
    }
}

/// The sessions of a generator, of which the last is the current one.
///
/// A mint reads one number and, as long as the node has never changed, nothing
/// more. Older sessions are kept as long as the generator, because a mint may
/// still be in one of them; a session is a few words long.
#[derive(Debug)]
pub(super) struct Sessions {
    first: Session,
    #[cfg(feature = "std")]
    current: AtomicUsize,
    #[cfg(feature = "std")]
    later: OnceLock<Box<Later>>,
}

/// Session `i` is number `i - 2^k` in bucket `k = floor(log2(i))`. Buckets are
/// made when they are needed and never move, so sessions can be borrowed.
#[cfg(feature = "std")]
#[derive(Debug)]
struct Later {
    adding: Mutex<()>,
    buckets: [OnceLock<Box<[OnceLock<Session>]>>; usize::BITS as usize],
}

impl Sessions {
    pub(super) fn new(first: Session) -> Self {
        Self {
            first,
            #[cfg(feature = "std")]
            current: AtomicUsize::new(0),
            #[cfg(feature = "std")]
            later: OnceLock::new(),
        }
    }

    #[cfg(not(feature = "std"))]
    pub(super) fn current(&self) -> &Session {
        &self.first
    }

    #[cfg(feature = "std")]
    #[inline]
    pub(super) fn current(&self) -> &Session {
        // Acquire: pairs with the Release in `begin`, so that whoever sees a
        // number sees the session that was put in its place before.
        match self.current.load(Ordering::Acquire) {
            0 => &self.first,
            number => self.later(number),
        }
    }

    #[cfg(feature = "std")]
    fn later(&self, number: usize) -> &Session {
        let bucket = number.ilog2() as usize;
        self.later
            .get()
            .and_then(|later| later.buckets[bucket].get())
            .and_then(|sessions| sessions[number - (1 << bucket)].get())
            .expect("`begin` fills a place before it gives out its number")
    }

    /// Makes a session the current one.
    #[cfg(feature = "std")]
    pub(super) fn begin(&self, session: Session) {
        let later = self.later.get_or_init(|| {
            Box::new(Later {
                adding: Mutex::new(()),
                buckets: std::array::from_fn(|_| OnceLock::new()),
            })
        });
        // One at a time. There is nothing that a panic could have left undone.
        let _adding = later.adding.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let number = self.current.load(Ordering::Relaxed) + 1;
        let bucket = number.ilog2() as usize;
        let sessions = later.buckets[bucket]
            .get_or_init(|| std::iter::repeat_with(OnceLock::new).take(1 << bucket).collect());
        sessions[number - (1 << bucket)].get_or_init(|| session);
        // Release: see `current`.
        self.current.store(number, Ordering::Release);
    }
}
