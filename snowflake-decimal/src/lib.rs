//! Decimal IDs: counted, with parts that people can read.
//!
//! A [`DecimalId`](snowflake_kit_core::DecimalId) is counter · 10^10 + generator · 10^5 + launch.
//! 1415**00092**00065 is the 1415th ID of generator 92 in launch 65. Minting and reading them needs
//! no clock.
//!
//! | part | values | source |
//! |---|---|---|
//! | counter | 1 to 922337202 | one atomic in the process |
//! | generator | 0 to 99999 | a counter in a store that all processes share; a new number at each start, and when the counter is used up |
//! | launch | 1 to 99999, 0 in tests | the deployment, as `SNOWFLAKE_LAUNCH` |
//!
//! ```
//! use snowflake_kit_lease::FileStore;
//! use snowflake_kit_core::{DecimalId, Snowflake};
//! use snowflake_kit_decimal::{DecimalBuilder, Launch};
//! # use snowflake_kit_derive::DecimalId;
//!
//! /// Identifies an order.
//! #[derive(DecimalId)]
//! # #[snowflake(crate = "snowflake_kit_decimal")]
//! struct OrderId(Snowflake);
//!
//! # let folder = std::env::temp_dir().join(format!("decimal-ids-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! // Once, at the start of the process:
//! let store = FileStore::new(folder.join("leases"));
//! DecimalBuilder::new(store).space("shop").launch(Launch::new(65)?).install()?;
//!
//! // Anywhere:
//! let (first, second) = (OrderId::mint(), OrderId::mint());
//! assert_eq!(first.to_string(), "10000000065");
//! assert_eq!(second.decimal_parts()?.counter, 2);
//! # std::fs::remove_dir_all(folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The stores are those of node leases ([`lease::Store`](snowflake_kit_lease::Store) and
//! [`AsyncStore`](snowflake_kit_lease::AsyncStore)): [`FileStore`](snowflake_kit_lease::FileStore), and
//! those of the adapters on the application's database, in the same table.
//!
//! Use decimal IDs where people handle them, or where you cannot trust a clock. If you search rows by
//! time, or write to a large table at a high rate, use a layout with a time. The IDs of one process
//! increase until its counter is used up; otherwise their order has no meaning. A process that ends
//! or crashes has used its generator number up, and there is nothing to release. A database cannot
//! mint decimal IDs.
//!
//! The deployment sets the launch number, the same for all processes of a service, and keeps it from
//! one rollout to the next. Installations whose data may be joined need different ones. The row of a
//! launch in the store must not be deleted: grant `DELETE` to no role.
//!
//! # Why no two IDs are equal
//!
//! The registry has one row for each launch, in a separate space ([`SPACE_SUFFIX`]). Its `node` is
//! the launch number, and its `token` the number of generator numbers given out. Its `until` is the
//! end of time, so that no process leases it as a node. A process that wants a number reads `token =
//! n`, and asks the store to write `n + 1` if the row is unchanged. If the store has done so, the
//! number `n` belongs to the process.
//!
//! 1. The store carries out this step for each `n` at most once, because it compares and sets in
//!    one step, and nothing else changes `token`. So no number is given out twice, whatever
//!    crashes, and even if messages are late, lost or repeated. If the answer is lost, so is the
//!    number: no process has it.
//! 2. In a process, the last ID is one word, which contains counter and number. A mint adds 10^10
//!    to it by a compare-exchange; a batch of k IDs adds k times 10^10. At the end of the counter,
//!    the word becomes the next number that this process has claimed, with counter 0. Each number
//!    is claimed once, so no value of the word ever returns. So a mint that has read an old value
//!    fails and tries again.
//! 3. A forked child starts with its parent's word, and mints nothing.
//!
//! IDs of different launches differ in their last five digits.
//!
//! As with leases, the proof does not cover a store that loses commits (a row was deleted, or
//! restored from a backup) or exists in two copies, or a machine that is cloned while it runs.
//! After the first two, **deploy with a launch number that was never used**: no generator number is
//! taken under it.
//!
//! # When a counter is used up
//!
//! A generator number has 922 million IDs. When half of them are minted, the next number is claimed
//! in the background. Even a process that mints ten million IDs per second has 46 s for that. If
//! the store is away for longer, `try_mint` returns
//! [`CounterUsedUp`](snowflake_kit_mint::MintError::CounterUsedUp), and `mint` waits up to 5 s.
//!
//! The IDs of a batch (`mint_many`) come from one generator. If the counter has too few left, those
//! are given up.
//!
//! A launch has 100,000 generator numbers, one for each start of a process. When they are used up,
//! you get [`DecimalError::UsedUp`]: deploy with the next launch number.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod builder;
mod claim;
mod counters;
mod error;
mod launch;
mod mint;
mod number;
mod supply;

pub use builder::DecimalBuilder;
pub use error::DecimalError;
pub use launch::{Launch, LaunchError};
#[doc(hidden)]
pub use mint::InstalledCounter;
pub use number::SPACE_SUFFIX;

#[cfg(all(test, loom))]
mod loom_tests;
#[cfg(all(test, not(loom), feature = "test-util"))]
mod simulation_tests;
#[cfg(all(test, not(loom)))]
mod tests;

/// For derived code only. It can change at any time.
#[doc(hidden)]
pub mod __private {
    pub use snowflake_kit_mint::__private::*;
    pub use snowflake_kit_mint::{__adapters, __mint, __source};
}

/// Without the facade there are no adapters but minting.
#[doc(hidden)]
#[macro_export]
macro_rules! __adapters {
    ($id:ident counted $($ignored:tt)*) => {
        $crate::__counted!($id);
    };
    ($($tokens:tt)*) => {
        $crate::__private::__adapters!($($tokens)*);
    };
}

/// Implements minting for a decimal ID type, by the installed counter.
#[doc(hidden)]
#[macro_export]
macro_rules! __counted {
    ($id:ident) => {
        $crate::__private::__source!($id by $crate::InstalledCounter);
        $crate::__private::__mint!($id);
    };
}
