//! serde for snowflake IDs: strings in JSON, integers in binary formats.
//!
//! Applications switch on the feature `serde` of `snowflake-kit`, and every ID
//! type has these impls. Without the facade, [`value!`] writes them:
//!
//! ```
//! use snowflake_core::{Id, Snowflake, SnowflakeId};
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
//! [`hex`] give one field another form than its type has, in every format. A
//! field of a text form is asked for as a string, so there an integer is
//! refused:
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! # use snowflake_core::{Id, Snowflake, SnowflakeId};
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
//! [`or_zero`] has 0 in place of `None`, for databases that do. It and the modules `option`
//! also take the `OrZero<UserId>` of a database adapter.
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
//! Read and written in the tests of this crate, as fields, `Option`, `Vec`, keys
//! of maps, in `flatten` and in each kind of enum, as far as the format has
//! such things for strings or integers at all:
//!
//! | format | crate | an ID is | not, by the format or its crate |
//! |---|---|---|---|
//! | JSON | `serde_json`, `simd-json` | text | |
//! | TOML | `toml` | text | |
//! | YAML | `serde-saphyr` | text | |
//! | RON | `ron` | text | `flatten` of a map whose keys are numbers |
//! | CSV | `csv` | text | lists under headings, maps, enums; `flatten` is only read |
//! | forms, queries | `serde_html_form` | text | maps and enums in fields |
//! | CBOR | `minicbor-serde` | integer | `flatten` of a map whose keys are IDs |
//! | `MessagePack` | `rmp-serde` | integer | without names of fields: structs in adjacently tagged and untagged enums |
//! | postcard, bincode | `postcard`, `bincode` 2 | integer | `flatten`, all enums but externally tagged ones |
//!
//! What a format cannot carry is an error, with four things to know:
//!
//! - **CSV** does not say what a field holds, and the crate `csv` takes digits
//!   for an integer: `01` is 1, and a text such as `00000000010`, which base62
//!   can write, is read as 10. Forms of base62, base32 and hex need a prefix
//!   there, or `#[serde(with = "snowflake_serde::string")]` at the field.
//! - **Formats that do not say what they hold and call themselves made for
//!   people** cannot be asked for "a string or an integer". quick-xml is one:
//!   there each field needs `#[serde(with = "snowflake_serde::string")]`, which
//!   asks for a string. Such formats that call themselves binary (postcard,
//!   bincode) hold the integer, which is known.
//! - **Numbers as keys of maps** are digits in a string in JSON, TOML and forms.
//!   A type with `json = "number"` therefore has a decimal text form or one with
//!   a prefix. Where a *field* of another type is a number
//!   ([`form::Number`] in the keys of a map), digits that are one ID in decimal
//!   and another in the type's text form are refused.
//! - **Public forms in CBOR and `MessagePack`** are integers too, but in `flatten`, in
//!   internally tagged and in untagged enums they are refused: serde reads such values before
//!   it knows their type, and an integer could be from JSON there.
//!
//! With the feature `arbitrary_precision` of `serde_json` all of this stays, but
//! a float is refused as "map", which is what `serde_json` makes of it.

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
