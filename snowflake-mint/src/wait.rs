//! Waiting for an ID.
//!
//! `source::wait` is the only loop that waits. A caller that blocks runs it by [`ready`], and its
//! thread sleeps in [`Pause::Thread`]; an async caller awaits it, with `Pause::Task`.

use core::cell::Cell;
use core::pin::pin;
use core::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use crate::error::MintError;

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
    pub(crate) async fn pass(self, wait: Duration) -> Duration {
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
pub(crate) fn next(
    error: MintError,
    max_wait: Duration,
    waited: Duration,
) -> Result<Duration, MintError> {
    if needs_a_keeper(&error) && KEEPS.get() {
        return Err(error);
    }
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
