//! IDs as values of statements.

use snowflake_kit_core::Id;

use super::sea_orm::Value;
use super::sea_orm::sea_query::ValueTypeErr;

/// An ID as a value of SeaORM: a 64-bit integer.
pub fn to_value<T: Id>(id: T) -> Value {
    Value::BigInt(Some(id.get()))
}

/// The ID in a value.
///
/// # Errors
/// If the value is not a `BigInt`, is null, or is not an ID.
pub fn from_value<T: Id>(value: &Value) -> Result<T, ValueTypeErr> {
    match value {
        Value::BigInt(Some(value)) => T::from_i64(*value).map_err(|_| ValueTypeErr),
        _ => Err(ValueTypeErr),
    }
}
