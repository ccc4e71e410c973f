//! Which slots may be taken: the rules, without a thread, a clock or a lease.
//!
//! A node's IDs are numbered. Each tick of the layout has [`slots_per_tick`](Layout) numbers, and
//! the next tick continues without a gap: such a number is a *slot*. So all that a generator knows
//! of its past is one word, the last slot that was taken. All rules are in
//! [`Rules::take`]: from that word and the time follows which slots may be taken next, or why
//! there are none. `reserve.rs` reads the time, and takes the slots.
//!
//! ```text
//!            last                             the lease ends here
//!   ──┬───────●─┬─────────┬─────────┬─────────┬─────────┬──  ticks
//!     │         │   now   │  now+1  │  now+2  │         │
//!               ├─────────┴─────────┤
//!               first     with max_lead = 1 tick, slots up to here
//! ```

use core::ops::Range;
use core::time::Duration;

use snowflake_kit_core::{Layout, Limits};

/// The time, in terms of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Now {
    pub(super) tick: u64,
    /// Ms since the epoch.
    pub(super) millis: u64,
}

impl Now {
    #[inline]
    pub(super) fn at(layout: &Layout, unix_millis: i64) -> Result<Self, OutOfTime> {
        let epoch = layout.epoch_unix_millis();
        if unix_millis < epoch {
            return Err(OutOfTime::BeforeEpoch);
        }
        let millis = unix_millis.abs_diff(epoch);
        let tick = match layout.tick_millis() {
            1 => millis,
            tick => millis / u64::from(tick),
        };
        if tick > layout.last_tick() {
            return Err(OutOfTime::AfterEnd);
        }
        Ok(Self { tick, millis })
    }
}

/// [`Limits`] in terms of a layout.
#[derive(Clone, Copy, Debug)]
pub(super) struct Margins {
    pub(super) limits: Limits,
    /// `limits.max_lead` in whole ticks.
    pub(super) max_lead: u64,
    /// The seed of `SequenceStart::Random`.
    seed: u64,
}

impl Margins {
    pub(super) fn new(layout: &Layout, limits: Limits) -> Self {
        let lead = limits.max_lead.as_millis() / u128::from(layout.tick_millis());
        Self {
            limits,
            max_lead: lead.try_into().unwrap_or(u64::MAX),
            seed: limits.seed.unwrap_or_else(snowflake_kit_core::__private::seed),
        }
    }
}

/// What bounds the slots of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules<'s> {
    pub(super) layout: &'s Layout,
    pub(super) margins: &'s Margins,
    /// The first tick that the node's lease does not allow; without a lease, and at most, the tick
    /// after the layout's last.
    pub(super) end_tick: u64,
}

/// A time that the layout has no timestamp for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OutOfTime {
    BeforeEpoch,
    AfterEnd,
}

/// Why no slots may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// So many slots will be free after this time, if no other thread takes them.
    Wait(Duration),
    /// So many slots are never free at once, but at most `max`.
    TooMany { max: u64 },
    /// The clock stepped back further than `max_rollback`.
    WentBack(StepBack),
    /// The lease of the node does not allow them.
    LeaseEnded,
    /// The layout has no timestamps for them.
    LayoutEnded,
}

/// A step of the clock to before the slots that were taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StepBack {
    /// How far the clock is before the last slot, beyond the allowed lead.
    pub(super) by: Duration,
    /// When the clock has caught up, in Unix ms.
    pub(super) until: i64,
}

