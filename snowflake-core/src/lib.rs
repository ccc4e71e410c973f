//! Typed 64-bit snowflake IDs: layouts, lock-free minting, strict text forms.
//!
//! This is the core of `snowflake-kit`, which adds the adapters for serde,
//! Diesel, SeaORM, GraphQL and OpenAPI. Applications depend on that crate and
//! find everything of this one there.
//!
//! ```
//! use snowflake_core::{Node, Snowflake, SnowflakeId};
//! # use snowflake_derive::SnowflakeId;
//!
//! /// Identifies a user.
//! #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_core")]
//! pub struct UserId(Snowflake);
//!
//! // Once, at the start of the process:
//! snowflake_core::install(Node::fixed(7))?;
//!
//! // Anywhere, without a round trip to anything:
//! let id = UserId::mint();
//! println!("{id} was minted by node {} at {:?}", id.parts().node, id.time());
//! # Ok::<(), snowflake_core::NodeError>(())
//! ```
//!
//! # Organization
//!
//! - [`Snowflake`] is an ID as such, a positive `i64`; [`Id`] the trait of
//!   typed ones: [`SnowflakeId`] of those with a time, [`DecimalId`] of those that are
//!   counted, [`Mint`] of those that this process can mint.
//! - [`Layout`] says how its bits are divided. The published layouts are
//!   there; [`Parts`] is an ID taken apart.
//! - [`Generator`] mints, within [`Limits`], by a [`Clock`], under a [`Node`].
//!   [`install`] gives a process its node.
//! - [`decimal`](mod@decimal) counts IDs whose parts people can read.
//! - [`Text`] is how IDs are written: decimal, base62, base32, hex, with or
//!   without a prefix.
//! - [`sql`] writes functions that mint the same IDs inside of a database.
//! - [`Backfill`] gives IDs to rows that are there already.
//! - [`bridge`] makes UUIDs, ULIDs and KSUIDs of IDs, and back.
//!
//! # Crate features
//!
//! - `mint` (default): all that mints, which needs the standard library. Without it
//!   the crate has values alone: it needs neither an allocator nor any other crate.
//! - `std`: values from and to those of the standard library, such as `SystemTime`.
//! - `tokio`: `mint_async`, which waits without blocking the runtime.
//! - `tracing`: events of leases and of the clock, with the crate `tracing`.
//! - `metrics`: counters and gauges of minting, leases and the clock, with the
//!   crate `metrics`; see `publish_metrics`.
//! - `test-util`: `MintScope`, reproducible IDs in tests.
//! - `uuid`: `to_uuid` and `from_uuid` of typed IDs, see [`bridge`].
//! - `bytemuck`: [`Snowflake::as_i64`], for adapters to frameworks that bind
//!   values by reference.
//!
//! # What is unique, and when
//!
//! No two IDs of one layout are equal if they are minted under leases from one
//! registry ([`lease`](mod@lease) has the proof), whatever clocks, crashes, pauses,
//! restarts and forks do. The exceptions, which the README lists in full as *Unique,
//! and when not*:
//!
//! - **Leases** trust their store. IDs can come again if it loses commits (a restored
//!   backup, a standby that lacks the last ones), if it exists in two copies, or if a
//!   machine is cloned while it holds a lease.
//! - **A number that you assign** ([`Node::fixed`] and the others) must differ between
//!   all processes that mint at the same time, and a process that takes it over, by a
//!   restart for example, must find the clock past what was issued before. The first
//!   tick is left out, so with the default [`Limits`] that holds unless the machine's
//!   clock was set back, before the restart or in between.
//! - **A forked child** is refused the numbers of all its ancestors; one that is made by
//!   a raw `clone` system call is not noticed. Nor is a second copy of this crate that a
//!   plugin brings along, by `dlopen`. (Two copies in one build are refused.)
//! - **Clocks for tests**, `MintScope` and `ManualClock`, mint the same IDs each time.
//! - **Layouts that wrap around** ([`Layout::is_periodic`]) have the same IDs again a
//!   period later. The others end.
//! - **[`Backfill`]** needs a node that is used for nothing else.
//! - **Functions in a database** ([`sql`]) need a node that no process and no copy of
//!   the database uses, and a state that nobody resets.
//! - **Types with a generator of their own** (`generator = "own"`) have IDs that may
//!   equal those of other types, and IDs of two layouts may be equal as numbers.
//!
//! Inside a process no two IDs of one layout are equal under any node, whatever the clock
//! does: all generators of a node share what was issued.
//!
//! What the order of IDs says about the order in which they were minted, for
//! keys, ranges and restarts, is the layout's [`Monotonicity`].

