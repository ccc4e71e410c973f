//! Minting of snowflake IDs: clocks, nodes, generators.
//!
//! This is a floor of `snowflake-kit`: IDs themselves are in [`snowflake_core`], leases of
//! node numbers in `snowflake-lease`. Applications depend on the kit, and find everything
//! of this crate there.
//!
//! ```
//! use snowflake_core::{Snowflake, SnowflakeId as _};
//! use snowflake_mint::Node;
//! # use snowflake_derive::SnowflakeId;
//!
//! /// Identifies a user.
//! #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_mint")]
//! pub struct UserId(Snowflake);
//!
//! // Once, at the start of the process:
//! snowflake_mint::install(Node::fixed(7))?;
//!
//! // Anywhere, without a round trip to anything:
//! let id = UserId::mint();
//! println!("{id} was minted by node {} at {:?}", id.parts().node, id.time());
//! # Ok::<(), snowflake_mint::NodeError>(())
//! ```
//!
//! # Organization
//!
//! - [`install`] gives a process its [`Node`]; from then on every ID type can [`Mint`], or
//!   [`MintIn`] with a field of the caller's.
//! - [`Generator`] mints, within [`Limits`](snowflake_core::Limits), by a [`Clock`], under
//!   a [`Node`].
//! - [`Permit`] is a [`Grant`] of a node number in use.
//!
//! # Crate features
//!
//! - `tokio`: `mint_async`, which waits without blocking the runtime.
//! - `tracing`: events of leases and of the clock, with the crate `tracing`.
//! - `metrics`: counters and gauges of minting, leases and the clock, with the
//!   crate `metrics`; see `publish_metrics`.
//! - `test-util`: `MintScope`, reproducible IDs in tests.
//!
//! # What is unique, and when
//!
//! No two IDs of one layout are equal if they are minted under leases from one
//! registry (the crate `snowflake-lease` has the proof), whatever clocks, crashes, pauses,
//! restarts and forks do. The page `guide::unique` of `snowflake-kit` lists every exception.
//! If you assign node numbers yourself ([`Node::fixed`] and the others), two things must hold:
//! all processes that mint at the same time have different numbers, and a process that takes a
//! number over finds the clock past what was issued before. The first tick is left out, so with
//! the default [`Limits`](snowflake_core::Limits) that holds unless the clock was set back.
//!
//! Inside a process no two IDs of one layout are equal under any node, whatever the clock
//! does: all generators of a node share what was issued.
//!
//! What the order of IDs says about the order in which they were minted, for
//! keys, ranges and restarts, is the layout's [`Monotonicity`](snowflake_core::Monotonicity).

#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

mod clock;
mod error;
mod fork;
mod generator;
mod grant;
mod installation;
mod mint;
mod node;
mod numbers;
mod observe;
mod permit;
mod settings;
#[cfg(feature = "test-util")]
mod simulated;
mod state;
mod states;
mod sync;
#[cfg(feature = "test-util")]
mod test_util;

pub use clock::{Clock, ClockError, ManualClock, Reading, SystemClock, Timeline};
pub use error::MintError;
pub use generator::{Batch, Generator, Local};
pub use grant::{Grant, Release, Renewal};
pub use installation::install;
pub use mint::{Mint, MintIn};
pub use node::{Node, NodeError};
#[cfg(feature = "metrics")]
pub use observe::publish_metrics;
pub use permit::Permit;
pub use settings::Settings;
#[cfg(feature = "test-util")]
#[doc(hidden)]
pub use simulated::SimulatedProcess;
#[cfg(feature = "test-util")]
pub use test_util::MintScope;

/// What derived code and the other crates of the kit call. Not for anybody else, and
/// free to change.
#[doc(hidden)]
pub mod __private;

/// Without the facade there are no adapters but minting.
#[doc(hidden)]
#[macro_export]
macro_rules! __adapters {
    ($id:ident timed $($ignored:tt)*) => {
        $crate::__timed!($id);
    };
    ($id:ident timed_in $($ignored:tt)*) => {
        $crate::__timed_in!($id);
    };
    ($($ignored:tt)*) => {};
}
