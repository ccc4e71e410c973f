//! From the derive to the adapters that are switched on.
//!
//! Features are those of this crate, not of the crate in which a macro is
//! used, so each macro exists once for "on" and once for "off". They are
//! written out by hand: macros made by a macro cannot be named by path inside
//! the crate that makes them.

/// Hands an ID type to each of the named adapters.
#[doc(hidden)]
#[macro_export]
macro_rules! __adapters {
    ($id:ident $($adapter:ident)*) => {
        $($crate::__adapter!($adapter $id);)*
    };
}

/// Hands an ID type to one adapter.
#[doc(hidden)]
#[macro_export]
macro_rules! __adapter {
    (serde $id:ident) => {
        $crate::__serde!($id);
    };
    // An adapter that does not exist yet.
    ($adapter:ident $id:ident) => {};
}

#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! __serde {
    ($id:ident) => {
        $crate::__private::snowflake_serde::value!($id);
    };
}

#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __serde {
    ($id:ident) => {};
}
