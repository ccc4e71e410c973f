//! Decimal IDs: counted, and legible as they are.
//!
//! A [`DecimalId`](snowflake_core::DecimalId) is counter · 10^10 +
//! generator · 10^5 + launch. 1415**00092**00065 is the 1415th ID of generator 92
//! in launch 65. There is no clock in it: neither when IDs are minted nor when they
//! are read.
//!
//! | part | values | where it comes from |
//! |---|---|---|
//! | counter | 1 to 922337202 | one atomic in the process |
//! | generator | 0 to 99999 | a counter in a store that all processes see: a new one at each start, and when the counter is used up |
//! | launch | 1 to 99999, 0 in tests | the deployment, as `SNOWFLAKE_LAUNCH` |
//!
//! ```
//! use snowflake_lease::FileStore;
//! use snowflake_core::{DecimalId, Snowflake};
//! use snowflake_decimal::{DecimalBuilder, Launch};
//! # use snowflake_derive::DecimalId;
//!
//! /// Identifies an order.
//! #[derive(DecimalId)]
//! # #[snowflake(crate = "snowflake_decimal")]
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
//! The stores are those of node leases ([`lease::Store`](snowflake_lease::Store) and
//! [`AsyncStore`](snowflake_lease::AsyncStore)): [`FileStore`](snowflake_lease::FileStore),
//! and those of the adapters on the application's database, in the same table.
//!
//! # Why no two IDs are equal
//!
//! In the registry there is one row for each launch, in a space of its own
//! ([`SPACE_SUFFIX`]). Its `node` is the launch number, and its `token` says how
//! many generator numbers have been given out; `until` is the end of time, so that
//! nobody takes it for a node that is free. A process that wants a number reads
//! `token = n`, and asks the store to write `n + 1` if the row still is as it was
//! read. If that was done, the number is its own: `n`.
//!
//! 1. The store carries out such a step for each `n` at most once, since
//!    it compares and sets in one, and nothing else ever changes `token`. So no
//!    number is given out twice, whatever crashes, and whatever messages are late,
//!    lost or answered twice. Where the answer is lost, so is the number: nobody
//!    has it.
//! 2. In a process, the last ID minted is one word, which holds the counter and the
//!    number together. A mint adds 10^10 to it by a compare-exchange, and a batch
//!    as often 10^10 as it has IDs. When the counter is at its end, the word
//!    becomes a number that was claimed for this process, with the counter 0. A
//!    number is claimed once, so no value of the word ever comes again, and a mint
//!    that has seen an old one fails and looks anew.
//! 3. A forked child has its parent's word, and mints nothing before it has a
//!    number of its own, which it knows by the process generation.
//!
//! IDs of different launches differ in their last five digits.
//!
//! Outside of the proof, as with leases: a store that loses commits (a row that was
//! deleted, or restored from a backup) or exists in two copies, and a machine that is
//! cloned while it runs. In the first two cases, **deploy with a launch number that was
//! never used**, under which no generator number is taken.
//!
//! # When a counter is used up
//!
//! A generator number has 922 million IDs. When half of them are minted, the next
//! number is claimed in the background, so it is there when the other half is
//! gone: even a process that mints ten million IDs per second has 46 s for that.
//! If it is not there, since the store has been away for as long, `try_mint` says
//! [`CounterUsedUp`](snowflake_mint::MintError::CounterUsedUp), and `mint` waits up to 5 s.
//!
//! The IDs of a batch (`mint_many`) are of one generator. If the counter has not so
//! many left, what is left is given up.
//!
//! A launch has 100,000 generator numbers, one for each start of a process. When
//! they are used up, [`DecimalError::UsedUp`] says so: deploy with the next launch
//! number.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod builder;
mod claim;
mod error;
mod launch;
mod mint;
mod number;
mod process;
mod supply;

pub use builder::DecimalBuilder;
pub use error::DecimalError;
pub use launch::{Launch, LaunchError};
#[doc(hidden)]
pub use mint::InstalledCounter;
pub use number::SPACE_SUFFIX;

#[cfg(all(test, loom))]
mod loom_tests;
#[cfg(all(test, not(loom)))]
mod tests;

/// What derived code calls. Not for anybody else, and free to change.
#[doc(hidden)]
pub mod __private {
    pub use snowflake_mint::__private::*;
    pub use snowflake_mint::{__adapters, __mint, __source};
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

/// Minting of a decimal ID type, by the installed counter.
#[doc(hidden)]
#[macro_export]
macro_rules! __counted {
    ($id:ident) => {
        $crate::__private::__source!($id by $crate::InstalledCounter);
        $crate::__private::__mint!($id);
    };
}
