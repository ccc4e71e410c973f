//! Arrays of PostgreSQL.

use snowflake_kit_core::{Id, Integer};

pub use crate::__array;

use super::or_zero::OrZero;
use super::sqlx::Type;
use super::sqlx::postgres::{PgHasArrayType, PgTypeInfo, PgTypeKind, Postgres};
use super::value::Stored;

/// Whether a column of this type holds arrays of IDs: `bigint[]`, or an array of a domain.
#[must_use]
pub fn array_compatible<T: Id>(column: &PgTypeInfo) -> bool
where
    Stored<T>: Type<Postgres> + PgHasArrayType,
{
    fn is_value<V: Type<Postgres>>(element: &PgTypeInfo) -> bool {
        match element.kind() {
            PgTypeKind::Domain(base) => is_value::<V>(base),
            _ => V::compatible(element),
        }
    }
    match column.kind() {
        PgTypeKind::Array(element) => is_value::<Stored<T>>(element),
        _ => Stored::<T>::array_compatible(column),
    }
}

impl<T> PgHasArrayType for OrZero<T>
where
    T: Id<Value: Integer>,
    Stored<T>: Type<Postgres> + PgHasArrayType,
{
    fn array_type_info() -> PgTypeInfo {
        Stored::<T>::array_type_info()
    }

    fn array_compatible(column: &PgTypeInfo) -> bool {
        array_compatible::<T>(column)
    }
}
