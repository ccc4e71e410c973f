//! Columns that hold 0 in place of `NULL`.

use snowflake_kit_core::{Id, OptionalId};

use super::column::{bad_column, integer};
use super::id_column::IdOperand;
use super::relation::LinksTo;
use super::schema;
use super::sea_orm::sea_query::{ArrayType, Nullable, ValueType, ValueTypeErr};
use super::sea_orm::{
    ActiveValue, ColIdx, ColumnType, IntoActiveValue, QueryResult, TryGetError, TryGetable,
    TryGetableArray, Value,
};
use super::version::{Expression, NotU8};

/// An optional ID, in a column that is `NOT NULL` and holds 0 in place of `NULL`.
///
/// Some old schemas, and copies of tables of `ClickHouse`, have such columns. In the
/// constant `IDS` such a column is one of `PostId`s, and is also compared with this type:
/// `post::IDS.reply_to.eq(OrZero(None))`.
///
/// The database cannot have a foreign key on such a column, since 0 refers to no row: write
/// `skip_fk` on a relation that begins there.
///
/// `post::IDS.reply_to.eq(None)` is `IS NULL`, which is not true for any row of this column.
///
/// 0 is read as `None`. A negative value and `NULL` are the same errors as in a column of
/// IDs.
///
/// In JSON, a field of this type needs `#[serde(with = "snowflake_kit_serde::string::option")]`, which
/// writes `null`, or `snowflake_kit_serde::or_zero`, which writes 0. GraphQL, OpenAPI and TypeScript do
/// not support this type: use `.0` there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrZero<T>(pub Option<T>);

snowflake_kit_core::__or_zero!(OrZero);

impl<T: Id> From<OrZero<T>> for Value {
    fn from(id: OrZero<T>) -> Self {
        Self::BigInt(Some(id.get_or_zero()))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Id> From<&OrZero<T>> for Value {
    fn from(id: &OrZero<T>) -> Self {
        (*id).into()
    }
}

impl<T: Id> TryGetable for OrZero<T> {
    fn try_get_by<I: ColIdx>(row: &QueryResult, column: I) -> Result<Self, TryGetError> {
        let value = integer::<T, I>(row, column)?;
        Self::from_i64_or_zero(value).map_err(|error| bad_column::<T, I>(column, error))
    }
}

impl<T: Id> ValueType for OrZero<T> {
    fn try_from(value: Value) -> Result<Self, ValueTypeErr> {
        match value {
            Value::BigInt(Some(value)) => Self::from_i64_or_zero(value).map_err(|_| ValueTypeErr),
            _ => Err(ValueTypeErr),
        }
    }

    fn type_name() -> String {
        format!("OrZero<{}>", T::NAME)
    }

    fn array_type() -> ArrayType {
        ArrayType::BigInt
    }

    fn column_type() -> ColumnType {
        schema::column_type()
    }
}

impl<T: Id> Nullable for OrZero<T> {
    fn null() -> Value {
        Value::BigInt(None)
    }
}

impl<T: Id> IntoActiveValue<Self> for OrZero<T> {
    fn into_active_value(self) -> ActiveValue<Self> {
        ActiveValue::Set(self)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Id> IdOperand<T> for OrZero<T> {
    fn into_operand(self) -> Option<Expression> {
        Some(Expression::Value(self.into()))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Id> LinksTo<T> for OrZero<T> {}

impl<T: Id> NotU8 for OrZero<T> {}

impl<T: Id> TryGetableArray for OrZero<T> {
    fn try_get_by<I: ColIdx>(row: &QueryResult, column: I) -> Result<Vec<Self>, TryGetError> {
        let values = <Vec<i64> as TryGetable>::try_get_by(row, column)?;
        values
            .into_iter()
            .map(Self::from_i64_or_zero)
            .collect::<Result<_, _>>()
            .map_err(|error| bad_column::<T, I>(column, error))
    }
}
