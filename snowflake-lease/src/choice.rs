//! Chooses the node to claim.

use snowflake_kit_core::__private::Random;

use crate::error::ClaimError;
use crate::fence::Fence;
use crate::protocol::{Claim, LeaseError, LeaseRow, LeaseTerms, claim};

/// Among how many nodes the first attempt chooses. So few processes use few node numbers, and two
/// that start at once rarely choose the same.
const FEW: u64 = 8;

pub(super) struct Choice<'a> {
    pub(super) space: &'a str,
    pub(super) rows: Vec<LeaseRow>,
    pub(super) now: i64,
    /// The first and the last node number.
    pub(super) nodes: (u32, u32),
    pub(super) terms: &'a LeaseTerms,
}

impl Choice<'_> {
    /// A claim of the preferred node, if it is free. Otherwise the first attempt chooses among the
    /// nodes that were free longest or have the smallest numbers. Later attempts choose among all
    /// free nodes, because other processes are claiming at the same time.
    pub(super) fn claim(
        mut self,
        preferred: Option<u32>,
        attempt: u32,
        random: &mut Random,
    ) -> Result<Claim, ClaimError> {
        let (first, last) = self.nodes;
        self.rows.retain(|row| (first..=last).contains(&row.node));
        sort(&mut self.rows, |row| row.node.into());
        // A table without a key may have two rows of a node.
        self.rows.dedup_by_key(|row| row.node);
        if let Some(node) = preferred.filter(|_| attempt == 0) {
            let row = self.rows.binary_search_by_key(&node, |row| row.node).ok();
            let claimed = claim(node, row.map(|row| self.rows[row]), self.now, self.terms);
            if let Ok(claim) = claimed {
                return Ok(claim);
            }
        }
        let claim_of = |row: &LeaseRow| claim(row.node, Some(*row), self.now, self.terms);
        let mut free = self.rows.clone();
        free.retain(|row| claim_of(row).is_ok());
        sort(&mut free, |row| row.until);
        let unused = u64::from(last - first) + 1 - self.rows.len() as u64;
        let all = free.len() as u64 + unused;
        if all == 0 {
            return Err(self.nothing_free());
        }
        let index = random.below(if attempt == 0 { all.min(FEW) } else { all });
        if let Some(row) = free.get(index as usize) {
            return Ok(claim_of(row)?);
        }
        let node = self.unused(index - free.len() as u64);
        Ok(claim(node, None, self.now, self.terms)?)
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

    fn nothing_free(&self) -> ClaimError {
        let held = || self.rows.iter().filter(|row| row.until > self.now);
        let (space, nodes) = (self.space.to_owned(), self.nodes.0..=self.nodes.1);
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
