//! Events and metrics about leases.

use std::fmt::Display;

use snowflake_kit_core::UtcTime;

use super::{event, metric, published};
use crate::permit::Permit;

/// A node has been claimed, possibly in place of a lost one.
pub fn claimed(space: &str, holder: &str, permit: &Permit, lost: Option<&Permit>) {
    published::lease_began(space, permit, lost);
    metric::LEASE_CLAIMED.add(space, 1);
    published::publish();
    let (grant, instead_of) = (permit.grant(), lost.map(Permit::node));
    // A first claim begins at the start of time. No ID has a time before 1970.
    let (from, until) = (UtcTime(grant.from.max(0)), UtcTime(grant.until));
    event!(
        info,
        "snowflake::lease",
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
pub fn renewed(space: &str, permit: &Permit) {
    metric::LEASE_RENEWED.add(space, 1);
    published::publish();
    event!(
        debug,
        "snowflake::lease",
        "renewed the lease",
        [space = space, node = permit.node()],
        [until = UtcTime(permit.until())]
    );
}

/// A round has failed, and is retried: the renewal of `permit`; or a claim, if its node is `taken`
/// or there is no permit yet. `now` is in Unix ms.
pub fn failed(
    space: &str,
    permit: Option<&Permit>,
    taken: bool,
    error: &dyn Display,
    now: Option<i64>,
) {
    metric::LEASE_FAILED.add(space, 1);
    published::publish();
    let Some(permit) = permit else {
        event!(
            warn,
            "snowflake::lease",
            "could not claim a node",
            [space = space],
            [error = error]
        );
        return;
    };
    let (node, until) = (permit.node(), permit.until());
    let left_ms = now.map(|now| until.saturating_sub(now).max(0));
    let until = UtcTime(until);
    if taken {
        event!(
            warn,
            "snowflake::lease",
            "could not claim another node",
            [space = space, node = node, left_ms = left_ms],
            [until = until, error = error]
        );
    } else {
        event!(
            warn,
            "snowflake::lease",
            "could not renew the lease",
            [space = space, node = node, left_ms = left_ms],
            [until = until, error = error]
        );
    }
}

/// Another process has taken the node, or the store `has_forgotten` its holder. The rest of the grant
/// may still be minted.
pub fn lost(space: &str, permit: &Permit, has_forgotten: bool) {
    metric::LEASE_LOST.add(space, 1);
    let (node, until) = (permit.node(), UtcTime(permit.until()));
    if has_forgotten {
        event!(
            error,
            "snowflake::lease",
            "the store has lost the claim: fence it",
            [space = space, node = node],
            [until = until]
        );
    } else {
        event!(
            warn,
            "snowflake::lease",
            "another process has taken the node",
            [space = space, node = node],
            [until = until]
        );
    }
}

/// The leases are in a table that more roles can lock than should; `advice` says what to do.
pub fn can_be_locked(advice: &str) {
    event!(
        warn,
        "snowflake::lease",
        "each role can lock the table of leases",
        [advice = advice],
        []
    );
}

/// Minting under this lease has stopped for good.
pub fn ended(space: &str, permit: &Permit) {
    published::lease_ended(permit);
    metric::LEASE_REMAINING.set(space, 0.0);
    published::publish();
}

/// The store was asked to release the node, which belonged to this process.
pub fn released(space: &str, permit: &Permit, released: Result<(), &dyn Display>) {
    match released {
        Ok(()) => event!(
            info,
            "snowflake::lease",
            "released the node",
            [space = space, node = permit.node()],
            []
        ),
        Err(error) => event!(
            warn,
            "snowflake::lease",
            "could not release the node",
            [space = space, node = permit.node()],
            [until = UtcTime(permit.until()), error = error]
        ),
    }
}

/// A mint has found the lease expired, the first one since the last renewal. Times are Unix ms.
#[cold]
pub fn expired(node: u32, until: i64, now: i64) {
    metric::LEASE_EXPIRED.add("", 1);
    event!(
        error,
        "snowflake::lease",
        "the lease has ended: nothing is minted",
        [node = node],
        [until = UtcTime(until), now = UtcTime(now)]
    );
}
