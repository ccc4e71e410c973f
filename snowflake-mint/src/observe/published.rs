//! What is published.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use snowflake_kit_core::__private::unix_millis;
use snowflake_kit_core::Scheme;

use super::{event, metric};
use crate::fork::{self, Calmly};
use crate::permit::Permit;
use crate::state::{OBSERVED, SharedState};

struct Published {
    /// The states of nodes, with the names of their layouts.
    states: Vec<(&'static str, SharedState)>,
    /// When these layouts end, in Unix ms, by the same names. Periodic ones are missing.
    ends: BTreeMap<&'static str, i64>,
    /// The sums of dropped or collected tallies, by the same names.
    totals: BTreeMap<&'static str, Total>,
    leases: Vec<(String, Permit)>,
    generation: u32,
}

#[derive(Clone, Copy, Default)]
struct Total {
    minted: u64,
    /// In ms.
    lead: u64,
}

impl Published {
    const fn new(generation: u32) -> Self {
        Self {
            states: Vec::new(),
            ends: BTreeMap::new(),
            totals: BTreeMap::new(),
            leases: Vec::new(),
            generation,
        }
    }

    fn collect(&mut self) {
        self.states.retain(|(layout, state)| {
            // Checked before the tally is taken, because another user may still add to it.
            let is_known = Arc::strong_count(state) > 1;
            let (minted, lead) = state.tally.take();
            let total = self.totals.entry(layout).or_default();
            total.minted += minted;
            total.lead = total.lead.max(lead);
            is_known
        });
    }
}

fn published() -> Calmly<MutexGuard<'static, Published>> {
    static PUBLISHED: Mutex<Published> = Mutex::new(Published::new(0));
    // Nothing panics while the lock is held.
    let mut published = fork::calmly(|| PUBLISHED.lock().unwrap_or_else(PoisonError::into_inner));
    if published.generation != fork::generation() {
        // The parent publishes what happened before the fork.
        *published = Published::new(fork::generation());
    }
    published
}

/// A node begins to mint.
pub fn watch(scheme: &Scheme, state: &SharedState) {
    if !OBSERVED {
        return;
    }
    let mut published = published();
    if published.states.len() == published.states.capacity() {
        // Before it grows, because a program may build generators without end and never
        // publish.
        published.collect();
    }
    if let Scheme::Layout(layout) = scheme
        && let Some(ends_at) = layout.ends_at()
    {
        published.ends.insert(layout.name(), ends_at);
    }
    published.states.push((scheme.name(), Arc::clone(state)));
}

pub(super) fn lease_began(space: &str, permit: &Permit, lost: Option<&Permit>) {
    if !OBSERVED {
        return;
    }
    let mut published = published();
    published.leases.retain(|(_, known)| Some(known) != lost);
    published.leases.push((space.to_owned(), permit.clone()));
}

pub(super) fn lease_ended(permit: &Permit) {
    published().leases.retain(|(_, known)| known != permit);
}

/// Publishes everything.
pub fn publish() {
    if !OBSERVED {
        return;
    }
    let (totals, ends, leases) = {
        let mut published = published();
        published.collect();
        let totals = published.totals.clone();
        published.totals.values_mut().for_each(|total| *total = Total::default());
        (totals, published.ends.clone(), published.leases.clone())
    };
    metric::describe();
    // Counters start at 0 before they count, so that dashboards see the first step.
    metric::LEASE_EXPIRED.add("", 0);
    for (layout, Total { minted, lead }) in totals {
        metric::MINTED.add(layout, minted);
        metric::LEAD.set(layout, Duration::from_millis(lead).as_secs_f64());
        for counter in [metric::ROLLBACK_ABSORBED, metric::ROLLBACK_REFUSED, metric::CLOCK_LEAPS] {
            counter.add(layout, 0);
        }
        if lead > 0 {
            event!(
                debug,
                "snowflake::mint",
                "IDs were ahead of the clock",
                [layout = layout, lead_ms = lead],
                []
            );
        }
    }
    let mut untils = BTreeMap::new();
    for (space, permit) in &leases {
        let until = untils.entry(space.as_str()).or_insert(i64::MAX);
        *until = permit.until().min(*until);
    }
    let now = unix_millis(SystemTime::now());
    for (layout, ends_at) in ends {
        metric::LAYOUT_ENDS.set(layout, seconds_between(now, ends_at));
    }
    for (space, until) in untils {
        metric::LEASE_REMAINING.set(space, seconds_between(now, until));
        for counter in [metric::LEASE_RENEWED, metric::LEASE_FAILED, metric::LEASE_LOST] {
            counter.add(space, 0);
        }
    }
}

/// Seconds between two instants in Unix ms; negative if the second is earlier.
fn seconds_between(from: i64, to: i64) -> f64 {
    let seconds = Duration::from_millis(to.abs_diff(from)).as_secs_f64();
    if to < from { -seconds } else { seconds }
}
