//! IDs as values of statements.

use snowflake_kit_core::__private::{Raw, Width};
use snowflake_kit_core::{Id, Value as _};

use super::sea_orm::Value;
use super::sea_orm::sea_query::{ArrayType, ValueTypeErr};
#[cfg(feature = "uuid")]
use super::version::{from_uuid, uuid};

/// An ID as a value of SeaORM: an integer of its width, or a UUID.
pub fn to_value<T: Id>(id: T) -> Value {
    const { check_uuid(T::Value::WIDTH) }
    of_raw(id.raw())
}

/// The ID in a value.
///
/// # Errors
/// If the value is of another width, is null, or is not an ID.
pub fn from_value<T: Id>(value: &Value) -> Result<T, ValueTypeErr> {
    let raw = to_raw(T::Value::WIDTH, value).ok_or(ValueTypeErr)?;
    T::from_raw(raw).map_err(|_| ValueTypeErr)
}

/// The value that is `NULL` in a column of such IDs.
#[must_use]
pub fn null<T: Id>() -> Value {
    match T::Value::WIDTH {
        Width::I16 => Value::SmallInt(None),
        Width::I32 => Value::Int(None),
        Width::I64 => Value::BigInt(None),
        #[cfg(feature = "uuid")]
        Width::U128 => Value::Uuid(None),
        #[cfg(not(feature = "uuid"))]
        Width::U128 => Value::Bytes(None),
    }
}

/// What an array of such IDs is of.
#[must_use]
pub fn array_type<T: Id>() -> ArrayType {
    match T::Value::WIDTH {
        Width::I16 => ArrayType::SmallInt,
        Width::I32 => ArrayType::Int,
        Width::I64 => ArrayType::BigInt,
        #[cfg(feature = "uuid")]
        Width::U128 => ArrayType::Uuid,
        #[cfg(not(feature = "uuid"))]
        Width::U128 => ArrayType::Bytes,
    }
}

/// Refuses, when a program is built, IDs whose values SeaORM was not told of.
const fn check_uuid(width: Width) {
    assert!(
        cfg!(feature = "uuid") || !matches!(width, Width::U128),
        "IDs over UUIDs need the feature `uuid` of snowflake-kit (of snowflake-kit-seaorm)"
    );
}

pub(super) fn of_raw(value: Raw) -> Value {
    match value {
        Raw::I16(value) => Value::SmallInt(Some(value)),
        Raw::I32(value) => Value::Int(Some(value)),
        Raw::I64(value) => Value::BigInt(Some(value)),
        #[cfg(feature = "uuid")]
        Raw::Uuid(bits) => uuid(::uuid::Uuid::from_u128(bits)),
        #[cfg(not(feature = "uuid"))]
        Raw::Uuid(bits) => Value::Bytes(Some(bits.to_be_bytes().to_vec().into())),
    }
}

pub(super) fn to_raw(width: Width, value: &Value) -> Option<Raw> {
    match (width, value) {
        (Width::I16, Value::SmallInt(Some(value))) => Some(Raw::I16(*value)),
        (Width::I32, Value::Int(Some(value))) => Some(Raw::I32(*value)),
        (Width::I64, Value::BigInt(Some(value))) => Some(Raw::I64(*value)),
        #[cfg(feature = "uuid")]
        (Width::U128, value) => from_uuid(value).map(|uuid| Raw::Uuid(uuid.as_u128())),
        _ => None,
    }
}
