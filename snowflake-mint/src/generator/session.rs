//! The node under which a generator mints.

use snowflake_core::{Layout, Limits};

use crate::Permit;
use crate::state::SharedState;
use crate::states::Stay;
use crate::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use crate::sync::{Mutex, OnceLock};

/// A span in which a generator has one node. Its node never changes: for another node, a
/// generator begins another session. A mint that has seen the old one ends in the old one.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) node: u32,
    pub(super) state: SharedState,
    /// A copy of the state's process generation. With it, a handle need not read the cache line
    /// from which other threads take slots.
    pub(super) generation: u32,
    /// The limit of its lease, if the node is leased.
    pub(super) permit: Option<Permit>,
    pub(super) limits: Limits,
    /// `limits.max_lead` in whole ticks.
    pub(super) max_lead_ticks: u64,
    /// `limits.max_rollback` in whole ms.
    pub(super) max_rollback_millis: u64,
    /// The seed of `SequenceStart::Random`.
    pub(super) seed: u64,
    /// Whether it has followed the wall clock over a step back that the clock hides and that is too
    /// large to be ridden out. Relaxed, because nothing else is handed over with it: a thread that
    /// does not see it yet uses the time that the clock says, which is later.
    pub(super) follows_wall: AtomicBool,
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
            follows_wall: AtomicBool::new(false),
        }
    }

    /// Whether this process is a fork of the one in which the session began.
    #[inline]
    pub(super) fn is_forked(&self) -> bool {
        self.generation != crate::fork::generation()
    }
}

/// The sessions of a generator. The last one is the current one.
///
/// As long as the node has never changed, a mint reads only one number here. Older sessions are
/// kept as long as the generator, because a mint may still use one. A session has only a few words.
///
/// # Why every mint notices a change
///
/// Two things must hold:
///
/// - When a change is done, no mint takes a slot under the old number any more, because another
///   process may get that number.
/// - If a lease ended and brought the change, IDs of a thread keep increasing. So the new session
///   begins after everything that was minted in the old one.
///
/// The change (in `begin`) and a mint (in `Generator::take_slots`) each take two steps:
///
/// | the change | the mint |
/// |---|---|
/// | writes to `current` that there is a change | takes its slots from `last` (acquire) |
/// | reads `last`, by a step that also writes it (release) | checks whether its session is current |
///
/// Both steps on `last` are in its modification order:
///
/// - If the mint's step is first, the change reads which slots the mint has taken.
/// - If the change's step is first, the mint acquires what was written before it. So it sees in
///   `current` that its session is over, and takes other slots.
///
/// A handle takes its block in the same way, so the change knows the whole block, whenever its
/// slots are used.
#[derive(Debug)]
pub(super) struct Sessions {
    first: Session,
    current: AtomicUsize,
    /// Session `i` is number `i - 2^k` in bucket `k = floor(log2(i))`. Buckets are made when needed
    /// and never move, so that sessions can be borrowed.
    later: OnceLock<Box<[Bucket; usize::BITS as usize]>>,
    /// The state from which the current session takes slots. A thread that changes the session
    /// holds the lock.
    stay: Mutex<Stay>,
}

type Bucket = OnceLock<Box<[OnceLock<Session>]>>;

const CHANGING: usize = usize::MAX;

impl Sessions {
    pub(super) fn new(first: Session, stay: Stay) -> Self {
        let (current, later) = (AtomicUsize::new(0), OnceLock::new());
        Self { first, current, later, stay: Mutex::new(stay) }
    }

    #[inline]
    pub(super) fn current(&self) -> (usize, &Session) {
        // Acquire: pairs with the Release in `begin`. A thread that sees a number also sees
        // the session, which was put in its place before.
        match self.current.load(Ordering::Acquire) {
            0 => (0, &self.first),
            number => self.later(number),
        }
    }

    #[inline]
    pub(super) fn is_current(&self, number: usize) -> bool {
        // Relaxed: the proof above needs no more.
        self.current.load(Ordering::Relaxed) == number
    }

    #[cold]
    fn later(&self, mut number: usize) -> (usize, &Session) {
        while number == CHANGING {
            // In a fork, the thread that was changing is missing. The parent's sessions
            // allow no mint here, so any of them will do.
            if self.first.is_forked() {
                return (0, &self.first);
            }
            // Another thread needs a few steps, and waits at none of them.
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

    /// Makes a session the current one. Leaves the state of the old one when no mint takes slots
    /// from it any more.
    pub(super) fn begin(&self, layout: &Layout, session: Session, stay: Stay) {
        let later = self.later.get_or_init(|| Box::new(std::array::from_fn(|_| OnceLock::new())));
        // One change at a time. A panic leaves nothing half done.
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
        // From here to the end nothing panics. Relaxed: what `go_on_behind` does to `last`
        // releases it.
        self.current.store(CHANGING, Ordering::Relaxed);
        session.go_on_behind(layout, self.session(old));
        // Release: see `current`.
        self.current.store(number, Ordering::Release);
        *current_stay = stay;
    }
}

impl Session {
    /// Tells mints in the old session that it is over. If this session is under a lease, leaves out
    /// the slots before any ID of the old session.
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
