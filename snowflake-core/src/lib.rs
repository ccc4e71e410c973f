//! Typed 64-bit snowflake IDs: values, layouts, strict text forms.
//!
//! This is the lowest crate of `snowflake-kit`, which adds minting and the adapters for frameworks,
//! and exports everything from here. Applications depend on that crate. This one needs no clock, no
//! allocator, no standard library and no other crate.
//!
//! ```
//! use snowflake_kit_core::{Snowflake, SnowflakeId as _};
//! # use snowflake_kit_derive::SnowflakeId;
//!
//! /// Identifies a user.
//! #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_kit_core")]
//! pub struct UserId(Snowflake);
//!
//! let id: UserId = "132271570944004096".parse()?;
//! assert_eq!(id.unix_millis(), 1_767_225_600_000);
//! assert_eq!(id.parts().node, 1);
//! assert_eq!(id.get(), 132_271_570_944_004_096);
//! # Ok::<(), snowflake_kit_core::ParseError>(())
//! ```
//!
//! # Organization
//!
//! | item | what it is |
//! |---|---|
//! | [`Snowflake`] | an ID without a type: a positive `i64` |
//! | [`Id`], [`Value`] | the trait of typed IDs; what they wrap |
//! | [`SnowflakeId`], [`CallerId`], [`DecimalId`] | typed IDs with a time; with a field that the caller gives; with decimal parts |
//! | [`CountedId`], `UuidId` | typed IDs that the database counts; that are UUIDs (feature `uuid`) |
//! | [`OptionalId`] | an ID or nothing |
//! | [`Layout`], [`Parts`] | how the bits of an ID are divided; an ID taken apart |
//! | [`Text`] | how IDs are written: decimal, base62, base32 or hex, with or without a prefix |
//! | [`Limits`] | how far minting goes before it waits or refuses |
//! | [`Backfill`] | gives IDs to existing rows |
//! | [`Dialect`] | a database, for the crates that write SQL |
//! | [`bridge`] | IDs as UUIDs, ULIDs and KSUIDs, and back |
//!
//! # Crate features
//!
//! - `std`: conversions with types of the standard library, such as `SystemTime`.
//! - `bridges`: IDs as ULIDs, KSUIDs and the bytes of UUIDs; see [`bridge`].
//! - `uuid`: the same, and `to_uuid` and `from_uuid` with the type of the crate `uuid`.
//! - `bytemuck`: [`Snowflake::as_i64`], for frameworks that bind values by reference.

#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

// In the order in which to read them: a module uses those above it.

// An ID without a type, and its texts.
mod raw;
mod snowflake;
mod text;
mod value;

// What its bits mean.
mod time;

mod layout;
mod scheme;

// Typed IDs: what all of them have, and the kinds.
mod detail;
mod id;

mod counted_id;
mod decimal_id;
mod optional_id;
mod snowflake_id;
#[cfg(feature = "uuid")]
mod uuid_id;

// What else can be made of IDs: UUIDs, ULIDs and KSUIDs, schemas, keys of existing rows.
mod random;

#[cfg(feature = "bridges")]
pub mod bridge;

mod backfill;
mod description;
#[cfg(feature = "std")]
pub mod pages;

// What minting and SQL are told.
mod dialect;
mod limits;

pub use backfill::{Backfill, BackfillError};
pub use counted_id::CountedId;
pub use decimal_id::{DecimalId, DecimalParts};
pub use description::Description;
pub use detail::Detail;
pub use dialect::Dialect;
pub use id::{Id, Json};
pub use layout::{
    Field, FieldError, Layout, LayoutBuilder, LayoutError, LayoutParseError, Monotonicity, Parts,
};
pub use limits::{Limits, SequenceStart};
pub use optional_id::OptionalId;
pub use scheme::Scheme;
pub use snowflake::{Snowflake, ValueError};
pub use snowflake_id::{CallerId, SnowflakeId};
pub use text::{
    Codec, Encoded, Encoding, NoKeyError, ParseError, ParseErrorKind, Plain, PrefixError,
    PublicForm, Shape, Text,
};
pub use time::{PointInTime, UtcTime};
#[cfg(feature = "uuid")]
pub use uuid_id::{NoTimeError, UuidId};
pub use value::{Integer, Value};

/// For derived code and the other crates of the kit only. It can change at any time.
#[doc(hidden)]
pub mod __private;

/// Without the facade there are no adapters, but bridges.
#[doc(hidden)]
#[macro_export]
macro_rules! __adapters {
    ($id:ident counted $($ignored:tt)*) => {};
    ($id:ident unminted $($ignored:tt)*) => {};
    ($id:ident versioned $($ignored:tt)*) => {};
    ($id:ident $timed:ident $($ignored:tt)*) => {
        $crate::__bridged!($id);
    };
}

/// What stands for the macro of a feature that is off: it writes nothing.
#[doc(hidden)]
#[macro_export]
macro_rules! __off {
    ($($ignored:tt)*) => {};
}

#[cfg(not(feature = "bridges"))]
#[doc(hidden)]
pub use __off as __bridged;
