//! Wakes what renews or claims, before its time.

use std::future::poll_fn;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};
use std::task::{Poll, Waker};

/// A bell that mints and the owner of a lease ring. It wakes what renews the lease, or claims the
/// next generator number. It need not be heard.
#[derive(Debug, Default)]
pub struct Bell {
    rung: AtomicU8,
    waker: Mutex<Option<Waker>>,
}

/// Why it is rung.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ring {
    /// A mint found the lease expired, or not claimed yet.
    Expired = 1,
    /// The lease is to be given back.
    Stop = 2,
    /// A counter of decimal IDs will soon end.
    Wanted = 4,
}

impl Bell {
    /// Rings the bell. Returns `false` if it was already rung for this reason.
    pub fn ring(&self, ring: Ring) -> bool {
        // Release: a thread that hears the bell sees what happened before.
        let is_first = self.rung.fetch_or(ring as u8, Ordering::Release) & ring as u8 == 0;
        if is_first && let Some(waker) = self.waker().take() {
            waker.wake();
        }
        is_first
    }

    /// Allows the bell to be rung for this reason again.
    pub fn answer(&self, ring: Ring) {
        self.rung.fetch_and(!(ring as u8), Ordering::Relaxed);
    }

    /// Waits until it is rung for one of these reasons.
    pub fn rung(&self, reasons: &[Ring]) -> impl Future<Output = ()> + Send {
        poll_fn(move |context| {
            // First stores the waker, then checks: this sees a ring in between, and a later
            // ring finds the waker.
            *self.waker() = Some(context.waker().clone());
            if reasons.iter().any(|ring| self.has_rung(*ring)) {
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        })
    }

    /// Whether it was rung for this reason and not answered yet.
    pub fn has_rung(&self, ring: Ring) -> bool {
        self.rung.load(Ordering::Acquire) & ring as u8 != 0
    }

    fn waker(&self) -> std::sync::MutexGuard<'_, Option<Waker>> {
        self.waker.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::future::Future as _;
    use std::pin::pin;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::task::{Context, Wake, Waker};

    use super::{Bell, Ring};

    #[derive(Default)]
    struct Woken(AtomicU32);

    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn the_first_ring_for_a_reason_wakes_a_waiting_thread() {
        let (bell, woken) = (Bell::default(), Arc::<Woken>::default());
        let waker = Waker::from(Arc::clone(&woken));
        let hears = |reasons: &[Ring]| {
            pin!(bell.rung(reasons)).poll(&mut Context::from_waker(&waker)).is_ready()
        };
        let woken = || woken.0.load(Ordering::Relaxed);

        assert!(!hears(&[Ring::Stop, Ring::Expired]));
        assert!(bell.ring(Ring::Expired) && !bell.ring(Ring::Expired));
        assert_eq!(woken(), 1);
        assert!(hears(&[Ring::Stop, Ring::Expired]) && !hears(&[Ring::Stop]));
        assert!(bell.ring(Ring::Stop), "another reason");
        assert_eq!(woken(), 2);
        assert!(bell.has_rung(Ring::Stop));

        bell.answer(Ring::Expired);
        assert!(bell.has_rung(Ring::Stop) && !hears(&[Ring::Expired]));
        assert!(bell.ring(Ring::Expired));
        assert_eq!(woken(), 3);
    }
}
