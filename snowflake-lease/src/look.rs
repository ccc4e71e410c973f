//! Which rows a claim reads.

use snowflake_kit_core::__private::Random;

use super::plan::LeasePlan;
use crate::protocol::LeaseRow;
use crate::store::{AsyncStore, StoreError};

/// How many rows a claim reads at first, if there are so many.
const MOST: usize = 256;

/// How many nodes a place has. etcd looks up so many at a time.
const PLACE: u32 = 100;

/// In how many places a claim looks for a free node before it reads all rows.
const PLACES: u32 = 8;

/// What a claim reads: all rows of the nodes that may be claimed, if there are few. In a large fleet
/// it reads those of some nodes at random, so that ten thousand processes that start at once do not
/// read ten thousand rows each. If none of these is free, it reads all, and then it is known.
pub(super) struct Look {
    nodes: (u32, u32),
    preferred: Option<u32>,
    how: How,
}

enum How {
    First,
    /// There are many rows, and so many places are left.
    Places(u32),
    All,
}

/// What it has read.
pub(super) struct Looked {
    /// The store's clock, in Unix ms.
    pub(super) unix_millis: i64,
    pub(super) rows: Vec<LeaseRow>,
    /// The first and the last node whose rows these are.
    pub(super) nodes: (u32, u32),
}

impl Look {
    pub(super) const fn new(plan: &LeasePlan) -> Self {
        Self { nodes: plan.nodes, preferred: plan.preferred, how: How::First }
    }

    /// Whether the last look was at all nodes.
    pub(super) const fn is_complete(&self) -> bool {
        matches!(self.how, How::First | How::All)
    }

    pub(super) async fn next(
        &mut self,
        store: &mut impl AsyncStore,
        space: &str,
        random: &mut Random,
    ) -> Result<Looked, StoreError> {
        let (first, last) = self.nodes;
        match self.how {
            How::First => {
                let looked = read(store, space, (first, last), MOST + 1).await?;
                if looked.rows.len() <= MOST {
                    return Ok(looked);
                }
                self.how = How::Places(PLACES);
                match self.preferred.take() {
                    Some(node) => read(store, space, (node, node), 2).await,
                    None => Ok(looked.cut()),
                }
            }
            How::Places(left @ 1..) => {
                self.how = How::Places(left - 1);
                let place = random.below(u64::from(last - first) / u64::from(PLACE) + 1);
                let begin = first + place as u32 * PLACE;
                let end = begin.saturating_add(PLACE - 1).min(last);
                read(store, space, (begin, end), 2 * PLACE as usize).await
            }
            How::Places(0) | How::All => {
                self.how = How::All;
                let registry = store.read(space).await?;
                Ok(Looked {
                    unix_millis: registry.unix_millis,
                    rows: registry.rows,
                    nodes: self.nodes,
                })
            }
        }
    }
}

impl Looked {
    /// Another process has this node. Its row is not known, but it is like this one.
    pub(super) fn lose(&mut self, row: LeaseRow) {
        self.rows.retain(|known| known.node != row.node);
        self.rows.push(row);
    }

    /// The first rows say nothing of the nodes after them.
    fn cut(mut self) -> Self {
        self.rows.truncate(MOST);
        self.nodes.1 = self.rows.iter().map(|row| row.node).max().unwrap_or(self.nodes.0);
        self
    }
}

async fn read(
    store: &mut impl AsyncStore,
    space: &str,
    nodes: (u32, u32),
    most: usize,
) -> Result<Looked, StoreError> {
    let registry = store.read_nodes(space, nodes.0..=nodes.1, most).await?;
    Ok(Looked { unix_millis: registry.unix_millis, rows: registry.rows, nodes })
}
