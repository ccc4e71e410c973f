//! Columns of tables, for migrations: in the manner of
//! `sea_orm_migration::schema`.

use snowflake_kit_core::__private::Width;
use snowflake_kit_core::{Id, Value as _};

use super::sea_orm::ColumnType;
use super::sea_orm::sea_query::{ColumnDef, IntoIden};
use super::version::bigint;

/// The type of a column of IDs: `bigint` in every database.
///
/// SeaORM's own type for 64 bits, `ColumnType::BigInteger`, is `integer` in `SQLite`. A primary key
/// of that type is the row number: for a row without a key, `SQLite` takes the largest one plus 1,
/// instead of an error.
pub fn column_type() -> ColumnType {
    bigint()
}

/// The column type of an ID type: that of its values.
///
/// A column that counts is one that SeaORM's own `auto_increment` knows.
pub fn column_type_of<T: Id>() -> ColumnType {
    match (T::Value::WIDTH, T::SCHEME) {
        (Width::I16, _) => ColumnType::SmallInteger,
        (Width::I32, _) => ColumnType::Integer,
        (Width::I64, None) => ColumnType::BigInteger,
        (Width::I64, Some(_)) => bigint(),
        (Width::U128, _) => ColumnType::Uuid,
    }
}

/// A primary key that the database does not count.
pub fn pk_snowflake(name: impl IntoIden) -> ColumnDef {
    snowflake(name).primary_key().take()
}

/// A column of IDs.
pub fn snowflake(name: impl IntoIden) -> ColumnDef {
    ColumnDef::new_with_type(name, column_type()).not_null().take()
}

/// A column of IDs that may be null.
pub fn snowflake_null(name: impl IntoIden) -> ColumnDef {
    ColumnDef::new_with_type(name, column_type()).null().take()
}

/// A column of IDs that is unique.
pub fn snowflake_uniq(name: impl IntoIden) -> ColumnDef {
    snowflake(name).unique_key().take()
}
