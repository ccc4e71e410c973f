//! A lease that the first mint claims.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use snowflake_kit_core::Limits;

use crate::bell::{Bell, Ring};
use crate::error::MintError;

/// What is installed in a process until its first mint claims the lease. It has no node, so there
/// is no generator yet: a mint that finds it rings for the keeper, and may wait. Clones are the same.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Unclaimed(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    bell: Arc<Bell>,
    limits: Limits,
    failure: Mutex<Option<Failure>>,
}

/// When and why the last claim failed.
#[derive(Debug)]
struct Failure {
    at: Instant,
    error: Arc<str>,
}

impl Unclaimed {
    /// The lease of a keeper that hears this bell.
    pub fn new(bell: Arc<Bell>, limits: Limits) -> Self {
        Self(Arc::new(Inner { bell, limits, failure: Mutex::new(None) }))
    }

    /// The claim has failed, and another mint may start the next one.
    pub fn fail(&self, error: &str) {
        let mut last = self.failure();
        *last = Some(Failure { at: Instant::now(), error: error.into() });
        self.0.bell.answer(Ring::Expired);
    }

    /// Starts the claim, unless it runs. Returns what to tell the mint that needs it.
    pub(crate) fn claim(&self) -> MintError {
        // Under the lock, as in `fail`: a claim that runs has not failed yet.
        let last = self.failure();
        self.0.bell.ring(Ring::Expired);
        MintError::NotClaimed { error: last.as_ref().map(|failure| Arc::clone(&failure.error)) }
    }

    /// The error of a claim that has failed since then.
    pub(crate) fn failed_since(&self, since: Instant) -> Option<MintError> {
        let last = self.failure();
        let failure = last.as_ref().filter(|failure| failure.at >= since)?;
        Some(MintError::NotClaimed { error: Some(Arc::clone(&failure.error)) })
    }

    pub(crate) fn limits(&self) -> Limits {
        self.0.limits
    }

    fn failure(&self) -> MutexGuard<'_, Option<Failure>> {
        // Nothing panics while the lock is held.
        self.0.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether both are the same lease.
impl PartialEq for Unclaimed {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_failure_is_kept_until_the_next_one() {
        let unclaimed = Unclaimed::new(Arc::default(), Limits::new());
        let text = || match unclaimed.claim() {
            MintError::NotClaimed { error } => error,
            error => panic!("{error}"),
        };
        assert_eq!(text(), None);
        let before = Instant::now();
        assert_eq!(unclaimed.failed_since(before), None);
        unclaimed.fail("no answer");
        let first = text().unwrap();
        assert_eq!(&*first, "no answer");
        assert!(unclaimed.failed_since(before).is_some());
        let kept = Arc::downgrade(&first);
        drop(first);
        assert!(kept.upgrade().is_some());
        unclaimed.fail("no answer, a second later");
        assert!(kept.upgrade().is_none());
        assert_eq!(text().as_deref(), Some("no answer, a second later"));
    }
}
