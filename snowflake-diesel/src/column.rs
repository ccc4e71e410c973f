//! IDs in columns.

use std::borrow::Cow;

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql};
use diesel::dsl::AsExprOf;
use diesel::expression::{AsExpression, TypedExpressionType};
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::is_nullable::NotNull;
use diesel::sql_types::{BigInt, Integer, Nullable, SingleValue, SmallInt, SqlType};
#[cfg(feature = "uuid")]
use diesel::{pg, sql_types::Binary};
use snowflake_kit_core::{Id, Snowflake, Value};
#[cfg(feature = "uuid")]
use uuid::Uuid;

#[cfg(feature = "uuid")]
use crate::key::UuidKey;
use crate::key::{IntegerKey, Key, SmallIntKey};

/// An SQL type whose columns hold IDs of the type `T`.
///
/// [`column!`](crate::column) uses it: one impl for all of these SQL types compiles faster than one
/// for each.
#[diagnostic::on_unimplemented(
    message = "a column of the SQL type `{Self}` cannot hold a `{T}`",
    label = "`{T}` does not fit `{Self}`",
    note = "a `{T}` fits `Key<{T}>` and `BigInt`"
)]
pub trait Holds<T>: SingleValue + SqlType<IsNull = NotNull> {}

/// What a database stores of an ID, as Diesel knows it.
pub trait ColumnValue: Value {
    /// The SQL type of plain columns.
    type Sql: SingleValue + SqlType<IsNull = NotNull>;

    /// What is written to a column.
    type Written: ?Sized + 'static;

    /// What is read from a column.
    type Read;

    /// What is written, by reference. Backends may keep it until the query is sent, so it has to be
    /// into the ID itself.
    fn written(&self) -> &Self::Written;

    /// The value that was read.
    ///
    /// # Errors
    /// If it is not one of this width.
    fn stored(read: Self::Read) -> deserialize::Result<Self::Stored>;
}

macro_rules! column_values {
    ($($value:ty: $stored:ty, $sql:ty;)*) => {$(
        impl ColumnValue for $value {
            type Sql = $sql;
            type Written = $stored;
            type Read = $stored;

            #[inline]
            fn written(&self) -> &$stored {
                self.as_stored()
            }

            #[inline]
            fn stored(read: $stored) -> deserialize::Result<$stored> {
                Ok(read)
            }
        }
    )*};
}

column_values! {
    Snowflake: i64, BigInt;
    i64: i64, BigInt;
    i32: i32, Integer;
    i16: i16, SmallInt;
}

/// Its 16 bytes, also in a column of PostgreSQL's own type.
#[cfg(feature = "uuid")]
impl ColumnValue for Uuid {
    type Sql = Binary;
    type Written = [u8];
    type Read = Vec<u8>;

    fn written(&self) -> &[u8] {
        self.as_bytes()
    }

    fn stored(read: Vec<u8>) -> deserialize::Result<Self> {
        Self::from_slice(&read).map_err(|_| {
            format!("a value of {} bytes is not a UUID, which has 16", read.len()).into()
        })
    }
}

/// The SQL type of a plain column of `T`.
pub type Sql<T> = <<T as Id>::Value as ColumnValue>::Sql;
/// What is written of a `T`.
pub type Written<T> = <<T as Id>::Value as ColumnValue>::Written;
/// What is read of a `T`.
pub type Read<T> = <<T as Id>::Value as ColumnValue>::Read;

impl<T: Id<Value: ColumnValue<Sql = Self>>> Holds<T> for BigInt {}
impl<T: Id<Value: ColumnValue<Sql = Self>>> Holds<T> for Integer {}
impl<T: Id<Value: ColumnValue<Sql = Self>>> Holds<T> for SmallInt {}
#[cfg(feature = "uuid")]
impl<T: Id<Value = Uuid>> Holds<T> for Binary {}
#[cfg(feature = "uuid")]
impl<T: Id<Value = Uuid>> Holds<T> for pg::sql_types::Uuid {}
impl<T: Id<Value: ColumnValue<Sql = BigInt>>> Holds<T> for Key<T> {}
impl<T: Id<Value: ColumnValue<Sql = Integer>>> Holds<T> for IntegerKey<T> {}
impl<T: Id<Value: ColumnValue<Sql = SmallInt>>> Holds<T> for SmallIntKey<T> {}
#[cfg(feature = "uuid")]
impl<T: Id<Value = Uuid>> Holds<T> for UuidKey<T> {}

