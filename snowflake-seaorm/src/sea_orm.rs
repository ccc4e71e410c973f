//! What the versions of SeaORM have in common: macros. The folder has the source of their modules.

/// Makes ID types values of a version of SeaORM, for primary and foreign keys, or of sea-query alone:
/// `value!(sea_orm_2: UserId, PostId)`.
///
/// For each: `From<T>` and `From<&T>` for `Value`, `TryGetable`, `ValueType`
/// and `Nullable` of sea-query, `IntoActiveValue` and `TryFromU64`; also `NotU8`
/// and `TryGetableArray`, which make `Vec<T>` a column of PostgreSQL. SeaORM extends them to `Option<T>`.
#[macro_export]
macro_rules! value {
    (sea_query_1: $($id:ty),+ $(,)?) => {$(
        $crate::value!(@query sea_query_1 $id);
    )+};
    (sea_orm_1: $($id:ty),+ $(,)?) => {$(
        $crate::value!(@query sea_orm_1 $id);
        $crate::value!(@rows sea_orm_1 $id);
    )+};
    (sea_orm_2: $($id:ty),+ $(,)?) => {$(
        $crate::value!(@query sea_query_1 $id);
        $crate::value!(@rows sea_orm_2 $id);
    )+};
    (@query $version:ident $id:ty) => {
        #[automatically_derived]
        impl ::core::convert::From<$id> for $crate::$version::__private::Value {
            #[inline]
            fn from(id: $id) -> Self {
                $crate::$version::__private::to_value(id)
            }
        }

        #[automatically_derived]
        #[diagnostic::do_not_recommend]
        impl ::core::convert::From<&$id> for $crate::$version::__private::Value {
            #[inline]
            fn from(id: &$id) -> Self {
                $crate::$version::__private::to_value(*id)
            }
        }

        #[automatically_derived]
        impl $crate::$version::__private::ValueType for $id {
            #[inline]
            fn try_from(
                value: $crate::$version::__private::Value,
            ) -> ::core::result::Result<Self, $crate::$version::__private::ValueTypeErr> {
                $crate::$version::__private::from_value(&value)
            }

            #[inline]
            fn type_name() -> $crate::$version::__private::String {
                <$crate::$version::__private::String as ::core::convert::From<
                    &::core::primitive::str,
                >>::from(<Self as $crate::$version::__private::Id>::NAME)
            }

            #[inline]
            fn array_type() -> $crate::$version::__private::ArrayType {
                $crate::$version::__private::array_type::<Self>()
            }

            #[inline]
            fn column_type() -> $crate::$version::__private::ColumnType {
                $crate::$version::schema::column_type_of::<Self>()
            }
        }

        #[automatically_derived]
        impl $crate::$version::__private::Nullable for $id {
            #[inline]
            fn null() -> $crate::$version::__private::Value {
                $crate::$version::__private::null::<Self>()
            }
        }
    };
    (@rows $version:ident $id:ty) => {
        #[automatically_derived]
        impl $crate::$version::__private::TryGetable for $id {
            fn try_get_by<I: $crate::$version::__private::ColIdx>(
                row: &$crate::$version::__private::QueryResult,
                column: I,
            ) -> ::core::result::Result<Self, $crate::$version::__private::TryGetError> {
                $crate::$version::__private::try_get(row, column)
            }
        }

        #[automatically_derived]
        impl $crate::$version::__private::IntoActiveValue<$id> for $id {
            #[inline]
            fn into_active_value(self) -> $crate::$version::__private::ActiveValue<$id> {
                $crate::$version::__private::ActiveValue::Set(self)
            }
        }

        #[automatically_derived]
        impl $crate::$version::__private::TryFromU64 for $id {
            #[inline]
            fn try_from_u64(
                number: ::core::primitive::u64,
            ) -> ::core::result::Result<Self, $crate::$version::__private::DbErr> {
                $crate::$version::__private::try_from_u64(number)
            }
        }

        #[automatically_derived]
        impl $crate::$version::__private::NotU8 for $id {}

        #[automatically_derived]
        impl $crate::$version::__private::TryGetableArray for $id {
            fn try_get_by<I: $crate::$version::__private::ColIdx>(
                row: &$crate::$version::__private::QueryResult,
                column: I,
            ) -> ::core::result::Result<
                $crate::$version::__private::Vec<Self>,
                $crate::$version::__private::TryGetError,
            > {
                $crate::$version::__private::try_get_array(row, column)
            }
        }
    };
}
