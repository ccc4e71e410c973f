//! The node of this instance: the number in its IDs, which no other instance on
//! the same database has at the same time.

use std::ops::Range;

use snowflake_kit::Layout;
use snowflake_kit::lease::{ClaimError, Lease, LeaseBuilder};
use snowflake_kit::sea_orm_2::lease::LeaseStore;

use crate::database::Database;
use crate::storage;

/// Which nodes instances have: all but the last three, which are the
/// [`seed`](crate::seed)'s.
pub const NODES: Range<u32> = 0..Layout::DEFAULT.max_node() - 2;

/// Claims a free node, by which all ID types are minted from now on. A task renews
/// the claim; [`Lease::release_async`] gives the node back.
///
/// [`Storage::open`](storage::Storage::open) has made the table. A store has a
/// connection of its own: a lease is renewed even if the pool has none left.
///
/// # Errors
/// [`ClaimError`] if no node is free, the database cannot be reached, or its
/// settings do not make commits last.
pub async fn install(database: &Database, space: &str) -> Result<Lease, ClaimError> {
    let store = LeaseStore::new(storage::options(database));
    LeaseBuilder::new(store).space(space).nodes(NODES).install_async().await
}
