//! What makes a store safe after it lost commits.

use std::time::Duration;

use snowflake_kit_lease::LeaseRow;

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
/// 2. **`token` becomes larger than any lost token.** A restored row has an old token, and a process
///    of an older version claims with the next one. So a later claim could get the token of a lost
///    one. If the lost claim's holder was only paused, it would renew with that token, and mint
///    beside the new holder. The new token is the new `until` in Unix µs. A claim's token is the time
///    of its process, which was at most `max_skew` after the store's. Tokens of an earlier fence that
///    the store lost since are smaller too, as long as their `reach` was not longer.
/// 3. **Holders in the store lose their nodes too,** because a lost commit may contain another
///    claim of the node. Such a holder mints up to its own `until`, and then claims again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FenceRule {
    token: i64,
    until: i64,
}

/// A thousand claims of a node may happen while the fence reads and writes its row, and each may make
/// a step of a million.
const MEANWHILE: i64 = 1_000_000_000;

impl FenceRule {
    /// A fence at `now` by the store's clock, in Unix ms. `reach` must be at least the longest
    /// `term + max_lead + max_skew` of any process of the space.
    pub(super) fn new(now: i64, reach: Duration) -> Self {
        let reach = reach.as_millis().try_into().unwrap_or(i64::MAX);
        let until = now.saturating_add(reach);
        Self { token: until.saturating_mul(1_000).max(1), until }
    }

    /// The first timestamp of later claims, in Unix ms.
    pub(super) const fn until(&self) -> i64 {
        self.until
    }

    /// The raised row of a node. `read` is the present row.
    pub(super) fn row(&self, node: u32, read: Option<LeaseRow>) -> LeaseRow {
        let (token, until) = read.map_or((0, 0), |read| (read.token, read.until));
        LeaseRow {
            node,
            token: self.token.max(marked(token.saturating_add(MEANWHILE))).max(token),
            until: self.until.max(until),
        }
    }
}

/// The token of a fence that is nearest to this one, and not larger: no claim has one of a whole ms.
const fn marked(token: i64) -> i64 {
    token - token % 1_000
}

#[cfg(test)]
mod tests {
    use snowflake_kit_lease::{LeaseError, LeaseTerms, claim};

    use super::*;

    const NOW: i64 = 1_767_225_600_000;
    const REACH: Duration = Duration::from_mins(1);
    const FENCED: i64 = NOW + 60_000;

    const fn row(token: i64, until: i64) -> LeaseRow {
        LeaseRow { node: 7, token, until }
    }

    #[test]
    fn a_row_is_raised_and_never_lowered() {
        let fence = FenceRule::new(NOW, REACH);
        assert_eq!(fence.until(), FENCED);
        assert_eq!(fence.row(7, None), row(FENCED * 1_000, FENCED));
        assert_eq!(fence.row(7, Some(row(41, NOW))), row(FENCED * 1_000, FENCED));
        // By hand, or by a fence whose clock was ahead.
        let (token, until) = (FENCED * 1_000 + 5, FENCED + 5);
        let later = (FENCED + 1_000_000) * 1_000;
        assert_eq!(fence.row(7, Some(row(token, until))), row(later, until));
        assert_eq!(fence.row(7, Some(row(i64::MAX, 0))), row(i64::MAX, FENCED));
    }

    /// Also not that of a process of an older version, which counts on from the token of the row.
    #[test]
    fn no_later_claim_has_the_token_of_a_lost_one() {
        let terms = LeaseTerms::default();
        let restored = Some(row(41, NOW - 1));
        let lost = claim(7, restored, NOW, &terms, 1).unwrap();
        let later = NOW + 60_000;
        let unfenced = claim(7, restored, later, &terms, 1).unwrap();
        assert_ne!(unfenced.grant().token, lost.grant().token);
        assert!(unfenced.grant().from < lost.grant().until);

        let fenced = FenceRule::new(NOW, REACH).row(7, restored);
        let early = claim(7, Some(fenced), later - 1, &terms, 1).unwrap_err();
        assert!(matches!(early, LeaseError::Held { until: FENCED, .. }), "{early}");
        let new = claim(7, Some(fenced), later, &terms, 1).unwrap().grant();
        assert!(new.token > lost.grant().token);
        assert!(new.from >= lost.grant().until);

        // The fence and the claims after it are lost as well, and a second fence is made of the
        // same backup.
        let again = FenceRule::new(later + 1, REACH).row(7, restored);
        assert!(again.token > new.token);
    }
}
