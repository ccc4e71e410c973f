//! What a fence makes of rows, and what leases of before and after it can do.

use std::time::Duration;

use snowflake_kit_lease::{
    ClaimError, Fence, FileStore, LeaseError, LeaseRow, LeaseTerms, Store as _, claim,
};

use crate::{NOW, asked, fail, world};

const REACH: Duration = Duration::from_mins(1);
const FENCED: i64 = NOW + 60_000;

const fn row(token: i64, until: i64) -> LeaseRow {
    LeaseRow { node: 7, token, until }
}

#[test]
fn a_row_is_raised_and_never_lowered() {
    let fence = Fence::new(NOW, REACH);
    assert_eq!(fence.until(), FENCED);
    assert_eq!(fence.row(7, None), row(NOW * 1_000, FENCED));
    assert_eq!(fence.row(7, Some(row(41, NOW))), row(NOW * 1_000, FENCED));
    // By hand, or by a fence whose clock was ahead.
    let (token, until) = (NOW * 1_000 + 5, FENCED + 5);
    assert_eq!(fence.row(7, Some(row(token, until))), row(token + 1_000_000, until));
    assert_eq!(fence.row(7, Some(row(i64::MAX, 0))), row(i64::MAX, FENCED));
}

/// A claim that was lost, and one that follows it in the restored store, would have the same
/// token: the first holder could renew by it, and mint beside the second.
#[test]
fn no_later_claim_has_the_token_of_a_lost_one() {
    let terms = LeaseTerms::default();
    let restored = Some(row(41, NOW - 1));
    let lost = claim(7, restored, NOW, &terms).unwrap();
    let later = NOW + 60_000;
    let unfenced = claim(7, restored, later, &terms).unwrap();
    assert_eq!(unfenced.grant().token, lost.grant().token);
    assert!(unfenced.grant().from < lost.grant().until);

    let fenced = Fence::new(NOW, REACH).row(7, restored);
    let early = claim(7, Some(fenced), later - 1, &terms).unwrap_err();
    assert!(matches!(early, LeaseError::Held { until: FENCED, .. }), "{early}");
    let new = claim(7, Some(fenced), later, &terms).unwrap().grant();
    assert!(new.token > lost.grant().token);
    assert!(new.from >= lost.grant().until);

    // The fence and the claims after it are lost as well, and a second fence is made of the
    // same backup.
    let again = Fence::new(later + 1, REACH).row(7, restored);
    assert!(again.token > new.token);
}

/// And not that others hold them: nobody does.
#[test]
fn a_claim_of_fenced_nodes_says_that_they_are_fenced() {
    let (clock, store) = world();
    let fence = Fence::new(NOW, REACH);
    let rows = (0..4).map(|node| fence.row(node, (node < 2).then_some(row(5, NOW - 1))));
    store.put(rows.map(|row| (row.node, row.token, row.until)));
    let keeper = || asked(&store).space("shop").nodes(..=3).keeper(clock.clone()).unwrap();
    let error = fail(&mut keeper());
    assert!(matches!(error, ClaimError::Fenced { until: FENCED, .. }), "{error:?}");
    assert_eq!(
        error.to_string(),
        "all nodes of the space \"shop\", 0 to 3, are fenced (`snowflake nodes --fence`), and the \
         first one can be claimed at 2026-01-01T00:01:00.000Z: wait until then"
    );
    // From then on they are leased as ever.
    clock.set(FENCED);
    let _held = [(); 4].map(|()| crate::claim(&mut keeper()));
    assert!(matches!(fail(&mut keeper()), ClaimError::Full { .. }));
}

#[test]
fn a_file_is_raised_in_one_step() {
    let folder = std::env::temp_dir().join(format!("lease-fence-{}", std::process::id()));
    std::fs::create_dir(&folder).unwrap();
    let mut store = FileStore::new(folder.join("leases"));
    let other = |row: LeaseRow| LeaseRow { node: 8, ..row };
    store.raise(&[("shop", row(41, NOW)), ("shop", other(row(1, 1)))], "a fence").unwrap();
    store.raise(&[("shop", row(40, FENCED)), ("shop", other(row(2, 0)))], "a fence").unwrap();
    assert_eq!(store.read("shop").unwrap().rows, [row(41, FENCED), other(row(2, 1))]);
    // A name that is none changes nothing.
    store.raise(&[("shop", row(99, FENCED)), (" shop", row(1, 1))], "a fence").unwrap_err();
    assert_eq!(store.read("shop").unwrap().rows, [row(41, FENCED), other(row(2, 1))]);
    std::fs::remove_dir_all(folder).unwrap();
}
