//! IDs as values of sqlx 0.9.

/// An associated type of a database, which here has no lifetime.
macro_rules! of {
    ($database:ident::$type:ident, $q:lifetime) => {
        $database::$type
    };
}

/// The databases that are switched on.
#[cfg(all(
    feature = "lease",
    any(feature = "sqlx_0_9-mysql", feature = "sqlx_0_9-postgres", feature = "sqlx_0_9-sqlite")
))]
macro_rules! drivers {
    () => {
        #[cfg(feature = "sqlx_0_9-postgres")]
        driver!(sqlx::postgres::PgConnectOptions, sqlx::Postgres, Dialect::Postgres);
        #[cfg(feature = "sqlx_0_9-mysql")]
        driver!(sqlx::mysql::MySqlConnectOptions, sqlx::MySql, Dialect::MySql);
        #[cfg(feature = "sqlx_0_9-sqlite")]
        driver!(sqlx::sqlite::SqliteConnectOptions, sqlx::Sqlite, Dialect::Sqlite);
    };
}

#[cfg(feature = "sqlx_0_9-postgres")]
#[path = "sqlx/array.rs"]
mod array;
#[cfg(all(
    feature = "lease",
    any(feature = "sqlx_0_9-mysql", feature = "sqlx_0_9-postgres", feature = "sqlx_0_9-sqlite")
))]
#[path = "sqlx/lease/mod.rs"]
pub mod lease;
#[path = "sqlx/or_zero.rs"]
mod or_zero;
#[path = "sqlx/value.rs"]
mod value;

#[doc(hidden)]
pub use ::sqlx_0_9 as sqlx;
#[cfg(feature = "sqlx_0_9-postgres")]
pub use array::array_compatible;
pub use or_zero::OrZero;
pub use value::{compatible, decode, encode};

#[doc(inline)]
pub use crate::__sqlx_0_9 as value;

/// A statement whose text the kit has written.
#[cfg(all(
    feature = "lease",
    any(feature = "sqlx_0_9-mysql", feature = "sqlx_0_9-postgres", feature = "sqlx_0_9-sqlite")
))]
const fn safe(sql: &str) -> sqlx::AssertSqlSafe<&str> {
    sqlx::AssertSqlSafe(sql)
}

/// Makes ID types values of sqlx 0.9.
///
/// For each: `Type`, `Encode` and `Decode` for every database that has them for `i64`; with the
/// feature `sqlx_0_9-postgres` also `PgHasArrayType`. sqlx extends them to references, `Option<T>`
/// and `Vec<T>`.
#[doc(hidden)]
#[macro_export]
macro_rules! __sqlx_0_9 {
    ($($id:ty),+ $(,)?) => {$(
        $crate::__value!(sqlx_0_9 $id);
        $crate::__sqlx_0_9_array!($id);
    )+};
}

#[cfg(feature = "sqlx_0_9-postgres")]
#[doc(hidden)]
#[macro_export]
macro_rules! __sqlx_0_9_array {
    ($id:ty) => {
        $crate::__array!(sqlx_0_9 $id);
    };
}

#[cfg(not(feature = "sqlx_0_9-postgres"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __sqlx_0_9_array {
    ($id:ty) => {};
}
