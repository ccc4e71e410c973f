//! The SQL type of typed columns.

use core::marker::PhantomData;

use diesel::expression::{CastsTo, FallibleCastsTo, KnownCastSqlTypeName};
use diesel::query_builder::QueryId;
use diesel::sql_types::{BigInt, Binary, Integer, SmallInt, SqlOrd, SqlType};
use snowflake_kit_core::Id;

macro_rules! keys {
    ($(
        $(#[doc = $doc:literal])*
        $key:ident = $sql:ident, $id:ty, [$oid:literal, $array_oid:literal], $mysql:literal, $sqlite:literal;
    )*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, Default, SqlType)]
        #[diesel(postgres_type(oid = $oid, array_oid = $array_oid))]
        #[diesel(mysql_type(name = $mysql))]
        #[diesel(sqlite_type(name = $sqlite))]
        pub struct $key<T: Id>(PhantomData<T>);

        // To the database it is one type, for all of them.
        impl<T: Id> QueryId for $key<T> {
            type QueryId = $id;

            const HAS_STATIC_QUERY_ID: bool = true;
        }

        /// `min`, `max`.
        impl<T: Id> SqlOrd for $key<T> {}

        impl<T: Id> CastsTo<$sql> for $key<T> {}
        impl<T: Id> FallibleCastsTo<$sql> for $key<T> {}
        impl<T: Id> CastsTo<$key<T>> for $sql {}
        impl<T: Id> FallibleCastsTo<$key<T>> for $sql {}

        impl<T: Id, DB> KnownCastSqlTypeName<DB> for $key<T>
        where
            $sql: KnownCastSqlTypeName<DB>,
        {
            const SQL_TYPE_NAME: &'static str = <$sql as KnownCastSqlTypeName<DB>>::SQL_TYPE_NAME;
        }
    )*};
}

keys! {
    /// The SQL type of a column that holds IDs of the type `T`. For the compiler it is a type of its own.
    /// For the database it is `BIGINT`, as the values of `T` are. For others there is a type of their own:
    ///
    /// | `T` | SQL type | PostgreSQL | MariaDB, MySQL | SQLite |
    /// |---|---|---|---|---|
    /// | `SnowflakeId`, `DecimalId`, `CountedId` over `i64` | `Key<T>` | `bigint` | `BIGINT` | `BIGINT` |
    /// | `CountedId` over `i32` | [`IntegerKey<T>`](IntegerKey) | `integer` | `INT` | `INTEGER` |
    /// | `CountedId` over `i16` | [`SmallIntKey<T>`](SmallIntKey) | `smallint` | `SMALLINT` | `SMALLINT` |
    /// | `UuidId` (feature `uuid`) | [`UuidKey<T>`](UuidKey) | `uuid` | `BINARY(16)` | `BLOB` |
    ///
    /// ```
    /// # use snowflake_kit_core::Snowflake;
    /// # use snowflake_kit_derive::SnowflakeId;
    /// # #[derive(SnowflakeId)]
    /// # #[snowflake(crate = "snowflake_kit_core")]
    /// # pub struct UserId(Snowflake);
    /// # #[derive(SnowflakeId)]
    /// # #[snowflake(crate = "snowflake_kit_core")]
    /// # pub struct PostId(Snowflake);
    /// # snowflake_kit_diesel::column!(UserId, PostId);
    /// diesel::table! {
    ///     use diesel::sql_types::{Nullable, Text};
    ///     use snowflake_kit_diesel::Key;
    ///     use super::{PostId, UserId};
    ///
    ///     posts (id) {
    ///         id -> Key<PostId>,
    ///         author_id -> Key<UserId>,
    ///         editor_id -> Nullable<Key<UserId>>,
    ///         title -> Text,
    ///     }
    /// }
    /// # fn main() {}
    /// ```
    ///
    /// Such a column accepts `T`, `&T` and `Option<T>`, and other columns of the same type. These do
    /// not compile: an ID of another type, a bare `i64`, a join of columns of different ID types, sums
    /// and arithmetic. To get the key as an integer, write `.cast::<BigInt>()`.
    Key = BigInt, BigInt, [20, 1016], "LongLong", "Long";
    /// As [`Key`], for IDs over an `i32`.
    IntegerKey = Integer, Integer, [23, 1007], "Long", "Integer";
    /// As [`Key`], for IDs over an `i16`.
    SmallIntKey = SmallInt, SmallInt, [21, 1005], "Short", "SmallInt";
    /// As [`Key`], for IDs over UUIDs.
    // In PostgreSQL it is not what `Binary` is, so a statement for one is not for the other.
    UuidKey = Binary, u128, [2950, 2951], "Blob", "Binary";
}

/// Makes typed columns work with a `MultiConnection`.
///
/// Diesel's derive knows only Diesel's own SQL types. The argument is the backend type that the
/// derive writes, in the module of the enum:
///
/// ```
/// # mod database {
/// #[derive(diesel::MultiConnection)]
/// pub enum AnyConnection {
///     Sqlite(diesel::SqliteConnection),
/// }
///
/// snowflake_kit_diesel::multi_backend!(MultiBackend);
/// # }
/// ```
#[macro_export]
macro_rules! multi_backend {
    ($backend:ty) => {
        $crate::multi_backend!(@keys $backend: Key, IntegerKey, SmallIntKey, UuidKey);
    };
    (@keys $backend:ty: $($key:ident),*) => {$(
        impl<T: $crate::__private::Id> $crate::__private::HasSqlType<$crate::$key<T>> for $backend {
            fn metadata(lookup: &mut Self::MetadataLookup) -> Self::TypeMetadata {
                Self::lookup_sql_type::<$crate::$key<T>>(lookup)
            }
        }
    )*};
}
