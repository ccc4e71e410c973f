//! From the derive to the adapters that are switched on.

/// Hands an ID type to each of the named adapters, with the options for it.
#[doc(hidden)]
#[macro_export]
macro_rules! __adapters {
    (@timed $id:ident) => {
        $crate::__private::on::timed!($id);
        $crate::__private::on::bridged!($id);
    };
    // Nothing mints it.
    (@unminted $id:ident) => {};
    (@versioned $id:ident) => {
        $crate::__private::on::versioned!($id);
    };
    (@diesel_integer $id:ident) => {
        $crate::__private::on::diesel!(integer: $id);
    };
    (@diesel_small_int $id:ident) => {
        $crate::__private::on::diesel!(small_int: $id);
    };
    (@diesel_uuid $id:ident) => {
        $crate::__private::on::diesel_uuid!(uuid: $id);
    };
    (@timed_in $id:ident) => {
        $crate::__private::on::timed_in!($id);
        $crate::__private::on::bridged!($id);
    };
    (@public $id:ident ($accepts_plain:literal, $label:literal)) => {
        $crate::__private::on::public!($id, $accepts_plain, $label);
    };
    (@utoipa $id:ident) => {
        $crate::__private::on::utoipa_5!(utoipa_5: $id);
        $crate::__private::on::utoipa_6!(utoipa_6: $id);
    };
    (@schemars $id:ident) => {
        $crate::__private::on::schemars_0_8!(schemars_0_8: $id);
        $crate::__private::on::schemars_0_9!(schemars_0_9: $id);
        $crate::__private::on::schemars_1!(schemars_1: $id);
    };
    (@sea_orm $id:ident) => {
        $crate::__private::on::sea_orm_1!(sea_orm_1: $id);
        $crate::__private::on::sea_orm_2!(sea_orm_2: $id);
        $crate::__private::on::sea_query_1!(sea_query_1: $id);
    };
    (@sqlx $id:ident) => {
        $crate::__private::on::sqlx_0_8!(sqlx_0_8: $id);
        $crate::__private::on::sqlx_0_9!(sqlx_0_9: $id);
    };
    (@async_graphql $id:ident ($($option:tt)*)) => {
        $crate::__private::on::async_graphql!($id, $($option)*);
    };
    (@ts_rs $id:ident ($($option:tt)*)) => {
        $crate::__private::on::ts_rs!(@options $id, $($option)*);
    };
    (@$adapter:ident $id:ident) => {
        $crate::__private::on::$adapter!($id);
    };
    (@$adapter:ident $id:ident ($($option:tt)*)) => {
        ::core::compile_error!(::core::concat!(
            "`", ::core::stringify!($id), "`: there is nothing to tell `",
            ::core::stringify!($adapter), "`; leave `",
            ::core::stringify!($adapter), "(…)` out",
        ));
    };
    ($id:ident $($adapter:ident $(($($option:tt)*))?)*) => {
        $($crate::__adapters!(@$adapter $id $(($($option)*))?);)*
    };
}

/// What stands for `public` without the feature.
#[doc(hidden)]
#[macro_export]
macro_rules! __without_public {
    ($id:ident, $accepts_plain:literal, $label:literal) => {
        ::core::compile_error!(::core::concat!(
            "`",
            ::core::stringify!($id),
            "` has a public form: switch on the feature `public` of \
             snowflake-kit",
        ));
    };
}

/// The macro of each adapter.
///
/// Features are those of this crate, not of the crate in which a macro is used. So what is off is
/// here too, as a macro that writes nothing: a name that is imported takes precedence over one
/// that comes with a `*`.
pub mod on {
    pub use otherwise::*;
    #[cfg(feature = "arbitrary")]
    pub use snowflake_kit_arbitrary::arbitrary;
    #[cfg(feature = "fake")]
    pub use snowflake_kit_arbitrary::dummy as fake;
    #[cfg(feature = "proptest")]
    pub use snowflake_kit_arbitrary::strategy as proptest;
    #[cfg(feature = "decimal")]
    pub use snowflake_kit_decimal::__counted as counted;
    #[cfg(feature = "diesel")]
    pub use snowflake_kit_diesel::column as diesel;
    #[cfg(feature = "diesel-uuid")]
    pub use snowflake_kit_diesel::column as diesel_uuid;
    #[cfg(feature = "async_graphql_7")]
    pub use snowflake_kit_graphql::scalar as async_graphql;
    #[cfg(feature = "mint")]
    pub use snowflake_kit_mint::{
        __timed as timed, __timed_in as timed_in, __versioned as versioned,
    };
    #[cfg(feature = "schemars_0_8")]
    pub use snowflake_kit_openapi::json_schema as schemars_0_8;
    #[cfg(feature = "schemars_0_9")]
    pub use snowflake_kit_openapi::json_schema as schemars_0_9;
    #[cfg(feature = "schemars_1")]
    pub use snowflake_kit_openapi::json_schema as schemars_1;
    #[cfg(feature = "utoipa_5")]
    pub use snowflake_kit_openapi::schema as utoipa_5;
    #[cfg(feature = "utoipa_6")]
    pub use snowflake_kit_openapi::schema as utoipa_6;
    #[cfg(feature = "postgres")]
    pub use snowflake_kit_postgres::value as postgres;
    #[cfg(feature = "public")]
    pub use snowflake_kit_public::public_id as public;
    #[cfg(feature = "rusqlite")]
    pub use snowflake_kit_rusqlite::value as rusqlite;
    #[cfg(feature = "sea_orm_1")]
    pub use snowflake_kit_seaorm::value as sea_orm_1;
    #[cfg(feature = "sea_orm_2")]
    pub use snowflake_kit_seaorm::value as sea_orm_2;
    // SeaORM 2 makes them the same values.
    #[cfg(all(feature = "sea_query_1", not(feature = "sea_orm_2")))]
    pub use snowflake_kit_seaorm::value as sea_query_1;
    #[cfg(feature = "serde")]
    pub use snowflake_kit_serde::value as serde;
    #[cfg(feature = "sqlx_0_8")]
    pub use snowflake_kit_sqlx::value as sqlx_0_8;
    #[cfg(feature = "sqlx_0_9")]
    pub use snowflake_kit_sqlx::value as sqlx_0_9;
    #[cfg(feature = "ts_rs_12")]
    pub use snowflake_kit_ts_rs::alias as ts_rs;

    /// What each name is if no feature says otherwise.
    pub mod otherwise {
        pub use snowflake_kit_core::{
            __bridged as bridged, __off as arbitrary, __off as async_graphql, __off as counted,
            __off as diesel, __off as diesel_uuid, __off as fake, __off as postgres,
            __off as proptest, __off as rusqlite, __off as schemars_0_8, __off as schemars_0_9,
            __off as schemars_1, __off as sea_orm_1, __off as sea_orm_2, __off as sea_query_1,
            __off as serde, __off as sqlx_0_8, __off as sqlx_0_9, __off as timed,
            __off as timed_in, __off as ts_rs, __off as utoipa_5, __off as utoipa_6,
            __off as versioned,
        };

        pub use crate::__without_public as public;
    }
}
