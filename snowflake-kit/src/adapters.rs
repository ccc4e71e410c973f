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
        $crate::core::__bridged!($id);
    };
    (timed_in $id:ident) => {
        $crate::__timed_in!($id);
        $crate::core::__bridged!($id);
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
    (utoipa $id:ident) => {
        $crate::__utoipa_5!($id);
        $crate::__utoipa_6!($id);
    };
    (schemars $id:ident) => {
        $crate::__schemars_0_8!($id);
        $crate::__schemars_0_9!($id);
        $crate::__schemars_1!($id);
    };
    (async_graphql $id:ident $(($($option:tt)*))?) => {
        $crate::__async_graphql_7!($id $($($option)*)?);
    };
    (diesel $id:ident) => {
        $crate::__diesel!($id);
    };
    (sea_orm $id:ident) => {
        $crate::__sea_orm_1!($id);
        $crate::__sea_orm_2!($id);
    };
    (postgres $id:ident) => {
        $crate::__postgres!($id);
    };
    (rusqlite $id:ident) => {
        $crate::__rusqlite!($id);
    };
    (sqlx $id:ident) => {
        $crate::__sqlx_0_8!($id);
        $crate::__sqlx_0_9!($id);
    };
    (ts_rs $id:ident $(($($option:tt)*))?) => {
        $crate::__ts_rs_12!($id $($($option)*)?);
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
        $crate::serde::value!($id);
    };
}

#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __serde {
    ($id:ident) => {};
}

#[cfg(feature = "utoipa_5")]
#[doc(hidden)]
#[macro_export]
macro_rules! __utoipa_5 {
    ($id:ident) => {
        $crate::utoipa_5::schema!($id);
    };
}

#[cfg(not(feature = "utoipa_5"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __utoipa_5 {
    ($id:ident) => {};
}

#[cfg(feature = "utoipa_6")]
#[doc(hidden)]
#[macro_export]
macro_rules! __utoipa_6 {
    ($id:ident) => {
        $crate::utoipa_6::schema!($id);
    };
}

#[cfg(not(feature = "utoipa_6"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __utoipa_6 {
    ($id:ident) => {};
}

#[cfg(feature = "schemars_0_8")]
#[doc(hidden)]
#[macro_export]
macro_rules! __schemars_0_8 {
    ($id:ident) => {
        $crate::schemars_0_8::json_schema!($id);
    };
}

#[cfg(not(feature = "schemars_0_8"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __schemars_0_8 {
    ($id:ident) => {};
}

#[cfg(feature = "schemars_0_9")]
#[doc(hidden)]
#[macro_export]
macro_rules! __schemars_0_9 {
    ($id:ident) => {
        $crate::schemars_0_9::json_schema!($id);
    };
}

#[cfg(not(feature = "schemars_0_9"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __schemars_0_9 {
    ($id:ident) => {};
}

#[cfg(feature = "schemars_1")]
#[doc(hidden)]
#[macro_export]
macro_rules! __schemars_1 {
    ($id:ident) => {
        $crate::schemars_1::json_schema!($id);
    };
}

#[cfg(not(feature = "schemars_1"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __schemars_1 {
    ($id:ident) => {};
}

#[cfg(feature = "async_graphql_7")]
#[doc(hidden)]
#[macro_export]
macro_rules! __async_graphql_7 {
    ($id:ident) => {
        $crate::async_graphql_7::scalar!($id);
    };
    ($id:ident $($option:tt)+) => {
        $crate::async_graphql_7::scalar!($id, $($option)+);
    };
}

#[cfg(not(feature = "async_graphql_7"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __async_graphql_7 {
    ($id:ident $($option:tt)*) => {};
}

#[cfg(feature = "diesel")]
#[doc(hidden)]
#[macro_export]
macro_rules! __diesel {
    ($id:ident) => {
        $crate::diesel::column!($id);
    };
}

#[cfg(not(feature = "diesel"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __diesel {
    ($id:ident) => {};
}

#[cfg(feature = "sea_orm_1")]
#[doc(hidden)]
#[macro_export]
macro_rules! __sea_orm_1 {
    ($id:ident) => {
        $crate::sea_orm_1::value!($id);
    };
}

#[cfg(not(feature = "sea_orm_1"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __sea_orm_1 {
    ($id:ident) => {};
}

#[cfg(feature = "sea_orm_2")]
#[doc(hidden)]
#[macro_export]
macro_rules! __sea_orm_2 {
    ($id:ident) => {
        $crate::sea_orm_2::value!($id);
    };
}

#[cfg(not(feature = "sea_orm_2"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __sea_orm_2 {
    ($id:ident) => {};
}

#[cfg(feature = "postgres")]
#[doc(hidden)]
#[macro_export]
macro_rules! __postgres {
    ($id:ident) => {
        $crate::postgres::value!($id);
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
        $crate::rusqlite::value!($id);
    };
}

#[cfg(not(feature = "rusqlite"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __rusqlite {
    ($id:ident) => {};
}

#[cfg(feature = "sqlx_0_8")]
#[doc(hidden)]
#[macro_export]
macro_rules! __sqlx_0_8 {
    ($id:ident) => {
        $crate::sqlx_0_8::value!($id);
    };
}

#[cfg(not(feature = "sqlx_0_8"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __sqlx_0_8 {
    ($id:ident) => {};
}

#[cfg(feature = "sqlx_0_9")]
#[doc(hidden)]
#[macro_export]
macro_rules! __sqlx_0_9 {
    ($id:ident) => {
        $crate::sqlx_0_9::value!($id);
    };
}

#[cfg(not(feature = "sqlx_0_9"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __sqlx_0_9 {
    ($id:ident) => {};
}

#[cfg(feature = "ts_rs_12")]
#[doc(hidden)]
#[macro_export]
macro_rules! __ts_rs_12 {
    ($id:ident) => {
        $crate::ts_rs_12::alias!($id);
    };
    ($id:ident $($option:tt)+) => {
        $crate::ts_rs_12::__alias_options!($id, $($option)+);
    };
}

#[cfg(not(feature = "ts_rs_12"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __ts_rs_12 {
    ($id:ident $($option:tt)*) => {};
}

#[cfg(feature = "proptest")]
#[doc(hidden)]
#[macro_export]
macro_rules! __proptest {
    ($id:ident) => {
        $crate::proptest::strategy!($id);
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
        $crate::arbitrary::arbitrary!($id);
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
        $crate::fake::dummy!($id);
    };
}

#[cfg(not(feature = "fake"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __fake {
    ($id:ident) => {};
}
