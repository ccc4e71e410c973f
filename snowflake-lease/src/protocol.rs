//! The protocol: plain functions over the rows of a registry.

use core::fmt;
use core::ops::RangeInclusive;
use core::time::Duration;

use snowflake_kit_core::UtcTime;
use snowflake_kit_mint::{Grant, Renewal};

/// The registry's row of a node number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LeaseRow {
    /// The node number.
    pub node: u32,
    /// The number of the claim. Each claim has a larger token than the one before. Two claims of the
    /// same row differ, but for a small chance: see [`claim`].
    pub token: i64,
    /// No timestamp at or above this one has been used, in Unix ms.
    pub until: i64,
}

/// How long leases last.
///
/// ```
/// use std::time::Duration;
/// use snowflake_kit_lease::LeaseTerms;
///
/// let terms = LeaseTerms { term: Duration::from_secs(60), ..LeaseTerms::default() };
/// assert_eq!(terms.max_skew, Duration::from_secs(10));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaseTerms {
    /// How far a claim or a renewal reaches into the future. So long can minting continue without
    /// the store, and so long is a node unused after its holder crashed. 30 s by default.
    pub term: Duration,
    /// How far the clocks of a process and of the store may differ. 10 s by default.
    pub max_skew: Duration,
}

impl Default for LeaseTerms {
    fn default() -> Self {
        Self { term: Duration::from_secs(30), max_skew: Duration::from_secs(10) }
    }
}

impl LeaseTerms {
    /// Compares the clocks of this process and of the store. Call it before a claim or a renewal.
    ///
    /// # Errors
    /// [`LeaseError::Skew`] if they differ by more than `max_skew`.
    pub fn check_clock(&self, unix_millis: i64, store_unix_millis: i64) -> Result<(), LeaseError> {
        let apart = Duration::from_millis(unix_millis.abs_diff(store_unix_millis));
        if apart > self.max_skew {
            return Err(self.skew(unix_millis, store_unix_millis));
        }
        Ok(())
    }

    pub(crate) const fn skew(&self, unix_millis: i64, store_unix_millis: i64) -> LeaseError {
        LeaseError::Skew { unix_millis, store_unix_millis, limit: self.max_skew }
    }

    /// The clocks of a store, in Unix ms, that do not differ too much from this process's.
    pub(crate) fn clocks(&self, unix_millis: i64) -> RangeInclusive<i64> {
        let apart = self.max_skew.as_millis().try_into().unwrap_or(i64::MAX);
        unix_millis.saturating_sub(apart)..=unix_millis.saturating_add(apart)
    }

    /// The renewal for a term that begins at `now`, in Unix ms. It never ends before the grant.
    pub fn renewal(&self, grant: &Grant, now: i64) -> Renewal {
        let Grant { node, token, until, .. } = *grant;
        Renewal { node, token, until: self.end(now).max(until) }
    }

    fn end(&self, now: i64) -> i64 {
        now.saturating_add(self.term.as_millis().try_into().unwrap_or(i64::MAX))
    }
}

/// Returns the claim of a node number, for a store to carry out.
///
/// `row` is the store's row of the node, `None` if it has none. `now` is this process's clock, in
/// Unix ms. `random` is a number that other processes do not have.
///
/// The token of the claim is larger than that of the row. It is the present Unix µs with three
/// random digits, or, if the row's token is in the future, up to a million larger than that one. So
/// two claims of the *same* row differ, except by chance: 1 in 999 if both are of the same ms. A
/// store must not accept both. If it does all the same, because it has lost the first one in a
/// failover or a restore, the first process finds another token at its next renewal, and claims
/// another node. If both had counted on from the row, each would renew the lease of the other.
///
/// ```
/// use snowflake_kit_lease::{LeaseTerms, claim};
///
/// let terms = LeaseTerms::default();
/// let random = 123_456; // for the example
/// let first = claim(7, None, 1_767_225_600_000, &terms, random)?;
/// // … the store had no row for node 7, and now it has `first.row`.
/// let held = claim(7, Some(first.row), 1_767_225_601_000, &terms, random);
/// assert!(held.is_err());
///
/// // Its holder crashed, and the term has passed.
/// let second = claim(7, Some(first.row), 1_767_225_631_000, &terms, random)?;
/// assert_eq!(second.grant().from, first.grant().until);
/// # Ok::<(), snowflake_kit_lease::LeaseError>(())
/// ```
///
/// # Errors
/// [`LeaseError::Held`] if `until` is in the future. [`LeaseError::Corrupt`] if the row is of
/// another node or has invalid values, or its token cannot grow.
pub fn claim(
    node: u32,
    row: Option<LeaseRow>,
    now: i64,
    terms: &LeaseTerms,
    random: u64,
) -> Result<Claim, LeaseError> {
    let until = terms.end(now);
    let digits = 1 + (random % (MARKS as u64 - 1)) as i64;
    let fresh = now.max(0).saturating_mul(MARKS).saturating_add(digits);
    let Some(read) = row else {
        return Ok(Claim { expected: None, row: LeaseRow { node, token: fresh, until } });
    };
    if read.node != node {
        return Err(LeaseError::Corrupt { row: read });
    }
    if read.until > now {
        return Err(LeaseError::Held { node, until: read.until, now });
    }
    let is_valid = read.token > 0 && read.until >= 0;
    let Some(later) = later_token(read.token, random).filter(|_| is_valid) else {
        return Err(LeaseError::Corrupt { row: read });
    };
    // In the ms of the row's token, the digits of two claims could be the same in both ways.
    let token = if now.saturating_mul(MARKS) > read.token { fresh } else { later };
    let row = LeaseRow { node, token, until: until.max(read.until) };
    Ok(Claim { expected: Some(read), row })
}

