//! Node leases: who may mint under which node number, and for which
//! timestamps.
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
//! | [`Grant::renewal`] | raises `until` to [`Renewal::until`], where `token` is the grant's |
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
//!    store had accepted from it, which is at most `u`: a holder goes by what was
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

pub(crate) mod bell;
mod builder;
mod choice;
#[cfg(feature = "test-util")]
pub mod conformance;
pub(crate) mod deadline;
mod error;
mod file;
mod keeper;
mod permit;
pub mod record;
pub(crate) mod renewer;
mod secret;
pub(crate) mod store;
pub mod table;
#[cfg(feature = "tokio")]
mod task;
pub(crate) mod thread;
mod time_left;
pub(crate) mod worker;

use core::time::Duration;

pub use builder::{LeaseBuilder, lease};
pub use error::ClaimError;
pub use error::LeaseError;
/// What the command `snowflake` reads. Not for anybody else, and free to change.
#[doc(hidden)]
pub use file::FileLines;
pub use file::FileStore;
pub use keeper::{Keeper, Kept};
pub use permit::Permit;
pub use store::{AsyncStore, Blocking, Registry, Store, StoreError};
#[cfg(feature = "tokio")]
pub use task::AsyncLease;
pub use thread::Lease;
pub use time_left::time_left;

/// What the registry says about a node number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LeaseRow {
    /// The node number.
    pub node: u32,
    /// Which claim this is of; each one has a larger token than the one before.
    pub token: i64,
    /// No timestamp at or above this one has been used, in Unix ms.
    pub until: i64,
}

/// How long leases last.
///
/// ```
/// use std::time::Duration;
/// use snowflake_core::lease::LeaseTerms;
///
/// let terms = LeaseTerms { term: Duration::from_secs(60), ..LeaseTerms::default() };
/// assert_eq!(terms.max_skew, Duration::from_secs(10));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaseTerms {
    /// How far a claim or a renewal reaches into the future: how long minting
    /// goes on without the store, and how long a node whose holder crashed is
    /// out of use. 30 s by default.
    pub term: Duration,
    /// How far the clocks of a process and of the store may be apart. 10 s by
    /// default.
    pub max_skew: Duration,
}

impl Default for LeaseTerms {
    #[inline]
    fn default() -> Self {
        Self { term: Duration::from_secs(30), max_skew: Duration::from_secs(10) }
    }
}

impl LeaseTerms {
    /// Compares the clock of this process with that of the store, before a
    /// claim or a renewal is made by it.
    ///
    /// # Errors
    /// [`LeaseError::Skew`] if they are further apart than `max_skew`.
    #[inline]
    pub fn check_clock(&self, unix_millis: i64, store_unix_millis: i64) -> Result<(), LeaseError> {
        let apart = Duration::from_millis(unix_millis.abs_diff(store_unix_millis));
        if apart > self.max_skew {
            let limit = self.max_skew;
            return Err(LeaseError::Skew { unix_millis, store_unix_millis, limit });
        }
        Ok(())
    }

    /// The end of a term that begins now.
    #[inline]
    fn end(&self, now: i64) -> i64 {
        now.saturating_add(self.term.as_millis().try_into().unwrap_or(i64::MAX))
    }
}

