//! What is published.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use snowflake_kit_core::__private::unix_millis;
use snowflake_kit_core::Scheme;

use super::{event, metric};
use crate::fork;
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
}

type Taken = (BTreeMap<&'static str, Total>, BTreeMap<&'static str, i64>, Vec<(String, Permit)>);

#[derive(Clone, Copy, Default)]
struct Total {
    minted: u64,
    /// In ms.
    lead: u64,
}

impl Published {
    const fn new() -> Self {
        Self {
            states: Vec::new(),
            ends: BTreeMap::new(),
            totals: BTreeMap::new(),
            leases: Vec::new(),
        }
    }

    fn take(&mut self) -> Taken {
        self.collect();
        let totals = self.totals.clone();
        self.totals.values_mut().for_each(|total| *total = Total::default());
        (totals, self.ends.clone(), self.leases.clone())
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

/// What there is to publish, if this process has minted anything: a parent publishes what happened
/// before a fork.
fn published() -> Option<MutexGuard<'static, Published>> {
    static PUBLISHED: Mutex<Published> = Mutex::new(Published::new());
    // Nothing panics while the lock is held.
    fork::has_begun().then(|| PUBLISHED.lock().unwrap_or_else(PoisonError::into_inner))
}

/// A node begins to mint.
pub fn watch(scheme: &Scheme, state: &SharedState) {
    if !OBSERVED {
        return;
    }
    let Some(mut published) = published() else { return };
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
    if let Some(mut published) = published() {
        published.leases.retain(|(_, known)| Some(known) != lost);
        published.leases.push((space.to_owned(), permit.clone()));
    }
}

pub(super) fn lease_ended(permit: &Permit) {
    if let Some(mut published) = published() {
        published.leases.retain(|(_, known)| known != permit);
    }
}

/// Publishes everything.
pub fn publish() {
    if !OBSERVED {
        return;
    }
    let (totals, ends, leases) =
        published().map(|mut published| published.take()).unwrap_or_default();
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
