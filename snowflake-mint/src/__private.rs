//! What derived code and the other crates of the kit call.

pub use snowflake_kit_core::__private::*;

pub use crate::bell::{Bell, Ring};
pub use crate::error::MintError;
pub use crate::installed::{
    InstalledGenerator, claimed, install_unclaimed, installed, installed_permit, replace, withdraw,
};
pub use crate::mint::{Mint, MintIn, Sourced};
pub use crate::node::decimal;
pub use crate::process::name as process_name;
pub use crate::source::{Source, append_all};
pub use crate::state::{SharedState, State};
#[cfg(feature = "test-util")]
pub use crate::test_util::in_scope;
pub use crate::unclaimed::Unclaimed;
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
            /// [`Mint::mint`]($crate::Mint::mint).
            #[doc(alias = "default", alias = "generate", alias = "new", alias = "next")]
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

        $crate::__on_tokio! {
            impl $id {
                /// Mints an ID, waiting for a free slot without blocking the runtime. See
                /// [`Mint::mint_async`]($crate::Mint::mint_async).
                #[inline]
                pub fn mint_async()
                -> impl ::core::future::Future<Output = ::core::result::Result<Self, $crate::MintError>>
                + ::core::marker::Send {
                    <Self as $crate::__private::Mint>::mint_async()
                }

                /// Mints `count` IDs, in order, without blocking the runtime. See
                /// [`Mint::mint_many_async`]($crate::Mint::mint_many_async).
                #[inline]
                pub fn mint_many_async(
                    count: ::core::primitive::usize,
                ) -> impl ::core::future::Future<
                    Output = ::core::result::Result<::std::vec::Vec<Self>, $crate::MintError>,
                > + ::core::marker::Send {
                    <Self as $crate::__private::Mint>::mint_many_async(count)
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

        #[automatically_derived]
        impl $crate::__private::MintIn for $id {}

        impl $id {
            /// Mints an ID with this value in the caller's field, waiting for a free slot if it
            /// must. Panics on errors. See [`MintIn::mint_in`]($crate::MintIn::mint_in).
            #[inline]
            #[track_caller]
            pub fn mint_in(caller: ::core::primitive::u32) -> Self {
                <Self as $crate::__private::MintIn>::mint_in(caller)
            }

            /// Mints an ID with this value in the caller's field, without waiting. See
            /// [`MintIn::try_mint_in`]($crate::MintIn::try_mint_in).
            #[inline]
            pub fn try_mint_in(
                caller: ::core::primitive::u32,
            ) -> ::core::result::Result<Self, $crate::MintError> {
                <Self as $crate::__private::MintIn>::try_mint_in(caller)
            }

            /// Mints an ID with this value in the caller's field, waiting for a free slot up
            /// to `max_wait`. See [`MintIn::mint_in_timeout`]($crate::MintIn::mint_in_timeout).
            #[inline]
            pub fn mint_in_timeout(
                caller: ::core::primitive::u32,
                max_wait: ::core::time::Duration,
            ) -> ::core::result::Result<Self, $crate::MintError> {
                <Self as $crate::__private::MintIn>::mint_in_timeout(caller, max_wait)
            }

            /// Mints `count` IDs with this value in the caller's field, in order. See
            /// [`MintIn::mint_many_in`]($crate::MintIn::mint_many_in).
            #[inline]
            #[track_caller]
            pub fn mint_many_in(
                caller: ::core::primitive::u32,
                count: ::core::primitive::usize,
            ) -> ::std::vec::Vec<Self> {
                <Self as $crate::__private::MintIn>::mint_many_in(caller, count)
            }
        }

        $crate::__on_tokio! {
            impl $id {
                /// Mints an ID with this value in the caller's field, without blocking the
                /// runtime. See [`MintIn::mint_in_async`]($crate::MintIn::mint_in_async).
                #[inline]
                pub fn mint_in_async(
                    caller: ::core::primitive::u32,
                ) -> impl ::core::future::Future<
                    Output = ::core::result::Result<Self, $crate::MintError>,
                > + ::core::marker::Send {
                    <Self as $crate::__private::MintIn>::mint_in_async(caller)
                }

                /// Mints `count` IDs with this value in the caller's field, in order, without
                /// blocking the runtime. See
                /// [`MintIn::mint_many_in_async`]($crate::MintIn::mint_many_in_async).
                #[inline]
                pub fn mint_many_in_async(
                    caller: ::core::primitive::u32,
                    count: ::core::primitive::usize,
                ) -> impl ::core::future::Future<
                    Output = ::core::result::Result<::std::vec::Vec<Self>, $crate::MintError>,
                > + ::core::marker::Send {
                    <Self as $crate::__private::MintIn>::mint_many_in_async(caller, count)
                }
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
