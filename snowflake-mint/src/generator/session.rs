//! Under which node a generator mints.

use snowflake_core::{Layout, Limits};

use crate::Permit;
use crate::state::SharedState;
use crate::states::Stay;
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::sync::{Mutex, OnceLock};

/// A span in which a generator has one node. It never changes: a generator
/// that changes its node begins another session, and a mint that saw the old
/// one ends in the old one.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) node: u32,
    pub(super) state: SharedState,
    /// The state's process generation, here as well, so that a handle has no need of
    /// the cache line that other threads take slots from.
    pub(super) generation: u32,
    /// How far it may go, if it has its node from a lease.
    pub(super) permit: Option<Permit>,
    pub(super) limits: Limits,
    /// `limits.max_lead` in whole ticks.
    pub(super) max_lead_ticks: u64,
    /// `limits.max_rollback` in whole ms.
    pub(super) max_rollback_millis: u64,
    /// What `SequenceStart::Random` is drawn from.
    pub(super) seed: u64,
}

impl Session {
    pub(super) fn new(layout: &Layout, limits: Limits, node: u32, state: SharedState) -> Self {
        let lead = limits.max_lead.as_millis() / u128::from(layout.tick_millis());
        let rollback = limits.max_rollback.as_millis();
        Self {
            node,
            generation: state.generation,
            state,
            permit: None,
            limits,
            max_lead_ticks: lead.try_into().unwrap_or(u64::MAX),
            max_rollback_millis: rollback.try_into().unwrap_or(u64::MAX),
            seed: limits.seed.unwrap_or_else(snowflake_core::__private::seed),
        }
    }

    /// Whether this process is a fork of the one in which the session began.
    #[inline]
    pub(super) fn is_forked(&self) -> bool {
        self.generation != crate::fork::generation()
    }
}

/// The sessions of a generator, of which the last is the current one.
///
/// A mint reads one number and, as long as the node has never changed, nothing
/// more. Older sessions are kept as long as the generator, because a mint may
/// still be in one of them; a session is a few words long.
///
/// # Why no mint is ahead of a change
///
/// When the change is done, another process may take the old number, so no mint may
/// take a slot by it any more. And IDs of a thread go on growing when the node was
/// changed for another lease, which nobody chose to do: that session begins after all
/// that was minted in the old one. The change (in `begin`) and a mint (in
/// `Generator::take_slots`) each do two things:
///
/// | the change | the mint |
/// |---|---|
/// | says in `current` that there is a change | takes its slots from `last` |
/// | reads `last`, by a step that writes it too (release) | (acquire) looks whether its session is current |
///
/// Both steps on `last` have their place in its modification order. If the mint's
/// is first, the change reads what it has taken. If the change's is first, the
/// mint acquires what was written before it, so that it sees in `current` that
/// its session is over, and takes other slots. The block of a handle is taken
/// like that as well, so the change knows of it, whenever it is used up.
#[derive(Debug)]
pub(super) struct Sessions {
    first: Session,
    current: AtomicUsize,
    /// Session `i` is number `i - 2^k` in bucket `k = floor(log2(i))`. Buckets are
    /// made when they are needed and never move, so sessions can be borrowed.
    later: OnceLock<Box<[Bucket; usize::BITS as usize]>>,
    /// Where the current session has its slots from. Whoever changes the session
    /// holds it.
    stay: Mutex<Stay>,
}

type Bucket = OnceLock<Box<[OnceLock<Session>]>>;

/// In place of the number of the current session, while there is a change.
const CHANGING: usize = usize::MAX;

impl Sessions {
    pub(super) fn new(first: Session, stay: Stay) -> Self {
        let (current, later) = (AtomicUsize::new(0), OnceLock::new());
        Self { first, current, later, stay: Mutex::new(stay) }
    }

    /// The current session with its number.
    #[inline]
    pub(super) fn current(&self) -> (usize, &Session) {
        // Acquire: pairs with the Release in `begin`, so that whoever sees a
        // number sees the session that was put in its place before.
        match self.current.load(Ordering::Acquire) {
            0 => (0, &self.first),
            number => self.later(number),
        }
    }

    /// Whether this is the number of the current session.
    #[inline]
    pub(super) fn is_current(&self, number: usize) -> bool {
        // Relaxed: what must be seen has happened before, see above.
        self.current.load(Ordering::Relaxed) == number
    }

    #[cold]
    fn later(&self, mut number: usize) -> (usize, &Session) {
        while number == CHANGING {
            // In a fork the thread that was changing is not there. No session that
            // its parent began allows a mint here, so any of them will do.
            if self.first.is_forked() {
                return (0, &self.first);
            }
            // A few steps of another thread, none of which waits.
            crate::sync::yield_now();
            number = self.current.load(Ordering::Acquire);
        }
        (number, self.session(number))
    }

    fn session(&self, number: usize) -> &Session {
        if number == 0 {
            return &self.first;
        }
        let bucket = number.ilog2() as usize;
        self.later
            .get()
            .and_then(|later| later[bucket].get())
            .and_then(|sessions| sessions[number - (1 << bucket)].get())
            .expect("`begin` fills a place before it gives out its number")
    }

    /// Makes a session the current one. The state of the one before it is left when
    /// no mint takes a slot from it any more.
    pub(super) fn begin(&self, layout: &Layout, session: Session, stay: Stay) {
        let later = self.later.get_or_init(|| Box::new(std::array::from_fn(|_| OnceLock::new())));
        // One at a time. There is nothing that a panic could have left undone.
        let mut current_stay = self.stay.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let old = self.current.load(Ordering::Relaxed);
        let number = old + 1;
        let bucket = number.ilog2() as usize;
        let sessions = later[bucket]
            .get_or_init(|| std::iter::repeat_with(OnceLock::new).take(1 << bucket).collect());
        let session = {
            let place = &sessions[number - (1 << bucket)];
            place.get_or_init(|| session);
            self.session(number)
        };
        // From here to the end nothing panics. Relaxed: it is released by what
        // `go_on_behind` does to `last`.
        self.current.store(CHANGING, Ordering::Relaxed);
        session.go_on_behind(layout, self.session(old));
        // Release: see `current`.
        self.current.store(number, Ordering::Release);
        *current_stay = stay;
    }
}

impl Session {
    /// Tells mints in the old session that it is over and, if a lease has ended it,
    /// leaves out what would be before an ID of the old session.
    fn go_on_behind(&self, layout: &Layout, old: &Self) {
        if std::sync::Arc::ptr_eq(&self.state, &old.state) {
            return;
        }
        let last = old.state.announce();
        if last > 0 && self.permit.is_some() {
            self.state.leave_out(layout.first_slot_behind(last) - 1);
        }
    }
}
