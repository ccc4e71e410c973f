//! IDs as parameters of queries and values of columns.

use snowflake_kit_core::__private::Width;
use snowflake_kit_core::{Id, Value};

use super::sqlx::encode::IsNull;
use super::sqlx::error::{BoxDynError, UnexpectedNullError};
use super::sqlx::{Database, Decode, Encode, Type, TypeInfo as _, ValueRef as _};

/// What a database stores of an ID type.
pub type Stored<T> = <<T as Id>::Value as Value>::Stored;

/// Writes an ID as its value.
///
/// # Errors
/// Those of the driver.
pub fn encode<'q, T: Id, DB: Database>(
    id: T,
    buffer: &mut of!(DB::ArgumentBuffer, 'q),
) -> Result<IsNull, BoxDynError>
where
    Stored<T>: Encode<'q, DB>,
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
    Stored<T>: Decode<'r, DB>,
{
    // On SQLite, sqlx reads `NULL` as 0.
    if value.is_null() {
        return Err(UnexpectedNullError.into());
    }
    // sqlx reads the bits of an unsigned integer as those of an `i64`.
    let is_unsigned = T::Value::WIDTH == Width::I64
        && DB::NAME == "MySQL"
        && value.type_info().name() == "BIGINT UNSIGNED";
    match T::from_value(Stored::<T>::decode(value)?) {
        Err(error) if is_unsigned => Err(Box::new(error.unsigned_bits())),
        result => Ok(result?),
    }
}

/// Whether a column of this type can hold IDs: it can if it can hold any of them.
#[must_use]
pub fn compatible<T: Id, DB: Database>(column: &DB::TypeInfo) -> bool
where
    Stored<T>: Type<DB>,
{
    // There, sqlx reads integers from each signed integer type, and an `i64` from no unsigned one.
    if DB::NAME == "MySQL" {
        match T::Value::WIDTH {
            Width::I16 => return column.name() == "SMALLINT",
            Width::I32 => {
                return matches!(column.name(), "INT" | "MEDIUMINT" | "MEDIUMINT UNSIGNED");
            }
            Width::I64 => return matches!(column.name(), "BIGINT" | "BIGINT UNSIGNED"),
            Width::U128 => {}
        }
    }
    Stored::<T>::compatible(column)
}
