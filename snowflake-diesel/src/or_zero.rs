//! Columns that hold 0 in place of `NULL`.

use std::borrow::Cow;

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, Queryable};
use diesel::expression::AsExpression;
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::SingleValue;
use snowflake_kit_core::{Id, Integer, OptionalId};

use crate::column::{BoundId, ColumnValue, Holds, Read, Sql, Takes, Written};

/// An optional ID, in a column that is `NOT NULL` and holds 0 in place of `NULL`.
///
/// Some old schemas, and copies of tables of `ClickHouse`, have such columns. Declare the column as
/// `Key<PostId>` or `BigInt`, without `Nullable`:
///
/// ```
/// # use diesel::connection::SimpleConnection;
/// use diesel::prelude::*;
/// use snowflake_kit_core::{Id, Snowflake};
/// use snowflake_kit_diesel::OrZero;
/// # use snowflake_kit_derive::SnowflakeId;
///
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// pub struct PostId(Snowflake);
/// # snowflake_kit_diesel::column!(PostId);
///
/// diesel::table! {
///     use snowflake_kit_diesel::Key;
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
/// In JSON, a field of this type needs `#[serde(with = "snowflake_kit_serde::string::option")]`, which
/// writes `null`, or `snowflake_kit_serde::or_zero`, which writes 0. GraphQL, OpenAPI and TypeScript do
/// not support this type: use `.0` there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrZero<T>(pub Option<T>);

snowflake_kit_core::__or_zero!(OrZero);

impl<T: Id, ST: Takes<T>> AsExpression<ST> for OrZero<T> {
    type Expression = BoundId<ST, Self>;

    fn as_expression(self) -> Self::Expression {
        Cow::<'static, Self>::Owned(self).as_expression()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Id, ST: Takes<T>> AsExpression<ST> for &OrZero<T> {
    type Expression = BoundId<ST, OrZero<T>>;

    fn as_expression(self) -> Self::Expression {
        (*self).as_expression()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Id, ST: Takes<T>> AsExpression<ST> for &&OrZero<T> {
    type Expression = BoundId<ST, OrZero<T>>;

    fn as_expression(self) -> Self::Expression {
        (**self).as_expression()
    }
}

impl<T, ST, DB> ToSql<ST, DB> for OrZero<T>
where
    T: Id<Value: ColumnValue + Integer<Stored = Written<T>>>,
    ST: Takes<T>,
    DB: Backend,
    Written<T>: ToSql<Sql<T>, DB>,
{
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
        match &self.0 {
            Some(id) => crate::column::to_sql(id, out),
            // As long-lived as the ID would be.
            None => T::Value::ZERO.to_sql(out),
        }
    }
}

impl<T, ST, DB> FromSql<ST, DB> for OrZero<T>
where
    T: Id<Value: ColumnValue + Integer>,
    ST: Holds<T>,
    DB: Backend,
    Read<T>: FromSql<Sql<T>, DB>,
{
    fn from_sql(bytes: DB::RawValue<'_>) -> deserialize::Result<Self> {
        let read = Read::<T>::from_sql(bytes)?;
        Ok(Self::from_i64_or_zero(<T::Value as ColumnValue>::stored(read)?.into())?)
    }
}

impl<T, ST, DB> Queryable<ST, DB> for OrZero<T>
where
    DB: Backend,
    ST: SingleValue,
    Self: FromSql<ST, DB>,
{
    type Row = Self;

    fn build(id: Self) -> deserialize::Result<Self> {
        Ok(id)
    }
}
