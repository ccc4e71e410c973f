//! A lease that a thread renews.

use core::fmt;
use core::pin::pin;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use snowflake_mint::__private::{fork, ready, replace};
use snowflake_mint::{NodeError, SystemClock, install};

use super::bell::{Bell, Ring};
use super::renewer::{self, Goodbye};
use super::worker::Worker;
use super::{AsyncStore, ClaimError, Grant, Keeper, Kept, Permit, StoreError};

/// How long dropping a lease waits until the store has released it.
const LAST_WAIT: Duration = Duration::from_secs(2);

/// The shortest time between two rounds. No lease ends so soon after its renewal. If wrong clocks
/// make it look so, mints must not overload the store.
pub(super) const REST: Duration = Duration::from_millis(100);

type BlockingKeeper = Keeper<Worker, SystemClock>;

/// The lease of this process, under which all its ID types mint.
/// [`LeaseBuilder::install`](super::LeaseBuilder::install) makes it.
///
/// A thread renews it. Keep it as long as IDs are to be minted: dropping it stops minting and gives
/// the node back. Dropping waits for the store for up to 2 s; [`release`](Self::release) waits
/// until the end and returns errors. If the process ends in another way, by `std::process::exit` or
/// a signal, the node is free when the lease ends.
#[must_use = "a lease that is not kept is given back at once"]
pub struct Lease {
    pub(super) held: Arc<Held>,
    released: Receiver<Result<(), ClaimError>>,
    generation: u32,
}

pub(super) struct Held {
    permit: Mutex<Permit>,
    pub(super) bell: Arc<Bell>,
}

impl Held {
    pub(super) fn install<S: AsyncStore>(
        keeper: &Keeper<S, SystemClock>,
        permit: Permit,
    ) -> Result<Arc<Self>, ClaimError> {
        let settings = keeper.settings(&permit);
        let refused = settings.node();
        if let Err(error) = install(settings) {
            let installed = match error {
                NodeError::AlreadyInstalled { installed, .. } => installed,
                _ => refused,
            };
            return Err(ClaimError::AlreadyInstalled { installed });
        }
        let (permit, bell) = (Mutex::new(permit), Arc::clone(keeper.bell()));
        Ok(Arc::new(Self { permit, bell }))
    }

    #[inline]
    pub(super) fn grant(&self) -> Grant {
        self.permit().grant()
    }

    pub(super) fn is_pending(&self) -> bool {
        self.permit().is_pending() && !self.bell.is_stopped()
    }

    pub(super) fn claimed(&self) -> Option<Grant> {
        let permit = self.permit();
        (!permit.is_pending()).then(|| permit.grant())
    }

    /// Stops minting, also if no node was claimed.
    pub(super) fn close(&self) {
        self.permit().close();
    }

    fn permit(&self) -> MutexGuard<'_, Permit> {
        self.permit.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn follow<S: AsyncStore>(
        &self,
        keeper: &Keeper<S, SystemClock>,
        round: Result<Kept, ClaimError>,
    ) {
        let mut held = self.permit();
        match round {
            Ok(Kept::Changed(permit)) => {
                replace(&held, keeper.settings(&permit));
                *held = permit;
            }
            Err(error) if held.is_pending() => {
                // In this order: a mint that comes in between rings again, because it sees no
                // failure after its own start.
                self.bell.renewer().failed(&error.to_string());
                self.bell.answer(Ring::Expired);
            }
            _ => {}
        }
    }
}

/// Dropped when neither owner nor renewer needs it: then minting stops now, and not when the lease
/// ends. This is for runtimes that end early.
impl Drop for Held {
    #[inline]
    fn drop(&mut self) {
        self.permit.get_mut().unwrap_or_else(PoisonError::into_inner).close();
    }
}

impl Lease {
    pub(super) fn begin(mut keeper: BlockingKeeper) -> Result<Self, ClaimError> {
        let renewing = renewing()?;
        let Kept::Changed(permit) = ready(keeper.round())? else {
            unreachable!("the first round claims");
        };
        match Held::install(&keeper, permit) {
            Ok(held) => Ok(Self::kept(&renewing, keeper, held)),
            Err(error) => {
                // This error matters more than one of the release.
                let _ = ready(keeper.release());
                Err(error)
            }
        }
    }

    /// As `begin`, but the first mint starts the claim.
    pub(super) fn begin_lazily(keeper: BlockingKeeper) -> Result<Self, ClaimError> {
        let renewing = renewing()?;
        let held = Held::install(&keeper, keeper.pending())?;
        Ok(Self::kept(&renewing, keeper, held))
    }

