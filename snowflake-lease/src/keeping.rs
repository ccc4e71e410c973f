//! The thread that keeps a lease.
//!
//! Each lease has one, whatever its store is. So nothing that the program does with its own threads
//! and runtimes keeps the lease from being renewed: a runtime that computes for longer than a term,
//! one that has ended, one whose clock a test has paused.

use core::pin::pin;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::task::{Context, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use snowflake_kit_mint::__private::{Bell, Ring, keeps_leases, ready};
use snowflake_kit_mint::SystemClock;

use super::held::Held;
use crate::error::ClaimError;
use crate::keeper::{Keeper, Kept};
use crate::store::{AsyncStore, StoreError};

/// The shortest time between two rounds. No lease ends so soon after its renewal. If wrong clocks
/// make it look so, mints must not overload the store.
const REST: Duration = Duration::from_millis(100);

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

/// Starts the thread that keeps a lease. It claims the lease now, or, if `is_lazy`, when the first
/// mint rings.
///
/// `begun` is called there with the lease, or with the error, and says what to call at the end.
pub(super) fn start<S, D, B, E>(
    keeper: Keeper<S, SystemClock>,
    is_lazy: bool,
    driver: fn() -> io::Result<D>,
    begun: B,
) -> Result<(), ClaimError>
where
    S: AsyncStore,
    D: Driver + 'static,
    B: FnOnce(Result<Arc<Held>, ClaimError>) -> E + Send + 'static,
    E: FnOnce(Result<(), ClaimError>),
{
    let keeping = move || {
        keeps_leases();
        let driver = match driver() {
            Ok(driver) => driver,
            Err(error) => return drop(begun(Err(no_thread(&error)))),
        };
        match begin(keeper, is_lazy, &driver) {
            Ok((keeper, held)) => {
                let ended = begun(Ok(Arc::clone(&held)));
                ended(keep(keeper, &held, &driver));
            }
            Err(error) => drop(begun(Err(error))),
        }
    };
    let thread = thread::Builder::new().name("snowflake lease".to_owned()).spawn(keeping);
    thread.map(drop).map_err(|error| no_thread(&error))
}

fn no_thread(error: &io::Error) -> ClaimError {
    ClaimError::NoThread { message: error.to_string() }
}

type Begun<S> = (Keeper<S, SystemClock>, Arc<Held>);

fn begin<S: AsyncStore>(
    mut keeper: Keeper<S, SystemClock>,
    is_lazy: bool,
    driver: &impl Driver,
) -> Result<Begun<S>, ClaimError> {
    let settings = if is_lazy {
        keeper.promise()
    } else {
        let Kept::Changed(permit) = driver.run(Box::pin(keeper.round()))? else {
            unreachable!("the first round claims");
        };
        keeper.settings(permit)
    };
    match Held::install(&keeper, settings) {
        Ok(held) => Ok((keeper, held)),
        Err(error) => {
            // This error matters more than one of the release.
            let _ = driver.run(Box::pin(keeper.release()));
            Err(error)
        }
    }
}

/// Claims the lease when the first mint rings, if it is promised, and renews it until it is to be
/// given back.
fn keep<S: AsyncStore>(
    mut keeper: Keeper<S, SystemClock>,
    held: &Held,
    driver: &impl Driver,
) -> Result<(), ClaimError> {
    while held.is_promised() {
        driver.sleep(&held.bell, &[Ring::Stop, Ring::Expired], Duration::MAX);
        if held.is_promised() && !round(&mut keeper, held, driver) {
            driver.sleep(&held.bell, &[Ring::Stop], REST);
        }
    }
    loop {
        let wait = keeper.wait();
        let rest = wait.min(REST);
        driver.sleep(&held.bell, &[Ring::Stop], rest);
        driver.sleep(&held.bell, reasons(&keeper), wait.saturating_sub(rest));
        if held.is_stopped() {
            break;
        }
        round(&mut keeper, held, driver);
    }
    held.close();
    driver.run(Box::pin(keeper.release()))
}

/// Renews or claims, and says whether that succeeded. A subscriber or a recorder that panics does
/// not end the lease: the round has failed, and is followed by others.
///
/// Boxed, as releases are, because the futures of a database are nested so deeply that the compiler
/// would give up on the program around them.
fn round<S: AsyncStore>(
    keeper: &mut Keeper<S, SystemClock>,
    held: &Held,
    driver: &impl Driver,
) -> bool {
    let round = AssertUnwindSafe(|| {
        let round = driver.run(Box::pin(keeper.round()));
        let succeeded = round.is_ok();
        held.follow(keeper, round);
        succeeded
    });
    catch_unwind(round).unwrap_or(false)
}

/// The reasons that end the wait for the next round early. After a failure, mints do not end it,
/// because another round would probably fail too.
const fn reasons<S: AsyncStore>(keeper: &Keeper<S, SystemClock>) -> &'static [Ring] {
    if keeper.has_failed() { &[Ring::Stop] } else { &[Ring::Stop, Ring::Expired] }
}

/// The error if the thread has ended before it gave the lease back.
pub(super) fn gone() -> ClaimError {
    StoreError::new("the thread that kept the lease has panicked, and did not give it back").into()
}