/// An SQL type as which an ID of the type `T` can be bound: one that [holds](Holds) it, or the same
/// as `Nullable`.
#[diagnostic::on_unimplemented(
    message = "a column of the SQL type `{Self}` cannot hold a `{T}`",
    label = "`{T}` does not fit `{Self}`",
    note = "a `{T}` fits `Key<{T}>`, `BigInt`, and both as `Nullable`"
)]
pub trait Takes<T>: SingleValue {}

impl<T: Id<Value: ColumnValue<Sql = Self>>> Takes<T> for BigInt {}
impl<T: Id<Value: ColumnValue<Sql = Self>>> Takes<T> for Integer {}
impl<T: Id<Value: ColumnValue<Sql = Self>>> Takes<T> for SmallInt {}
#[cfg(feature = "uuid")]
impl<T: Id<Value = Uuid>> Takes<T> for Binary {}
#[cfg(feature = "uuid")]
impl<T: Id<Value = Uuid>> Takes<T> for pg::sql_types::Uuid {}
impl<T: Id<Value: ColumnValue<Sql = BigInt>>> Takes<T> for Key<T> {}
impl<T: Id<Value: ColumnValue<Sql = Integer>>> Takes<T> for IntegerKey<T> {}
impl<T: Id<Value: ColumnValue<Sql = SmallInt>>> Takes<T> for SmallIntKey<T> {}
#[cfg(feature = "uuid")]
impl<T: Id<Value = Uuid>> Takes<T> for UuidKey<T> {}
impl<T: Id, ST: Holds<T>> Takes<T> for Nullable<ST> {}

/// Writes an ID.
///
/// # Errors
/// Those of the backend.
pub fn to_sql<'b, T, DB>(id: &'b T, out: &mut Output<'b, '_, DB>) -> serialize::Result
where
    T: Id<Value: ColumnValue>,
    DB: Backend,
    Written<T>: ToSql<Sql<T>, DB>,
{
    id.as_inner().written().to_sql(out)
}

/// An ID in a query, as a parameter: the right side of `posts::id.eq(id)`.
// That is Diesel's `Bound`, which it keeps out of its public API and yet asks
// for, in `COPY … FROM STDIN`. What a `Cow` is in a query is public, and is one.
pub type BoundId<ST, T> = AsExprOf<Cow<'static, T>, ST>;

/// Puts an ID into a query.
pub fn bind<ST, T>(id: T) -> BoundId<ST, T>
where
    T: Id,
    ST: SqlType + TypedExpressionType,
{
    Cow::<'static, T>::Owned(id).as_expression()
}

