//! What the versions of sqlx have in common. The folder has the source of their modules.

/// Makes ID types values of a version of sqlx: `value!(sqlx_0_9: UserId, PostId)`.
///
/// For each: `Type`, `Encode` and `Decode` for every database that has them for the value of the ID,
/// such as `i64`; with the
/// feature of the version's PostgreSQL, such as `sqlx_0_9-postgres`, also `PgHasArrayType`. sqlx
/// extends them to references, `Option<T>` and `Vec<T>`.
#[macro_export]
macro_rules! value {
    // Arguments have a lifetime here.
    (sqlx_0_8: $($id:ty),+ $(,)?) => {$(
        $crate::value!(@impl sqlx_0_8 $id, <'q>);
    )+};
    (sqlx_0_9: $($id:ty),+ $(,)?) => {$(
        $crate::value!(@impl sqlx_0_9 $id);
    )+};
    (@impl $version:ident $id:ty $(, $($q:tt)+)?) => {
        $crate::$version::__array!($version $id);

        #[automatically_derived]
        impl<DB> $crate::$version::sqlx::Type<DB> for $id
        where
            DB: $crate::$version::sqlx::Database,
            $crate::$version::Stored<$id>: $crate::$version::sqlx::Type<DB>,
        {
            fn type_info() -> <DB as $crate::$version::sqlx::Database>::TypeInfo {
                <$crate::$version::Stored<$id> as $crate::$version::sqlx::Type<DB>>::type_info()
            }

            fn compatible(
                column: &<DB as $crate::$version::sqlx::Database>::TypeInfo,
            ) -> ::core::primitive::bool {
                $crate::$version::compatible::<Self, DB>(column)
            }
        }

        #[automatically_derived]
        impl<'q, DB> $crate::$version::sqlx::Encode<'q, DB> for $id
        where
            DB: $crate::$version::sqlx::Database,
            $crate::$version::Stored<$id>: $crate::$version::sqlx::Encode<'q, DB>,
        {
            fn encode_by_ref(
                &self,
                buffer: &mut <DB as $crate::$version::sqlx::Database>::ArgumentBuffer $($($q)+)?,
            ) -> ::core::result::Result<
                $crate::$version::sqlx::encode::IsNull,
                $crate::$version::sqlx::error::BoxDynError,
            > {
                $crate::$version::encode::<Self, DB>(*self, buffer)
            }
        }

        #[automatically_derived]
        impl<'r, DB> $crate::$version::sqlx::Decode<'r, DB> for $id
        where
            DB: $crate::$version::sqlx::Database,
            $crate::$version::Stored<$id>: $crate::$version::sqlx::Decode<'r, DB>,
        {
            fn decode(
                value: <DB as $crate::$version::sqlx::Database>::ValueRef<'r>,
            ) -> ::core::result::Result<Self, $crate::$version::sqlx::error::BoxDynError> {
                $crate::$version::decode::<Self, DB>(value)
            }
        }
    };
}

/// What makes `Vec<T>` an array of PostgreSQL.
#[doc(hidden)]
#[macro_export]
macro_rules! __array {
    ($version:ident $id:ty) => {
        #[automatically_derived]
        impl $crate::$version::sqlx::postgres::PgHasArrayType for $id {
            #[inline]
            fn array_type_info() -> $crate::$version::sqlx::postgres::PgTypeInfo {
                <$crate::$version::Stored<$id> as $crate::$version::sqlx::postgres::PgHasArrayType>::array_type_info()
            }

            #[inline]
            fn array_compatible(column: &$crate::$version::sqlx::postgres::PgTypeInfo) -> ::core::primitive::bool {
                $crate::$version::array_compatible::<Self>(column)
            }
        }
    };
}
