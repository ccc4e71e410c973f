//! What derived code calls.

use core::fmt;

pub use crate::{
    DecimalId, Encoding, Id, Json, Layout, ParseError, Scheme, Snowflake, SnowflakeId, Text,
    ValueError,
};

#[cfg(feature = "mint")]
pub use crate::decimal::InstalledCounter;
#[cfg(feature = "mint")]
pub use crate::install::InstalledGenerator;
#[cfg(feature = "mint")]
pub use crate::{Mint, MintError};

pub use crate::__generator as generator;
pub use crate::__mint as mint;

/// `UserId(175928847299117063)`, with the ID in its text form.
pub fn debug<T: Id>(id: T, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{}({})", T::NAME, id.text())
}

/// The text form, which takes width and alignment as strings do.
pub fn display<T: Id>(id: T, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.pad(&id.text())
}

/// The ID with this value.
#[inline]
pub fn from_integer<T: Id, I>(value: I) -> Result<T, ValueError>
where
    Snowflake: TryFrom<I, Error = ValueError>,
{
    match Snowflake::try_from(value) {
        Ok(id) => Ok(T::from_snowflake(id)),
        Err(error) => Err(error.with_name(T::NAME)),
    }
}

/// How long `mint` waits for an ID of this type.
#[cfg(feature = "mint")]
pub fn max_wait<T: Mint>() -> core::time::Duration {
    crate::mint::Source::<T>::max_wait(T::source())
}

/// Minting of an ID type, where there is minting.
#[cfg(feature = "mint")]
#[doc(hidden)]
#[macro_export]
macro_rules! __mint {
    ($id:ident by $source:ident) => {
        #[automatically_derived]
        impl $crate::__private::Mint for $id {
            type Source = $crate::__private::$source;

            #[inline]
            fn source() -> &'static $crate::__private::$source {
                static SOURCE: $crate::__private::$source = $crate::__private::$source::new();
                &SOURCE
            }
        }

        impl $id {
            /// Mints an ID, waiting for a free slot if it must; panics if it cannot be minted.
            /// See [`Mint::mint`]($crate::Mint::mint).
            #[inline]
            #[track_caller]
            pub fn mint() -> Self {
                <Self as $crate::__private::Mint>::mint()
            }

            /// Mints an ID, without waiting. See
            /// [`Mint::try_mint`]($crate::Mint::try_mint).
            #[inline]
            pub fn try_mint() -> ::core::result::Result<Self, $crate::MintError> {
                <Self as $crate::__private::Mint>::try_mint()
            }

            /// Mints an ID, waiting for a free slot up to `max_wait`. See
            /// [`Mint::mint_timeout`]($crate::Mint::mint_timeout).
            #[inline]
            pub fn mint_timeout(
                max_wait: ::core::time::Duration,
            ) -> ::core::result::Result<Self, $crate::MintError> {
                <Self as $crate::__private::Mint>::mint_timeout(max_wait)
            }

            /// Mints `count` IDs, in order. See [`Mint::mint_many`]($crate::Mint::mint_many).
            #[inline]
            #[track_caller]
            pub fn mint_many(count: ::core::primitive::usize) -> ::std::vec::Vec<Self> {
                <Self as $crate::__private::Mint>::mint_many(count)
            }
        }

        $crate::__mint_async!($id);
    };
}

/// The generator of an ID type with a time, where there is minting.
#[cfg(feature = "mint")]
#[doc(hidden)]
#[macro_export]
macro_rules! __generator {
    ($id:ident) => {
        impl $id {
            /// The installed generator that `mint` uses. Asking for it at the start of a
            /// program finds out whether the node fits the layout.
            ///
            /// # Errors
            /// [`MintError::NotInstalled`]($crate::MintError::NotInstalled),
            /// [`MintError::NodeOutOfRange`]($crate::MintError::NodeOutOfRange),
            /// [`MintError::Forked`]($crate::MintError::Forked).
            #[inline]
            pub fn generator()
            -> ::core::result::Result<&'static $crate::Generator, $crate::MintError> {
                <Self as $crate::__private::Mint>::source().get::<Self>()
            }
        }
    };
}

#[cfg(feature = "tokio")]
#[doc(hidden)]
#[macro_export]
macro_rules! __mint_async {
    ($id:ident) => {
        impl $id {
            /// Mints an ID, waiting for a free slot without blocking the runtime. See
            /// [`Mint::mint_async`]($crate::Mint::mint_async).
            #[inline]
            pub fn mint_async()
            -> impl ::core::future::Future<Output = ::core::result::Result<Self, $crate::MintError>>
            + ::core::marker::Send {
                <Self as $crate::__private::Mint>::mint_async()
            }
        }
    };
}

#[cfg(all(feature = "mint", not(feature = "tokio")))]
#[doc(hidden)]
#[macro_export]
macro_rules! __mint_async {
    ($id:ident) => {};
}

/// Without minting an ID type has no generator.
#[cfg(not(feature = "mint"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __generator {
    ($($ignored:tt)*) => {};
}

/// Minting of an ID type, where there is none.
#[cfg(not(feature = "mint"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __mint {
    ($($ignored:tt)*) => {};
}
