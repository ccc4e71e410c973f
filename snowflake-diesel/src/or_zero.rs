//! Columns that hold 0 in place of `NULL`.

use std::borrow::Cow;

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, Queryable};
use diesel::expression::AsExpression;
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::{BigInt, SingleValue};
use snowflake_core::{Id, OptionalId};

use crate::BoundId;
use crate::column::{Holds, Takes};

/// An ID or nothing, in a column that is `NOT NULL` and holds 0 where there is no ID.
///
/// Some tables have 0 in place of `NULL`: old schemas, and copies of `ClickHouse`'s. Such a
/// column is declared as that of an ID, `Key<PostId>` or `BigInt`, without `Nullable`:
///
/// ```
/// # use diesel::connection::SimpleConnection;
/// use diesel::prelude::*;
/// use snowflake_core::{Id, Snowflake};
/// use snowflake_diesel::OrZero;
/// # use snowflake_derive::SnowflakeId;
///
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_core")]
/// pub struct PostId(Snowflake);
/// # snowflake_diesel::column!(PostId);
///
/// diesel::table! {
///     use snowflake_diesel::Key;
///     use super::PostId;
///
///     posts (id) {
///         id -> Key<PostId>,
///         reply_to -> Key<PostId>,
///     }
/// }
///
/// #[derive(Debug, PartialEq, Insertable, Queryable, Selectable)]
/// # #[diesel(check_for_backend(diesel::sqlite::Sqlite))]
/// struct Post {
///     id: PostId,
///     reply_to: OrZero<PostId>,
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let connection = &mut SqliteConnection::establish(":memory:")?;
/// # connection.batch_execute(
/// #     "CREATE TABLE posts (id BIGINT PRIMARY KEY NOT NULL, reply_to BIGINT NOT NULL)",
/// # )?;
/// let first = Post { id: PostId::from_i64(5)?, reply_to: OrZero(None) };
/// let answer = Post { id: PostId::from_i64(6)?, reply_to: OrZero(Some(first.id)) };
/// diesel::insert_into(posts::table).values([&first, &answer]).execute(connection)?;
///
/// let begin = posts::table.filter(posts::reply_to.eq(OrZero(None)));
/// assert_eq!(begin.select(Post::as_select()).load(connection)?, [first]);
/// let answers = posts::table.filter(posts::reply_to.eq(PostId::from_i64(5)?));
/// assert_eq!(answers.select(Post::as_select()).load(connection)?, [answer]);
/// # Ok(())
/// # }
/// ```
///
/// 0 is read as `None`, and a negative value is the same error as in a column of IDs. To
/// keep an `Option` in the struct, name this type at the field: `#[diesel(serialize_as =
/// OrZero<PostId>, deserialize_as = OrZero<PostId>)]`.
///
/// In JSON the field needs a form: `#[serde(with = "snowflake_serde::string::option")]` has
/// `null`, and `snowflake_serde::or_zero` has 0. For GraphQL, OpenAPI and TypeScript, which
/// know nothing of this type, hand out `.0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrZero<T>(pub Option<T>);

snowflake_core::__or_zero!(OrZero);

impl<T: Id, ST: Takes<T>> AsExpression<ST> for OrZero<T> {
    type Expression = BoundId<ST, Self>;

    #[inline]
    fn as_expression(self) -> Self::Expression {
        Cow::<'static, Self>::Owned(self).as_expression()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Id, ST: Takes<T>> AsExpression<ST> for &OrZero<T> {
    type Expression = BoundId<ST, OrZero<T>>;

    #[inline]
    fn as_expression(self) -> Self::Expression {
        (*self).as_expression()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Id, ST: Takes<T>> AsExpression<ST> for &&OrZero<T> {
    type Expression = BoundId<ST, OrZero<T>>;

    #[inline]
    fn as_expression(self) -> Self::Expression {
        (**self).as_expression()
    }
}

impl<T, ST, DB> ToSql<ST, DB> for OrZero<T>
where
    T: Id,
    ST: Takes<T>,
    DB: Backend,
    i64: ToSql<BigInt, DB>,
{
    #[inline]
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
        match &self.0 {
            Some(id) => crate::to_sql(id, out),
            // As long-lived as the ID would be.
            None => 0.to_sql(out),
        }
    }
}

impl<T, ST, DB> FromSql<ST, DB> for OrZero<T>
where
    T: Id,
    ST: Holds<T>,
    DB: Backend,
    i64: FromSql<BigInt, DB>,
{
    #[inline]
    fn from_sql(bytes: DB::RawValue<'_>) -> deserialize::Result<Self> {
        Ok(Self::from_i64_or_zero(i64::from_sql(bytes)?)?)
    }
}

impl<T, ST, DB> Queryable<ST, DB> for OrZero<T>
where
    DB: Backend,
    ST: SingleValue,
    Self: FromSql<ST, DB>,
{
    type Row = Self;

    #[inline]
    fn build(id: Self) -> deserialize::Result<Self> {
        Ok(id)
    }
}
