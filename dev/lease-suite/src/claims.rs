//! A claim and a renewal to try a store with, and the errors that it has to give.

use std::fmt::Debug;

use snowflake_kit_lease::{Change, Claim, LeaseRow, Renewal, StoreError};

/// 2026-01-01T00:00:00Z
const NOW: i64 = 1_767_225_600_000;

/// The claim of a node that has no row.
pub fn first_claim(node: u32) -> Claim {
    Claim { expected: None, row: LeaseRow { node, token: 1, until: NOW } }
}

/// A renewal after [`first_claim`].
pub fn renewal(node: u32) -> Renewal {
    Renewal { node, token: 1, until: NOW + 1 }
}

/// [`first_claim`] by `web-1`, for a store to carry out.
pub fn claims(node: u32) -> Change {
    Change::claim(&first_claim(node), "web-1")
}

/// [`renewal`], for a store to carry out.
pub fn renews(node: u32) -> Change {
    Change::renew(&renewal(node))
}

/// Expects an error whose text has these parts.
#[track_caller]
pub fn refused<T: Debug>(result: Result<T, StoreError>, parts: &[&str]) {
    let error = result.unwrap_err().to_string();
    for part in parts {
        assert!(error.contains(part), "{part:?} is missing: {error}");
    }
}
