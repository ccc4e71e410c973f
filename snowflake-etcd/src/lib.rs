//! Leases of snowflake node numbers in [etcd](https://etcd.io). The tests run with etcd 3.4.
//!
//! A process that mints IDs needs a node number that no other process has. [`EtcdStore`]
//! keeps in etcd which process has which number, for services that have etcd and no
//! database in common. The application's database does as well, and is one thing less to
//! run.
//!
//! ```
//! use snowflake_etcd::EtcdStore;
//! use snowflake_lease::LeaseBuilder;
//! # use snowflake_core::{Snowflake, SnowflakeId};
//! # #[derive(snowflake_derive::SnowflakeId)]
//! # #[snowflake(crate = "snowflake_mint")]
//! # struct UserId(Snowflake);
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let Ok(urls) = std::env::var("SNOWFLAKE_ETCD_URL") else { return Ok(()) };
//! // At the start of the process: claims a free node number, and keeps it.
//! let store = EtcdStore::new(&urls)?;
//! let lease = LeaseBuilder::new(store).space("shop").install_async().await?;
//! let id = UserId::mint();
//! assert_eq!(id.parts().node, lease.node());
//!
//! // At the end of the process: gives the number back.
//! lease.release().await?;
//! # Ok(())
//! # }
//! ```
//!
//! `install_async` is a function of the feature `tokio` of snowflake-lease.
//!
//! # Keys
//!
//! | key | value |
//! |---|---|
//! | `snowflake_leases/shop/nodes/7` | `3 0000001767225631000`, with 19 digits: the token of the claim, and the Unix ms before which the holder may mint |
//! | `snowflake_leases/shop/holders/7` | `web-1 (4711)`: the holder, for people |
//!
//! `shop` is the space, with `%2F` for `/` and `%25` for `%`. There is nothing to set up, and
//! keys are never deleted: a node's time must be known for as long as IDs are minted.
//! `etcdctl get --prefix snowflake_leases/` shows them.
//!
//! Each claim, renewal and release is one transaction that compares the value and then sets
//! it; reading is one request. Reads are linearizable, which is etcd's default.
//!
//! # What is needed of the cluster
//!
//! - **Three members or five**, on disks of their own. A majority keeps what it has
//!   acknowledged. One member that is killed, paused or cut off does not keep a lease from
//!   being renewed: the store asks the next one.
//! - **`fsync`**: never `--unsafe-no-fsync`. etcd does not show whether it is set, so the
//!   store cannot refuse.
//! - **Compaction**: each renewal is a new revision. Set `--auto-compaction-retention`, as
//!   for every use of etcd. The store needs no old revisions.
//! - **Roles**, if authentication is enabled: `readwrite` on the keys with the prefix
//!   `snowflake_leases/`; see [`EtcdStore::user`].
//! - **No return to an old snapshot** while processes mint. A restored cluster has forgotten
//!   leases, and two processes could get the same node number. A store that sees the revision
//!   fall, or the ID of the cluster change, refuses all that follows; a process that starts
//!   afterwards cannot know. After a restore keep all processes stopped for one term of the leases.
//!
//! # Clocks
//!
//! etcd has no clock that clients may ask for. This store answers with the clock of the
//! machine it runs on, so [`max_skew`](snowflake_lease::LeaseBuilder::max_skew) compares
//! that clock with itself. IDs are unique whatever the clocks say. But a process whose clock
//! is a day ahead keeps its node number out of use for a day: synchronize the clocks.
//!
//! # Other stores
//!
//! **Redis** acknowledges a write before its replicas have it. After a failover the new
//! primary may not know of a lease, and gives its node number to a second process. `WAIT`
//! makes that less probable, and does not exclude it. So the kit has no store on Redis.
//!
//! **`ZooKeeper`** keeps what it has acknowledged, and compares versions: `setData` with the
//! version that was read, `create` for the first claim. It would do, as
//! [`AsyncStore`](snowflake_lease::AsyncStore) on persistent nodes (an ephemeral node
//! disappears with its session, and what has to be remembered disappears with it), with a
//! `sync` before each read. The kit has no such store; `snowflake_lease::conformance` tests
//! one of your own.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod cluster;
mod error;
mod key;
mod rpc;
mod store;

pub use store::EtcdStore;
