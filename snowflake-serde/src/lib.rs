//! serde for snowflake IDs: strings in JSON, integers in binary formats.
//!
//! Applications enable the feature `serde` of `snowflake-kit`, and every ID type has these
//! impls. Without `snowflake-kit`, [`value!`] writes them:
//!
//! ```
//! use snowflake_kit_core::{Id, Snowflake, SnowflakeId};
//! # use snowflake_kit_derive::SnowflakeId;
//!
//! #[derive(SnowflakeId)]
//! #[snowflake(crate = "snowflake_kit_core")]
//! pub struct UserId(Snowflake);
//!
//! snowflake_kit_serde::value!(UserId);
//!
//! let id: UserId = serde_json::from_str(r#""175928847299117063""#)?;
//! assert_eq!(id.get(), 175_928_847_299_117_063);
//! assert_eq!(serde_json::to_string(&id)?, r#""175928847299117063""#);
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! # What is written
//!
//! - Human-readable formats (JSON, TOML, YAML, …) get a string, the ID's text form. JavaScript
//!   reads numbers as 64-bit floats, which keep only 53 bits of an ID.
//! - Types with `#[snowflake(json = "number")]` are integers there.
//! - Binary formats (postcard, bincode, …) get the integer.
//! - Types with a public form are their public text in every format: what is sent in
//!   `MessagePack` shows no more than what is sent in JSON. For a store that others do not read,
//!   [`binary_number`] makes a field an integer in binary formats.
//!
//! # What is read
//!
//! From a human-readable format:
//!
//! - a string with the text form, exactly as it is written;
//! - an integer from 1 to 2^63 - 1, unless the type has a public form (and not `accept = "plain"`).
//!   Also of a type with a prefix: serde's `flatten` reads binary formats, in which IDs are integers, as
//!   if they were human-readable.
//!
//! A string of decimal digits is read only if that is the type's text form, or if the type is a
//! number in JSON (because the key of a JSON map is always a string). Floats, signs, leading
//! zeros, spaces, 0, negative and larger numbers are refused. The error names the type and the
//! value.
//!
//! # A field that differs
//!
//! The modules [`number`], [`string`], [`decimal`], [`base62`], [`base32`] and [`hex`] give one
//! field another form, in every format ([`binary_number`] in binary ones alone). A field with a
//! text form refuses integers:
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! # use snowflake_kit_core::{Id, Snowflake, SnowflakeId};
//! # #[derive(snowflake_kit_derive::SnowflakeId)]
//! # #[snowflake(crate = "snowflake_kit_core")]
//! # pub struct UserId(Snowflake);
//! # snowflake_kit_serde::value!(UserId);
//!
//! #[derive(Serialize, Deserialize)]
//! struct Post {
//!     author: UserId,
//!     #[serde(with = "snowflake_kit_serde::base62")]
//!     slug: UserId,
//!     #[serde(with = "snowflake_kit_serde::number::option")]
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
//! [`or_zero`] writes 0 in place of `None`, for databases that hold 0 instead of `NULL`. It and
//! the modules `option` also take the `OrZero<UserId>` of a database adapter.
//!
//! A type with a public form is never a `number`, `decimal` or `or_zero`, which would show what
//! the form hides. This does not compile when it is used:
//!
//! ```compile_fail
//! # use snowflake_kit_core::{Id, Snowflake};
//! # use snowflake_kit_derive::SnowflakeId;
//! #[derive(SnowflakeId)]
//! #[snowflake(crate = "snowflake_kit_public", public = "sealed")]
//! pub struct UserId(Snowflake);
//! # snowflake_kit_serde::value!(UserId);
//!
//! #[derive(serde::Serialize)]
//! pub struct Row {
//!     #[serde(with = "snowflake_kit_serde::decimal")]
//!     id: UserId,
//! }
//! # snowflake_kit_public::install_for_tests().unwrap();
//! # let id = UserId::from_i64(7).unwrap();
//! # let _ = serde_json::to_string(&Row { id }).unwrap();
//! ```
//!
//! Other encodings are those of the public form:
//!
//! ```
//! # use snowflake_kit_core::{Id, Snowflake};
//! # use snowflake_kit_derive::SnowflakeId;
//! #[derive(SnowflakeId)]
//! #[snowflake(crate = "snowflake_kit_public", public = "sealed")]
//! pub struct UserId(Snowflake);
//! # snowflake_kit_serde::value!(UserId);
//!
//! #[derive(serde::Serialize)]
//! pub struct Row {
//!     #[serde(with = "snowflake_kit_serde::base62")]
//!     id: UserId,
//! }
//! # snowflake_kit_public::install_for_tests().unwrap();
//! # let id = UserId::from_i64(7).unwrap();
//! # let _ = serde_json::to_string(&Row { id }).unwrap();
//! ```
//!
//! # Crate features
//!
//! - `alloc` (default): the modules `vec`, such as [`number::vec`].
//! - `serde_with`: the types of [`form`] are adapters of the crate `serde_with`, for fields of
//!   any container: `#[serde_as(as = "BTreeMap<form::Base62, Vec<form::Number>>")]`.
//!
//! # Formats
//!
//! The tests of this crate write and read IDs in these formats: as fields, `Option`, `Vec`, keys
//! of maps, in `flatten` and in each kind of enum. The last column says what the format, or its
//! crate, does not support for any string or integer:
//!
//! | format | crate | an ID is | not supported |
//! |---|---|---|---|
//! | JSON | `serde_json`, `simd-json` | text | |
//! | TOML | `toml` | text | |
//! | YAML | `serde-saphyr` | text | |
//! | RON | `ron` | text | `flatten` of a map whose keys are numbers |
//! | CSV | `csv` | text | lists under headings, maps, enums; `flatten` is only read |
//! | forms, queries | `serde_html_form` | text | maps and enums in fields |
//! | CBOR | `minicbor-serde` | integer (*) | `flatten` of a map whose keys are IDs |
//! | `MessagePack` | `rmp-serde` | integer (*) | without names of fields: structs in adjacently tagged and untagged enums |
//! | postcard, bincode | `postcard`, `bincode` 2 | integer (*) | `flatten`, all enums but externally tagged ones |
//!
//! (*) Of a type with a public form, the public text.
//!
//! Four cases need attention:
//!
//! - **An untagged enum of two ID types.** Prefixes tell texts apart. Integers, which both types read
//!   and which binary formats have, go to the first variant, without an error. Tag the enum, or put
//!   `#[serde(with = "snowflake_kit_serde::string")]` on the variants:
//!
//!   ```
//!   use serde::{Deserialize, Serialize};
//!   # use snowflake_kit_core::{Id, Snowflake};
//!   # use snowflake_kit_derive::SnowflakeId;
//!   # #[derive(SnowflakeId)]
//!   # #[snowflake(crate = "snowflake_kit_core", prefix = "usr_")]
//!   # pub struct UserId(Snowflake);
//!   # #[derive(SnowflakeId)]
//!   # #[snowflake(crate = "snowflake_kit_core", prefix = "bot_")]
//!   # pub struct BotId(Snowflake);
//!   # snowflake_kit_serde::value!(UserId, BotId);
//!
//!   #[derive(Debug, Deserialize, PartialEq, Serialize)]
//!   #[serde(untagged)]
//!   enum Author {
//!       User(UserId),
//!       Bot(BotId),
//!   }
//!
//!   #[derive(Debug, Deserialize, PartialEq, Serialize)]
//!   #[serde(untagged)]
//!   enum Sender {
//!       User(#[serde(with = "snowflake_kit_serde::string")] UserId),
//!       Bot(#[serde(with = "snowflake_kit_serde::string")] BotId),
//!   }
//!
//!   let bot = BotId::from_i64(7).unwrap();
//!   let json = serde_json::to_string(&Author::Bot(bot)).unwrap();
//!   assert_eq!(serde_json::from_str::<Author>(&json).unwrap(), Author::Bot(bot));
//!
//!   let bytes = rmp_serde::to_vec(&Author::Bot(bot)).unwrap();
//!   let user = UserId::from_i64(7).unwrap();
//!   assert_eq!(rmp_serde::from_slice::<Author>(&bytes).unwrap(), Author::User(user));
//!
//!   let bytes = rmp_serde::to_vec(&Sender::Bot(bot)).unwrap();
//!   assert_eq!(rmp_serde::from_slice::<Sender>(&bytes).unwrap(), Sender::Bot(bot));
//!   ```
//! - **CSV.** The crate `csv` reads digits as an integer: `01` as 1, and the base62 text
//!   `00000000010` as 10. For base62, base32 and hex, use a prefix, or put
//!   `#[serde(with = "snowflake_kit_serde::string")]` on the field.
//! - **XML** (quick-xml), and other human-readable formats that do not say what they hold: put
//!   `#[serde(with = "snowflake_kit_serde::string")]` on each field, so that serde asks the format for
//!   a string.
//! - **Numbers as keys of maps.** JSON, TOML and forms write keys as strings. So a type with
//!   `json = "number"` must have a decimal text form, or one with a prefix. For
//!   [`form::Number`] as the key of a map of another type, digits that are one ID in decimal and
//!   another ID in the type's text form are refused.
//!
//! With the feature `arbitrary_precision` of `serde_json`, the error for a float calls it a
//! "map", because that is what `serde_json` makes of it.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;

mod containers;
pub mod form;
pub mod or_zero;
mod read;
#[cfg(feature = "serde_with")]
mod serde_with;
mod with;
mod write;

pub use with::{base32, base62, binary_number, decimal, hex, number, string};

/// Implements `Serialize` and `Deserialize` for ID types.
#[macro_export]
macro_rules! value {
    ($($id:ty),+ $(,)?) => {$(
        #[automatically_derived]
        impl $crate::__private::Serialize for $id {
            fn serialize<S: $crate::__private::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::__private::serialize(*self, serializer)
            }
        }

        #[automatically_derived]
        impl<'de> $crate::__private::Deserialize<'de> for $id {
            fn deserialize<D: $crate::__private::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::__private::deserialize(deserializer)
            }
        }
    )+};
}

/// What the macro's code names.
#[doc(hidden)]
pub mod __private {
    pub use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

    pub use crate::read::deserialize;
    pub use crate::write::serialize;
}
