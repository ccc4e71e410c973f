//! Node leases: which process may mint under which node number, and for which
//! timestamps.
//!
//! [`LeaseBuilder`] asks a store for a node number and gives it to this process. This page
//! says what it asks, and why that makes IDs unique.
//!
//! A registry that all processes see has a [`LeaseRow`] for each node number:
//! *no timestamp at or above `until` has been used with it*. A process takes a
//! node with a [`Claim`], extends it with a [`Renewal`] and gives it back with a
//! [`Release`]; in between it mints inside its [`Grant`] and nowhere else. These
//! are plain functions over rows. What carries them out is a store: anything
//! that can change a row by compare-and-set.
//!
//! | step | what the store does, in one atomic step |
//! |---|---|
//! | [`claim`] | writes [`Claim::row`], if the row is still [`Claim::expected`] in `token` **and** `until` |
//! | [`LeaseTerms::renewal`] | raises `until` to [`Renewal::until`], where `token` is the grant's |
//! | [`Grant::release`] | sets `until` to [`Release::until`], where `token` is the grant's |
//!
//! # Why no timestamp is used by two holders
//!
//! Take two grants of a node. The store puts their claims in an order; let the
//! second one have read `until = u`.
//!
//! 1. The second grant begins at `u`, since a grant is `[until as read, …)`.
//! 2. When the second claim was written, the row was as it had been read: its
//!    `token` still was of an earlier claim, and its `until` still `u`, because
//!    both are compared.
//! 3. Up to then, the first holder only ever minted below some `until` that the
//!    store had accepted from it, which is at most `u`: a holder relies on what was
//!    acknowledged, and `until` never falls while a holder mints, since
//!    renewals take the larger value and a release comes after the last mint.
//! 4. From then on the first holder's renewals change nothing, since its token
//!    is not in the row any more. So it never mints at or above `u`.
//!
//! Hence the timestamps of the two are disjoint, whatever their clocks say, and
//! however late, often, or never a message arrives. Comparing `token` alone is
//! not enough: a renewal between read and write moves `until`, and the second
//! grant begins below timestamps that are in use.
//!
//! Outside of the proof: a store that loses commits (restored from a backup, or a
//! replica that lags) or exists in two copies, a machine that is cloned while it holds
//! a grant, and a holder that mints outside of its grant.
//!
//! Clocks matter for availability only: a claim is refused while `until` is in
//! the claimant's future, and [`LeaseTerms::check_clock`] keeps a process whose
//! clock is far off from putting a node out of use until then.
//!
//! All times are Unix ms.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod bell;
mod builder;
mod choice;
#[cfg(feature = "test-util")]
pub mod conformance;
mod deadline;
mod error;
mod fence;
mod file;
mod keeper;
mod lazy;
mod plan;
mod protocol;
mod readiness;
pub mod record;
mod renewer;
mod secret;
mod store;
pub mod table;
#[cfg(feature = "tokio")]
mod task;
mod thread;
mod worker;

pub use builder::LeaseBuilder;
pub use error::ClaimError;
/// What the command `snowflake` does with a store. Not for anybody else, and free to change.
#[doc(hidden)]
pub use fence::Fence;
/// What the command `snowflake` reads. Not for anybody else, and free to change.
#[doc(hidden)]
pub use file::FileLines;
pub use file::FileStore;
pub use keeper::{Keeper, Kept};
pub use lazy::LazyLease;
pub use protocol::{Claim, LeaseError, LeaseRow, LeaseTerms, claim};
pub use readiness::time_left;
pub use snowflake_mint::{Grant, Permit, Release, Renewal};
pub use store::{AsyncStore, Blocking, Registry, Store, StoreError};
#[cfg(feature = "tokio")]
pub use task::AsyncLease;
pub use thread::Lease;

/// What the other crates of the kit call. Not for anybody else, and free to change.
#[doc(hidden)]
pub mod __private {
    pub use crate::bell::{Bell, Ring};
    #[cfg(feature = "tokio")]
    pub use crate::deadline::Timed;
    pub use crate::store::Kind;
    pub use crate::thread::{ready, sleep};
    pub use crate::worker::Worker;
}
