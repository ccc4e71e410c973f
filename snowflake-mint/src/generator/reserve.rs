//! Taking slots: the step on which all minting is built.

use core::ops::Range;

use snowflake_kit_core::Layout;

use super::Generator;
use super::session::{self, Session};
use super::take::{Now, Refusal, StepBack};
use crate::clock::Clock;
use crate::error::MintError;
use crate::fork;
use crate::observe;
use crate::sync::atomic::Ordering;

impl<C: Clock> Generator<C> {
    /// Takes slots of the current session, as `reserve` does. If the node changes meanwhile, it
    /// abandons them and takes others; see `Sessions`.
    #[expect(clippy::inline_always, reason = "so that a constant layout is one in there")]
    #[inline(always)]
    pub(super) fn take_slots(
        &self,
        layout: &Layout,
        fewest: u64,
        most: u64,
    ) -> Result<(&Session, Range<u64>), MintError> {
        if fork::is_forked() {
            return Err(forked());
        }
        loop {
            let (number, session) = self.sessions.current();
            let is_over = || !self.sessions.is_current(number);
            // An arm for each: if the result were dropped as a whole, it would be kept in memory,
            // which takes four instructions more.
            match self.reserve(layout, session, fewest, most) {
                Ok(slots) if !is_over() => return Ok((session, slots)),
                Err(error) if !is_over() => return Err(error),
                _ => {}
            }
        }
    }

    /// Takes at least `fewest` and at most `most` consecutive slots, without waiting. Which ones is
    /// said by [`Rules::take`](super::take::Rules::take).
    ///
    /// `layout` is this generator's. It is a parameter so that callers can pass a constant: then
    /// the compiler folds all arithmetic. That needs `inline(always)`; without it, one function of
    /// three times the length served all layouts.
    ///
    /// # Why no slot is taken twice
    ///
    /// A thread chooses slots after the value of `last` that it has loaded, and takes them by a
    /// compare-exchange of `last`, the last slot taken. This succeeds only if `last` is unchanged.
    /// So the ranges follow each other in the modification order of this one atomic and do not
    /// overlap, whatever the clock says.
    ///
    /// Relaxed ordering is enough for that, because threads hand nothing but `last` itself to each
    /// other. A mint that happens after another gets a larger slot, because a single atomic is
    /// coherent. (Acquire serves `take_slots`, see `Sessions`, and `Permit::close`.)
    ///
    /// # Why the clock is read before `last`, or again after it
    ///
    /// A reading between load and exchange would give other threads time to change `last`, and most
    /// exchanges of two threads would fail. So the clock is read before the load.
    ///
    /// But a thread may be stopped between the two, for a second say, while others take slots. Then
    /// its clock seems to have stepped back by that second. There are two cases:
    ///
    /// - The slots fit before the end of what the old reading allows. Then other threads have taken
    ///   slots at most up to the end of that reading's tick (plus the lead), and the old reading is
    ///   as good as a new one.
    /// - They do not fit. Then the old reading proves nothing. The clock is read again, now after
    ///   `last`: if the thread stops in between, only the exchange fails.
    #[expect(clippy::inline_always, reason = "so that a constant layout is one in there")]
    #[inline(always)]
    fn reserve(
        &self,
        layout: &Layout,
        session: &Session,
        fewest: u64,
        most: u64,
    ) -> Result<Range<u64>, MintError> {
        let atomic = &session.state.last;
        let mut now = session.now(layout, &self.clock)?;
        let mut last = atomic.load(Ordering::Relaxed);
        loop {
            let slots = match session.rules(layout).on_time(last, now, fewest, most) {
                Some(slots) => slots,
                None => self.look_again(layout, session, last, fewest, most, &mut now)?,
            };
            let end = slots.end - 1;
            match atomic.compare_exchange_weak(last, end, Ordering::Acquire, Ordering::Relaxed) {
                Ok(_) => {
                    if session.is_stopped() {
                        return Err(MintError::LeaseReleased { node: session.node });
                    }
                    session.note_lead(layout, &slots, now);
                    return Ok(slots);
                }
                Err(seen) => last = seen,
            }
        }
    }

    /// The slots that may be taken after `last` by a new reading of the clock, if those of the
    /// first reading were too few.
    #[cold]
    fn look_again(
        &self,
        layout: &Layout,
        session: &Session,
        last: u64,
        fewest: u64,
        most: u64,
        now: &mut Now,
    ) -> Result<Range<u64>, MintError> {
        *now = session.now(layout, &self.clock)?;
        let taken = session.rules(layout).take(last, *now, fewest, most);
        session.tell(layout, last, *now, &taken);
        taken.map_err(|refusal| session.error(layout, *now, fewest, refusal))
    }
}

/// Out of line, so that a mint that succeeds has nothing of it.
#[cold]
fn forked() -> MintError {
    MintError::Forked
}

impl Session {
    /// Notes how far slots are ahead of the clock, if a lead is allowed.
    #[inline]
    fn note_lead(&self, layout: &Layout, taken: &Range<u64>, now: Now) {
        if self.margins.max_lead > 0 {
            let ahead = layout.tick_of_slot(taken.end - 1).saturating_sub(now.tick);
            self.state.tally.led(ahead * u64::from(layout.tick_millis()));
        }
    }

    /// Tells of a step of the clock to before the slots that were taken.
    fn tell(&self, layout: &Layout, last: u64, now: Now, taken: &Result<Range<u64>, Refusal>) {
        let (node, tally) = (self.node, &self.state.tally);
        let step = self.rules(layout).step_back(layout.tick_of_slot(last), now);
        match (taken, step) {
            (Err(Refusal::WentBack(StepBack { by, until })), _) => {
                observe::refused(layout, node, tally, *by, *until);
            }
            (Ok(_) | Err(Refusal::Wait(_)), Some(StepBack { by, until })) => {
                observe::ridden_out(layout, node, tally, by, until);
            }
            _ => {}
        }
    }

    fn error(&self, layout: &Layout, now: Now, wanted: u64, refusal: Refusal) -> MintError {
        if self.is_stopped() {
            return MintError::LeaseReleased { node: self.node };
        }
        match (refusal, &self.permit) {
            (Refusal::Wait(wait), _) => MintError::WouldWait { wait },
            (Refusal::TooMany { max }, _) => MintError::BatchTooLarge { wanted, max },
            (Refusal::WentBack(StepBack { by, .. }), _) => {
                MintError::ClockWentBack { by, limit: self.margins.limits.max_rollback }
            }
            (Refusal::LeaseEnded, Some(permit)) => {
                let unix_millis = layout.epoch_unix_millis().saturating_add_unsigned(now.millis);
                let (node, until) = (permit.node(), permit.until());
                if permit.ring() {
                    observe::expired(node, until, unix_millis);
                }
                MintError::LeaseExpired { node, until, unix_millis }
            }
            // Without a lease, the end is that of the layout.
            (Refusal::LeaseEnded | Refusal::LayoutEnded, _) => session::ended(layout),
        }
    }
}
