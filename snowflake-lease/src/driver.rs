//! What runs a keeper on its thread.

use core::pin::pin;
use std::io;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

#[cfg(feature = "tokio")]
use snowflake_kit_mint::__private::keeps_leases;
use snowflake_kit_mint::__private::{Bell, Ring};

/// What polls a keeper's futures on its thread.
#[derive(Debug)]
pub struct Driver {
    /// For a store that is awaited, which makes its connection here.
    #[cfg(feature = "tokio")]
    runtime: Option<tokio::runtime::Runtime>,
}

impl Driver {
    /// For a store that blocks, whose futures are ready at once.
    ///
    /// # Errors
    /// None.
    #[expect(clippy::unnecessary_wraps, reason = "the other one may fail")]
    pub(crate) const fn new() -> io::Result<Self> {
        Ok(Self {
            #[cfg(feature = "tokio")]
            runtime: None,
        })
    }

    /// With a runtime that has one thread, the one that uses it.
    ///
    /// # Errors
    /// If the system has no more file descriptors.
    #[cfg(feature = "tokio")]
    pub(crate) fn with_runtime() -> io::Result<Self> {
        let mut builder = tokio::runtime::Builder::new_current_thread();
        let runtime = builder.enable_all().on_thread_start(keeps_leases).build()?;
        Ok(Self { runtime: Some(runtime) })
    }

    /// Polls a future until it is ready.
    ///
    /// # Panics
    /// If that of a store that blocks is not ready at once.
    pub fn run<R>(&self, future: impl Future<Output = R>) -> R {
        #[cfg(feature = "tokio")]
        if let Some(runtime) = &self.runtime {
            return runtime.block_on(future);
        }
        snowflake_kit_mint::__private::ready(future)
    }

    /// Sleeps for `wait`, or until the bell rings for one of these reasons. `Duration::MAX` is for
    /// ever.
    pub fn sleep(&self, bell: &Bell, reasons: &[Ring], wait: Duration) {
        let rung = bell.rung(reasons);
        #[cfg(feature = "tokio")]
        if let Some(runtime) = &self.runtime {
            // Tasks of the store's connection have their turns meanwhile.
            let _ = runtime.block_on(async { tokio::time::timeout(wait, rung).await });
            return;
        }
        let _ = block_on(rung, wait);
    }
}

#[cfg(feature = "tokio")]
impl Drop for Driver {
    fn drop(&mut self) {
        // Without waiting for a thread that looks up a name, say.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Keeps this thread until a future is ready, for at most so long.
pub(crate) fn block_on<R>(future: impl Future<Output = R>, limit: Duration) -> Option<R> {
    struct Unpark(Thread);

    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }

    let began = Instant::now();
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(result) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return Some(result);
        }
        let left = limit.saturating_sub(began.elapsed());
        if left.is_zero() {
            return None;
        }
        thread::park_timeout(left);
    }
}
