//! The thread that keeps a lease.
//!
//! Each lease has one, whatever its store is. So nothing that the program does with its own threads
//! and runtimes keeps the lease from being renewed: a runtime that computes for longer than a term,
//! one that has ended, one whose clock a test has paused.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{io, mem, thread};

use snowflake_kit_mint::__private::fork::{self, Calmly};
use snowflake_kit_mint::__private::{Bell, Ring, keeps_leases, replace};
use snowflake_kit_mint::{Grant, NodeError, Permit, Settings, SystemClock, install};

use crate::driver::Driver;
use crate::error::ClaimError;
use crate::keeper::{Keeper, Kept};
use crate::store::{AsyncStore, StoreError};

/// The shortest time between two rounds. No lease ends so soon after its renewal. If wrong clocks
/// make it look so, mints must not overload the store.
const REST: Duration = Duration::from_millis(100);

/// What the owner of a lease and its keeper share.
pub(super) struct Held {
    /// By what the process mints: the lease, or the promise of one.
    settings: Mutex<Settings>,
    pub(super) bell: Arc<Bell>,
    /// The process generation that has it. A forked child has no lease, and no thread that would
    /// give one back.
    generation: u32,
}

impl Held {
    pub(super) fn install<S: AsyncStore>(
        keeper: &Keeper<S, SystemClock>,
        settings: Settings,
    ) -> Result<Arc<Self>, ClaimError> {
        let refused = settings.node();
        if let Err(error) = install(settings.clone()) {
            let installed = match error {
                NodeError::AlreadyInstalled { installed, .. } => installed,
                _ => refused,
            };
            return Err(ClaimError::AlreadyInstalled { installed });
        }
        let (settings, bell) = (Mutex::new(settings), Arc::clone(keeper.bell()));
        Ok(Arc::new(Self { settings, bell, generation: fork::generation() }))
    }

    /// The grant, once the lease is claimed.
    pub(super) fn grant(&self) -> Option<Grant> {
        self.settings().permit().map(Permit::grant)
    }

    /// The grant of a lease that was claimed before it was given out.
    pub(super) fn claimed(&self) -> Grant {
        self.grant().expect("a lease that is not lazy is claimed first")
    }

    /// Asks the keeper to give it back. Returns `false` in a forked child, where nothing does.
    pub(super) fn stop(&self) -> bool {
        let is_mine = self.generation == fork::generation();
        if is_mine {
            self.bell.ring(Ring::Stop);
        }
        is_mine
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.bell.has_rung(Ring::Stop)
    }

    /// Whether it is to be claimed when the bell rings.
    pub(super) fn is_promised(&self) -> bool {
        self.settings().is_promised() && !self.is_stopped()
    }

    /// Stops minting, also if no node was claimed.
    pub(super) fn close(&self) {
        self.settings().close();
    }

    fn settings(&self) -> Calmly<MutexGuard<'_, Settings>> {
        fork::calmly(|| self.settings.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn follow<S: AsyncStore>(
        &self,
        keeper: &Keeper<S, SystemClock>,
        round: Result<Kept, ClaimError>,
    ) {
        let mut held = self.settings();
        match round {
            Ok(Kept::Changed(permit)) => {
                let settings = keeper.settings(permit);
                replace(&mem::replace(&mut *held, settings.clone()), settings);
            }
            Ok(Kept::Renewed) => {}
            Err(error) => held.not_claimed(&error.to_string()),
        }
    }
}

/// Dropped when neither owner nor keeper needs it: then minting stops now, and not when the lease
/// ends.
impl Drop for Held {
    fn drop(&mut self) {
        self.settings.get_mut().unwrap_or_else(PoisonError::into_inner).close();
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

/// Renews or claims, and says whether that succeeded. Whatever panics does not end the lease: the round
/// has failed, and is followed by others.
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
