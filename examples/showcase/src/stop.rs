//! The end of the process, told to whatever would not end by itself.

use std::io;

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
