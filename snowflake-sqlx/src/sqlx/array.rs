//! Arrays of PostgreSQL.

use snowflake_kit_core::Id;

pub use crate::__array;

use super::or_zero::OrZero;
use super::sqlx::Type;
use super::sqlx::postgres::{PgHasArrayType, PgTypeInfo, PgTypeKind, Postgres};

/// Whether a column of this type holds arrays of IDs: `bigint[]`, or an array of a domain.
#[must_use]
pub fn array_compatible(column: &PgTypeInfo) -> bool {
    fn is_bigint(element: &PgTypeInfo) -> bool {
        match element.kind() {
            PgTypeKind::Domain(base) => is_bigint(base),
            _ => <i64 as Type<Postgres>>::compatible(element),
        }
    }
    match column.kind() {
        PgTypeKind::Array(element) => is_bigint(element),
        _ => <i64 as PgHasArrayType>::array_compatible(column),
    }
}

impl<T: Id> PgHasArrayType for OrZero<T> {
    fn array_type_info() -> PgTypeInfo {
        <i64 as PgHasArrayType>::array_type_info()
    }

    fn array_compatible(column: &PgTypeInfo) -> bool {
        array_compatible(column)
    }
}
