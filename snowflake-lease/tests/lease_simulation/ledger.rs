//! What was minted, held against what was granted.

use std::collections::BTreeMap;
use std::ops::Range;

use snowflake_kit_core::{Layout, Parts, Snowflake};
use snowflake_kit_lease::Grant;

/// One tick of a millisecond, of ten, and of a second.
pub(crate) const LAYOUTS: [Layout; 3] = [Layout::DEFAULT, Layout::SONYFLAKE, SECONDS];

/// Those, one with a field of the caller's, and one with few nodes and a short sequence.
pub(crate) const ALL_LAYOUTS: [Layout; 5] =
    [LAYOUTS[0], LAYOUTS[1], SECONDS, FEED, Layout::ECMASCRIPT];

/// Its field is above the node and the sequence.
pub(crate) const FEED: Layout =
    Layout::builder("feed").time_bits(41).caller("shard", 6).node_bits(10).sequence_bits(6).build();

pub(crate) const SECONDS: Layout = Layout::builder("seconds")
    .tick_millis(1_000)
    .time_bits(35)
    .node_bits(10)
    .sequence_bits(18)
    .build();

/// Whose IDs must differ: those of a space and a layout. With the node, IDs and
/// slots correspond one to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Line {
    pub(crate) space: usize,
    pub(crate) layout: usize,
    pub(crate) node: u32,
}

/// IDs that were minted one after the other and lie one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) line: Line,
    pub(crate) slots: Range<u64>,
}

/// Which line an ID of a space and a layout is on, and where: its timestamp and
/// its sequence as one number. A field of the caller's does not count: IDs differ without it. That is what `decompose` says, and owes nothing to
/// the arithmetic by which IDs are minted.
pub(crate) fn place(space: usize, layout: usize, id: Snowflake) -> (Line, u64) {
    let Parts { timestamp, node, sequence, .. } = ALL_LAYOUTS[layout].decompose(id);
    let slot = timestamp * slots_per_tick(&ALL_LAYOUTS[layout]) + u64::from(sequence);
    (Line { space, layout, node }, slot)
}

/// Why the simulated world is not as it should be.
#[derive(Clone, Debug)]
pub(crate) struct Violation(pub(crate) String);

/// Distinct slots, as disjoint ranges that do not touch.
///
/// # Why it finds every duplicate
///
/// The ranges hold exactly the slots that were put in: `insert` refuses what
/// shares a slot with one of them, and otherwise adds its range, whole. A range
/// that shares a slot with `new` begins before `new` ends and ends after `new`
/// begins. Among those that begin before `new` ends, the last one ends last,
/// since they are disjoint and in order; so if it does not reach into `new`,
/// none does.
///
/// Every ID is in one run, a run is a range of slots without gaps, and all runs
/// are put in. So 10^8 IDs take as many entries as there are gaps between bursts.
#[derive(Debug, Default)]
pub(crate) struct Ranges(BTreeMap<u64, u64>);

impl Ranges {
    /// Adds slots; or says which ones there are already.
    pub(crate) fn insert(&mut self, new: Range<u64>) -> Result<(), Range<u64>> {
        let mut merged = new.clone();
        if let Some((&start, end)) = self.0.range_mut(..new.end).next_back() {
            if *end > new.start {
                return Err(start.max(new.start)..(*end).min(new.end));
            }
            if *end == new.start {
                merged.start = start;
            }
        }
        if let Some(end) = self.0.remove(&new.end) {
            merged.end = end;
        }
        self.0.insert(merged.start, merged.end);
        Ok(())
    }

    pub(crate) fn ranges(&self) -> Vec<Range<u64>> {
        self.0.iter().map(|(start, end)| *start..*end).collect()
    }
}

/// A grant as the store has it on record.
#[derive(Clone, Copy, Debug)]
struct Recorded {
    life: u64,
    grant: Grant,
}

