//! IDs as values of statements.

use sea_orm::Value;
use sea_orm::sea_query::ValueTypeErr;
use snowflake_core::Id;

/// An ID as a value of SeaORM: a 64-bit integer.
#[inline]
pub fn to_value<T: Id>(id: T) -> Value {
    Value::BigInt(Some(id.get()))
}

/// The ID in a value.
///
/// # Errors
/// If the value is not a `BigInt`, is null, or is not an ID.
#[inline]
pub fn from_value<T: Id>(value: &Value) -> Result<T, ValueTypeErr> {
    match value {
        Value::BigInt(Some(value)) => T::from_i64(*value).map_err(|_| ValueTypeErr),
        _ => Err(ValueTypeErr),
    }
}

/// Makes ID types values of SeaORM, for primary and foreign keys.
///
/// For each: `From<T>` and `From<&T>` for `Value`, `TryGetable`, `ValueType`
/// and `Nullable` of sea-query, `IntoActiveValue` and `TryFromU64`; with the
/// feature `postgres-array` also `NotU8` and `TryGetableArray`, which make
/// `Vec<T>` a column. SeaORM extends them to `Option<T>`.
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
/// snowflake_seaorm::value!(UserId, PostId);
/// ```
#[macro_export]
macro_rules! value {
    ($($id:ty),+ $(,)?) => {$(
        #[automatically_derived]
        impl ::core::convert::From<$id> for $crate::__private::Value {
            #[inline]
            fn from(id: $id) -> Self {
                $crate::to_value(id)
            }
        }

        #[automatically_derived]
        #[diagnostic::do_not_recommend]
        impl ::core::convert::From<&$id> for $crate::__private::Value {
            #[inline]
            fn from(id: &$id) -> Self {
                $crate::to_value(*id)
            }
        }

        #[automatically_derived]
        impl $crate::__private::TryGetable for $id {
            #[inline]
            fn try_get_by<I: $crate::__private::ColIdx>(
                row: &$crate::__private::QueryResult,
                column: I,
            ) -> ::core::result::Result<Self, $crate::__private::TryGetError> {
                $crate::try_get(row, column)
            }
        }

        #[automatically_derived]
        impl $crate::__private::ValueType for $id {
            #[inline]
            fn try_from(
                value: $crate::__private::Value,
            ) -> ::core::result::Result<Self, $crate::__private::ValueTypeErr> {
                $crate::from_value(&value)
            }

            #[inline]
            fn type_name() -> $crate::__private::String {
                <$crate::__private::String as ::core::convert::From<&::core::primitive::str>>::from(
                    <Self as $crate::__private::Id>::NAME,
                )
            }

            #[inline]
            fn array_type() -> $crate::__private::ArrayType {
                $crate::__private::ArrayType::BigInt
            }

            #[inline]
            fn column_type() -> $crate::__private::ColumnType {
                $crate::schema::column_type()
            }
        }

        #[automatically_derived]
        impl $crate::__private::Nullable for $id {
            #[inline]
            fn null() -> $crate::__private::Value {
                $crate::__private::Value::BigInt(::core::option::Option::None)
            }
        }

        #[automatically_derived]
        impl $crate::__private::IntoActiveValue<$id> for $id {
            #[inline]
            fn into_active_value(self) -> $crate::__private::ActiveValue<$id> {
                $crate::__private::ActiveValue::Set(self)
            }
        }

        #[automatically_derived]
        impl $crate::__private::TryFromU64 for $id {
            #[inline]
            fn try_from_u64(
                number: ::core::primitive::u64,
            ) -> ::core::result::Result<Self, $crate::__private::DbErr> {
                $crate::try_from_u64(number)
            }
        }

        $crate::__array!($id);
    )+};
}

/// What makes `Vec<T>` a column, where SeaORM can have such.
#[cfg(feature = "postgres-array")]
#[doc(hidden)]
#[macro_export]
macro_rules! __array {
    ($id:ty) => {
        #[automatically_derived]
        impl $crate::__private::NotU8 for $id {}

        #[automatically_derived]
        impl $crate::__private::TryGetableArray for $id {
            #[inline]
            fn try_get_by<I: $crate::__private::ColIdx>(
                row: &$crate::__private::QueryResult,
                column: I,
            ) -> ::core::result::Result<
                $crate::__private::Vec<Self>,
                $crate::__private::TryGetError,
            > {
                $crate::try_get_array(row, column)
            }
        }
    };
}

#[cfg(not(feature = "postgres-array"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __array {
    ($id:ty) => {};
}
