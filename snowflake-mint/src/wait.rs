//! Waiting for an ID.
//!
//! [`wait`] is the only loop that waits. A caller that blocks runs it by [`ready`], and its thread
//! sleeps in [`Pause::Thread`]; an async caller awaits it, with [`Pause::Task`].

use core::cell::Cell;
use core::pin::pin;
use core::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use crate::error::MintError;
use crate::observe;

/// What a mint that waits repeats.
pub trait Attempt {
    /// What is minted.
    type Minted;

    /// Mints without waiting.
    ///
    /// # Errors
    /// [`MintError`] if nothing can be minted now.
    fn attempt(&mut self) -> Result<Self::Minted, MintError>;

    /// Makes time pass without waiting, if that is possible.
    fn skip(&self, wait: Duration) -> bool {
        let _ = wait;
        false
    }

    /// The error to return if this one will not go away while the mint waits, as it has since
    /// `since`.
    fn in_vain(&self, error: MintError, since: Instant) -> Option<MintError> {
        let _ = (error, since);
        None
    }
}

/// A function alone, for what has neither a clock that can be moved nor a lease.
impl<R, F: FnMut() -> Result<R, MintError>> Attempt for F {
    type Minted = R;

    fn attempt(&mut self) -> Result<R, MintError> {
        self()
    }
}

/// How a mint waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// The thread sleeps.
    Thread,
    /// The runtime of tokio runs other tasks.
    #[cfg(feature = "tokio")]
    Task,
}

/// How long a thread sleeps if a slot is near: short, so that waking up late does not cost a tick.
const NAP: Duration = Duration::from_micros(100);

impl Pause {
    /// Waits, and returns how long that took.
    #[cfg_attr(not(feature = "tokio"), expect(clippy::unused_async, reason = "only tasks await"))]
    async fn pass(self, wait: Duration) -> Duration {
        match self {
            // Not the whole time, since a thread wakes up late.
            Self::Thread => {
                let began = Instant::now();
                std::thread::sleep(wait.saturating_sub(10 * NAP).max(NAP));
                began.elapsed()
            }
            // tokio's clock, because a test may have paused it.
            #[cfg(feature = "tokio")]
            Self::Task => {
                let began = tokio::time::Instant::now();
                tokio::time::sleep(wait).await;
                began.elapsed()
            }
        }
    }
}

/// Attempts to mint until it succeeds, or waiting does not help, or `max_wait` is over.
///
/// `failed` is the error of an attempt that the caller has made just now. `scheme` is the name of
/// what is minted, for the metrics.
///
/// # Errors
/// [`MintError::WaitedTooLong`] if the next slot is free too late. If it is not known when there
/// will be one, the last error.
pub async fn wait<A: Attempt>(
    scheme: &'static str,
    max_wait: Duration,
    pause: Pause,
    mut failed: Option<MintError>,
    mut of: A,
) -> Result<A::Minted, MintError> {
    let since = Instant::now();
    let mut waited = Duration::ZERO;
    let minted = loop {
        let error = match failed.take().map_or_else(|| of.attempt(), Err) {
            Ok(minted) => break Ok(minted),
            Err(error) => error,
        };
        if needs_a_keeper(&error) && KEEPS.get() {
            break Err(error);
        }
        let wait = match next(error, max_wait, waited) {
            Ok(wait) => wait,
            Err(error) => break Err(error),
        };
        waited += if of.skip(wait) { wait } else { pause.pass(wait).await };
        // Before another attempt, which would ask for another claim.
        if let Some(error) = of.in_vain(error, since) {
            break Err(error);
        }
    };
    observe::waited(scheme, waited);
    minted
}

thread_local! {
    /// Whether this thread keeps a lease, or carries out what its keeper asks of the store.
    static KEEPS: Cell<bool> = const { Cell::new(false) };
}

/// Says that this thread claims and renews. From now on a mint on it, by a store or by a subscriber
/// of its events, does not wait for a claim or a renewal, because that waits for the mint.
pub fn keeps_leases() {
    KEEPS.set(true);
}

const fn needs_a_keeper(error: &MintError) -> bool {
    matches!(
        error,
        MintError::LeaseExpired { .. }
            | MintError::NotClaimed { .. }
            | MintError::CounterUsedUp { .. }
    )
}

/// How long to wait until the next attempt.
fn next(error: MintError, max_wait: Duration, waited: Duration) -> Result<Duration, MintError> {
    let left = max_wait.saturating_sub(waited);
    match error {
        MintError::WouldWait { wait } if wait > left => {
            Err(MintError::WaitedTooLong { limit: max_wait, wait })
        }
        MintError::WouldWait { wait } => Ok(wait),
        MintError::Clock(_)
        | MintError::LeaseExpired { .. }
        | MintError::NotClaimed { .. }
        | MintError::CounterUsedUp { .. } => {
            error.retry_after().filter(|wait| *wait <= left).ok_or(error)
        }
        _ => Err(error),
    }
}

/// The result of a future that keeps its thread when it waits.
pub fn ready<R>(future: impl Future<Output = R>) -> R {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => unreachable!("what blocks does not make anybody wait"),
    }
}
