//! IDs out of columns.

use snowflake_kit_core::{Id, Snowflake, ValueError};

use super::sea_orm::{ColIdx, DbErr, QueryResult, TryGetError, TryGetable};
use super::version::shared;

/// The error of a column whose value is not an ID.
///
/// It is the `source` of the `DbErr::TryIntoErr` that reading such a row returns. `downcast_ref` of the
/// source gives it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {column}: {error}")]
#[non_exhaustive]
pub struct ColumnError {
    /// The column's name in the query, or its place there, counted from 0.
    pub column: String,
    /// The value, and the ID type that it was read as.
    pub error: ValueError,
}

/// Reads the ID in a column.
///
/// # Errors
/// Those of SeaORM, also for `NULL`; and `DbErr::TryIntoErr` with a
/// [`ColumnError`] if the value is not an ID.
pub fn try_get<T: Id, I: ColIdx>(row: &QueryResult, column: I) -> Result<T, TryGetError> {
    let value = integer::<T, I>(row, column)?;
    T::from_i64(value).map_err(|error| bad_column::<T, I>(column, error))
}

/// Reads the number in a column, which may be a `BIGINT UNSIGNED` of MariaDB and MySQL: Laravel makes
/// such keys. SeaORM reads an `i64` from signed columns alone.
///
/// # Errors
/// As [`try_get`], for a number that no `i64` has.
pub(super) fn integer<T: Id, I: ColIdx>(row: &QueryResult, column: I) -> Result<i64, TryGetError> {
    let error = match i64::try_get_by(row, column) {
        Err(TryGetError::DbErr(error)) => error,
        read => return read,
    };
    let Ok(value) = u64::try_get_by(row, column) else { return Err(TryGetError::DbErr(error)) };
    match i64::try_from(value) {
        Ok(value) => Ok(value),
        Err(_) => Snowflake::try_from(value)
            .map(Snowflake::get)
            .map_err(|error| bad_column::<T, I>(column, error.with_name(T::NAME))),
    }
}

/// Reads the IDs in a column of PostgreSQL's type `bigint[]`.
///
/// # Errors
/// As [`try_get`], also if only one of the values is not an ID.
pub fn try_get_array<T: Id, I: ColIdx>(
    row: &QueryResult,
    column: I,
) -> Result<Vec<T>, TryGetError> {
    let values = <Vec<i64> as TryGetable>::try_get_by(row, column)?;
    values
        .into_iter()
        .map(|value| T::from_i64(value).map_err(|error| bad_column::<T, I>(column, error)))
        .collect()
}

/// The ID that the database gave a row.
///
/// SeaORM calls this after an insert if it assumes that the database filled in the key.
///
/// # Errors
/// `DbErr::TryIntoErr` if the number is not an ID.
pub fn try_from_u64<T: Id>(number: u64) -> Result<T, DbErr> {
    Snowflake::try_from(number)
        .map(T::from_snowflake)
        .map_err(|error| no_id::<T, _>("u64", error.with_name(T::NAME)))
}

#[cold]
pub(super) fn bad_column<T: Id, I: ColIdx>(column: I, error: ValueError) -> TryGetError {
    let column = match (column.as_str(), column.as_usize()) {
        (Some(name), _) => name.to_owned(),
        (None, Some(place)) => place.to_string(),
        (None, None) => format!("{column:?}"),
    };
    TryGetError::DbErr(no_id::<T, _>("i64", ColumnError { column, error }))
}

fn no_id<T, E>(from: &'static str, error: E) -> DbErr
where
    T: Id,
    E: std::error::Error + Send + Sync + 'static,
{
    DbErr::TryIntoErr { from, into: T::NAME, source: shared(error) }
}
