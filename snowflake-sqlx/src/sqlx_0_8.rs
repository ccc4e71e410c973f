//! IDs as values of sqlx 0.8.

/// An associated type of a database, which here has a lifetime.
macro_rules! of {
    ($database:ident::$type:ident, $q:lifetime) => {
        $database::$type<$q>
    };
}

/// The databases that are switched on.
#[cfg(all(
    feature = "lease",
    any(feature = "sqlx_0_8-mysql", feature = "sqlx_0_8-postgres", feature = "sqlx_0_8-sqlite")
))]
macro_rules! drivers {
    () => {
        #[cfg(feature = "sqlx_0_8-postgres")]
        driver!(sqlx::postgres::PgConnectOptions, sqlx::Postgres, Dialect::Postgres);
        #[cfg(feature = "sqlx_0_8-mysql")]
        driver!(sqlx::mysql::MySqlConnectOptions, sqlx::MySql, Dialect::MySql);
        #[cfg(feature = "sqlx_0_8-sqlite")]
        driver!(sqlx::sqlite::SqliteConnectOptions, sqlx::Sqlite, Dialect::Sqlite);
    };
}

#[cfg(feature = "sqlx_0_8-postgres")]
#[path = "sqlx/array.rs"]
mod array;
#[cfg(all(
    feature = "lease",
    any(feature = "sqlx_0_8-mysql", feature = "sqlx_0_8-postgres", feature = "sqlx_0_8-sqlite")
))]
#[path = "sqlx/lease/mod.rs"]
pub mod lease;
#[path = "sqlx/or_zero.rs"]
mod or_zero;
#[path = "sqlx/value.rs"]
mod value;

#[doc(hidden)]
pub use ::sqlx_0_8 as sqlx;
pub use or_zero::OrZero;
#[doc(hidden)]
pub use value::{Stored, compatible, decode, encode};

#[cfg(feature = "sqlx_0_8-postgres")]
#[doc(hidden)]
pub use array::{__array, array_compatible};
#[cfg(not(feature = "sqlx_0_8-postgres"))]
#[doc(hidden)]
pub use snowflake_kit_core::__off as __array;

/// A statement whose text the kit has written.
#[cfg(all(
    feature = "lease",
    any(feature = "sqlx_0_8-mysql", feature = "sqlx_0_8-postgres", feature = "sqlx_0_8-sqlite")
))]
const fn safe(sql: &str) -> &str {
    sql
}
