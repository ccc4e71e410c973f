//! IDs as parameters of queries and values of columns.

use snowflake_core::Id;
use sqlx::encode::IsNull;
use sqlx::error::{BoxDynError, UnexpectedNullError};
#[cfg(feature = "postgres")]
use sqlx::postgres::{PgHasArrayType, PgTypeInfo, PgTypeKind};
use sqlx::{Database, Decode, Encode, Type, TypeInfo as _, ValueRef as _};

/// Writes an ID as an integer.
///
/// # Errors
/// Those of the driver.
#[inline]
pub fn encode<'q, T: Id, DB: Database>(
    id: T,
    buffer: &mut DB::ArgumentBuffer,
) -> Result<IsNull, BoxDynError>
where
    i64: Encode<'q, DB>,
{
    id.get().encode(buffer)
}

/// Reads an ID.
///
/// # Errors
/// Those of the driver, and `UnexpectedNullError` for `NULL`. A value that is not an ID is an error
/// that names the type and the value.
#[inline]
pub fn decode<'r, T: Id, DB: Database>(value: DB::ValueRef<'r>) -> Result<T, BoxDynError>
where
    i64: Decode<'r, DB>,
{
    // On SQLite, sqlx reads `NULL` as 0.
    if value.is_null() {
        return Err(UnexpectedNullError.into());
    }
    Ok(T::from_i64(i64::decode(value)?)?)
}

/// Whether a column of this type can hold IDs: it can if it can hold any `i64`.
#[must_use]
#[inline]
pub fn compatible<DB: Database>(column: &DB::TypeInfo) -> bool
where
    i64: Type<DB>,
{
    // There, sqlx reads an `i64` from each integer type.
    let is_small = || ["TINYINT", "SMALLINT", "MEDIUMINT", "INT"].contains(&column.name());
    i64::compatible(column) && !(DB::NAME == "MySQL" && is_small())
}

/// Whether a column of this type holds arrays of IDs: `bigint[]`, or an array of a domain.
#[cfg(feature = "postgres")]
#[must_use]
pub fn array_compatible(column: &PgTypeInfo) -> bool {
    fn is_bigint(element: &PgTypeInfo) -> bool {
        match element.kind() {
            PgTypeKind::Domain(base) => is_bigint(base),
            _ => <i64 as Type<sqlx::Postgres>>::compatible(element),
        }
    }
    match column.kind() {
        PgTypeKind::Array(element) => is_bigint(element),
        _ => <i64 as PgHasArrayType>::array_compatible(column),
    }
}

/// Makes ID types values of sqlx.
///
/// For each: `Type`, `Encode` and `Decode` for every database that has them for `i64`; with the
/// feature `postgres` also `PgHasArrayType`. sqlx extends them to references, `Option<T>` and
/// `Vec<T>`.
///
/// ```
/// use snowflake_core::Snowflake;
/// # use snowflake_derive::SnowflakeId;
///
/// #[derive(SnowflakeId)]
/// #[snowflake(crate = "snowflake_core")]
/// pub struct UserId(Snowflake);
///
/// #[derive(SnowflakeId)]
/// #[snowflake(crate = "snowflake_core")]
/// pub struct PostId(Snowflake);
///
/// snowflake_sqlx::value!(UserId, PostId);
/// ```
#[macro_export]
macro_rules! value {
    ($($id:ty),+ $(,)?) => {$(
        #[automatically_derived]
        impl<DB> $crate::__private::Type<DB> for $id
        where
            DB: $crate::__private::Database,
            ::core::primitive::i64: $crate::__private::Type<DB>,
        {
            #[inline]
            fn type_info() -> <DB as $crate::__private::Database>::TypeInfo {
                <::core::primitive::i64 as $crate::__private::Type<DB>>::type_info()
            }

            #[inline]
            fn compatible(
                column: &<DB as $crate::__private::Database>::TypeInfo,
            ) -> ::core::primitive::bool {
                $crate::compatible::<DB>(column)
            }
        }

        #[automatically_derived]
        impl<'q, DB> $crate::__private::Encode<'q, DB> for $id
        where
            DB: $crate::__private::Database,
            ::core::primitive::i64: $crate::__private::Encode<'q, DB>,
        {
            #[inline]
            fn encode_by_ref(
                &self,
                buffer: &mut <DB as $crate::__private::Database>::ArgumentBuffer,
            ) -> ::core::result::Result<
                $crate::__private::IsNull,
                $crate::__private::BoxDynError,
            > {
                $crate::encode::<Self, DB>(*self, buffer)
            }
        }

        #[automatically_derived]
        impl<'r, DB> $crate::__private::Decode<'r, DB> for $id
        where
            DB: $crate::__private::Database,
            ::core::primitive::i64: $crate::__private::Decode<'r, DB>,
        {
            #[inline]
            fn decode(
                value: <DB as $crate::__private::Database>::ValueRef<'r>,
            ) -> ::core::result::Result<Self, $crate::__private::BoxDynError> {
                $crate::decode::<Self, DB>(value)
            }
        }

        $crate::__array!($id);
    )+};
}

/// What makes `Vec<T>` an array of PostgreSQL's, where its driver is on.
#[cfg(feature = "postgres")]
#[doc(hidden)]
#[macro_export]
macro_rules! __array {
    ($id:ty) => {
        #[automatically_derived]
        impl $crate::__private::PgHasArrayType for $id {
            #[inline]
            fn array_type_info() -> $crate::__private::PgTypeInfo {
                <::core::primitive::i64 as $crate::__private::PgHasArrayType>::array_type_info()
            }

            #[inline]
            fn array_compatible(column: &$crate::__private::PgTypeInfo) -> ::core::primitive::bool {
                $crate::array_compatible(column)
            }
        }
    };
}

#[cfg(not(feature = "postgres"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __array {
    ($id:ty) => {};
}
