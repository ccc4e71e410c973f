//! A lease that will be claimed when an ID is to be minted.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::bell::{Bell, Ring};
use crate::error::MintError;
use crate::fork;
use crate::permit::Permit;
use crate::sync::OnceLock;
use crate::sync::atomic::{AtomicBool, Ordering};

/// What a process has before its first mint claims the lease. A mint rings for the keeper, and may
/// wait for the permit. Clones are the same promise.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Promise(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    bell: Arc<Bell>,
    kept: OnceLock<Permit>,
    failure: Mutex<Option<Failure>>,
    is_closed: AtomicBool,
    /// The process generation to which it was given.
    generation: u32,
}

/// When and why the last claim failed.
#[derive(Debug)]
struct Failure {
    at: Instant,
    error: Arc<str>,
    /// Whether no mint has asked for another claim since.
    is_last: bool,
}

impl Promise {
    /// The promise of a keeper that hears this bell.
    pub fn new(bell: Arc<Bell>) -> Self {
        let (kept, failure) = (OnceLock::new(), Mutex::new(None));
        let (is_closed, generation) = (AtomicBool::new(false), fork::generation());
        Self(Arc::new(Inner { bell, kept, failure, is_closed, generation }))
    }

    /// The lease was claimed: generators continue under `permit`.
    pub fn keep(&self, permit: &Permit) {
        self.0.kept.get_or_init(|| permit.clone());
    }

    /// The permit, once the lease is claimed.
    pub(crate) fn permit(&self) -> Option<&Permit> {
        self.0.kept.get()
    }

    /// The claim has failed, and another mint may ask for the next one.
    pub(crate) fn fail(&self, error: &str) {
        let failure = Failure { at: Instant::now(), error: error.into(), is_last: true };
        let mut last = self.last_failure();
        *last = Some(failure);
        self.0.bell.answer(Ring::Expired);
    }

    /// Nothing will be claimed for it.
    pub(crate) fn close(&self) {
        // Relaxed: nothing is handed over with it, since nothing is minted under a promise.
        self.0.is_closed.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.0.is_closed.load(Ordering::Relaxed)
    }

    /// Checks that the lease may still be claimed.
    pub(crate) fn check(&self) -> Result<(), MintError> {
        let node = self.permit().map(Permit::node);
        let refused =
            |error: fn(u32) -> MintError| Err(node.map_or(MintError::NotInstalled, error));
        if self.0.generation != fork::generation() {
            refused(|node| MintError::Forked { node })
        } else if self.is_closed() {
            refused(|node| MintError::LeaseReleased { node })
        } else {
            Ok(())
        }
    }

    /// A mint needs the lease.
    pub(crate) fn wanted(&self) -> MintError {
        if let Err(error) = self.check() {
            return error;
        }
        // Under the lock, as in `fail`: a claim that was asked for before it fails has `is_last`.
        let mut last = self.last_failure();
        if let Some(failure) = &mut *last {
            failure.is_last = false;
        }
        self.0.bell.ring(Ring::Expired);
        MintError::NotClaimed { error: last.as_ref().map(|failure| Arc::clone(&failure.error)) }
    }

    /// The error of the claim that a mint has asked for and has waited for since `since`, if it
    /// failed. It may have failed before `since`: then it is the last one, and no mint has asked for
    /// another.
    pub(crate) fn answer(&self, since: Instant) -> Option<Arc<str>> {
        let last = self.last_failure();
        let failure = last.as_ref()?;
        (failure.is_last || failure.at >= since).then(|| Arc::clone(&failure.error))
    }

    fn last_failure(&self) -> MutexGuard<'_, Option<Failure>> {
        // Nothing panics while the lock is held.
        self.0.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether both are the same promise.
impl PartialEq for Promise {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Promise {}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_failure_is_kept_until_the_next_one() {
        let promise = Promise::new(Arc::default());
        let text = || match promise.wanted() {
            MintError::NotClaimed { error } => error,
            error => panic!("{error}"),
        };
        assert_eq!(text(), None);
        promise.fail("no answer");
        let first = text().unwrap();
        assert_eq!(&*first, "no answer");
        let kept = Arc::downgrade(&first);
        drop(first);
        assert!(kept.upgrade().is_some());
        promise.fail("no answer, a second later");
        assert!(kept.upgrade().is_none());
        assert_eq!(text().as_deref(), Some("no answer, a second later"));
    }
}
