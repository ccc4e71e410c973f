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
//! integer from 1 to 2^63 - 1. Floats, signs, leading zeros, spaces, 0,
//! negative and larger numbers are refused with an error that names the type
//! and the value.

#![no_std]
#![forbid(unsafe_code)]

mod read;
mod write;

pub use read::deserialize;
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