/// What is held against runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Checks {
    All,
    /// That no ID is there twice, and nothing else: what users would see.
    Duplicates,
    /// The same, but for times before the end of a lease that a store may have forgotten.
    Bounded,
}

pub(crate) struct Ledger {
    pub(crate) checks: Checks,
    issued: BTreeMap<Line, Ranges>,
    /// By space and node, in the order of their claims.
    grants: BTreeMap<(usize, u32), Vec<Recorded>>,
    /// The largest end of a lease when the store last forgot some, in Unix ms.
    pub(crate) forgotten_until: i64,
    /// How many IDs before that are there twice.
    pub(crate) twice: u64,
}

impl Ledger {
    pub(crate) const fn new(checks: Checks) -> Self {
        Self {
            checks,
            issued: BTreeMap::new(),
            grants: BTreeMap::new(),
            forgotten_until: i64::MIN,
            twice: 0,
        }
    }

    /// The store has carried out a claim.
    pub(crate) fn granted(
        &mut self,
        space: usize,
        life: u64,
        grant: Grant,
    ) -> Result<(), Violation> {
        let grants = self.grants.entry((space, grant.node)).or_default();
        let before = grants.last().filter(|before| before.grant.until > grant.from);
        let before = before.filter(|_| self.checks == Checks::All).copied();
        grants.push(Recorded { life, grant });
        match before {
            Some(before) => Err(Violation(format!("{grant:?} overlaps with {before:?}"))),
            None => Ok(()),
        }
    }

    /// The store has changed the end of the node's latest grant.
    pub(crate) fn changed(&mut self, space: usize, node: u32, until: i64) {
        if let Some(recorded) = self.grants.get_mut(&(space, node)).and_then(|all| all.last_mut()) {
            recorded.grant.until = until;
        }
    }

    /// Checks IDs that a life has minted just now.
    pub(crate) fn minted(&mut self, life: u64, run: &Run) -> Result<(), Violation> {
        let Run { line, slots } = run;
        let layout = &ALL_LAYOUTS[line.layout];
        let issued = self.issued.entry(*line).or_default();
        let mut new = slots.clone();
        while let Err(twice) = issued.insert(new.clone()) {
            let last = time_of(layout, twice.end - 1);
            if self.checks != Checks::Bounded || last >= self.forgotten_until {
                return Err(Violation(format!("{line:?}: slots {twice:?} were minted twice")));
            }
            self.twice += twice.end - twice.start;
            // `insert` finds the last one first.
            if twice.end < new.end {
                issued.insert(twice.end..new.end).expect("nothing is after the last one");
            }
            new.end = twice.start;
            if new.is_empty() {
                break;
            }
        }
        if self.checks != Checks::All {
            return Ok(());
        }
        // A grant is an interval: if both ends are inside, all is.
        let ends = [slots.start, slots.end - 1].map(|slot| time_of(layout, slot));
        let grants = self.grants.get(&(line.space, line.node)).map_or(&[][..], Vec::as_slice);
        let mut own = grants.iter().rev().filter(|recorded| recorded.life == life);
        if !own.any(|recorded| ends.iter().all(|end| recorded.grant.allows(*end))) {
            let latest = grants.last();
            return Err(Violation(format!(
                "{line:?}: life {life} minted {ends:?} outside of its grants; the node's latest \
                 is {latest:?}"
            )));
        }
        Ok(())
    }
}

/// How many slots a tick has, as its sequence is wide.
const fn slots_per_tick(layout: &Layout) -> u64 {
    layout.max_sequence() as u64 + 1
}

/// When a slot is.
fn time_of(layout: &Layout, slot: u64) -> i64 {
    let tick = slot / slots_per_tick(layout);
    layout.epoch_unix_millis() + (tick * u64::from(layout.tick_millis())) as i64
}

/// When an ID was minted, as it says.
pub(crate) fn unix_millis(layout: &Layout, id: Snowflake) -> i64 {
    layout.unix_millis(layout.decompose(id).timestamp).unwrap()
}