/// Takes a node number: what the store is to write, and on what condition.
///
/// `row` is what the store has about the node, `None` if it has nothing yet;
/// `now` is this process's clock, in Unix ms.
///
/// ```
/// use snowflake_core::lease::{LeaseTerms, claim};
///
/// let terms = LeaseTerms::default();
/// let first = claim(7, None, 1_767_225_600_000, &terms)?;
/// // … the store has no row for node 7, and now it has `first.row`.
/// let held = claim(7, Some(first.row), 1_767_225_601_000, &terms);
/// assert!(held.is_err());
///
/// // Its holder crashed, and the term is over.
/// let second = claim(7, Some(first.row), 1_767_225_631_000, &terms)?;
/// assert_eq!(second.grant().from, first.grant().until);
/// # Ok::<(), snowflake_core::lease::LeaseError>(())
/// ```
///
/// # Errors
/// [`LeaseError::Held`] if `until` is in the future, [`LeaseError::Corrupt`] if
/// the row is of another node, or its token cannot grow any more.
#[inline]
pub fn claim(
    node: u32,
    row: Option<LeaseRow>,
    now: i64,
    terms: &LeaseTerms,
) -> Result<Claim, LeaseError> {
    let until = terms.end(now);
    let Some(read) = row else {
        return Ok(Claim { expected: None, row: LeaseRow { node, token: 1, until } });
    };
    if read.node != node {
        return Err(LeaseError::Corrupt { row: read });
    }
    if read.until > now {
        return Err(LeaseError::Held { node, until: read.until, now });
    }
    let Some(token) = read.token.checked_add(1).filter(|token| *token > 1 && read.until >= 0)
    else {
        return Err(LeaseError::Corrupt { row: read });
    };
    let row = LeaseRow { node, token, until: until.max(read.until) };
    Ok(Claim { expected: Some(read), row })
}

/// A claim that a store is to carry out: write `row`, if what it has still is
/// `expected`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Claim {
    /// The row as it was read: `token` **and** `until` are compared. `None` if
    /// there was no row, and still must be none.
    pub expected: Option<LeaseRow>,
    /// What to write.
    pub row: LeaseRow,
}

impl Claim {
    /// What the claimant has when the store says that it has written the row,
    /// and not before.
    #[inline]
    pub fn grant(&self) -> Grant {
        Grant {
            node: self.row.node,
            token: self.row.token,
            from: self.expected.map_or(i64::MIN, |read| read.until),
            until: self.row.until,
        }
    }
}

/// The permission to mint with a node number the timestamps from `from` on and
/// below `until`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grant {
    /// The node number.
    pub node: u32,
    /// The token of the claim.
    pub token: i64,
    /// The first timestamp, in Unix ms.
    pub from: i64,
    /// The first timestamp that it does not reach to, in Unix ms.
    pub until: i64,
}

impl Grant {
    /// Whether a timestamp is inside.
    #[inline]
    pub const fn allows(&self, unix_millis: i64) -> bool {
        self.from <= unix_millis && unix_millis < self.until
    }

    /// Asks for a term that begins now. It is never shorter than the grant.
    #[inline]
    pub fn renewal(&self, now: i64, terms: &LeaseTerms) -> Renewal {
        Renewal { node: self.node, token: self.token, until: terms.end(now).max(self.until) }
    }

    /// Extends the grant by a renewal that the store has carried out. If it
    /// changed no row instead, another process has the node, and this grant is
    /// all there will be.
    #[inline]
    pub fn extend(&mut self, renewal: &Renewal) {
        if (renewal.node, renewal.token) == (self.node, self.token) {
            self.until = self.until.max(renewal.until);
        }
    }

    /// Gives the node back. `first_unused` is the first timestamp that was not
    /// minted; nothing may be minted by this grant any more.
    #[inline]
    pub fn release(self, first_unused: i64) -> Release {
        // Not `clamp`, which panics where a grant of somebody's own ends before
        // it begins.
        let until = first_unused.min(self.until).max(self.from);
        Release { node: self.node, token: self.token, until }
    }
}

/// A renewal that a store is to carry out: raise `until` to this value, where
/// `node` and `token` are these. It may arrive late, twice, or never.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Renewal {
    /// The node number.
    pub node: u32,
    /// The token of the claim.
    pub token: i64,
    /// The least `until` that the row has afterwards, in Unix ms.
    pub until: i64,
}

/// A release that a store is to carry out: set `until` to this value, where
/// `node` and `token` are these. It may arrive late, twice, or never.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Release {
    /// The node number.
    pub node: u32,
    /// The token of the claim.
    pub token: i64,
    /// The `until` that the row has afterwards, in Unix ms.
    pub until: i64,
}
