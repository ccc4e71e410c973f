//! serde for snowflake IDs: strings in JSON, integers in binary formats.
//!
//! Applications switch on the feature `serde` of `snowflake-kit`, and every ID
//! type has these impls. Without the facade, [`value!`] writes them:
//!
//! ```
//! use snowflake_core::{Snowflake, SnowflakeId};
//! # use snowflake_derive::SnowflakeId;
//!
//! #[derive(SnowflakeId)]
//! #[snowflake(crate = "snowflake_core")]
//! pub struct UserId(Snowflake);
//!
//! snowflake_serde::value!(UserId);
//!
//! let id: UserId = serde_json::from_str(r#""175928847299117063""#)?;
//! assert_eq!(id.get(), 175_928_847_299_117_063);
//! assert_eq!(serde_json::to_string(&id)?, r#""175928847299117063""#);
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # What is written
//!
//! Formats for people (JSON, TOML, YAML, …) get the ID's text form as a
//! string: JavaScript, and every client written in it, reads numbers as 64-bit
//! floats, which keep 53 of an ID's bits. Types with
//! `#[snowflake(json = "number")]` are numbers there. Other formats (postcard,
//! bincode, …) get the integer.
//!
//! # What is read
//!
//! Formats for people may hold the text form, exactly as it is written, or an
//! integer from 1 to 2^63 - 1, whatever the text form is: an integer is the ID
//! itself and can be nothing else. Plain decimal digits *in a string* are read
//! only where that is the text form (or the type is a number in JSON, since
//! the key of a JSON map always is a string). Floats, signs, leading zeros,
//! spaces, 0, negative and larger numbers are refused with an error that names
//! the type and the value.
//!
//! # A field that differs
//!
//! The modules [`number`], [`string`], [`decimal`], [`base62`], [`base32`] and
//! [`hex`] give one field another form than its type has, in every format:
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! # use snowflake_core::{Snowflake, SnowflakeId};
//! # #[derive(snowflake_derive::SnowflakeId)]
//! # #[snowflake(crate = "snowflake_core")]
//! # pub struct UserId(Snowflake);
//! # snowflake_serde::value!(UserId);
//!
//! #[derive(Serialize, Deserialize)]
//! struct Post {
//!     author: UserId,
//!     #[serde(with = "snowflake_serde::base62")]
//!     slug: UserId,
//!     #[serde(with = "snowflake_serde::number::option")]
//!     editor: Option<UserId>,
//! }
//!
//! let id = UserId::from_i64(175_928_847_299_117_063)?;
//! assert_eq!(
//!     serde_json::to_string(&Post { author: id, slug: id, editor: Some(id) })?,
//!     r#"{"author":"175928847299117063","slug":"0Czks0tP37X","editor":175928847299117063}"#,
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Crate features
//!
//! - `alloc` (default): the modules' `vec`.
//! - `serde_with`: the types of [`form`] are adapters of the crate `serde_with`,
//!   so that a form goes into any container:
//!   `#[serde_as(as = "BTreeMap<form::Base62, Vec<form::Number>>")]`.
//!
//! # Formats
//!
//! Formats that do not say what they hold and call themselves made for people
//! cannot be read, as they cannot be asked for "a string or an integer"
//! (quick-xml is one: there, take `#[serde(with = "snowflake_serde::string")]`
//! or another crate). Such formats that call themselves binary (postcard,
//! bincode) hold the integer, which is known.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;

mod containers;
pub mod form;
mod read;
#[cfg(feature = "serde_with")]
mod serde_with;
mod with;
mod write;

pub use read::deserialize;
pub use with::{base32, base62, decimal, hex, number, string};
pub use write::serialize;

/// Implements `Serialize` and `Deserialize` for types that implement
/// `SnowflakeId`.
#[macro_export]
macro_rules! value {
    ($($id:ty),+ $(,)?) => {$(
        #[automatically_derived]
        impl $crate::__private::Serialize for $id {
            #[inline]
            fn serialize<S: $crate::__private::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::serialize(*self, serializer)
            }
        }

        #[automatically_derived]
        impl<'de> $crate::__private::Deserialize<'de> for $id {
            #[inline]
            fn deserialize<D: $crate::__private::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::deserialize(deserializer)
            }
        }
    )+};
}

/// What the macro's code names.
#[doc(hidden)]
pub mod __private {
    pub use serde_core::{Deserialize, Deserializer, Serialize, Serializer};
}