impl Rules<'_> {
    /// Chooses at least `fewest` and at most `most` consecutive slots. They begin after `last`, the
    /// last slot that was taken, and not before now.
    ///
    /// If the clock has stepped back to before `last`, slots may still be taken up to the end of the
    /// tick of `last`: as long as the step is not larger than `max_rollback`, the tick goes on
    /// until the clock has caught up.
    pub(super) fn take(
        &self,
        last: u64,
        now: Now,
        fewest: u64,
        most: u64,
    ) -> Result<Range<u64>, Refusal> {
        match self.on_time(last, now, fewest, most) {
            Some(slots) => Ok(slots),
            None => self.ride_out(last, now, fewest, most),
        }
    }

    /// What [`take`](Self::take) chooses if the clock has not stepped back.
    #[expect(clippy::inline_always, reason = "so that a constant layout is one in there")]
    #[inline(always)]
    pub(super) fn on_time(
        &self,
        last: u64,
        now: Now,
        fewest: u64,
        most: u64,
    ) -> Option<Range<u64>> {
        let first = self.first_free(last, now);
        let end = self.layout.first_slot((self.last_allowed(now) + 1).min(self.end_tick));
        if fewest > end.saturating_sub(first) {
            return None;
        }
        Some(first..end.min(first.saturating_add(most)))
    }

    /// The slot after the last one or the first slot of now, whichever is later.
    #[expect(clippy::inline_always, reason = "so that a constant layout is one in there")]
    #[inline(always)]
    fn first_free(&self, last: u64, now: Now) -> u64 {
        let Self { layout, margins, .. } = self;
        let fresh = layout.first_slot(now.tick);
        if fresh <= last {
            return last.saturating_add(1);
        }
        let last_index = last - layout.first_slot(layout.tick_of_slot(last));
        let (start, slots) = (margins.limits.sequence_start, layout.slots_per_tick());
        fresh + start.index(slots, now.tick, last_index, margins.seed)
    }

    /// The last tick whose slots may be taken now, if the clock has not stepped back.
    #[inline]
    fn last_allowed(&self, now: Now) -> u64 {
        now.tick.saturating_add(self.margins.max_lead).min(self.layout.last_tick())
    }

    /// The rest of [`take`](Self::take), if so many slots do not fit before the end of the last
    /// allowed tick.
    #[cold]
    fn ride_out(&self, last: u64, now: Now, fewest: u64, most: u64) -> Result<Range<u64>, Refusal> {
        let Self { layout, margins, end_tick } = self;
        let slots = layout.slots_per_tick();
        let spared = margins.limits.sequence_start.max_index(slots);
        let max = slots.saturating_mul(margins.max_lead.saturating_add(1)) - spared;
        if fewest > max {
            return Err(Refusal::TooMany { max });
        }
        let first = self.first_free(last, now);
        let wanted = first.saturating_add(fewest);
        if wanted > layout.end_slot() {
            return Err(Refusal::LayoutEnded);
        }
        if wanted > layout.first_slot(*end_tick) {
            return Err(Refusal::LeaseEnded);
        }
        let tick = layout.tick_of_slot(last);
        if let Some(step) = self.step_back(tick, now)
            && step.by > margins.limits.max_rollback
        {
            return Err(Refusal::WentBack(step));
        }
        // The clock has not caught up with the last slot. The lease and the layout end with a tick,
        // so they allow all of it.
        let end = layout.first_slot(tick + 1);
        if wanted <= end {
            return Ok(first..end.min(first.saturating_add(most)));
        }
        let free_from = layout.tick_of_slot(wanted - 1).saturating_sub(margins.max_lead);
        Err(Refusal::Wait(self.span(free_from).saturating_sub(Duration::from_millis(now.millis))))
    }

    /// Whether slots of this tick, which were taken before, may be used now.
    #[inline]
    pub(super) fn allows(&self, tick: u64, now: Now) -> bool {
        let max = self.margins.limits.max_rollback;
        self.step_back(tick, now).is_none_or(|step| step.by <= max)
    }

    /// How far the clock is before a tick of which slots were taken, if it has stepped back.
    #[inline]
    pub(super) fn step_back(&self, tick: u64, now: Now) -> Option<StepBack> {
        let ahead = tick.saturating_sub(self.last_allowed(now));
        // One tick is always allowed: if two cores read a clock, it can seem to have stepped
        // back by that.
        (ahead > 1).then(|| StepBack {
            by: self.span(ahead),
            until: self.layout.unix_millis_of_tick(tick - self.margins.max_lead),
        })
    }

    fn span(&self, ticks: u64) -> Duration {
        Duration::from_millis(ticks.saturating_mul(u64::from(self.layout.tick_millis())))
    }
}

#[cfg(all(test, not(loom)))]
mod tests;
