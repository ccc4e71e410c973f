//! Public forms of snowflake IDs: texts that hide when and where a row was created.
//!
//! The number of a snowflake shows when its row was created, which node made it, and what its
//! neighbours are. An ID type with a *public form* has an encrypted text in all places that
//! people and clients see (`Display`, JSON and every other format of serde, URLs, GraphQL, OpenAPI).
//! It is still the number in databases and `Debug`.
//!
//! Applications enable the feature `public` of `snowflake-kit`, whose guide has a page on
//! public IDs: how to choose a form, replace keys, and what texts still show.
//!
//! ```
//! use snowflake_kit_core::{Id, Snowflake};
//! # use snowflake_kit_derive::SnowflakeId;
//! use snowflake_kit_public::{SecretKey, Keys};
//!
//! /// Identifies a user.
//! #[derive(SnowflakeId)]
//! #[snowflake(text = "base62", prefix = "usr_", public = "sealed")]
//! # #[snowflake(crate = "snowflake_kit_public")]
//! pub struct UserId(Snowflake);
//!
//! // Once, when the program starts. A service has `Keys::from_env("SNOWFLAKE_PUBLIC_KEY")?`.
//! let key: SecretKey = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f".parse()?;
//! snowflake_kit_public::install(Keys::new(key))?;
//!
//! let id = UserId::from_i64(175_928_847_299_117_063)?;
//! let text = id.to_string();
//! assert_eq!(text.len(), "usr_".len() + 22);
//! assert_eq!(text.parse::<UserId>()?, id);
//! // The text of the number is refused.
//! assert!("usr_0Czks0tP37X".parse::<UserId>().is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How texts are made
//!
//! | form | after the prefix | forged or mistyped texts |
//! |---|---|---|
//! | `sealed` | one AES-256 block of 64 zero bits and the ID | are refused, except with probability 2^-64 |
//! | `permuted` | a letter that names the key, and the ID under FF1 with AES-256 over 63 bits | are other IDs |
//!
//! Neither form is authorization: equal IDs have equal texts, and anyone who has a text can
//! use it.
//!
//! The algorithms are published:
//!
//! - Sealed: M. Bellare and P. Rogaway, *Encode-Then-Encipher Encryption*, ASIACRYPT 2000. The
//!   redundancy (64 zero bits) lets a block cipher detect forged texts.
//! - Permuted: FF1 of NIST SP 800-38G. The draft of its revision 1 asks for a domain of at least
//!   a million, which 2^63 is, and omits FF3, which was broken twice.
//! - Keys: HKDF with SHA-256, RFC 5869.
//!
//! Other methods would not do:
//!
//! - *hashids* and *sqids* are encodings: a few pairs of numbers and texts give away their
//!   "salt" or alphabet.
//! - *Multiplication* modulo 2^64 and *XOR* are solved from one or two pairs.
//! - *Skip32* has a block of 32 bits and a key of 80 bits.
//!
//! # Keys
//!
//! The key of an ID type is derived from the application's key, the form, and the type's
//! [`Label`]:
//!
//! | the type has | its label is | its texts stay readable when you |
//! |---|---|---|
//! | `public("sealed", label = "user")` | that label | rename or move the type, or change its prefix |
//! | a prefix, and no `label` | the prefix | rename or move the type |
//! | neither | its name | move the type to another module |
//!
//! A label replaces a prefix or a name, so texts from before it are not readable. Decide before you
//! give out the first text.
//!
//! If two types of a program have the same prefix, or the same name and no prefix, they would read
//! each other's texts. So the one that is used later is refused, with an error that names the
//! other one. Give one of them a `label`. If the two shall read each other's texts, give both the
//! same `label`.
//!
//! [`Keys`] may have older keys, whose texts are still read. [`Sealed`] says whether a text
//! was made with the current one.
//!
//! Without a key, nothing is written or read. Serializing, and
//! [`Id::try_text`](snowflake_kit_core::Id::try_text), return an error that says what to set.
//! `Display` returns [`fmt::Error`](std::fmt::Error), so `to_string` and `format!` panic. The
//! number is never shown instead.
//!
//! # Crate features
//!
//! - `serde`: [`Sealed`] can be read from paths and queries.
//! - `test-util`: `install_for_tests`, a fixed key for snapshots.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod cipher;
mod codec;
mod error;
mod installed;
mod key;
mod label;
mod sealed;
mod sealer;

pub use error::KeyError;
#[cfg(feature = "test-util")]
pub use installed::install_for_tests;
pub use installed::{PublicId, install};
pub use key::{Keys, SecretKey};
pub use label::Label;
pub use sealed::Sealed;
pub use sealer::Sealer;

/// What derived code calls. Not for anybody else, and free to change.
#[doc(hidden)]
pub mod __private {
    pub use snowflake_kit_core::__private::*;

    pub use crate::codec::{PermutedCodec, SealedCodec};
    pub use crate::installed::Slot;
}

/// Without the facade there are no adapters but this one.
#[doc(hidden)]
#[macro_export]
macro_rules! __adapters {
    ($id:ident $minting:ident public($plain:literal, $label:literal) $($ignored:tt)*) => {
        $crate::public_id!($id, $plain, $label);
    };
    ($($ignored:tt)*) => {};
}

/// Gives an ID type a place for its keys.
#[doc(hidden)]
#[macro_export]
macro_rules! public_id {
    ($id:ident, $reads_plain:literal, $label:literal) => {
        #[automatically_derived]
        impl $crate::PublicId for $id {
            const READS_PLAIN: ::core::primitive::bool = $reads_plain;
            const LABEL: &'static ::core::primitive::str = $label;

            #[inline]
            fn slot() -> &'static $crate::__private::Slot {
                static SLOT: $crate::__private::Slot = $crate::__private::Slot::new();
                &SLOT
            }
        }
    };
}
