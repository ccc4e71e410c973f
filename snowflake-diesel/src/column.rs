//! IDs in columns.

use std::borrow::Cow;

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql};
use diesel::dsl::AsExprOf;
use diesel::expression::{AsExpression, TypedExpressionType};
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::is_nullable::NotNull;
use diesel::sql_types::{BigInt, Nullable, SingleValue, SqlType};
use snowflake_kit_core::Id;

use crate::key::Key;

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

impl<T: Id> Holds<T> for BigInt {}
impl<T: Id> Holds<T> for Key<T> {}

/// An SQL type as which an ID of the type `T` can be bound: one that [holds](Holds) it, or the same
/// as `Nullable`.
#[diagnostic::on_unimplemented(
    message = "a column of the SQL type `{Self}` cannot hold a `{T}`",
    label = "`{T}` does not fit `{Self}`",
    note = "a `{T}` fits `Key<{T}>`, `BigInt`, and both as `Nullable`"
)]
pub trait Takes<T>: SingleValue {}

impl<T: Id> Takes<T> for BigInt {}
impl<T: Id> Takes<T> for Key<T> {}
impl<T: Id, ST: Holds<T>> Takes<T> for Nullable<ST> {}

/// Writes an ID as an integer.
///
/// # Errors
/// Those of the backend.
pub fn to_sql<'b, T, DB>(id: &'b T, out: &mut Output<'b, '_, DB>) -> serialize::Result
where
    T: Id,
    DB: Backend,
    i64: ToSql<BigInt, DB>,
{
    // Backends may keep the reference until the query is sent, so it has to be
    // into the ID itself: a local `i64` would not live long enough.
    id.as_snowflake().as_i64().to_sql(out)
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
    T: Id,
    DB: Backend,
    i64: FromSql<BigInt, DB>,
{
    Ok(T::from_i64(i64::from_sql(bytes)?)?)
}

/// Makes ID types values of columns: typed ones (`Key<T>`), plain ones (`BigInt`), and both as
/// `Nullable`.
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
    ($($id:ty),+ $(,)?) => {$(
        // Written out, since they are what the compiler is to suggest.
        $crate::column!(@as_expression [] $id, $crate::Key<$id>, [], []);
        $crate::column!(@as_expression [] $id, $crate::__private::BigInt, [], []);
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
            ::core::primitive::i64: $crate::__private::ToSql<$crate::__private::BigInt, DB>,
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
            ::core::primitive::i64: $crate::__private::FromSql<$crate::__private::BigInt, DB>,
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
    )+};
}
