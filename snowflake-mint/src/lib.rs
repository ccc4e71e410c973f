//! Minting of snowflake IDs: clocks, nodes, generators.
//!
//! This is a crate of `snowflake-kit`, which exports everything from here; applications depend on
//! that. IDs themselves are in [`snowflake_kit_core`], and leases of node numbers in `snowflake-kit-lease`.
//!
//! ```
//! use snowflake_kit_core::{Snowflake, SnowflakeId as _};
//! use snowflake_kit_mint::Node;
//! # use snowflake_kit_derive::SnowflakeId;
//!
//! /// Identifies a user.
//! #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_kit_mint")]
//! pub struct UserId(Snowflake);
//!
//! // Once, at the start of the process:
//! snowflake_kit_mint::install(Node::fixed(7))?;
//!
//! // Anywhere, without a round trip to anything:
//! let id = UserId::mint();
//! println!("{id} was minted by node {} at {:?}", id.parts().node, id.time());
//! # Ok::<(), snowflake_kit_mint::NodeError>(())
//! ```
//!
//! # Organization
//!
//! - [`install`] gives a process its [`Node`]. After that every ID type can [`Mint`], with a field of
//!   the caller's [`Within`] a value of it.
//! - A [`Generator`] mints under a [`Node`], by a [`Clock`], within
//!   [`Limits`](snowflake_kit_core::Limits). Its functions are those of [`Minter`].
//! - A [`Permit`] is a [`Grant`] of a node number in use.
//!
//! Whether there is an ID is decided by seven things, each of which knows those above it:
//!
//! - A [`Grant`] says from when until when a store lets this process mint under a number.
//! - A [`Permit`] is a grant in use, which is extended and closed for all that mint by it.
//! - [`Settings`] are a node with its limits, and with its permit if the number is leased.
//! - A *state* is what one node has issued: one word, the last slot, which each mint moves on.
//! - The *process* has all states, and hands each generator the one of its node.
//! - A *session* is a generator's time under one node, limits and permit, until it changes them.
//! - The *installation* is what [`install`] was given, with the generators of all types.
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
//! Inside a process no two IDs of one layout are equal, whatever the clock does: all generators of
//! a node share what was issued.
//!
//! Between processes it depends on the node numbers:
//!
//! - With leases from one registry, no two IDs of one layout are equal, whatever clocks, crashes,
//!   pauses, restarts and forks do. `snowflake-kit-lease` has the proof; the page `guide::unique` of
//!   `snowflake-kit` lists every exception.
//! - With numbers that you assign ([`Node::fixed`] and the others), two things must hold. Processes
//!   that mint at the same time have different numbers. And a process that takes a number over
//!   finds the clock past what was issued before. The same page says when it does not.
//!
//! [`Monotonicity`](snowflake_kit_core::Monotonicity) says what the order of IDs tells about keys,
//! ranges and restarts.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
compile_error!(
    "this target has no clock, which gives IDs their time: leave the feature `mint` of snowflake-kit \
     out (`default-features = false`), and mint where IDs are stored"
);

#[cfg(not(target_has_atomic = "64"))]
compile_error!(
    "this target has no 64-bit atomics, by which no two threads mint one ID: leave the feature `mint` \
     of snowflake-kit out (`default-features = false`), and mint elsewhere"
);

// In the order in which to read them: a module uses those above it.

// Atomics and locks, which loom can replace; forks of the process; what wakes a lease.
mod bell;
mod fork;
mod sync;

// What a mint starts from: the time, a node, and the permission to use it.
mod clock;
mod grant;
mod node;
mod permit;

// Why there is no ID; what a node has issued; what operators see, and how long to wait for an ID.
mod error;
mod state;

mod observe;
mod wait;

// All ways to mint, for types and for generators.
mod source;

mod mint;
mod minter;

// What a process mints with.
mod settings;

// The owner of what this process has issued, and what turns a reading of the clock into an ID.
mod process;

mod generator;

// A node with its generators: in a test; in several processes of one test; in this process.
mod installation;

#[cfg(feature = "test-util")]
mod simulated;
#[cfg(feature = "test-util")]
mod test_util;

mod install;
// IDs that need no node.
#[cfg(feature = "uuid")]
mod uuids;

pub use clock::{Clock, ClockError, ManualClock, Reading, SystemClock, Timeline};
pub use error::MintError;
pub use generator::{Batch, Generator, Local};
pub use grant::{Grant, Release, Renewal};
pub use install::install;
pub use mint::Mint;
pub use minter::{Minter, Within};
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

/// For derived code and the other crates of the kit only. It can change at any time.
#[doc(hidden)]
pub mod __private;

/// Implements minting for an ID type over UUIDs.
#[cfg(feature = "uuid")]
#[doc(hidden)]
#[macro_export]
macro_rules! __versioned {
    ($id:ident) => {
        $crate::__source!($id by $crate::__private::Uuids);
        $crate::__mint!($id);
    };
}

#[cfg(not(feature = "uuid"))]
#[doc(hidden)]
pub use snowflake_kit_core::__off as __versioned;

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
    ($id:ident versioned $($ignored:tt)*) => {
        $crate::__versioned!($id);
    };
    ($($ignored:tt)*) => {};
}
