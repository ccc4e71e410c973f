//! Typed 64-bit snowflake IDs: values, layouts, strict text forms.
//!
//! This is the lowest floor of `snowflake-kit`, which adds minting, and the adapters for
//! serde, Diesel, SeaORM, GraphQL and OpenAPI. Applications depend on that crate and find
//! everything of this one there. It needs no clock, no allocator, no standard library and
//! no other crate.
//!
//! ```
//! use snowflake_core::{Id as _, Snowflake, SnowflakeId as _};
//! # use snowflake_derive::SnowflakeId;
//!
//! /// Identifies a user.
//! #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_core")]
//! pub struct UserId(Snowflake);
//!
//! let id: UserId = "132271570944004096".parse()?;
//! assert_eq!(id.unix_millis(), 1_767_225_600_000);
//! assert_eq!(id.parts().node, 1);
//! assert_eq!(id.get(), 132_271_570_944_004_096);
//! # Ok::<(), snowflake_core::ParseError>(())
//! ```
//!
//! # Organization
//!
//! - [`Snowflake`] is an ID as such, a positive `i64`; [`Id`] the trait of
//!   typed ones: [`SnowflakeId`] of those with a time, [`CallerId`] of those with a field
//!   that the caller gives, [`DecimalId`] of those that are counted. [`OptionalId`] is an ID
//!   or nothing.
//! - [`Layout`] says how its bits are divided. The published layouts are
//!   there; [`Parts`] is an ID taken apart.
//! - [`Text`] is how IDs are written: decimal, base62, base32, hex, with or
//!   without a prefix.
//! - [`Limits`] say how far minting goes before it waits or refuses.
//! - [`Backfill`] gives IDs to rows that are there already.
//! - [`Dialect`] names a database, for the crates that write SQL.
//! - [`bridge`] makes UUIDs, ULIDs and KSUIDs of IDs, and back.
//!
//! # Crate features
//!
//! - `std`: values from and to those of the standard library, such as `SystemTime`.
//! - `uuid`: `to_uuid` and `from_uuid` of typed IDs, see [`bridge`].
//! - `bytemuck`: [`Snowflake::as_i64`], for adapters to frameworks that bind
//!   values by reference.

#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

// What only some programs call (bridges, the texts of errors) is `#[inline]` down to the
// last function, also where that is long: then it is not compiled here, but in programs
// that call it.
mod backfill;
pub mod bridge;
mod decimal_id;
mod description;
mod dialect;
mod id;
mod layout;
mod limits;
mod optional_id;
mod random;
mod scheme;
mod snowflake;
mod snowflake_id;
pub mod text;
mod time;

pub use backfill::{Backfill, BackfillError};
pub use decimal_id::{DecimalId, DecimalParts};
pub use description::Description;
pub use dialect::Dialect;
pub use id::{Id, Json};
pub use layout::{
    Field, Layout, LayoutBuilder, LayoutError, LayoutParseError, Monotonicity, Parts,
};
pub use limits::{Limits, SequenceStart};
pub use optional_id::OptionalId;
pub use scheme::Scheme;
pub use snowflake::{Snowflake, ValueError};
pub use snowflake_id::{CallerId, PointInTime, SnowflakeId};
#[doc(no_inline)]
pub use text::{
    Codec, Encoded, Encoding, NoKeyError, ParseError, ParseErrorKind, Plain, PrefixError,
    PublicForm, Shape, Text,
};
pub use time::UtcTime;

/// What derived code and the other crates of the kit call. Not for anybody else, and
/// free to change.
#[doc(hidden)]
pub mod __private;

/// Without the facade there are no adapters.
#[doc(hidden)]
#[macro_export]
macro_rules! __adapters {
    ($($ignored:tt)*) => {};
}
