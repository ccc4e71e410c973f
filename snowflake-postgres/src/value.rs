//! IDs as parameters and as values of columns.

use std::error::Error;

use bytes::BytesMut;
use postgres_types::{FromSql, IsNull, Kind, ToSql, Type, WrongType};
use snowflake_kit_core::__private::{Raw, Width};
use snowflake_kit_core::{Id, Value as _};

/// Whether a value of this PostgreSQL type can be a `T`: the type of its values, and domains over it,
/// also domains over such domains.
///
/// A smaller integer is refused, because it is too small for most IDs.
pub fn accepts<T: Id>(ty: &Type) -> bool {
    let mut base = ty;
    while let Kind::Domain(inner) = base.kind() {
        base = inner;
    }
    *base
        == match T::Value::WIDTH {
            Width::I16 => Type::INT2,
            Width::I32 => Type::INT4,
            Width::I64 => Type::INT8,
            Width::U128 => Type::UUID,
        }
}

/// Writes an ID in PostgreSQL's binary format.
///
/// # Errors
/// Those of postgres-types for its value.
pub fn to_sql<T: Id>(
    id: T,
    ty: &Type,
    out: &mut BytesMut,
) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
    match id.raw() {
        Raw::I16(value) => value.to_sql(ty, out),
        Raw::I32(value) => value.to_sql(ty, out),
        Raw::I64(value) => value.to_sql(ty, out),
        Raw::Uuid(bits) => {
            out.extend_from_slice(&bits.to_be_bytes());
            Ok(IsNull::No)
        }
    }
}

/// Reads an ID from PostgreSQL's binary format.
///
/// # Errors
/// [`ValueError`](snowflake_kit_core::ValueError) if the value is not an ID: it names the ID type and
/// the value. Those of postgres-types if `raw` is not as long as such a value.
pub fn from_sql<T: Id>(ty: &Type, raw: &[u8]) -> Result<T, Box<dyn Error + Sync + Send>> {
    let value = match T::Value::WIDTH {
        Width::I16 => Raw::I16(i16::from_sql(ty, raw)?),
        Width::I32 => Raw::I32(i32::from_sql(ty, raw)?),
        Width::I64 => Raw::I64(i64::from_sql(ty, raw)?),
        Width::U128 => Raw::Uuid(u128::from_be_bytes(raw.try_into()?)),
    };
    Ok(T::from_raw(value)?)
}

/// [`to_sql`] for a type that may not be one of those that [`accepts`] takes: what
/// `to_sql_checked!` of postgres-types writes, without the names that it needs in scope.
///
/// # Errors
/// `WrongType` of postgres-types, which names both types, and those of [`to_sql`].
pub fn to_sql_checked<T: Id + ToSql>(
    id: T,
    ty: &Type,
    out: &mut BytesMut,
) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
    if accepts::<T>(ty) {
        to_sql(id, ty, out)
    } else {
        Err(Box::new(WrongType::new::<T>(ty.clone())))
    }
}

/// Makes ID types parameters and values of columns: implements `ToSql` and `FromSql` of
/// postgres-types.
///
/// postgres-types extends them to `Option<T>`, `&T`, `Vec<T>`, `&[T]` and `Box<[T]>`, and
/// with its feature `array-impls` to `[T; N]`.
///
/// ```
/// use postgres_types::{ToSql, Type};
/// use snowflake_kit_core::Snowflake;
/// # use snowflake_kit_derive::SnowflakeId;
///
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// pub struct UserId(Snowflake);
///
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// pub struct PostId(Snowflake);
///
/// snowflake_kit_postgres::value!(UserId, PostId);
///
/// assert!(<UserId as ToSql>::accepts(&Type::INT8));
/// assert!(<Vec<PostId> as ToSql>::accepts(&Type::INT8_ARRAY));
/// ```
#[macro_export]
macro_rules! value {
    ($($id:ty),+ $(,)?) => {$(
        #[automatically_derived]
        impl $crate::__private::ToSql for $id {
            #[inline]
            fn to_sql(
                &self,
                ty: &$crate::__private::Type,
                out: &mut $crate::__private::BytesMut,
            ) -> ::core::result::Result<$crate::__private::IsNull, $crate::__private::Error> {
                $crate::__private::to_sql(*self, ty, out)
            }

            #[inline]
            fn accepts(ty: &$crate::__private::Type) -> ::core::primitive::bool {
                $crate::__private::accepts::<Self>(ty)
            }

            #[inline]
            fn to_sql_checked(
                &self,
                ty: &$crate::__private::Type,
                out: &mut $crate::__private::BytesMut,
            ) -> ::core::result::Result<$crate::__private::IsNull, $crate::__private::Error> {
                $crate::__private::to_sql_checked(*self, ty, out)
            }
        }

        #[automatically_derived]
        impl<'a> $crate::__private::FromSql<'a> for $id {
            #[inline]
            fn from_sql(
                ty: &$crate::__private::Type,
                raw: &'a [::core::primitive::u8],
            ) -> ::core::result::Result<Self, $crate::__private::Error> {
                $crate::__private::from_sql(ty, raw)
            }

            #[inline]
            fn accepts(ty: &$crate::__private::Type) -> ::core::primitive::bool {
                $crate::__private::accepts::<Self>(ty)
            }
        }
    )+};
}
