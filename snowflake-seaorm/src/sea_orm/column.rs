//! IDs out of columns.

use snowflake_kit_core::__private::{Raw, Width};
use snowflake_kit_core::{Id, Snowflake, Value as _, ValueError};

use super::sea_orm::{ColIdx, DbErr, QueryResult, TryGetError, TryGetable};
use super::version::{shared, uuids};

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
    T::from_raw(raw::<T, I>(row, column)?).map_err(|error| bad_column::<T, I>(column, error))
}

/// Reads the value in a column of such IDs.
///
/// # Errors
/// Those of SeaORM, and that of a number that is too large.
pub(super) fn raw<T: Id, I: ColIdx>(row: &QueryResult, column: I) -> Result<Raw, TryGetError> {
    match T::Value::WIDTH {
        Width::I16 => signed::<T, I, i16, u16>(row, column).map(Raw::I16),
        Width::I32 => signed::<T, I, i32, u32>(row, column).map(Raw::I32),
        Width::I64 => signed::<T, I, i64, u64>(row, column).map(Raw::I64),
        Width::U128 => uuids::get(row, column).map(Raw::Uuid),
    }
}

/// Reads the number in a column, which may be an unsigned one of MariaDB and MySQL: Laravel makes such
/// keys. SeaORM reads an `i64` from signed columns alone.
fn signed<T, I, S, U>(row: &QueryResult, column: I) -> Result<S, TryGetError>
where
    T: Id,
    I: ColIdx,
    S: TryGetable + TryFrom<U>,
    U: TryGetable + Copy + Into<u64>,
{
    let error = match S::try_get_by(row, column) {
        Err(TryGetError::DbErr(error)) => error,
        read => return read,
    };
    let Ok(value) = U::try_get_by(row, column) else { return Err(TryGetError::DbErr(error)) };
    let width = T::Value::WIDTH;
    let too_large = || ValueError::new(value.into().into()).with_name(T::NAME).with_width(width);
    S::try_from(value).map_err(|_| bad_column::<T, I>(column, too_large()))
}

/// Reads the IDs in an array of PostgreSQL, such as `bigint[]`.
///
/// # Errors
/// As [`try_get`], also if only one of the values is not an ID.
pub fn try_get_array<T: Id, I: ColIdx>(
    row: &QueryResult,
    column: I,
) -> Result<Vec<T>, TryGetError> {
    let ids: Result<_, _> = raw_array::<T, I>(row, column)?.into_iter().map(T::from_raw).collect();
    ids.map_err(|error| bad_column::<T, I>(column, error))
}

/// Reads the values of an array of such IDs.
///
/// # Errors
/// Those of SeaORM.
pub(super) fn raw_array<T, I>(row: &QueryResult, column: I) -> Result<Vec<Raw>, TryGetError>
where
    T: Id,
    I: ColIdx,
{
    fn all<V, I: ColIdx>(
        row: &QueryResult,
        column: I,
        raw: fn(V) -> Raw,
    ) -> Result<Vec<Raw>, TryGetError>
    where
        Vec<V>: TryGetable,
    {
        <Vec<V>>::try_get_by(row, column).map(|values| values.into_iter().map(raw).collect())
    }
    match T::Value::WIDTH {
        Width::I16 => all(row, column, Raw::I16),
        Width::I32 => all(row, column, Raw::I32),
        Width::I64 => all(row, column, Raw::I64),
        Width::U128 => {
            uuids::get_all(row, column).map(|all| all.into_iter().map(Raw::Uuid).collect())
        }
    }
}

/// The ID that the database gave a row.
///
/// SeaORM calls this after an insert if it assumes that the database filled in the key.
///
/// # Errors
/// `DbErr::TryIntoErr` if the number is not an ID.
pub fn try_from_u64<T: Id>(number: u64) -> Result<T, DbErr> {
    Snowflake::try_from(number)
        .map_err(|error| error.with_name(T::NAME).with_width(T::Value::WIDTH))
        .and_then(|id| T::from_raw(Raw::I64(id.get())))
        .map_err(|error| no_id::<T, _>("u64", error))
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
