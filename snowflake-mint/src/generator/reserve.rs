//! Taking slots: the step on which all minting is built.

use core::ops::Range;
use core::time::Duration;

use snowflake_core::Layout;

use super::Generator;
use super::session::Session;
use crate::clock::{Clock, Reading};
use crate::sync::atomic::Ordering;
use crate::{MintError, Permit, observe};

/// The time, in terms of a layout.
#[derive(Clone, Copy)]
pub(super) struct Now {
    pub(super) tick: u64,
    /// Ms since the epoch.
    millis: u64,
}

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
        loop {
            let (number, session) = self.sessions.current();
            let taken = self.reserve(layout, session, fewest, most);
            // In a fork, the change may never end, because its thread is missing.
            if self.sessions.is_current(number) || session.is_forked() {
                return Ok((session, taken?));
            }
        }
    }

    /// Takes at least `fewest` and at most `most` consecutive slots, without waiting.
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
        if session.is_forked() {
            return Err(session.refused(|node| MintError::Forked { node }));
        }
        let state = &session.state.last;
        let mut now = self.now(layout, session)?;
        let mut last = state.load(Ordering::Relaxed);
        loop {
            let mut first = session.first_free(layout, last, now);
            let mut end = session.end(layout, now);
            if fewest > end.saturating_sub(first) {
                (now, first, end) = self.look_again(layout, session, last, fewest)?;
            }
            let taken = first..end.min(first.saturating_add(most));
            match state.compare_exchange_weak(
                last,
                taken.end - 1,
                Ordering::Acquire,
                Ordering::Relaxed,
            ) {
                Ok(_) => {
                    if session.is_stopped() {
                        return Err(session.refused(|node| MintError::LeaseReleased { node }));
                    }
                    session.note_lead(layout, &taken, now);
                    return Ok(taken);
                }
                Err(seen) => last = seen,
            }
        }
    }

    /// The time and the slots that may be taken, after `fewest` slots did not fit between `last`
    /// and the end of what the first reading allowed.
    #[cold]
    fn look_again(
        &self,
        layout: &Layout,
        session: &Session,
        last: u64,
        fewest: u64,
    ) -> Result<(Now, u64, u64), MintError> {
        let now = self.now(layout, session)?;
        let first = session.first_free(layout, last, now);
        let mut end = session.end(layout, now);
        if fewest > end.saturating_sub(first) {
            let stretched = session.stretch(layout, last, now, first, fewest);
            if stretched.is_err() {
                self.follow(session)?;
            }
            end = stretched?;
        }
        Ok((now, first, end))
    }

    /// Changes to the lease that replaced a pending permit. The claim itself changes the installed
    /// generators. This is for all other generators, and for an installed one that could not be
    /// changed: it returns the reason.
    fn follow(&self, session: &Session) -> Result<(), MintError> {
        match session.permit.as_ref().and_then(Permit::successor) {
            // `take_slots` notices that the session is over.
            Some(permit) => self.change_node(permit.clone()),
            None => Ok(()),
        }
    }

    #[expect(clippy::inline_always, reason = "so that a constant layout is one in there")]
    #[inline(always)]
    pub(super) fn now(&self, layout: &Layout, session: &Session) -> Result<Now, MintError> {
        let unix_millis = match self.clock.read() {
            Ok(reading) if reading.wall_behind() == 0 => reading.unix_millis(),
            Ok(reading) => session.behind(layout, reading),
            Err(error) => {
                observe::not_believed(layout, session.known_node(), &session.state.tally, &error);
                return Err(error.into());
            }
        };
        let epoch = layout.epoch_unix_millis();
        if unix_millis < epoch {
            return Err(before_epoch(layout, unix_millis));
        }
        let millis = unix_millis.abs_diff(epoch);
        let tick = match layout.tick_millis() {
            1 => millis,
            tick => millis / u64::from(tick),
        };
        if tick > layout.last_tick() {
            return Err(ended(layout));
        }
        Ok(Now { tick, millis })
    }
}

impl Session {
    /// The time to use while the wall clock is behind, in Unix ms.
    #[cold]
    fn behind(&self, layout: &Layout, reading: Reading) -> i64 {
        let wall = reading.wall_unix_millis();
        if reading.wall_behind() > self.max_rollback_millis {
            // The clock hides a step back that is too large. `last` tells whether IDs were
            // issued before it. If not, the step only corrected the clock.
            self.follows_wall.store(true, Ordering::Relaxed);
            return wall;
        }
        if self.follows_wall.load(Ordering::Relaxed) && self.has_reached(layout, wall) {
            // The wall clock has come near to where it was before that step. What was issued
            // meanwhile followed it, so there is still nothing to ride out.
            return wall;
        }
        let by = Duration::from_millis(reading.wall_behind());
        let until = reading.unix_millis().saturating_add_unsigned(reading.wall_behind());
        observe::ridden_out(layout, self.known_node(), &self.state.tally, by, until);
        reading.unix_millis()
    }

    /// Whether nothing was issued that may not be issued yet at this time, in Unix ms.
    fn has_reached(&self, layout: &Layout, unix_millis: i64) -> bool {
        let last = layout.tick_of_slot(self.state.last.load(Ordering::Relaxed));
        last <= layout.tick_not_before(unix_millis).saturating_add(self.max_lead_ticks)
    }

    /// The first slot that may not be issued now, if the clock has not stepped back.
    #[expect(clippy::inline_always, reason = "so that a constant layout is one in there")]
    #[inline(always)]
    fn end(&self, layout: &Layout, now: Now) -> u64 {
        layout.first_slot(self.last_allowed(layout, now) + 1).min(self.granted(layout))
    }

