//! Rows that `snowflake nodes --fence` has raised.

use snowflake_kit_lease::{ClaimError, FileStore, LeaseRow, Store as _};

use crate::{NOW, asked, fail, world};

const FENCED: i64 = NOW + 60_000;

const fn row(token: i64, until: i64) -> LeaseRow {
    LeaseRow { node: 7, token, until }
}

/// And not that others hold them: nobody does.
#[test]
fn a_claim_of_fenced_nodes_says_that_they_are_fenced() {
    let (clock, store) = world();
    store.put((0..4).map(|node| (node, NOW * 1_000, FENCED)));
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
