//! Columns that hold 0 in place of `NULL`.

use snowflake_kit_core::__private::Raw;
use snowflake_kit_core::{Id, Integer, OptionalId, Value as _, ValueError};

use super::column::{bad_column, raw, raw_array};
use super::id_column::IdOperand;
use super::relation::LinksTo;
use super::schema;
use super::sea_orm::sea_query::{ArrayType, Nullable, ValueType, ValueTypeErr};
use super::sea_orm::{
    ActiveValue, ColIdx, ColumnType, IntoActiveValue, QueryResult, TryGetError, TryGetable,
    TryGetableArray, Value,
};
use super::value::{array_type, null, of_raw, to_raw};
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

impl<T: Id<Value: Integer>> From<OrZero<T>> for Value {
    fn from(id: OrZero<T>) -> Self {
        let zero = T::Value::WIDTH.integer(0).unwrap_or(Raw::I64(0));
        of_raw(id.0.map_or(zero, Id::raw))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Id<Value: Integer>> From<&OrZero<T>> for Value {
    fn from(id: &OrZero<T>) -> Self {
        (*id).into()
    }
}

impl<T: Id<Value: Integer>> TryGetable for OrZero<T> {
    fn try_get_by<I: ColIdx>(row: &QueryResult, column: I) -> Result<Self, TryGetError> {
        let value = raw::<T, I>(row, column)?;
        or_zero(value).map_err(|error| bad_column::<T, I>(column, error))
    }
}

impl<T: Id<Value: Integer>> ValueType for OrZero<T> {
    fn try_from(value: Value) -> Result<Self, ValueTypeErr> {
        let value = to_raw(T::Value::WIDTH, &value).ok_or(ValueTypeErr)?;
        or_zero(value).map_err(|_| ValueTypeErr)
    }

    fn type_name() -> String {
        format!("OrZero<{}>", T::NAME)
    }

    fn array_type() -> ArrayType {
        array_type::<T>()
    }

    fn column_type() -> ColumnType {
        schema::column_type_of::<T>()
    }
}

impl<T: Id<Value: Integer>> Nullable for OrZero<T> {
    fn null() -> Value {
        null::<T>()
    }
}

impl<T: Id<Value: Integer>> IntoActiveValue<Self> for OrZero<T> {
    fn into_active_value(self) -> ActiveValue<Self> {
        ActiveValue::Set(self)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Id<Value: Integer>> IdOperand<T> for OrZero<T> {
    fn into_operand(self) -> Option<Expression> {
        Some(Expression::Value(self.into()))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Id<Value: Integer>> LinksTo<T> for OrZero<T> {}

impl<T: Id<Value: Integer>> NotU8 for OrZero<T> {}

impl<T: Id<Value: Integer>> TryGetableArray for OrZero<T> {
    fn try_get_by<I: ColIdx>(row: &QueryResult, column: I) -> Result<Vec<Self>, TryGetError> {
        let ids: Result<_, _> = raw_array::<T, I>(row, column)?.into_iter().map(or_zero).collect();
        ids.map_err(|error| bad_column::<T, I>(column, error))
    }
}

/// What a value of the ID's width is.
fn or_zero<T: Id<Value: Integer>>(value: Raw) -> Result<OrZero<T>, ValueError> {
    OrZero::from_i64_or_zero(value.to_i64().unwrap_or_default())
}