/// Reads an ID.
///
/// # Errors
/// Those of the backend. A value that is not an ID is an error that names the type and the value.
pub fn from_sql<T, DB>(bytes: DB::RawValue<'_>) -> deserialize::Result<T>
where
    T: Id<Value: ColumnValue>,
    DB: Backend,
    Read<T>: FromSql<Sql<T>, DB>,
{
    let read = Read::<T>::from_sql(bytes)?;
    Ok(T::from_value(<T::Value as ColumnValue>::stored(read)?)?)
}

/// Makes ID types values of columns: typed ones (`Key<T>`), plain ones (`BigInt`, `Integer`, `SmallInt`,
/// `Binary`, as their values are), and both as `Nullable`.
///
/// For each SQL type it implements `AsExpression` (for `T`, `&T`, `&&T`) and `ToSql`, also if the
/// column is nullable; `FromSql`, which Diesel extends to `Option<T>`; and `Queryable`.
///
/// ```
/// use snowflake_kit_core::Snowflake;
/// # use snowflake_kit_derive::SnowflakeId;
///
/// #[derive(SnowflakeId)]
/// #[snowflake(crate = "snowflake_kit_core")]
/// pub struct UserId(Snowflake);
///
/// #[derive(SnowflakeId)]
/// #[snowflake(crate = "snowflake_kit_core")]
/// pub struct PostId(Snowflake);
///
/// snowflake_kit_diesel::column!(UserId, PostId);
/// ```
///
/// The types above are over a `Snowflake` (or an `i64`). For others, say the type: `column!(integer:
/// CountryId)` is for one over an `i32`, `small_int` for an `i16`, and `uuid` for a `Uuid`.
#[macro_export]
macro_rules! column {
    // A form in which an ID stands in an expression: owned, or by reference.
    // In front, the impl's parameters and their bounds.
    (
        @as_expression [$($parameter:ident: $bound:ident)?]
        $(#[$attribute:meta])*
        $id:ty,
        $sql_type:ty,
        [$($reference:tt)*],
        [$($dereference:tt)*]
    ) => {
        #[automatically_derived]
        $(#[$attribute])*
        impl $(<$parameter: $crate::__private::$bound<$id>>)?
            $crate::__private::AsExpression<$sql_type> for $($reference)* $id
        {
            type Expression = $crate::__private::BoundId<$sql_type, $id>;

            fn as_expression(self) -> Self::Expression {
                $crate::__private::bind($($dereference)* self)
            }
        }
    };
    (integer: $($id:ty),+ $(,)?) => {
        $crate::column!(@all $($id),+; IntegerKey Integer);
    };
    (small_int: $($id:ty),+ $(,)?) => {
        $crate::column!(@all $($id),+; SmallIntKey SmallInt);
    };
    (uuid: $($id:ty),+ $(,)?) => {
        $crate::column!(@all $($id),+; UuidKey Binary);
        $($crate::column!(@as_expression [] $id, $crate::__private::PgUuid, [], []);)+
    };
    (@all $($id:ty),+; $key:ident $sql:ident) => {
        $($crate::column!(@impl $id, $crate::$key<$id>, $crate::__private::$sql);)+
    };
    (@impl $id:ty, $key:ty, $sql:ty) => {
        // Written out, since they are what the compiler is to suggest.
        $crate::column!(@as_expression [] $id, $key, [], []);
        $crate::column!(@as_expression [] $id, $sql, [], []);
        $crate::column!(
            @as_expression [ST: Holds]
            #[diagnostic::do_not_recommend]
            $id,
            $crate::__private::Nullable<ST>,
            [],
            []
        );
        $crate::column!(
            @as_expression [ST: Takes]
            #[diagnostic::do_not_recommend]
            $id,
            ST,
            [&],
            [*]
        );
        $crate::column!(
            @as_expression [ST: Takes]
            #[diagnostic::do_not_recommend]
            $id,
            ST,
            [&&],
            [**]
        );

        #[automatically_derived]
        impl<ST, DB> $crate::__private::ToSql<ST, DB> for $id
        where
            ST: $crate::__private::Takes<Self>,
            DB: $crate::__private::Backend,
            $crate::__private::Written<$id>: $crate::__private::ToSql<$crate::__private::Sql<$id>, DB>,
        {
            fn to_sql<'b>(
                &'b self,
                out: &mut $crate::__private::Output<'b, '_, DB>,
            ) -> $crate::__private::ToSqlResult {
                $crate::__private::to_sql(self, out)
            }
        }

        #[automatically_derived]
        impl<ST, DB> $crate::__private::FromSql<ST, DB> for $id
        where
            ST: $crate::__private::Holds<Self>,
            DB: $crate::__private::Backend,
            $crate::__private::Read<$id>: $crate::__private::FromSql<$crate::__private::Sql<$id>, DB>,
        {
            fn from_sql(
                bytes: <DB as $crate::__private::Backend>::RawValue<'_>,
            ) -> $crate::__private::FromSqlResult<Self> {
                $crate::__private::from_sql::<Self, DB>(bytes)
            }
        }

        #[automatically_derived]
        impl<ST, DB> $crate::__private::Queryable<ST, DB> for $id
        where
            DB: $crate::__private::Backend,
            ST: $crate::__private::SingleValue,
            Self: $crate::__private::FromSql<ST, DB>,
        {
            type Row = Self;

            fn build(id: Self) -> $crate::__private::FromSqlResult<Self> {
                ::core::result::Result::Ok(id)
            }
        }
    };
    ($($id:ty),+ $(,)?) => {
        $crate::column!(@all $($id),+; Key BigInt);
    };
}
