//! The SQL type of typed columns.

use core::marker::PhantomData;

use diesel::expression::{CastsTo, FallibleCastsTo, KnownCastSqlTypeName};
use diesel::query_builder::QueryId;
use diesel::sql_types::{BigInt, SqlOrd, SqlType};
use snowflake_kit_core::Id;

/// The SQL type of a column that holds IDs of the type `T`. For the database it is `BIGINT`, for
/// the compiler a type of its own.
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
#[derive(Clone, Copy, Debug, Default, SqlType)]
#[diesel(postgres_type(oid = 20, array_oid = 1016))]
#[diesel(mysql_type(name = "LongLong"))]
#[diesel(sqlite_type(name = "Long"))]
pub struct Key<T: Id>(PhantomData<T>);

// To the database it is one type, for all of them.
impl<T: Id> QueryId for Key<T> {
    type QueryId = BigInt;

    const HAS_STATIC_QUERY_ID: bool = true;
}

/// `min`, `max`.
impl<T: Id> SqlOrd for Key<T> {}

impl<T: Id> CastsTo<BigInt> for Key<T> {}
impl<T: Id> FallibleCastsTo<BigInt> for Key<T> {}
impl<T: Id> CastsTo<Key<T>> for BigInt {}
impl<T: Id> FallibleCastsTo<Key<T>> for BigInt {}

impl<T: Id, DB> KnownCastSqlTypeName<DB> for Key<T>
where
    BigInt: KnownCastSqlTypeName<DB>,
{
    const SQL_TYPE_NAME: &'static str = <BigInt as KnownCastSqlTypeName<DB>>::SQL_TYPE_NAME;
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
        impl<T: $crate::__private::Id> $crate::__private::HasSqlType<$crate::Key<T>> for $backend {
            fn metadata(lookup: &mut Self::MetadataLookup) -> Self::TypeMetadata {
                Self::lookup_sql_type::<$crate::Key<T>>(lookup)
            }
        }
    };
}