/// How many tokens a millisecond has. The first of them is for fences (`snowflake nodes --fence`)
/// alone.
const MARKS: i64 = 1_000;

/// The largest step from a token in the future to the next one.
const STEP: i64 = 1_000_000;

impl LeaseRow {
    /// Whether the row is as `snowflake nodes --fence` has left it. Its token is a time in Unix µs on
    /// a whole ms, which no claim has.
    pub(crate) const fn is_left_by_fence(&self) -> bool {
        self.token >= 1_000_000_000_000_000 && self.token % MARKS == 0
    }
}

/// Whether a store has lost the claim of this grant, if `row` is what it has instead.
///
/// A later claim of the node begins when the grant has ended by the claimant's clock, and that time
/// is in its token. So a token that says an earlier time is of a claim that did not see this one.
/// The next number is the token of a process of an older version, which counts.
pub(crate) fn is_forgotten(grant: &Grant, row: Option<&LeaseRow>) -> bool {
    row.is_none_or(|row| {
        let is_later = row.token >= grant.until.saturating_mul(MARKS);
        !is_later && !row.is_left_by_fence() && row.token != grant.token.saturating_add(1)
    })
}

/// A token after one in the future.
fn later_token(token: i64, random: u64) -> Option<i64> {
    let later = token.checked_add(1 + (random % (STEP as u64 - 1)) as i64)?;
    if later % MARKS == 0 { later.checked_add(1) } else { Some(later) }
}

/// A claim for a store to carry out: write `row` if the store still has `expected`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Claim {
    /// The row as it was read: the store compares `token` **and** `until`. `None` if there was no
    /// row, and still must be none.
    pub expected: Option<LeaseRow>,
    /// The row to write.
    pub row: LeaseRow,
}

impl Claim {
    /// The grant of the claimant, once the store has acknowledged that it wrote the row.
    pub fn grant(&self) -> Grant {
        Grant {
            node: self.row.node,
            token: self.row.token,
            from: self.expected.map_or(i64::MIN, |read| read.until),
            until: self.row.until,
        }
    }
}

/// Why there is no lease.
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LeaseError {
    /// Another process has the node.
    Held {
        /// The node number.
        node: u32,
        /// The end of its lease, in Unix ms.
        until: i64,
        /// The clock of this process, in Unix ms.
        now: i64,
    },
    /// The clocks of this process and of the store are too far apart.
    Skew {
        /// The clock of this process, in Unix ms.
        unix_millis: i64,
        /// The clock of the store, in Unix ms.
        store_unix_millis: i64,
        /// `max_skew`.
        limit: Duration,
    },
    /// The row was not written by this protocol.
    Corrupt {
        /// The row.
        row: LeaseRow,
    },
}

impl fmt::Display for LeaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Held { node, until, now } => write!(
                f,
                "node {node} is leased until {}, and it is {}: claim another one, or wait",
                UtcTime(until),
                UtcTime(now)
            ),
            Self::Skew { unix_millis, store_unix_millis, limit } => write!(
                f,
                "this machine's clock says {} and the store's {}, which is further apart than \
                 max_skew = {limit:?}: check the time synchronisation of both",
                UtcTime(unix_millis),
                UtcTime(store_unix_millis)
            ),
            Self::Corrupt { row: LeaseRow { node, token, until } } => write!(
                f,
                "the registry's row (node {node}, token {token}, until {until}) was not \
                 written by a lease: find out which other program writes to that table"
            ),
        }
    }
}

snowflake_kit_core::__debug_is_text!(LeaseError);

impl core::error::Error for LeaseError {}