#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

// What only some programs call (SQL, leases, bridges, decimal IDs, the texts of errors)
// is `#[inline]` down to the last function, also where that is long: then it is not
// compiled here, but in programs that call it.
mod backfill;
pub mod bridge;
#[cfg(feature = "mint")]
mod clock;
#[cfg(feature = "mint")]
pub mod decimal;
mod decimal_id;
mod description;
#[cfg(feature = "mint")]
mod error;
#[cfg(feature = "mint")]
mod fork;
#[cfg(feature = "mint")]
mod generator;
mod id;
#[cfg(feature = "mint")]
mod install;
mod layout;
#[cfg(feature = "mint")]
pub mod lease;
#[cfg(feature = "mint")]
mod limits;
#[cfg(feature = "mint")]
mod mint;
#[cfg(feature = "mint")]
mod node;
#[cfg(feature = "mint")]
mod observe;
mod random;
mod scheme;
#[cfg(feature = "mint")]
mod settings;
#[cfg(feature = "test-util")]
mod simulated;
mod snowflake;
mod snowflake_id;
#[cfg(feature = "mint")]
pub mod sql;
#[cfg(feature = "mint")]
mod state;
#[cfg(feature = "mint")]
mod states;
#[cfg(feature = "mint")]
mod sync;
#[cfg(feature = "test-util")]
mod test_util;
pub mod text;
mod time;

pub use backfill::{Backfill, BackfillError};
#[cfg(feature = "mint")]
pub use clock::{Clock, ClockError, ManualClock, Reading, SystemClock, Timeline};
#[cfg(feature = "mint")]
#[doc(inline)]
pub use decimal::{Launch, decimal};
pub use decimal_id::{DecimalId, DecimalParts};
pub use description::Description;
#[cfg(feature = "mint")]
pub use error::MintError;
#[cfg(feature = "mint")]
pub use generator::{Batch, Generator, Local};
pub use id::{Id, Json};
#[cfg(feature = "mint")]
pub use install::install;
pub use layout::{Field, Layout, LayoutBuilder, LayoutError, Monotonicity, Parts};
#[cfg(feature = "mint")]
#[doc(inline)]
pub use lease::lease;
#[cfg(feature = "mint")]
pub use limits::{Limits, SequenceStart};
#[cfg(feature = "mint")]
pub use mint::Mint;
#[cfg(feature = "mint")]
pub use node::{Node, NodeError};
#[cfg(feature = "metrics")]
pub use observe::publish_metrics;
pub use scheme::Scheme;
#[cfg(feature = "mint")]
pub use settings::Settings;
#[cfg(feature = "test-util")]
#[doc(hidden)]
pub use simulated::SimulatedProcess;
pub use snowflake::{Snowflake, ValueError};
pub use snowflake_id::{PointInTime, SnowflakeId};
#[cfg(feature = "test-util")]
pub use test_util::MintScope;
#[doc(no_inline)]
pub use text::{Encoded, Encoding, ParseError, ParseErrorKind, PrefixError, Text};
pub use time::UtcTime;

/// What derived code calls. Not for anybody else, and free to change.
#[doc(hidden)]
pub mod __private;

/// Without the facade there are no adapters.
#[doc(hidden)]
#[macro_export]
macro_rules! __adapters {
    ($($ignored:tt)*) => {};
}
