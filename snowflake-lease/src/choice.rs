//! Which node a claim takes: what it reads, and what it chooses of that.

use snowflake_kit_core::__private::Random;

use crate::error::ClaimError;
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

/// A claim that may take more nodes than these begins with a place at random: there are so many
/// because the fleet is large.
const MANY: u32 = 1024;

/// What a claim reads: all rows of the nodes that may be claimed, if there are few. In a large fleet
/// it reads those of some nodes at random, so that ten thousand processes that start at once do not
/// read ten thousand rows each. If none of these is free, it reads all, and then it is known.
pub(super) struct Look<'a> {
    plan: &'a LeasePlan,
    /// The preferred node, until it was looked at.
    preferred: Option<u32>,
    how: How,
}

enum How {
    /// There may be many rows. A place that has none shows that there are few.
    Guess,
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
        let (first, last) = plan.nodes;
        let how = if last - first < MANY { How::First } else { How::Guess };
        Self { plan, preferred: plan.preferred, how }
    }

    pub(super) async fn next(
        &mut self,
        store: &mut impl AsyncStore,
        random: &mut Random,
    ) -> Result<Looked<'a>, StoreError> {
        let all = self.plan.nodes;
        loop {
            let is_large = matches!(self.how, How::Guess | How::Places(_));
            if let Some(node) = self.preferred.filter(|_| is_large) {
                self.preferred = None;
                return self.read(store, (node, node), 2).await;
            }
            match self.how {
                How::Guess => {
                    let looked = self.read(store, self.place(random), usize::MAX).await?;
                    if !looked.rows.is_empty() {
                        self.how = How::Places(PLACES - 1);
                        return Ok(looked);
                    }
                    self.how = How::First;
                }
                How::First => {
                    let looked = self.read(store, all, MOST + 1).await?;
                    if looked.nodes == all {
                        return Ok(looked);
                    }
                    self.how = How::Places(PLACES);
                    if self.preferred.is_none() {
                        return Ok(looked);
                    }
                }
                How::Places(left @ 1..) => {
                    self.how = How::Places(left - 1);
                    return self.read(store, self.place(random), usize::MAX).await;
                }
                How::Places(0) | How::All => {
                    self.how = How::All;
                    return self.read(store, all, usize::MAX).await;
                }
            }
        }
    }

    /// The first and the last node of a place at random.
    fn place(&self, random: &mut Random) -> (u32, u32) {
        let (first, last) = self.plan.nodes;
        let place = random.below(u64::from(last - first) / u64::from(PLACE) + 1);
        let begin = first + place as u32 * PLACE;
        (begin, begin.saturating_add(PLACE - 1).min(last))
    }

    /// Reads the first rows of these nodes. If there are so many, those of the last nodes may be
    /// missing.
    async fn read(
        &self,
        store: &mut impl AsyncStore,
        nodes: (u32, u32),
        most: usize,
    ) -> Result<Looked<'a>, StoreError> {
        let registry = store.read_nodes(&self.plan.space, nodes.0..=nodes.1, most).await?;
        let Registry { unix_millis, mut rows } = registry;
        let is_cut = rows.len() == most;
        rows.retain(|row| (nodes.0..=nodes.1).contains(&row.node));
        sort(&mut rows, |row| row.node.into());
        // A table without a key may have two rows of a node.
        rows.dedup_by_key(|row| row.node);
        let last = rows.last().filter(|_| is_cut).map_or(nodes.1, |row| row.node);
        Ok(Looked { plan: self.plan, unix_millis, rows, nodes: (nodes.0, last) })
    }
}

impl Looked<'_> {
    /// Whether these are all nodes that may be claimed.
    pub(super) fn is_complete(&self) -> bool {
        self.nodes == self.plan.nodes
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
    /// nodes that were free longest or have the smallest numbers. Later attempts, and all in a large
    /// fleet, choose among all free nodes, because other processes are claiming at the same time.
    pub(super) fn claim(
        &self,
        now: i64,
        attempt: u32,
        random: &mut Random,
    ) -> Result<Claim, ClaimError> {
        let terms = self.plan.terms();
        if let Some(node) = self.plan.preferred.filter(|_| attempt == 0) {
            let row = self.place(node).ok().map(|place| self.rows[place]);
            if let Ok(claim) = claim(node, row, now, &terms, random.below(u64::MAX)) {
                return Ok(claim);
            }
        }
        let salt = random.below(u64::MAX);
        let claim_of = |row: &LeaseRow| claim(row.node, Some(*row), now, &terms, salt);
        let mut free = self.rows.clone();
        free.retain(|row| claim_of(row).is_ok());
        sort(&mut free, |row| row.until);
        let (first, last) = self.nodes;
        let unused = u64::from(last - first) + 1 - self.rows.len() as u64;
        let all = free.len() as u64 + unused;
        if all == 0 {
            return Err(self.nothing_free(now));
        }
        let is_alone = attempt == 0 && self.is_complete();
        let index = random.below(if is_alone { all.min(FEW) } else { all });
        if let Some(row) = free.get(index as usize) {
            return Ok(claim_of(row)?);
        }
        let node = self.unused(index - free.len() as u64);
        Ok(claim(node, None, now, &terms, salt)?)
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
            Some(until) if held().all(LeaseRow::is_left_by_fence) => {
                ClaimError::Fenced { space, nodes, until }
            }
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
