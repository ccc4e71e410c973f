//! Columns that hold 0 in place of `NULL`.

use snowflake_kit_core::{Id, Integer, OptionalId};

use super::sqlx::encode::IsNull;
use super::sqlx::error::{BoxDynError, UnexpectedNullError};
use super::sqlx::{Database, Decode, Encode, Type, ValueRef as _};
use super::value::{Stored, compatible};

/// An optional ID, in a column that is `NOT NULL` and holds 0 in place of `NULL`.
///
/// Some old schemas, and copies of tables of `ClickHouse`, have such columns.
///
/// The page of [the crate](crate#columns-that-hold-0) has an example.
///
/// 0 is read as `None`. A negative value and `NULL` are the same errors as in a column of
/// IDs. To keep an `Option` in the struct, name this type at the field: `#[sqlx(try_from =
/// "OrZero<PostId>")]`. The macros take it as they take an ID: `reply_to AS "reply_to:
/// OrZero<PostId>"`.
///
/// In JSON, a field of this type needs `#[serde(with = "snowflake_kit_serde::string::option")]`, which
/// writes `null`, or `snowflake_kit_serde::or_zero`, which writes 0. GraphQL, OpenAPI and TypeScript do
/// not support this type: use `.0` there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrZero<T>(pub Option<T>);

snowflake_kit_core::__or_zero!(OrZero);

impl<T: Id<Value: Integer>, DB: Database> Type<DB> for OrZero<T>
where
    Stored<T>: Type<DB>,
{
    fn type_info() -> DB::TypeInfo {
        Stored::<T>::type_info()
    }

    fn compatible(column: &DB::TypeInfo) -> bool {
        compatible::<T, DB>(column)
    }
}

impl<'q, T: Id<Value: Integer>, DB: Database> Encode<'q, DB> for OrZero<T>
where
    Stored<T>: Encode<'q, DB>,
{
    fn encode_by_ref(
        &self,
        buffer: &mut of!(DB::ArgumentBuffer, 'q),
    ) -> Result<IsNull, BoxDynError> {
        self.get_or_zero().encode(buffer)
    }
}

impl<'r, T: Id<Value: Integer>, DB: Database> Decode<'r, DB> for OrZero<T>
where
    Stored<T>: Decode<'r, DB>,
{
    fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
        // On SQLite, sqlx reads `NULL` as 0, which here would be `None`.
        if value.is_null() {
            return Err(UnexpectedNullError.into());
        }
        Ok(Self::from_i64_or_zero(Stored::<T>::decode(value)?.into())?)
    }
}
