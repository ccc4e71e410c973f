//! Public forms of snowflake IDs: what the outside sees gives nothing away.
//!
//! The number of a snowflake shows when its row was created, which node made it, and what
//! its neighbours are. An ID type with a *public form* is another text wherever people and
//! clients see it (`Display`, JSON, URLs, GraphQL, OpenAPI), and stays the number in
//! databases, binary formats and `Debug`.
//!
//! Applications switch on the feature `public` of `snowflake-kit`:
//!
//! ```
//! use snowflake_core::{Id, Snowflake};
//! # use snowflake_derive::SnowflakeId;
//! use snowflake_public::{SecretKey, Keys};
//!
//! /// Identifies a user.
//! #[derive(SnowflakeId)]
//! #[snowflake(text = "base62", prefix = "usr_", public = "sealed")]
//! # #[snowflake(crate = "snowflake_public")]
//! pub struct UserId(Snowflake);
//!
//! // Once, when the program starts. A service has `Keys::from_env("SNOWFLAKE_PUBLIC_KEY")?`.
//! let key: SecretKey = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f".parse()?;
//! snowflake_public::install(Keys::new(key))?;
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
//! # The two forms
//!
//! | form | made by | text after the prefix | what it promises |
//! |---|---|---|---|
//! | `sealed` | one AES-256 block of 64 zero bits and the ID | 22 characters in base62, 26 in base32, 32 in hex | hides time, node, order and count; a forged or mistyped text is accepted with probability 2^-64; the text of another type is refused |
//! | `permuted` | FF1 with AES-256 (NIST SP 800-38G) over 63 bits | a letter that names the key, and the digits of an ID | hides time, node and order; every text of the right shape is an ID |
//!
//! Neither is authorization: equal IDs have equal texts, and whoever has a text can use it.
//!
//! # Keys
//!
//! Each ID type has a key of its own, derived by HKDF-SHA-256 (RFC 5869) from the
//! application's key, the form, and the type's prefix, or its name if it has no prefix. So
//! renaming a type without a prefix makes its old texts unreadable, and two types with
//! one prefix read each other's texts.
//!
//! [`Keys`] may have older keys, whose texts are still read. [`Sealed`] says whether a text
//! was made with the current one.
//!
//! Without a key nothing is written and nothing is read: serializing is an error that says
//! what to set, [`Id::try_text`](snowflake_core::Id::try_text) as well, and `Display`
//! returns [`fmt::Error`](std::fmt::Error), with which `to_string` and `format!` panic.
//! The number is never shown in its place.
//!
//! # Crate features
//!
//! - `serde`: [`Sealed`] is an extractor of paths and queries.
//! - `test-util`: `install_for_tests`, a fixed key for snapshots.

#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod cipher;
mod codec;
mod error;
mod installed;
mod key;
mod sealed;
mod sealer;

pub use error::KeyError;
#[cfg(feature = "test-util")]
pub use installed::install_for_tests;
pub use installed::{PublicId, install};
pub use key::{Keys, SecretKey};
pub use sealed::Sealed;
pub use sealer::Sealer;

/// What derived code calls. Not for anybody else, and free to change.
#[doc(hidden)]
pub mod __private {
    pub use snowflake_core::__private::*;

    pub use crate::codec::{PermutedCodec, SealedCodec};
    pub use crate::installed::Slot;
}

/// Without the facade there are no adapters but this one.
#[doc(hidden)]
#[macro_export]
macro_rules! __adapters {
    ($id:ident $minting:ident public($plain:literal) $($ignored:tt)*) => {
        $crate::public_id!($id, $plain);
    };
    ($($ignored:tt)*) => {};
}

/// Gives an ID type a place for its keys.
#[doc(hidden)]
#[macro_export]
macro_rules! public_id {
    ($id:ident, $reads_plain:literal) => {
        #[automatically_derived]
        impl $crate::PublicId for $id {
            const READS_PLAIN: ::core::primitive::bool = $reads_plain;

            #[inline]
            fn slot() -> &'static $crate::__private::Slot {
                static SLOT: $crate::__private::Slot = $crate::__private::Slot::new();
                &SLOT
            }
        }
    };
}
