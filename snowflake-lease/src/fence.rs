//! What makes a store safe after it lost commits.

use core::time::Duration;

use crate::protocol::LeaseRow;

/// Ends all grants of a space: those in the store, and those that the store has lost.
///
/// After a loss, rows are too low or missing. Processes may still mint under grants of the lost
/// commits, and a new claim would begin below their timestamps. So each row is raised, and each
/// missing row is added:
///
/// 1. **`until` becomes `now + reach`, or stays if it is later.** Each holder computed its last
///    `until` by its own clock, which was at most `max_skew` ahead of the store's, and `until` was
///    `term + max_lead` after that. If the old store takes no commit after `now`, each lost `until`
///    is at most `now + max_skew + term + max_lead`. With that length as `reach`, all later grants
///    begin after every timestamp of the lost ones.
/// 2. **`token` becomes larger than any lost token.** A restored row has an old token, and later
///    claims count on from it. So a later claim could get the token of a lost one. If the lost
///    claim's holder was only paused, it would renew with that token, and mint beside the new
///    holder. The new token is `now` in Unix µs. It is larger than all earlier tokens, unless a
///    node was claimed a million times a second. This includes tokens of an earlier fence that the
///    store lost since.
/// 3. **Holders in the store lose their nodes too,** because a lost commit may contain another
///    claim of the node. Such a holder mints up to its own `until`, and then claims again.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fence {
    token: i64,
    until: i64,
}

/// How many claims of a node may happen while the fence reads and writes its row.
const CLAIMS_MEANWHILE: i64 = 1_000_000;

impl Fence {
    /// A fence at `now` by the store's clock, in Unix ms. `reach` must be at least the longest
    /// `term + max_lead + max_skew` of any process of the space.
    pub fn new(now: i64, reach: Duration) -> Self {
        let reach = reach.as_millis().try_into().unwrap_or(i64::MAX);
        Self { token: now.saturating_mul(1_000).max(1), until: now.saturating_add(reach) }
    }

    /// The first timestamp of later claims, in Unix ms.
    pub const fn until(&self) -> i64 {
        self.until
    }

    /// Whether a row is as a fence has left it. Its token is the fence's time, in Unix µs and
    /// on a whole ms, and no process has claimed the node since. Without a fence it would take
    /// 10^15 claims to get there.
    pub(crate) const fn left(row: &LeaseRow) -> bool {
        row.token >= 1_000_000_000_000_000 && row.token % 1_000 == 0
    }

    /// The raised row of a node. `read` is the present row.
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