    fn kept(renewing: &Sender<Renewed>, keeper: BlockingKeeper, held: Arc<Held>) -> Self {
        let (sender, released) = channel();
        let goodbye = Goodbye(Arc::clone(keeper.bell().renewer()));
        // If the thread has ended, this drops the keeper, and the lease is known to be gone.
        let _ = renewing.send((Arc::clone(&held), sender, goodbye, keeper));
        Self { held, released, generation: fork::generation() }
    }

    /// The present node number of this process.
    #[inline]
    pub fn node(&self) -> u32 {
        self.grant().node
    }

    /// The node and the timestamps that may be minted now.
    #[inline]
    pub fn grant(&self) -> Grant {
        self.held.grant()
    }

    /// Stops minting in all ID types of this process, and gives the node back, so that another
    /// process can have it at once. In a forked child it does nothing.
    ///
    /// # Errors
    /// [`ClaimError`] if the store could not be reached. Minting has stopped, and the node is free
    /// when the lease ends.
    #[inline]
    pub fn release(self) -> Result<(), ClaimError> {
        if self.generation != fork::generation() {
            return Ok(());
        }
        self.held.bell.ring(Ring::Stop);
        self.released.recv().unwrap_or_else(|_| Err(gone()))
    }
}

impl Drop for Lease {
    #[inline]
    fn drop(&mut self) {
        // A forked child has no lease, and no thread that would answer.
        if self.generation == fork::generation() {
            self.held.bell.ring(Ring::Stop);
            let _ = self.released.recv_timeout(LAST_WAIT);
        }
    }
}

impl fmt::Debug for Lease {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Lease").field(&self.grant()).finish()
    }
}

/// The error if the renewer has ended: its runtime has ended, or a subscriber or recorder panicked.
#[inline]
pub(super) fn gone() -> ClaimError {
    StoreError::new("what renewed the lease has ended before, and did not give it back").into()
}

/// What a thread needs to renew a lease.
type Renewed = (Arc<Held>, Sender<Result<(), ClaimError>>, Goodbye, BlockingKeeper);

/// Starts the thread that renews the lease it is sent. It starts before the claim, because without
/// it the program would run only until the lease ends.
fn renewing() -> Result<Sender<Renewed>, ClaimError> {
    let (sender, renewed) = channel::<Renewed>();
    thread::Builder::new()
        .name("snowflake lease".to_owned())
        .spawn(move || {
            // Nothing comes if no node could be claimed.
            let Ok((held, released, goodbye, keeper)) = renewed.recv() else { return };
            // The keeper may call a subscriber that mints.
            let _here = renewer::enter(&goodbye.0);
            keep(keeper, &held, &released);
        })
        .map_err(|error| ClaimError::NoThread { message: error.to_string() })?;
    Ok(sender)
}

/// Claims the lease when the first mint rings, if it is pending, and renews it until it is to be
/// given back.
fn keep(mut keeper: BlockingKeeper, held: &Held, released: &Sender<Result<(), ClaimError>>) {
    while held.is_pending() {
        sleep(&held.bell, &[Ring::Stop, Ring::Expired], Duration::MAX);
        if held.is_pending() {
            let round = ready(keeper.round());
            let rest = if round.is_err() { REST } else { Duration::ZERO };
            held.follow(&keeper, round);
            sleep(&held.bell, &[Ring::Stop], rest);
        }
    }
    loop {
        let wait = keeper.wait();
        let rest = wait.min(REST);
        sleep(&held.bell, &[Ring::Stop], rest);
        sleep(&held.bell, reasons(&keeper), wait.saturating_sub(rest));
        if held.bell.is_stopped() {
            break;
        }
        let round = ready(keeper.round());
        held.follow(&keeper, round);
    }
    held.close();
    // Fails if the lease was dropped and the store was slow.
    let _ = released.send(ready(keeper.release()));
}

/// The reasons that end the wait for the next round early. After a failure, mints do not end it,
/// because another round would probably fail too.
pub(super) const fn reasons<S, C>(keeper: &Keeper<S, C>) -> &'static [Ring]
where
    S: AsyncStore,
    C: snowflake_mint::Clock,
{
    if keeper.has_failed() { &[Ring::Stop] } else { &[Ring::Stop, Ring::Expired] }
}

/// Sleeps for `wait`, or until the bell rings for one of these reasons. `Duration::MAX` is for ever.
#[inline]
pub fn sleep(bell: &Bell, reasons: &[Ring], wait: Duration) {
    struct Unpark(Thread);

    impl Wake for Unpark {
        #[inline]
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
