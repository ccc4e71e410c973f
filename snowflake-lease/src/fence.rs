//! What a store needs after it has lost commits.

use core::time::Duration;

use super::LeaseRow;

/// Ends all grants of a space: those that the store has on record, and those that it has
/// lost.
///
/// A store that lost commits has rows that are too low, or lacks them. Processes still mint
/// by the grants that were in the lost commits. A new claim would begin below their
/// timestamps. So each row is raised, and each missing one is added:
///
/// 1. **`until` becomes `now + reach`, or stays if it is later.** A holder asked for its last
///    `until` by its own clock: `term + max_lead` after a moment that was at most `max_skew`
///    ahead of the store's. If the old store takes no commit after `now`, each lost `until`
///    is at most `now + max_skew + term + max_lead`. A `reach` of that length puts the
///    beginning of all later grants after every timestamp of the lost ones.
/// 2. **`token` becomes larger than any that was lost.** A restored row has an old token, and
///    the claims that follow count on from there, so a later claim could get the token of a
///    lost one. The holder of the lost one, if it was paused meanwhile, would renew by that
///    token, and mint beside the new holder. The new token is `now` in Unix µs. It is larger
///    than all tokens before, as long as nobody claims a node a million times a second, and
///    that also holds for tokens of an earlier fence that the store has lost since.
/// 3. **Holders on record are refused too.** Such a holder was overtaken if a lost commit had
///    another claim of its node. It mints up to its own `until` and then claims anew.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fence {
    token: i64,
    until: i64,
}

/// How many claims of a node there may be while the fence reads and writes its row.
const CLAIMS_MEANWHILE: i64 = 1_000_000;

impl Fence {
    /// A fence at `now` by the store's clock, in Unix ms. `reach` is at least the longest
    /// `term + max_lead + max_skew` of any process of the space.
    pub fn new(now: i64, reach: Duration) -> Self {
        let reach = reach.as_millis().try_into().unwrap_or(i64::MAX);
        Self { token: now.saturating_mul(1_000).max(1), until: now.saturating_add(reach) }
    }

    /// The first timestamp of claims that come later, in Unix ms.
    pub const fn until(&self) -> i64 {
        self.until
    }

    /// What to raise the row of a node to; `read` is what is there.
    #[must_use]
    pub fn row(&self, node: u32, read: Option<LeaseRow>) -> LeaseRow {
        let (token, until) = read.map_or((0, 0), |read| (read.token, read.until));
        LeaseRow {
            node,
            token: self.token.max(token.saturating_add(CLAIMS_MEANWHILE)),
            until: self.until.max(until),
        }
    }
}
