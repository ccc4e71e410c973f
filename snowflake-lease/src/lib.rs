//! Node leases: which process may mint under which node number, and for which timestamps.
//!
//! [`LeaseBuilder`] gets a node number from a store and gives it to this process. This page
//! describes the protocol, and why it makes IDs unique. All times are Unix ms.
//!
//! A registry that all processes share has a [`LeaseRow`] for each node number. The row says: *no
//! timestamp at or above `until` has been used with this node*. A process takes a node with a
//! [`Claim`], extends it with a [`Renewal`], and gives it back with a [`Release`]. In between it
//! mints only inside its [`Grant`].
//!
//! The protocol is plain functions over rows. A store carries the steps out, each in one atomic
//! step:
//!
//! | step | what the store does |
//! |---|---|
//! | [`claim`] | writes [`Claim::row`], if the row still is [`Claim::expected`] in `token` **and** `until` |
//! | [`LeaseTerms::renewal`] | raises `until` to [`Renewal::until`], if `token` is the grant's |
//! | [`Grant::release`] | sets `until` to [`Release::until`], if `token` is the grant's |
//!
//! # Why no timestamp is used by two holders
//!
//! Take two grants of a node. The store puts their claims in an order. Let the second claim have
//! read `until = u`.
//!
//! 1. The second grant begins at `u`, because a grant begins at the `until` that its claim read.
//! 2. When the store wrote the second claim, the row still had the token of an earlier claim and
//!    `until = u`, because the store compares both.
//! 3. Up to that moment, the first holder minted only below an `until` that the store had
//!    acknowledged. That is at most `u`, because `until` never falls while a holder mints: renewals
//!    take the larger value, and a release follows the last mint.
//! 4. After that moment, the first holder's renewals change nothing, because the row has another
//!    token. So it never mints at or above `u`.
//!
//! So the timestamps of the two grants are disjoint, whatever the clocks say, even if messages
//! arrive late, several times or never. To compare only `token` is not enough: a renewal between
//! read and write raises `until`, and the second grant would begin below timestamps in use.
//!
//! The proof does not cover:
//!
//! - a store that loses commits (restored from a backup, or a replica that lags) or exists in two
//!   copies;
//! - a machine that is cloned while it holds a grant;
//! - a holder that mints outside of its grant.
//!
//! Clocks matter only for availability. A claim is refused while `until` is in the claimant's
//! future. [`LeaseTerms::check_clock`] prevents a process with a wrong clock from blocking a node
//! for long.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

// In the order in which to read them: a module uses those above it.

// The protocol.
mod protocol;

// What a store has to do.
mod store;

mod identity;
mod record;

// The stores in a table and in a file.
mod file;
pub mod table;

// How a store's operations end in time.
mod worker;

mod deadline;

// What is asked for, and which node a claim takes.
mod error;

mod plan;

mod choice;

// What claims and keeps a lease, and the thread that does it.
mod keeper;

mod driver;
mod told;

mod any_store;

mod keeping;

// The lease, as its owner has it.
mod lease;

mod builder;
mod readiness;

// A store put to the test.
#[cfg(feature = "test-util")]
pub mod conformance;

pub use any_store::AnyStore;
pub use builder::LeaseBuilder;
pub use error::ClaimError;
pub use file::FileStore;
pub use keeper::{Keeper, Kept};
pub use lease::Lease;
pub use protocol::{Claim, LeaseError, LeaseRow, LeaseTerms, claim};
pub use readiness::time_left;
pub use snowflake_kit_mint::{Grant, Permit, Release, Renewal};
pub use store::{AsyncStore, Change, Registry, Store, StoreError, StoreErrorKind};

/// For the other crates of the kit only. It can change at any time.
#[doc(hidden)]
pub mod __private {
    pub use snowflake_kit_core::__private::unix_millis;

    pub use crate::any_store::MakeDriver;
    pub use crate::driver::Driver;
    /// The limits of what stores keep.
    pub mod record {
        pub use crate::record::{REGISTRY, SPACE_MAX_CHARS, holder, space, until};
    }
    pub use crate::store::{Blocking, CHECK_ADDRESS, MORE_THREADS};
    /// What the stores of adapters and the command send to a database, and what it answers.
    pub mod table {
        pub use crate::table::found::{named, seen};
        pub use crate::table::name::TableName;
        pub use crate::table::session::{
            begin, begin_reading, clock, greatest, session, transaction,
        };
        pub use crate::table::settings::{ServerSettings, settings};
        pub use crate::table::statement::{TABLE, as_text, registry, unix_millis};
    }
    pub use crate::told::{Teller, Told};
}
