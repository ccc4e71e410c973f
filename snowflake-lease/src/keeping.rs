//! The thread that keeps a lease.
//!
//! Each lease has one, whatever its store is. So nothing that the program does with its own threads
//! and runtimes keeps the lease from being renewed: a runtime that computes for longer than a term,
//! one that has ended, one whose clock a test has paused.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{io, thread};

use snowflake_kit_mint::__private::{
    Bell, Ring, claim_failed, claimed, fork, install_unclaimed, keeps_leases, withdraw,
};
use snowflake_kit_mint::{Grant, NodeError, Permit, SystemClock, install};

use crate::any_store::MakeDriver;
use crate::driver::Driver;
use crate::error::ClaimError;
use crate::keeper::{Keeper, Kept};
use crate::store::{AsyncStore, StoreError};
use crate::told::Told;

/// The shortest time between two rounds. No lease ends so soon after its renewal. If wrong clocks
/// make it look so, mints must not overload the store.
const REST: Duration = Duration::from_millis(100);

/// What the owner of a lease and its keeper share.
pub(super) struct Held {
    /// `None` until the first mint claims it, if it is lazy.
    permit: Mutex<Option<Permit>>,
    pub(super) bell: Arc<Bell>,
}

impl Held {
    /// Installs what the process has: the permit, or else a lease that the first mint claims.
    fn install<S: AsyncStore>(
        keeper: &Keeper<S, SystemClock>,
        permit: Option<Permit>,
    ) -> Result<Arc<Self>, ClaimError> {
        let bell = Arc::clone(keeper.bell());
        let installed = match permit.clone() {
            Some(permit) => install(keeper.settings(permit)),
            None => install_unclaimed(Arc::clone(&bell), keeper.limits()),
        };
        match installed {
            Ok(()) => Ok(Arc::new(Self { permit: Mutex::new(permit), bell })),
            Err(NodeError::AlreadyInstalled { installed, .. }) => {
                Err(ClaimError::AlreadyInstalled { installed })
            }
            Err(error) => unreachable!("a lease is refused beside another only: {error}"),
        }
    }

    /// The grant, once the lease is claimed. A fork has none, and waits for no lock.
    pub(super) fn grant(&self) -> Option<Grant> {
        if fork::is_forked() {
            return None;
        }
        self.permit().as_ref().map(Permit::grant)
    }

    /// Asks the keeper to give it back. Returns `false` in a forked child, where nothing does.
    pub(super) fn stop(&self) -> bool {
        if fork::is_forked() {
            return false;
        }
        self.bell.ring(Ring::Stop);
        true
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.bell.has_rung(Ring::Stop)
    }

    /// Whether it is to be claimed when the bell rings.
    fn is_unclaimed(&self) -> bool {
        self.permit().is_none() && !self.is_stopped()
    }

    /// Stops minting, also if no node was claimed.
    fn close(&self) {
        match &*self.permit() {
            Some(permit) => drop(permit.close()),
            None => withdraw(&self.bell),
        }
    }

    fn permit(&self) -> MutexGuard<'_, Option<Permit>> {
        self.permit.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn follow<S: AsyncStore>(
        &self,
        keeper: &Keeper<S, SystemClock>,
        round: Result<Kept, ClaimError>,
    ) {
        let mut held = self.permit();
        match round {
            Ok(kept) => {
                if let Kept::Changed(permit) = kept {
                    *held = Some(permit);
                }
                // After a renewal as well: a generator may have been unable to follow till now.
                if let Some(permit) = &*held {
                    claimed(&self.bell, keeper.settings(permit.clone()));
                }
            }
            Err(error) if held.is_none() => claim_failed(&self.bell, &error.to_string()),
            Err(_) => {}
        }
    }
}

/// Dropped when neither owner nor keeper needs it: then minting stops now, and not when the lease
/// ends.
impl Drop for Held {
    fn drop(&mut self) {
        self.close();
    }
}

/// What tells the owner that the lease was given back, or the error of that.
pub(super) type Ended = Told<Result<(), ClaimError>>;

/// Starts the thread that keeps a lease. It claims the lease now, or, if `is_lazy`, when the first
/// mint rings.
///
/// `begun` is called there with the lease, or with the error.
pub(super) fn start<S: AsyncStore>(
    keeper: Keeper<S, SystemClock>,
    is_lazy: bool,
    driver: MakeDriver,
    begun: impl FnOnce(Result<(Arc<Held>, Ended), ClaimError>) + Send + 'static,
) -> Result<(), ClaimError> {
    let keeping = move || {
        keeps_leases();
        let driver = match driver() {
            Ok(driver) => driver,
            Err(error) => return begun(Err(no_thread(&error))),
        };
        match begin(keeper, is_lazy, &driver) {
            Ok((keeper, held)) => {
                let (teller, ended) = Told::pair();
                begun(Ok((Arc::clone(&held), ended)));
                teller.tell(keep(keeper, &held, &driver));
            }
            Err(error) => begun(Err(error)),
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
    driver: &Driver,
) -> Result<Begun<S>, ClaimError> {
    let permit = if is_lazy {
        None
    } else {
        match driver.run(Box::pin(keeper.round()))? {
            Kept::Changed(permit) => Some(permit),
            Kept::Renewed => unreachable!("the first round claims"),
        }
    };
    match Held::install(&keeper, permit) {
        Ok(held) => Ok((keeper, held)),
        Err(error) => {
            // This error matters more than one of the release.
            let _ = driver.run(Box::pin(keeper.release()));
            Err(error)
        }
    }
}

/// Claims the lease when the first mint rings, if it is not claimed, and renews it until it is to be
/// given back.
fn keep<S: AsyncStore>(
    mut keeper: Keeper<S, SystemClock>,
    held: &Held,
    driver: &Driver,
) -> Result<(), ClaimError> {
    while held.is_unclaimed() {
        driver.sleep(&held.bell, &[Ring::Stop, Ring::Expired], Duration::MAX);
        if held.is_unclaimed() && !round(&mut keeper, held, driver) {
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
fn round<S: AsyncStore>(keeper: &mut Keeper<S, SystemClock>, held: &Held, driver: &Driver) -> bool {
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
