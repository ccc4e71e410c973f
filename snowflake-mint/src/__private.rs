//! What derived code and the other crates of the kit call.

pub use snowflake_kit_core::__private::*;

pub use crate::__on_tokio as on_tokio;
pub use crate::bell::{Bell, Ring};
pub use crate::error::MintError;
pub use crate::install::{
    InstalledGenerator, claim_failed, claimed, install_unclaimed, installed, installed_permit,
    withdraw,
};
pub use crate::mint::Mint;
pub use crate::minter::{Minter, Mints, Within};
pub use crate::node::decimal;
pub use crate::process::name as process_name;
pub use crate::source::{Source, Sourced, append_all};
pub use crate::state::{SharedState, State};
#[cfg(feature = "test-util")]
pub use crate::test_util::in_scope;
#[cfg(feature = "uuid")]
pub use crate::uuids::Uuids;
pub use crate::wait::{Pause, keeps_leases, ready};

/// Whether this process is a fork.
pub mod fork {
    pub use crate::fork::{FORKED, is_forked, watch};
}

/// What operators are told.
pub mod observe {
    pub use crate::observe::*;
}

/// The atomics, or loom's in their place.
pub mod sync {
    pub use crate::sync::*;
}

/// As [`Within::of`], with an error that names the type if it has no such field.
pub fn within<T: CallerId + Sourced>(caller: u32) -> Within<'static, T::Source, T> {
    Within::of(caller)
}

/// How long `mint` waits for an ID of this type.
pub fn max_wait<T: Sourced>() -> std::time::Duration {
    Source::<T>::max_wait(T::source())
}

/// Implements minting for an ID type with a source.
#[doc(hidden)]
#[macro_export]
macro_rules! __mint {
    ($id:ident) => {
        #[automatically_derived]
        impl $crate::__private::Mint for $id {}

        impl $id {
            /// Mints an ID, waiting for a free slot if it must. Panics on errors. See
            /// [`Minter::mint`]($crate::Minter::mint).
            #[doc(alias = "default", alias = "generate", alias = "new", alias = "next")]
            #[inline]
            #[track_caller]
            pub fn mint() -> Self {
                $crate::__private::Minter::mint(<Self as $crate::__private::Sourced>::source())
            }

            /// Mints an ID, without waiting. See
            /// [`Minter::try_mint`]($crate::Minter::try_mint).
            #[inline]
            pub fn try_mint() -> ::core::result::Result<Self, $crate::MintError> {
                $crate::__private::Minter::try_mint(<Self as $crate::__private::Sourced>::source())
            }

            /// Mints an ID, waiting for a free slot up to `max_wait`. See
            /// [`Minter::mint_timeout`]($crate::Minter::mint_timeout).
            #[inline]
            pub fn mint_timeout(
                max_wait: ::core::time::Duration,
            ) -> ::core::result::Result<Self, $crate::MintError> {
                $crate::__private::Minter::mint_timeout(<Self as $crate::__private::Sourced>::source(), max_wait)
            }

            /// Mints `count` IDs, in order. See [`Minter::mint_many`]($crate::Minter::mint_many).
            #[inline]
            #[track_caller]
            pub fn mint_many(count: ::core::primitive::usize) -> ::std::vec::Vec<Self> {
                $crate::__private::Minter::mint_many(<Self as $crate::__private::Sourced>::source(), count)
            }
        }

        $crate::__on_tokio! {
            impl $id {
                /// Mints an ID, waiting for a free slot without blocking the runtime. See
                /// [`Minter::mint_async`]($crate::Minter::mint_async).
                #[inline]
                pub fn mint_async()
                -> impl ::core::future::Future<Output = ::core::result::Result<Self, $crate::MintError>>
                + ::core::marker::Send {
                    $crate::__private::Minter::mint_async(<Self as $crate::__private::Sourced>::source())
                }

                /// Mints `count` IDs, in order, without blocking the runtime. See
                /// [`Minter::mint_many_async`]($crate::Minter::mint_many_async).
                #[inline]
                pub fn mint_many_async(
                    count: ::core::primitive::usize,
                ) -> impl ::core::future::Future<
                    Output = ::core::result::Result<::std::vec::Vec<Self>, $crate::MintError>,
                > + ::core::marker::Send {
                    $crate::__private::Minter::mint_many_async(<Self as $crate::__private::Sourced>::source(), count)
                }
            }
        }
    };
}

/// Implements minting for an ID type with a time, by the installed generator.
#[doc(hidden)]
#[macro_export]
macro_rules! __timed {
    ($id:ident) => {
        $crate::__generator!($id);
        $crate::__mint!($id);
    };
}

/// As `__timed`, for an ID type with a field of the caller's.
#[doc(hidden)]
#[macro_export]
macro_rules! __timed_in {
    ($id:ident) => {
        $crate::__generator!($id);

        impl $id {
            /// What mints IDs with this value in the caller's field: `within(42).mint()`. See
            /// [`Within`]($crate::Within).
            #[inline]
            pub fn within(
                caller: ::core::primitive::u32,
            ) -> $crate::Within<'static, <Self as $crate::__private::Sourced>::Source, Self> {
                $crate::Within::of(caller)
            }
        }
    };
}

/// Says what mints an ID type.
#[doc(hidden)]
#[macro_export]
macro_rules! __source {
    ($id:ident by $source:path) => {
        #[automatically_derived]
        impl $crate::__private::Sourced for $id {
            type Source = $source;

            #[inline]
            fn source() -> &'static $source {
                static SOURCE: $source = <$source>::new();
                &SOURCE
            }
        }
    };
}

/// Makes the installed generator the source of an ID type with a time.
#[doc(hidden)]
#[macro_export]
macro_rules! __generator {
    ($id:ident) => {
        $crate::__source!($id by $crate::__private::InstalledGenerator);

        impl $id {
            /// Returns the installed generator that mints this type. Call it when the program
            /// starts, to find out whether the node fits the layout. If the first mint is to claim
            /// a lease, this claims it and waits as `mint` does.
            ///
            /// # Errors
            /// [`MintError::NotInstalled`]($crate::MintError::NotInstalled),
            /// [`MintError::NodeOutOfRange`]($crate::MintError::NodeOutOfRange),
            /// [`MintError::Forked`]($crate::MintError::Forked),
            /// [`MintError::NotClaimed`]($crate::MintError::NotClaimed).
            #[inline]
            pub fn generator()
            -> ::core::result::Result<&'static $crate::Generator, $crate::MintError> {
                <Self as $crate::__private::Sourced>::source().generator::<Self>()
            }
        }
    };
}

/// Writes code that waits on tokio's timer, if this crate has the feature `tokio`. The crate that
/// uses the macro cannot decide: another crate may have enabled the feature here.
#[cfg(feature = "tokio")]
#[doc(hidden)]
#[macro_export]
macro_rules! __on_tokio {
    ($($code:tt)*) => { $($code)* };
}

#[cfg(not(feature = "tokio"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __on_tokio {
    ($($code:tt)*) => {};
}

/// Writes what takes the place of such code, if this crate does not have the feature `tokio`.
#[cfg(feature = "tokio")]
#[doc(hidden)]
#[macro_export]
macro_rules! __off_tokio {
    ($($code:tt)*) => {};
}

#[cfg(not(feature = "tokio"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __off_tokio {
    ($($code:tt)*) => { $($code)* };
}
