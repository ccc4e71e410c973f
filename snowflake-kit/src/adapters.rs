//! From the derive to the adapters that are switched on.
//!
//! Features are those of this crate, not of the crate in which a macro is
//! used, so each macro exists once for "on" and once for "off". They are
//! written out by hand: macros made by a macro cannot be named by path inside
//! the crate that makes them.

/// Hands an ID type to each of the named adapters, with the options for it.
#[doc(hidden)]
#[macro_export]
macro_rules! __adapters {
    ($id:ident $($adapter:ident $(($($option:tt)*))?)*) => {
        $($crate::__adapter!($adapter $id $(($($option)*))?);)*
    };
}

/// Hands an ID type to one adapter. One that has options says so by its arm.
#[doc(hidden)]
#[macro_export]
macro_rules! __adapter {
    (timed $id:ident) => {
        $crate::__timed!($id);
    };
    (timed_in $id:ident) => {
        $crate::__timed_in!($id);
    };
    (counted $id:ident) => {
        $crate::__counted!($id);
    };
    (public $id:ident ($accepts_plain:literal, $label:literal)) => {
        $crate::__public!($id, $accepts_plain, $label);
    };
    (serde $id:ident) => {
        $crate::__serde!($id);
    };
    (openapi $id:ident) => {
        $crate::__openapi!($id);
    };
    (schemars $id:ident) => {
        $crate::__schemars!($id);
    };
    (graphql $id:ident $(($($option:tt)*))?) => {
        $crate::__graphql!($id $($($option)*)?);
    };
    (diesel $id:ident) => {
        $crate::__diesel!($id);
    };
    (seaorm $id:ident) => {
        $crate::__seaorm!($id);
    };
    (postgres $id:ident) => {
        $crate::__postgres!($id);
    };
    (rusqlite $id:ident) => {
        $crate::__rusqlite!($id);
    };
    (sqlx $id:ident) => {
        $crate::__sqlx!($id);
    };
    (ts_rs $id:ident $(($($option:tt)*))?) => {
        $crate::__ts_rs!($id $($($option)*)?);
    };
    (proptest $id:ident) => {
        $crate::__proptest!($id);
    };
    (arbitrary $id:ident) => {
        $crate::__arbitrary!($id);
    };
    (fake $id:ident) => {
        $crate::__fake!($id);
    };
    ($adapter:ident $id:ident ($($option:tt)*)) => {
        ::core::compile_error!(::core::concat!(
            "`", ::core::stringify!($id), "`: there is nothing to tell `",
            ::core::stringify!($adapter), "`; leave `",
            ::core::stringify!($adapter), "(…)` out",
        ));
    };
}

#[cfg(not(feature = "mint"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __timed {
    ($id:ident) => {};
}

#[cfg(not(feature = "mint"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __timed_in {
    ($id:ident) => {};
}

#[cfg(not(feature = "decimal"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __counted {
    ($id:ident) => {};
}

#[cfg(feature = "public")]
#[doc(hidden)]
#[macro_export]
macro_rules! __public {
    ($id:ident, $accepts_plain:literal, $label:literal) => {
        $crate::public::public_id!($id, $accepts_plain, $label);
    };
}

#[cfg(not(feature = "public"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __public {
    ($id:ident, $accepts_plain:literal, $label:literal) => {
        ::core::compile_error!(::core::concat!(
            "`",
            ::core::stringify!($id),
            "` has a public form: switch on the feature `public` of \
             snowflake-kit",
        ));
    };
}

#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! __serde {
    ($id:ident) => {
        $crate::snowflake_serde::value!($id);
    };
}

#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __serde {
    ($id:ident) => {};
}

#[cfg(feature = "openapi")]
#[doc(hidden)]
#[macro_export]
macro_rules! __openapi {
    ($id:ident) => {
        $crate::snowflake_openapi::schema!($id);
    };
}

#[cfg(not(feature = "openapi"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __openapi {
    ($id:ident) => {};
}

#[cfg(feature = "schemars")]
#[doc(hidden)]
#[macro_export]
macro_rules! __schemars {
    ($id:ident) => {
        $crate::snowflake_openapi::json_schema!($id);
    };
}

#[cfg(not(feature = "schemars"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __schemars {
    ($id:ident) => {};
}

#[cfg(feature = "graphql")]
#[doc(hidden)]
#[macro_export]
macro_rules! __graphql {
    ($id:ident) => {
        $crate::snowflake_graphql::scalar!($id);
    };
    ($id:ident $($option:tt)+) => {
        $crate::snowflake_graphql::scalar!($id, $($option)+);
    };
}

#[cfg(not(feature = "graphql"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __graphql {
    ($id:ident $($option:tt)*) => {};
}

#[cfg(feature = "diesel")]
#[doc(hidden)]
#[macro_export]
macro_rules! __diesel {
    ($id:ident) => {
        $crate::snowflake_diesel::column!($id);
    };
}

#[cfg(not(feature = "diesel"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __diesel {
    ($id:ident) => {};
}

#[cfg(feature = "seaorm")]
#[doc(hidden)]
#[macro_export]
macro_rules! __seaorm {
    ($id:ident) => {
        $crate::snowflake_seaorm::value!($id);
    };
}

#[cfg(not(feature = "seaorm"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __seaorm {
    ($id:ident) => {};
}

#[cfg(feature = "postgres")]
#[doc(hidden)]
#[macro_export]
macro_rules! __postgres {
    ($id:ident) => {
        $crate::snowflake_postgres::value!($id);
    };
}

#[cfg(not(feature = "postgres"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __postgres {
    ($id:ident) => {};
}

#[cfg(feature = "rusqlite")]
#[doc(hidden)]
#[macro_export]
macro_rules! __rusqlite {
    ($id:ident) => {
        $crate::snowflake_rusqlite::value!($id);
    };
}

#[cfg(not(feature = "rusqlite"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __rusqlite {
    ($id:ident) => {};
}

#[cfg(feature = "sqlx")]
#[doc(hidden)]
#[macro_export]
macro_rules! __sqlx {
    ($id:ident) => {
        $crate::snowflake_sqlx::value!($id);
    };
}

#[cfg(not(feature = "sqlx"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __sqlx {
    ($id:ident) => {};
}

#[cfg(feature = "ts-rs")]
#[doc(hidden)]
#[macro_export]
macro_rules! __ts_rs {
    ($id:ident) => {
        $crate::snowflake_ts_rs::alias!($id);
    };
    ($id:ident $($option:tt)+) => {
        $crate::snowflake_ts_rs::__alias_options!($id, $($option)+);
    };
}

#[cfg(not(feature = "ts-rs"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __ts_rs {
    ($id:ident $($option:tt)*) => {};
}

#[cfg(feature = "proptest")]
#[doc(hidden)]
#[macro_export]
macro_rules! __proptest {
    ($id:ident) => {
        $crate::snowflake_arbitrary::strategy!($id);
    };
}

#[cfg(not(feature = "proptest"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __proptest {
    ($id:ident) => {};
}

#[cfg(feature = "arbitrary")]
#[doc(hidden)]
#[macro_export]
macro_rules! __arbitrary {
    ($id:ident) => {
        $crate::snowflake_arbitrary::arbitrary!($id);
    };
}

#[cfg(not(feature = "arbitrary"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __arbitrary {
    ($id:ident) => {};
}

#[cfg(feature = "fake")]
#[doc(hidden)]
#[macro_export]
macro_rules! __fake {
    ($id:ident) => {
        $crate::snowflake_arbitrary::dummy!($id);
    };
}

#[cfg(not(feature = "fake"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __fake {
    ($id:ident) => {};
}