    /// The last tick whose slots may be issued now, if the clock has not stepped back.
    #[expect(clippy::inline_always, reason = "so that a constant layout is one in there")]
    #[inline(always)]
    fn last_allowed(&self, layout: &Layout, now: Now) -> u64 {
        now.tick.saturating_add(self.max_lead_ticks).min(layout.last_tick())
    }

    /// Whether slots of this tick, which were taken before, may be issued now: the tick is ahead by
    /// at most the lead and the allowed step back.
    #[inline]
    pub(super) fn allows(&self, layout: &Layout, tick: u64, now: Now) -> bool {
        let ahead = tick.saturating_sub(self.last_allowed(layout, now));
        // One tick is always allowed: if two cores read a clock, it can seem to have stepped
        // back by that.
        ahead <= 1 || span(layout, ahead) <= self.limits.max_rollback
    }

    /// Notes how far slots are ahead of the clock, if a lead is allowed.
    #[inline]
    fn note_lead(&self, layout: &Layout, taken: &Range<u64>, now: Now) {
        if self.max_lead_ticks > 0 {
            let ahead = layout.tick_of_slot(taken.end - 1).saturating_sub(now.tick);
            self.state.tally.led(ahead * u64::from(layout.tick_millis()));
        }
    }

    #[expect(clippy::inline_always, reason = "so that a constant layout is one in there")]
    #[inline(always)]
    fn granted(&self, layout: &Layout) -> u64 {
        match &self.permit {
            Some(permit) => layout.first_slot(permit.end_tick(layout)),
            None => u64::MAX,
        }
    }

    /// Whether the lease was given back. The compare-exchange that took a slot before this check
    /// has acquired what `Permit::close` wrote.
    #[expect(clippy::inline_always, reason = "so that a constant layout is one in there")]
    #[inline(always)]
    fn is_stopped(&self) -> bool {
        self.permit.as_ref().is_some_and(Permit::is_closed)
    }

    /// The slot after the last one or the first slot of now, whichever is later.
    #[expect(clippy::inline_always, reason = "so that a constant layout is one in there")]
    #[inline(always)]
    fn first_free(&self, layout: &Layout, last: u64, now: Now) -> u64 {
        let fresh = layout.first_slot(now.tick);
        if fresh <= last {
            return last.saturating_add(1);
        }
        let slots = layout.slots_per_tick();
        let last_index = last - layout.first_slot(layout.tick_of_slot(last));
        let start = self.limits.sequence_start;
        fresh + start.index(slots, now.tick, last_index, self.seed)
    }

    /// Called if the slots from `first` on do not fit before the end of the last allowed tick.
    /// While a step back is allowed, returns the end of the last issued tick; otherwise the error.
    fn stretch(
        &self,
        layout: &Layout,
        last: u64,
        now: Now,
        first: u64,
        fewest: u64,
    ) -> Result<u64, MintError> {
        if self.is_stopped() {
            return Err(self.refused(|node| MintError::LeaseReleased { node }));
        }
        let slots = layout.slots_per_tick();
        let spared = self.limits.sequence_start.max_index(slots);
        let max = slots.saturating_mul(self.max_lead_ticks.saturating_add(1)) - spared;
        if fewest > max {
            return Err(MintError::BatchTooLarge { wanted: fewest, max });
        }
        if let Some(error) = self.no_lease(layout, now, first, fewest) {
            return Err(error);
        }
        let wanted = first.saturating_add(fewest);
        if wanted > layout.end_slot() {
            return Err(ended(layout));
        }
        let allowed = self.last_allowed(layout, now);
        let last_tick = layout.tick_of_slot(last);
        if last_tick > allowed {
            let by = span(layout, last_tick - allowed);
            let caught_up = (last_tick - self.max_lead_ticks) * u64::from(layout.tick_millis());
            let until = layout.epoch_unix_millis().saturating_add_unsigned(caught_up);
            if !self.allows(layout, last_tick, now) {
                observe::refused(layout, self.known_node(), &self.state.tally, by, until);
                return Err(MintError::ClockWentBack { by, limit: self.limits.max_rollback });
            }
            if last_tick > allowed + 1 {
                observe::ridden_out(layout, self.known_node(), &self.state.tally, by, until);
            }
            let end = layout.first_slot(last_tick + 1);
            if wanted <= end {
                return Ok(end);
            }
        }
        let until = layout.tick_of_slot(wanted - 1).saturating_sub(self.max_lead_ticks);
        let wait = span(layout, until).saturating_sub(Duration::from_millis(now.millis));
        Err(MintError::WouldWait { wait })
    }

    /// The error if the slots do not fit because the lease has ended.
    fn no_lease(&self, layout: &Layout, now: Now, first: u64, fewest: u64) -> Option<MintError> {
        let permit = self.permit.as_ref()?;
        let wanted = first.saturating_add(fewest);
        if wanted <= self.granted(layout) || wanted > layout.end_slot() {
            return None;
        }
        let unix_millis = layout.epoch_unix_millis().saturating_add_unsigned(now.millis);
        Some(permit.expired(unix_millis))
    }
}

fn span(layout: &Layout, ticks: u64) -> Duration {
    Duration::from_millis(ticks.saturating_mul(u64::from(layout.tick_millis())))
}

#[cold]
fn before_epoch(layout: &Layout, unix_millis: i64) -> MintError {
    MintError::BeforeEpoch { unix_millis, epoch: layout.epoch_unix_millis(), layout: layout.name() }
}

#[cold]
fn ended(layout: &Layout) -> MintError {
    // A layout without an end stops when slots no longer fit a word, after 10^8 years.
    MintError::LayoutEnded { ended_at: layout.ends_at().unwrap_or(i64::MAX), layout: layout.name() }
}
