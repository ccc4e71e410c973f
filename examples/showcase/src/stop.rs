//! The end of the process, told to whatever would not end by itself, and of what a client has begun.

use std::io;
use std::panic::resume_unwind;

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};
use tokio_util::task::TaskTracker;

/// Whether to stop, and what has to end before.
#[derive(Clone, Default)]
pub struct Stop {
    token: CancellationToken,
    tasks: TaskTracker,
}

impl Stop {
    /// Told by Ctrl-C and by SIGTERM, from now on.
    ///
    /// # Errors
    /// If the process cannot listen to signals.
    pub fn on_signals() -> io::Result<Self> {
        let mut interrupt = signal(SignalKind::interrupt())?;
        let mut terminate = signal(SignalKind::terminate())?;
        let stop = Self::default();
        let token = stop.token.clone();
        tokio::spawn(async move {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            token.cancel();
        });
        Ok(stop)
    }

    /// Until it is time to stop.
    pub fn told(&self) -> WaitForCancellationFutureOwned {
        self.token.clone().cancelled_owned()
    }

    /// Has [`ended`](Self::ended) wait for this.
    pub async fn track<T>(&self, task: impl Future<Output = T>) -> T {
        self.tasks.track_future(task).await
    }

    /// Until everything that is tracked has ended.
    pub async fn ended(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }
}

/// Runs to its end, also if the client goes away, which drops what waits for this. sqlx (0.9) does not
/// know of a transaction of MariaDB whose `BEGIN` was dropped half-way: the connection goes back to the
/// pool, and its next user sees the database as it was then.
pub async fn to_its_end<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> T {
    tokio::spawn(work).await.unwrap_or_else(|failure| resume_unwind(failure.into_panic()))
}
