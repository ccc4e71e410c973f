//! IDs as values of statements.

use snowflake_kit_core::__private::{Raw, Width};
use snowflake_kit_core::{Id, Value as _};

use super::sea_orm::Value;
use super::sea_orm::sea_query::{ArrayType, ValueTypeErr};
use super::version::uuids;

/// An ID as a value of SeaORM: an integer of its width, or a UUID.
pub fn to_value<T: Id>(id: T) -> Value {
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
        Width::U128 => uuids::to_value(None),
    }
}

/// What an array of such IDs is of.
#[must_use]
pub fn array_type<T: Id>() -> ArrayType {
    match T::Value::WIDTH {
        Width::I16 => ArrayType::SmallInt,
        Width::I32 => ArrayType::Int,
        Width::I64 => ArrayType::BigInt,
        Width::U128 => uuids::ARRAY,
    }
}

pub(crate) fn of_raw(value: Raw) -> Value {
    match value {
        Raw::I16(value) => Value::SmallInt(Some(value)),
        Raw::I32(value) => Value::Int(Some(value)),
        Raw::I64(value) => Value::BigInt(Some(value)),
        Raw::Uuid(bits) => uuids::to_value(Some(bits)),
    }
}

pub(crate) fn to_raw(width: Width, value: &Value) -> Option<Raw> {
    match (width, value) {
        (Width::I16, Value::SmallInt(Some(value))) => Some(Raw::I16(*value)),
        (Width::I32, Value::Int(Some(value))) => Some(Raw::I32(*value)),
        (Width::I64, Value::BigInt(Some(value))) => Some(Raw::I64(*value)),
        (Width::U128, value) => uuids::from_value(value).map(Raw::Uuid),
        _ => None,
    }
}
