//! What is told about leases.

use super::{event, metric, published};
use crate::lease::{ClaimError, Permit};
use crate::time::UtcTime;

/// A node has been claimed, if need be in place of the one that was lost.
pub(crate) fn claimed(space: &str, holder: &str, permit: &Permit, lost: Option<&Permit>) {
    published::lease_began(space, permit, lost);
    metric::LEASE_CLAIMED.add(space, 1);
    published::publish();
    let (grant, instead_of) = (permit.grant(), lost.map(Permit::node));
    // A first claim begins with time. Nothing before 1970 is ever minted.
    let (from, until) = (UtcTime(grant.from.max(0)), UtcTime(grant.until));
    event!(
        info,
        "snowflake_core::lease",
        "claimed a node",
        [
            space = space,
            node = grant.node,
            token = grant.token,
            holder = holder,
            instead_of = instead_of
        ],
        [from = from, until = until]
    );
}

/// The lease has been renewed.
pub(crate) fn renewed(space: &str, permit: &Permit) {
    metric::LEASE_RENEWED.add(space, 1);
    published::publish();
    event!(
        debug,
        "snowflake_core::lease",
        "renewed the lease",
        [space = space, node = permit.node()],
        [until = UtcTime(permit.until())]
    );
}

/// A round has failed: the renewal of `permit`, or a claim, if that is `taken`
/// or there is none yet. It is tried again. `now` is in Unix ms.
pub(crate) fn failed(
    space: &str,
    permit: Option<&Permit>,
    taken: bool,
    error: &ClaimError,
    now: Option<i64>,
) {
    metric::LEASE_FAILED.add(space, 1);
    published::publish();
    let Some(permit) = permit else {
        event!(
            warn,
            "snowflake_core::lease",
            "could not claim a node",
            [space = space],
            [error = error]
        );
        return;
    };
    let (node, until) = (permit.node(), UtcTime(permit.until()));
    let left_ms = now.map(|now| permit.until().saturating_sub(now).max(0));
    if taken {
        event!(
            warn,
            "snowflake_core::lease",
            "could not claim another node",
            [space = space, node = node, left_ms = left_ms],
            [until = until, error = error]
        );
    } else {
        event!(
            warn,
            "snowflake_core::lease",
            "could not renew the lease",
            [space = space, node = node, left_ms = left_ms],
            [until = until, error = error]
        );
    }
}

/// Another process has taken the node. What is left of the grant may be minted.
pub(crate) fn lost(space: &str, permit: &Permit) {
    metric::LEASE_LOST.add(space, 1);
    event!(
        warn,
        "snowflake_core::lease",
        "another process has taken the node",
        [space = space, node = permit.node()],
        [until = UtcTime(permit.until())]
    );
}

/// Minting has stopped for good.
pub(crate) fn ended(space: &str, permit: &Permit) {
    published::lease_ended(permit);
    metric::LEASE_REMAINING.set(space, 0.0);
    published::publish();
}

/// The store was asked to take the node back, and whether it was still this
/// process's.
pub(crate) fn released(space: &str, permit: &Permit, mine: Result<bool, &ClaimError>) {
    match mine {
        Ok(true) => event!(
            info,
            "snowflake_core::lease",
            "released the node",
            [space = space, node = permit.node()],
            []
        ),
        Ok(false) => lost(space, permit),
        Err(error) => event!(
            warn,
            "snowflake_core::lease",
            "could not release the node",
            [space = space, node = permit.node()],
            [until = UtcTime(permit.until()), error = error]
        ),
    }
}

/// A mint has found the lease at its end, as the first one since the last
/// renewal. All times are Unix ms.
#[cold]
pub(crate) fn expired(node: u32, until: i64, now: i64) {
    metric::LEASE_EXPIRED.add("", 1);
    event!(
        error,
        "snowflake_core::lease",
        "the lease has ended: nothing is minted",
        [node = node],
        [until = UtcTime(until), now = UtcTime(now)]
    );
}
