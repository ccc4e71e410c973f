//! What wakes a keeper before its time.

use std::future::poll_fn;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};
use std::time::Instant;

use snowflake_mint::__private::{self as mint, Outlook};

use super::renewer::Renewer;

/// A bell that mints and the owner of a lease ring, for whoever renews it or claims
/// the next generator number.
#[derive(Debug, Default)]
pub struct Bell {
    rung: AtomicU8,
    waker: Mutex<Option<Waker>>,
    renewer: Arc<Renewer>,
}

/// Why it is rung.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ring {
    /// A mint found the lease at its end, or yet to be claimed.
    Expired = 1,
    /// The lease is to be given back.
    Stop = 2,
    /// A counter of decimal IDs goes to its end.
    Wanted = 4,
}

impl Bell {
    /// Whether it was rung now, and not before: a mint that finds it rung has
    /// nothing to add.
    pub fn ring(&self, ring: Ring) -> bool {
        // Release: what was done before is seen by who hears it.
        let is_first = self.rung.fetch_or(ring as u8, Ordering::Release) & ring as u8 == 0;
        if is_first && let Some(waker) = self.waker().take() {
            waker.wake();
        }
        is_first
    }

    /// Whoever hears it.
    pub(super) const fn renewer(&self) -> &Arc<Renewer> {
        &self.renewer
    }

    /// Whether the lease is to be given back.
    pub(super) fn is_stopped(&self) -> bool {
        self.has_rung(Ring::Stop)
    }

    /// Makes the bell ready to be rung for this reason again.
    pub fn answer(&self, ring: Ring) {
        self.rung.fetch_and(!(ring as u8), Ordering::Relaxed);
    }

    /// Waits until it is rung for one of these reasons.
    pub fn rung(&self, reasons: &[Ring]) -> impl Future<Output = ()> + Send {
        poll_fn(move |context| {
            // First the waker, then the look: a ring in between is seen here,
            // and a later one finds the waker.
            *self.waker() = Some(context.waker().clone());
            if reasons.iter().any(|ring| self.has_rung(*ring)) {
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        })
    }

    /// Whether it was rung for this reason, and not answered yet.
    pub fn has_rung(&self, ring: Ring) -> bool {
        self.rung.load(Ordering::Acquire) & ring as u8 != 0
    }

    fn waker(&self) -> std::sync::MutexGuard<'_, Option<Waker>> {
        self.waker.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// As mints see it.
impl mint::Renewer for Bell {
    fn wake(&self) -> bool {
        self.ring(Ring::Expired)
    }

    fn renewed(&self) {
        self.answer(Ring::Expired);
    }

    fn is_gone(&self) -> bool {
        self.renewer.is_gone()
    }

    fn outlook(&self, since: Instant) -> Outlook {
        self.renewer.outlook(since)
    }

    fn failure(&self, since: Option<Instant>) -> Option<&'static str> {
        self.renewer.failure(since)
    }
}
