//! The node under which a generator mints.

mod current;

use core::time::Duration;
use std::sync::Arc;

pub(super) use current::Sessions;
use snowflake_kit_core::{Layout, Limits};

use super::take::{Margins, Now, OutOfTime, Rules};
use crate::clock::{Clock, Reading};
use crate::error::MintError;
use crate::observe;
use crate::permit::Permit;
use crate::state::SharedState;
use crate::sync::atomic::{AtomicBool, Ordering};

/// A span in which a generator has one node. Its node never changes: for another node, a
/// generator begins another session. A mint that has seen the old one ends in the old one.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) node: u32,
    pub(super) state: SharedState,
    /// `None` if the program says that the number is its own.
    pub(super) permit: Option<Permit>,
    pub(super) margins: Margins,
    /// Whether it has followed the wall clock over a step back that the clock hides and that is too
    /// large to be ridden out. Relaxed, because nothing else is handed over with it: a thread that
    /// does not see it yet uses the time that the clock says, which is later.
    follows_wall: AtomicBool,
}

impl Session {
    pub(super) fn new(
        layout: &Layout,
        limits: Limits,
        node: u32,
        state: SharedState,
        permit: Option<Permit>,
    ) -> Self {
        Self {
            node,
            state,
            permit,
            margins: Margins::new(layout, limits),
            follows_wall: AtomicBool::new(false),
        }
    }

    /// Whether the other session mints the same.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.node == other.node
            && Arc::ptr_eq(&self.state, &other.state)
            && self.permit == other.permit
            && self.margins.limits == other.margins.limits
    }

    /// Makes it as a session that begins now.
    pub(super) fn begin_again(&self) {
        self.follows_wall.store(false, Ordering::Relaxed);
    }

    /// Whether the lease was given back. The compare-exchange that took a slot before this check
    /// has acquired what `Permit::close` wrote.
    #[inline]
    pub(super) fn is_stopped(&self) -> bool {
        matches!(&self.permit, Some(permit) if permit.is_closed())
    }

    /// What bounds the slots that may be taken, with the present end of the lease.
    #[expect(clippy::inline_always, reason = "so that a constant layout is one in there")]
    #[inline(always)]
    pub(super) fn rules<'s>(&'s self, layout: &'s Layout) -> Rules<'s> {
        let end_tick = match &self.permit {
            Some(permit) => permit.end_tick(layout),
            None => layout.last_tick() + 1,
        };
        Rules { layout, margins: &self.margins, end_tick }
    }

    /// Reads the clock.
    #[expect(clippy::inline_always, reason = "so that a constant layout is one in there")]
    #[inline(always)]
    pub(super) fn now(&self, layout: &Layout, clock: &impl Clock) -> Result<Now, MintError> {
        let unix_millis = match clock.read() {
            Ok(reading) if reading.wall_behind() == 0 => reading.unix_millis(),
            Ok(reading) => self.behind(layout, reading),
            Err(error) => {
                observe::not_believed(layout, self.node, &self.state.tally, &error);
                return Err(error.into());
            }
        };
        Now::at(layout, unix_millis).map_err(|out_of_time| match out_of_time {
            OutOfTime::BeforeEpoch => before_epoch(layout, unix_millis),
            OutOfTime::AfterEnd => ended(layout),
        })
    }

    /// The time to use while the wall clock is behind, in Unix ms.
    #[cold]
    fn behind(&self, layout: &Layout, reading: Reading) -> i64 {
        let wall = reading.wall_unix_millis();
        let by = Duration::from_millis(reading.wall_behind());
        if by.as_millis() > self.margins.limits.max_rollback.as_millis() {
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
        let until = reading.unix_millis().saturating_add_unsigned(reading.wall_behind());
        observe::ridden_out(layout, self.node, &self.state.tally, by, until);
        reading.unix_millis()
    }

    /// Whether nothing was issued that may not be issued yet at this time, in Unix ms.
    fn has_reached(&self, layout: &Layout, unix_millis: i64) -> bool {
        let last = layout.tick_of_slot(self.state.last.load(Ordering::Relaxed));
        last <= layout.tick_not_before(unix_millis).saturating_add(self.margins.max_lead)
    }
}

#[cold]
fn before_epoch(layout: &Layout, unix_millis: i64) -> MintError {
    MintError::BeforeEpoch { unix_millis, epoch: layout.epoch_unix_millis(), layout: layout.name() }
}

#[cold]
pub(super) fn ended(layout: &Layout) -> MintError {
    // A layout without an end stops when slots no longer fit a word, after 10^8 years.
    MintError::LayoutEnded { ended_at: layout.ends_at().unwrap_or(i64::MAX), layout: layout.name() }
}
