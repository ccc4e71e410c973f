//! The sessions of a generator, of which one is current.

use snowflake_kit_core::Layout;

use super::Session;
use crate::fork;
use crate::process::Stay;
use crate::sync::atomic::{AtomicU64, Ordering};
use crate::sync::{Mutex, OnceLock};

/// The sessions of a generator, one of which is current.
///
/// As long as the node has never changed, a mint reads only one number here. Sessions are kept as
/// long as the generator, because a mint may still use one. A change back to a node, with the same
/// limits and the same permit, makes its old session current again. So what is kept does not grow
/// with the number of changes, but with the number of different nodes, limits and leases.
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
/// `current` also counts the changes. Otherwise a mint could not tell that its session was over and
/// is current again, and another process may have had the number meanwhile.
///
/// A handle takes its block in the same way, so the change knows the whole block, whenever its
/// slots are used.
#[derive(Debug)]
pub(in crate::generator) struct Sessions {
    first: Session,
    /// How often the session was changed, and in the low half the number of the current session.
    /// A mint would have to stand still for 2^32 changes to mistake one for another.
    current: AtomicU64,
    /// Session `i` is number `i - 2^k` in bucket `k = floor(log2(i))`. Buckets are made when needed
    /// and never move, so that sessions can be borrowed.
    later: OnceLock<Box<[Bucket; u32::BITS as usize]>>,
    /// What a thread that changes the session holds: the state from which the current one takes
    /// slots.
    change: Mutex<Stay>,
}

type Bucket = OnceLock<Box<[OnceLock<Session>]>>;

const CHANGING: u64 = u64::MAX;

/// The number of the session of which `current` tells.
const fn number_in(current: u64) -> u32 {
    current as u32
}

impl Sessions {
    pub(in crate::generator) fn new(first: Session, stay: Stay) -> Self {
        let (current, later) = (AtomicU64::new(0), OnceLock::new());
        Self { first, current, later, change: Mutex::new(stay) }
    }

    /// The current session, and what tells later whether it still is.
    #[inline]
    pub(in crate::generator) fn current(&self) -> (u64, &Session) {
        // Acquire: pairs with the Release in `begin`. A thread that sees a number also sees
        // the session, which was put in its place before.
        match self.current.load(Ordering::Acquire) {
            0 => (0, &self.first),
            current => self.later(current),
        }
    }

    #[inline]
    pub(in crate::generator) fn is_current(&self, current: u64) -> bool {
        // Relaxed: the proof above needs no more.
        self.current.load(Ordering::Relaxed) == current
    }

    #[cold]
    fn later(&self, mut current: u64) -> (u64, &Session) {
        while current == CHANGING {
            // In a fork, the thread that was changing is missing. Nothing is minted here, so
            // any session will do.
            if fork::is_forked() {
                return (0, &self.first);
            }
            // Another thread needs a few steps, and waits at none of them.
            crate::sync::yield_now();
            current = self.current.load(Ordering::Acquire);
        }
        (current, self.session(number_in(current)))
    }

    fn session(&self, number: u32) -> &Session {
        self.known(number).expect("`begin` fills a place before it gives out its number")
    }

    fn known(&self, number: u32) -> Option<&Session> {
        if number == 0 {
            return Some(&self.first);
        }
        let bucket = number.ilog2();
        let sessions = self.later.get()?[bucket as usize].get()?;
        sessions[(number - (1 << bucket)) as usize].get()
    }

    /// The number of a session that mints the same, or of this one, which is kept then.
    fn keep(&self, session: Session) -> u32 {
        let mut number = 0;
        while let Some(known) = self.known(number) {
            if known.is_like(&session) {
                known.begin_again();
                return number;
            }
            number += 1;
        }
        let later = self.later.get_or_init(|| Box::new(std::array::from_fn(|_| OnceLock::new())));
        let bucket = number.ilog2();
        let sessions = later[bucket as usize]
            .get_or_init(|| std::iter::repeat_with(OnceLock::new).take(1 << bucket).collect());
        sessions[(number - (1 << bucket)) as usize].get_or_init(|| session);
        number
    }

    /// Makes a session the current one. Leaves the state of the old one when no mint takes slots
    /// from it any more.
    pub(in crate::generator) fn begin(&self, layout: &Layout, session: Session, stay: Stay) {
        // One change at a time. A panic leaves nothing half done.
        let mut present = self.change.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let old = self.current.load(Ordering::Relaxed);
        let number = self.keep(session);
        let changes = (old >> 32).wrapping_add(1) << 32;
        // From here to the end nothing panics. Relaxed: what `go_on_after` does to `last`
        // releases it.
        self.current.store(CHANGING, Ordering::Relaxed);
        self.session(number).go_on_after(layout, self.session(number_in(old)));
        // Release: see `current`.
        self.current.store(changes | u64::from(number), Ordering::Release);
        *present = stay;
    }
}

impl Session {
    /// Tells mints in the old session that it is over. If this session is under a lease, leaves out
    /// the slots before any ID of the old one.
    fn go_on_after(&self, layout: &Layout, old: &Self) {
        if std::sync::Arc::ptr_eq(&self.state, &old.state) {
            return;
        }
        let last = old.state.announce();
        if last > 0 && self.permit.is_some() {
            self.state.leave_out(layout.first_slot_after(last) - 1);
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::time::Duration;

    use snowflake_kit_core::{Layout, Limits, Snowflake};

    use crate::{Generator, Grant, ManualClock, Minter, Node, Permit};

    fn kept(generator: &Generator<ManualClock>) -> usize {
        (0..).map_while(|number| generator.sessions.known(number)).count()
    }

    #[test]
    fn what_is_kept_does_not_grow_with_the_changes() {
        let clock = ManualClock::at(1_767_225_600_000);
        let generator = Generator::with_clock(Layout::DEFAULT, Node::fixed(1), clock).unwrap();
        let limits = Limits::new().max_lead(Duration::from_secs(1));
        let permits =
            [1, 2].map(|token| Permit::new(Grant { node: 9, token, from: 0, until: i64::MAX }));
        for round in 0..1_000 {
            let node = Node::fixed(round % 3);
            generator.change_node(node).unwrap();
            generator.change_node(node.with_limits(limits)).unwrap();
            generator.change_node(permits[round as usize % 2].clone()).unwrap();
            assert_eq!(generator.node(), 9);
            generator.try_mint::<Snowflake>().unwrap();
        }
        // The first one; three nodes; the same with the other limits; two leases, each with the
        // limits that the generator had then.
        assert!(kept(&generator) <= 10, "{}", kept(&generator));
    }
}
