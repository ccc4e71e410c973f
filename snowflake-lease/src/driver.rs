//! What runs a keeper on its thread.

use core::pin::pin;
#[cfg(feature = "tokio")]
use std::io;
use std::sync::Arc;
use std::task::{Context, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

#[cfg(feature = "tokio")]
use snowflake_kit_mint::__private::keeps_leases;
use snowflake_kit_mint::__private::{Bell, Ring, ready};

/// What polls the keeper's futures on its thread.
pub trait Driver {
    /// Polls a future until it is ready.
    fn run<R>(&self, future: impl Future<Output = R>) -> R;

    /// Sleeps for `wait`, or until the bell rings for one of these reasons. `Duration::MAX` is for
    /// ever.
    fn sleep(&self, bell: &Bell, reasons: &[Ring], wait: Duration);
}

/// For a store that blocks, whose futures are ready at once.
#[derive(Debug)]
pub struct NoRuntime;

impl Driver for NoRuntime {
    fn run<R>(&self, future: impl Future<Output = R>) -> R {
        ready(future)
    }

    fn sleep(&self, bell: &Bell, reasons: &[Ring], wait: Duration) {
        struct Unpark(Thread);

        impl Wake for Unpark {
            fn wake(self: Arc<Self>) {
                self.0.unpark();
            }
        }

        let began = Instant::now();
        let waker = Waker::from(Arc::new(Unpark(thread::current())));
        let mut rung = pin!(bell.rung(reasons));
        while rung.as_mut().poll(&mut Context::from_waker(&waker)).is_pending() {
            let left = wait.saturating_sub(began.elapsed());
            if left.is_zero() {
                break;
            }
            thread::park_timeout(left);
        }
    }
}

#[cfg(feature = "tokio")]
pub use runtime::OwnRuntime;

#[cfg(feature = "tokio")]
mod runtime {
    use tokio::runtime::{Builder, Runtime};
    use tokio::time::timeout;

    use super::{Bell, Driver, Duration, Ring, io, keeps_leases};

    /// For an async store. It makes its connection here.
    #[derive(Debug)]
    pub struct OwnRuntime(Option<Runtime>);

    impl OwnRuntime {
        /// A runtime with one thread, the one that uses it.
        ///
        /// # Errors
        /// If the system has no more file descriptors.
        pub fn new() -> io::Result<Self> {
            let mut builder = Builder::new_current_thread();
            Ok(Self(Some(builder.enable_all().on_thread_start(keeps_leases).build()?)))
        }

        fn runtime(&self) -> &Runtime {
            self.0.as_ref().expect("it is taken by `drop` alone")
        }
    }

    impl Driver for OwnRuntime {
        fn run<R>(&self, future: impl Future<Output = R>) -> R {
            self.runtime().block_on(future)
        }

        fn sleep(&self, bell: &Bell, reasons: &[Ring], wait: Duration) {
            // Tasks of the store's connection have their turns meanwhile.
            let _ = self.run(async { timeout(wait, bell.rung(reasons)).await });
        }
    }

    impl Drop for OwnRuntime {
        fn drop(&mut self) {
            // Without waiting for a thread that looks up a name, say.
            if let Some(runtime) = self.0.take() {
                runtime.shutdown_background();
            }
        }
    }
}
