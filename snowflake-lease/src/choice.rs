//! Which node a claim takes: what it reads, and what it chooses of that.

use snowflake_kit_core::__private::Random;

use crate::error::ClaimError;
use crate::fence::Fence;
use crate::plan::LeasePlan;
use crate::protocol::{Claim, LeaseError, LeaseRow, claim};
use crate::store::{AsyncStore, Registry, StoreError};

/// How many rows a claim reads at first, if there are so many.
const MOST: usize = 256;

/// How many nodes a place has. etcd looks up so many at a time.
const PLACE: u32 = 100;

/// In how many places a claim looks for a free node before it reads all rows.
const PLACES: u32 = 8;

/// Among how many nodes the first attempt chooses. So few processes use few node numbers, and two
/// that start at once rarely choose the same.
const FEW: u64 = 8;

/// What a claim reads: all rows of the nodes that may be claimed, if there are few. In a large fleet
/// it reads those of some nodes at random, so that ten thousand processes that start at once do not
/// read ten thousand rows each. If none of these is free, it reads all, and then it is known.
pub(super) struct Look<'a> {
    plan: &'a LeasePlan,
    how: How,
}

enum How {
    First,
    /// There are many rows, and so many places are left.
    Places(u32),
    All,
}

/// What it has read.
pub(super) struct Looked<'a> {
    plan: &'a LeasePlan,
    /// The store's clock, in Unix ms.
    pub(super) unix_millis: i64,
    /// One for each node that has one, in their order.
    rows: Vec<LeaseRow>,
    /// The first and the last node whose rows these are.
    nodes: (u32, u32),
}

impl<'a> Look<'a> {
    pub(super) const fn new(plan: &'a LeasePlan) -> Self {
        Self { plan, how: How::First }
    }

    /// Whether the last look was at all nodes.
    pub(super) const fn is_complete(&self) -> bool {
        matches!(self.how, How::First | How::All)
    }

    pub(super) async fn next(
        &mut self,
        store: &mut impl AsyncStore,
        random: &mut Random,
    ) -> Result<Looked<'a>, StoreError> {
        let Self { plan, .. } = *self;
        let (first, last) = plan.nodes;
        let (nodes, most) = match self.how {
            How::First => {
                let registry = store.read_nodes(&plan.space, first..=last, MOST + 1).await?;
                let are_all = registry.rows.len() <= MOST;
                let looked = Looked::at(plan, registry, plan.nodes);
                if are_all {
                    return Ok(looked);
                }
                self.how = How::Places(PLACES);
                match plan.preferred {
                    Some(node) => ((node, node), 2),
                    None => return Ok(looked.cut()),
                }
            }
            How::Places(left @ 1..) => {
                self.how = How::Places(left - 1);
                let place = random.below(u64::from(last - first) / u64::from(PLACE) + 1);
                let begin = first + place as u32 * PLACE;
                ((begin, begin.saturating_add(PLACE - 1).min(last)), 2 * PLACE as usize)
            }
            How::Places(0) | How::All => {
                self.how = How::All;
                (plan.nodes, usize::MAX)
            }
        };
        let registry = store.read_nodes(&plan.space, nodes.0..=nodes.1, most).await?;
        Ok(Looked::at(plan, registry, nodes))
    }
}

impl<'a> Looked<'a> {
    fn at(plan: &'a LeasePlan, registry: Registry, nodes: (u32, u32)) -> Self {
        let Registry { unix_millis, mut rows } = registry;
        rows.retain(|row| (nodes.0..=nodes.1).contains(&row.node));
        sort(&mut rows, |row| row.node.into());
        // A table without a key may have two rows of a node.
        rows.dedup_by_key(|row| row.node);
        Self { plan, unix_millis, rows, nodes }
    }

    /// The first rows say nothing of the nodes after them.
    fn cut(mut self) -> Self {
        self.rows.truncate(MOST);
        self.nodes.1 = self.rows.last().map_or(self.nodes.0, |row| row.node);
        self
    }

    /// Another process has this node. Its row is not known, but it is like this one.
    pub(super) fn lose(&mut self, row: LeaseRow) {
        match self.place(row.node) {
            Ok(place) => self.rows[place] = row,
            Err(place) => self.rows.insert(place, row),
        }
    }

    fn place(&self, node: u32) -> Result<usize, usize> {
        self.rows.binary_search_by_key(&node, |row| row.node)
    }

    /// A claim of the preferred node, if it is free. Otherwise the first attempt chooses among the
    /// nodes that were free longest or have the smallest numbers. Later attempts choose among all
    /// free nodes, because other processes are claiming at the same time.
    pub(super) fn claim(
        &self,
        now: i64,
        attempt: u32,
        random: &mut Random,
    ) -> Result<Claim, ClaimError> {
        let terms = self.plan.terms();
        if let Some(node) = self.plan.preferred.filter(|_| attempt == 0) {
            let row = self.place(node).ok().map(|place| self.rows[place]);
            if let Ok(claim) = claim(node, row, now, &terms) {
                return Ok(claim);
            }
        }
        let claim_of = |row: &LeaseRow| claim(row.node, Some(*row), now, &terms);
        let mut free = self.rows.clone();
        free.retain(|row| claim_of(row).is_ok());
        sort(&mut free, |row| row.until);
        let (first, last) = self.nodes;
        let unused = u64::from(last - first) + 1 - self.rows.len() as u64;
        let all = free.len() as u64 + unused;
        if all == 0 {
            return Err(self.nothing_free(now));
        }
        let index = random.below(if attempt == 0 { all.min(FEW) } else { all });
        if let Some(row) = free.get(index as usize) {
            return Ok(claim_of(row)?);
        }
        let node = self.unused(index - free.len() as u64);
        Ok(claim(node, None, now, &terms)?)
    }

    /// The node number without a row that has `smaller` smaller ones without a row.
    fn unused(&self, smaller: u64) -> u32 {
        let mut node = u64::from(self.nodes.0) + smaller;
        for row in &self.rows {
            if u64::from(row.node) > node {
                break;
            }
            node += 1;
        }
        node as u32
    }

    fn nothing_free(&self, now: i64) -> ClaimError {
        let held = || self.rows.iter().filter(|row| row.until > now);
        let (space, nodes) = (self.plan.space.clone(), self.nodes.0..=self.nodes.1);
        match held().map(|row| row.until).min() {
            Some(until) if held().all(Fence::left) => ClaimError::Fenced { space, nodes, until },
            Some(until) => ClaimError::Full { space, nodes, until },
            // No process holds any of them, and still none can be claimed.
            None => LeaseError::Corrupt { row: self.rows[0] }.into(),
        }
    }
}

/// A stable sort. It is one function for both keys, because each sort of the standard library takes
/// long to compile.
fn sort(rows: &mut [LeaseRow], key: fn(&LeaseRow) -> i64) {
    rows.sort_by_key(key);
}
