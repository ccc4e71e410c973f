//! A lease that a thread renews.

use core::fmt;
use core::pin::pin;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use snowflake_mint::__private::{fork, replace};
use snowflake_mint::{NodeError, SystemClock, install};

use super::bell::{Bell, Ring};
use super::renewer::{self, Goodbye};
use super::worker::Worker;
use super::{AsyncStore, ClaimError, Grant, Keeper, Kept, Permit, StoreError};

/// How long dropping a lease waits for the store to have it back.
const LAST_WAIT: Duration = Duration::from_secs(2);

/// How long it is at the least from one round to the next, whatever mints say: no
/// lease ends so soon after it was renewed, and where clocks make it seem so, the
/// store is not to suffer for it.
pub(super) const REST: Duration = Duration::from_millis(100);

type BlockingKeeper = Keeper<Worker, SystemClock>;

/// The lease of this process, by which all its ID types mint; made by
/// [`LeaseBuilder::install`](super::LeaseBuilder::install).
///
/// A thread renews it. Keep it for as long as there is anything to mint: it is
/// given back when it is dropped, and minting stops. Dropping waits for the
/// store for up to 2 s; [`release`](Self::release) waits to the end and tells
/// how it went. A process that ends otherwise, by `std::process::exit` or a
/// signal, leaves its node to the end of the lease.
#[must_use = "a lease that is not kept is given back at once"]
pub struct Lease {
    pub(super) held: Arc<Held>,
    /// What giving it back has come to.
    released: Receiver<Result<(), ClaimError>>,
    /// The process generation that it belongs to.
    generation: u32,
}

/// What the owner of a lease and whoever renews it share.
pub(super) struct Held {
    permit: Mutex<Permit>,
    pub(super) bell: Arc<Bell>,
}

impl Held {
    /// Gives this process the node of a permit.
    ///
    /// # Errors
    /// [`ClaimError::AlreadyInstalled`] if it was given one meanwhile.
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

    /// Whether the lease is yet to be claimed, and still wanted.
    pub(super) fn is_pending(&self) -> bool {
        self.permit().is_pending() && !self.bell.is_stopped()
    }

    /// What has been claimed.
    pub(super) fn claimed(&self) -> Option<Grant> {
        let permit = self.permit();
        (!permit.is_pending()).then(|| permit.grant())
    }

    /// Mints nothing more, also where nothing has been claimed.
    pub(super) fn close(&self) {
        self.permit().close();
    }

    fn permit(&self) -> MutexGuard<'_, Permit> {
        self.permit.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Goes on with another node, if that is what a round has come to.
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
                // In this order: a mint that comes in between rings again, since it sees
                // no failure that is later than itself.
                self.bell.renewer().failed(&error.to_string());
                self.bell.answer(Ring::Expired);
            }
            _ => {}
        }
    }
}

/// Nobody renews it any more, and nobody wants it any more: then minting stops
/// now, and not when the lease ends. This is for runtimes that end early.
impl Drop for Held {
    #[inline]
    fn drop(&mut self) {
        self.permit.get_mut().unwrap_or_else(PoisonError::into_inner).close();
    }
}

impl Lease {
    pub(super) fn begin(mut keeper: BlockingKeeper) -> Result<Self, ClaimError> {
        let Kept::Changed(permit) = ready(keeper.round())? else {
            unreachable!("the first round claims");
        };
        match Held::install(&keeper, permit) {
            Ok(held) => Ok(Self::kept(keeper, held)),
            Err(error) => {
                // Its error is of no interest beside this one.
                let _ = ready(keeper.release());
                Err(error)
            }
        }
    }

    /// The same, but what claims it is the first mint.
    pub(super) fn begin_lazily(keeper: BlockingKeeper) -> Result<Self, ClaimError> {
        let held = Held::install(&keeper, keeper.pending())?;
        Ok(Self::kept(keeper, held))
    }

    fn kept(keeper: BlockingKeeper, held: Arc<Held>) -> Self {
        let (sender, released) = channel();
        let shared = Arc::clone(&held);
        let goodbye = Goodbye(Arc::clone(keeper.bell().renewer()));
        // Without a thread the lease would end after its term: with the panic
        // of `thread::spawn`, the program ends now.
        thread::Builder::new()
            .name("snowflake lease".to_owned())
            .spawn(move || {
                let goodbye = goodbye;
                // A subscriber that mints is called in here.
                let _here = renewer::enter(&goodbye.0);
                keep(keeper, &shared, &sender);
            })
            .expect("no thread left to renew the lease");
        Self { held, released, generation: fork::generation() }
    }

    /// The node number that this process has now.
    #[inline]
    pub fn node(&self) -> u32 {
        self.grant().node
    }

    /// What may be minted now: which node, and which timestamps.
    #[inline]
    pub fn grant(&self) -> Grant {
        self.held.grant()
    }

    /// Stops minting, in all ID types of this process, and gives the node back,
    /// so that another process can have it at once. In a forked child it does
    /// nothing.
    ///
    /// # Errors
    /// [`ClaimError`] if the store could not be reached. Minting has stopped,
    /// and the node is free when the lease ends.
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
        // A forked child has no lease, and nobody who would answer.
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

/// The error of a lease whose renewer has ended: its runtime is gone, or a subscriber
/// or a recorder panicked.
#[inline]
pub(super) fn gone() -> ClaimError {
    StoreError::new("what renewed the lease has ended before, and did not give it back").into()
}

/// Claims the lease if the first mint is to do so, and renews it until it is to be given
/// back.
fn keep(mut keeper: BlockingKeeper, held: &Held, released: &Sender<Result<(), ClaimError>>) {
    while held.is_pending() {
        sleep(&held.bell, &[Ring::Stop, Ring::Expired], Duration::from_hours(1));
        if held.bell.has_rung(Ring::Expired) && held.is_pending() {
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
    // Nobody listens any more if the lease was dropped and the store is slow.
    let _ = released.send(ready(keeper.release()));
}

/// What ends the wait for the next round early: after a failure only what will
/// not fail as well.
pub(super) const fn reasons<S, C>(keeper: &Keeper<S, C>) -> &'static [Ring]
where
    S: AsyncStore,
    C: snowflake_mint::Clock,
{
    if keeper.has_failed() { &[Ring::Stop] } else { &[Ring::Stop, Ring::Expired] }
}

/// Sleeps, until it is rung for one of these reasons.
#[inline]
pub fn sleep(bell: &Bell, reasons: &[Ring], wait: Duration) {
    struct Unpark(Thread);

    impl Wake for Unpark {
        #[inline]
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }

    let end = Instant::now() + wait;
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut rung = pin!(bell.rung(reasons));
    while rung.as_mut().poll(&mut Context::from_waker(&waker)).is_pending() {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        thread::park_timeout(left);
    }
}

/// What a future comes to that awaits nothing but a store that blocks.
pub fn ready<R>(future: impl Future<Output = R>) -> R {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => unreachable!("a store that blocks does not make anybody wait"),
    }
}
