//! Leases of snowflake node numbers in [etcd](https://etcd.io). The tests run with etcd 3.4.
//!
//! A process that generates (mints) IDs needs a node number that no other process has.
//! [`EtcdStore`] records in etcd which process has which number, for services without a common
//! database. If you have one, keep the leases there, so that you need not run etcd.
//!
//! ```
//! use snowflake_kit_etcd::EtcdStore;
//! use snowflake_kit_lease::LeaseBuilder;
//! # use snowflake_kit_core::{Snowflake, SnowflakeId};
//! # #[derive(snowflake_kit_derive::SnowflakeId)]
//! # #[snowflake(crate = "snowflake_kit_mint")]
//! # struct UserId(Snowflake);
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let Ok(urls) = std::env::var("SNOWFLAKE_ETCD_URL") else { return Ok(()) };
//! // At the start of the process: claims a free node number, and keeps it.
//! let store = EtcdStore::new(&urls)?;
//! let lease = LeaseBuilder::new(store).space("shop").install_async().await?;
//! let id = UserId::mint();
//! assert_eq!(Some(id.parts().node), lease.node());
//!
//! // At the end of the process: gives the number back.
//! lease.release_async().await?;
//! # Ok(())
//! # }
//! ```
//!
//! An async store needs the feature `tokio` of snowflake-kit-lease.
//!
//! # Keys
//!
//! | key | value |
//! |---|---|
//! | `snowflake_leases/shop/nodes/7` | `3 0000001767225631000`, with 19 digits: the token of the claim, and the Unix ms before which the holder may mint |
//! | `snowflake_leases/shop/holders/7` | `web-1 (4711)`: the holder, for people |
//! | `snowflake_leases/ registry` | the identity of the registry: a random number, and the cluster in which it was made or fenced last. The first claim, renewal or release adds it |
//!
//! `shop` is the space, with `%2F` for `/` and `%25` for `%`. There is nothing to set up. The store
//! never deletes a key, and you must not either: the time of a node number must be known for as long
//! as IDs are minted.
//! `etcdctl get --prefix snowflake_leases/` shows them.
//!
//! Each claim, renewal and release is one transaction that compares the value and the identity, and
//! then sets the value. A read is one transaction too. All are linearizable, which is etcd's default.
//! After each, the store asks the same member for its status, to learn the length of the log.
//!
//! # Requirements on the cluster
//!
//! - **Three members or five**, on disks of their own. If one member is killed, paused or cut off,
//!   the store asks the next one, and leases are still renewed.
//! - **No `--unsafe-no-fsync`.** etcd does not show whether it is set, so the store cannot refuse
//!   it.
//! - **Compaction**: each renewal is a new revision. Set `--auto-compaction-retention`. The store
//!   needs no old revisions.
//! - **Roles**, if authentication is enabled: `readwrite` on the keys with the prefix
//!   `snowflake_leases/`; see [`EtcdStore::user`].
//!
//! # After a restore
//!
//! A cluster that was restored from a snapshot has forgotten leases, so two processes could get the
//! same node number. In the cases of the table, the store refuses such a cluster until
//! the leases are fenced: `snowflake nodes --fence --database-url etcd://10.0.0.1:2379`. Then all
//! processes continue by themselves. A process whose claim was forgotten in a cluster that it accepts
//! notices that at its next renewal, as with all stores.
//!
//! | what is put back | how the store notices |
//! |---|---|
//! | a snapshot, with another `--initial-cluster-token` or other URLs of peers | the identity names another cluster |
//! | a snapshot, with the same token and URLs: the cluster has the ID of the old one | its log has begun again, so that it is too short for the revision. This stays so until other programs have added as many entries that change no key (such as leases of etcd's own) as the old log had |
//! | a copy of the data of members (also with `--force-new-cluster`), or a snapshot of their disks | a process that saw a later revision refuses it. **A new process notices nothing**: all is as it was at that moment. Fence it before processes use it |
//! | an empty cluster, or a snapshot from before the registry was made | a process that saw the identity misses it. **A new process begins a new registry.** Fence it, and name each space with `--space` |
//!
//! The log is not always shown. If authentication is enabled, some versions of etcd 3.5 and 3.6
//! show the status of a member only to users with the role `root`. The store then goes without it.
//! With these, restore snapshots with a new `--initial-cluster-token`.
//!
//! # Clocks
//!
//! Clients cannot read the clock of etcd. This store uses the clock of the client's machine, so
//! [`max_skew`](snowflake_kit_lease::LeaseBuilder::max_skew) checks nothing. IDs are unique whatever
//! the clocks say. But a process whose clock is a day ahead keeps its node number out of use for a
//! day, so synchronize the clocks. The fence after a restore must reach as far: `--for` is at least
//! the sum of `term`, `max_lead` and how far the clock of a process can be ahead of that of the
//! machine on which you run the command.
//!
//! # Other stores
//!
//! **Redis** acknowledges a write before its replicas have it. After a failover, the new primary
//! may not know a lease, and may give its node number to a second process. `WAIT` only makes that
//! less probable. So the kit has no store on Redis.
//!
//! **`ZooKeeper`** would do. It keeps what it has acknowledged, and compares versions: `setData`
//! with the version that was read, and `create` for the first claim. Implement
//! [`AsyncStore`](snowflake_kit_lease::AsyncStore) on persistent nodes, with a `sync` before each read,
//! and test it with `snowflake_kit_lease::conformance`. Ephemeral nodes would not do, because they
//! disappear with their session.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod cluster;
mod error;
mod identity;
mod key;
mod registration;
mod registry;
mod rpc;
mod sight;
mod store;
mod txn;

#[doc(hidden)]
pub use registry::{ListedRow, Listing};
pub use store::EtcdStore;
