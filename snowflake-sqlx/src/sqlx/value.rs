//! IDs as parameters of queries and values of columns.

use snowflake_core::Id;

use super::sqlx::encode::IsNull;
use super::sqlx::error::{BoxDynError, UnexpectedNullError};
use super::sqlx::{Database, Decode, Encode, Type, TypeInfo as _, ValueRef as _};

/// Writes an ID as an integer.
///
/// # Errors
/// Those of the driver.
#[inline]
pub fn encode<'q, T: Id, DB: Database>(
    id: T,
    buffer: &mut of!(DB::ArgumentBuffer, 'q),
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
