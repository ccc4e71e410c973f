//! IDs as parameters of queries and values of columns.

use snowflake_kit_core::{Id, Snowflake};

use super::sqlx::encode::IsNull;
use super::sqlx::error::{BoxDynError, UnexpectedNullError};
use super::sqlx::{Database, Decode, Encode, Type, TypeInfo as _, ValueRef as _};

/// Writes an ID as an integer.
///
/// # Errors
/// Those of the driver.
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
pub fn decode<'r, T: Id, DB: Database>(value: DB::ValueRef<'r>) -> Result<T, BoxDynError>
where
    i64: Decode<'r, DB>,
{
    // On SQLite, sqlx reads `NULL` as 0.
    if value.is_null() {
        return Err(UnexpectedNullError.into());
    }
    // sqlx reads the bits of an unsigned integer as those of an `i64`.
    let is_unsigned = DB::NAME == "MySQL" && value.type_info().name() == "BIGINT UNSIGNED";
    let number = i64::decode(value)?;
    if is_unsigned && number < 0 {
        let error = Snowflake::try_from(number.cast_unsigned()).map(T::from_snowflake);
        return error.map_err(|error| error.with_name(T::NAME).into());
    }
    Ok(T::from_i64(number)?)
}

/// Whether a column of this type can hold IDs: it can if it can hold any of 1 to 2^63 - 1.
#[must_use]
pub fn compatible<DB: Database>(column: &DB::TypeInfo) -> bool
where
    i64: Type<DB>,
{
    // There, sqlx reads an `i64` from each signed integer type, and from no unsigned one.
    if DB::NAME == "MySQL" {
        return matches!(column.name(), "BIGINT" | "BIGINT UNSIGNED");
    }
    i64::compatible(column)
}
