//! Columns that hold 0 in place of `NULL`.

use rusqlite::Result;
use rusqlite::types::{FromSql, FromSqlResult, ToSql, ToSqlOutput, Value, ValueRef};
use snowflake_kit_core::{Id, Integer, OptionalId};

use crate::value::other;

/// An optional ID, in a column that is `NOT NULL` and holds 0 in place of `NULL`.
///
/// Some old schemas, and copies of tables of `ClickHouse`, have such columns.
///
/// ```
/// use rusqlite::{Connection, params};
/// use snowflake_kit_core::{Id, Snowflake};
/// use snowflake_kit_rusqlite::OrZero;
/// # use snowflake_kit_derive::SnowflakeId;
///
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// pub struct PostId(Snowflake);
/// # snowflake_kit_rusqlite::value!(PostId);
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let connection = Connection::open_in_memory()?;
/// connection.execute_batch(
///     "CREATE TABLE posts (id BIGINT PRIMARY KEY NOT NULL, reply_to BIGINT NOT NULL)",
/// )?;
/// let reply_to: Option<PostId> = None;
/// let parameters = params![PostId::from_i64(5)?, OrZero(reply_to)];
/// connection.execute("INSERT INTO posts VALUES (?1, ?2)", parameters)?;
///
/// let sql = "SELECT reply_to FROM posts WHERE reply_to = 0";
/// let OrZero(found) = connection.query_row(sql, [], |row| row.get("reply_to"))?;
/// assert_eq!(found, reply_to);
/// # Ok(())
/// # }
/// ```
///
/// 0 is read as `None`. A negative value, `NULL`, and what is not an integer are the same
/// errors as in a column of IDs.
///
/// In JSON, a field of this type needs `#[serde(with = "snowflake_kit_serde::string::option")]`, which
/// writes `null`, or `snowflake_kit_serde::or_zero`, which writes 0. GraphQL, OpenAPI and TypeScript do
/// not support this type: use `.0` there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OrZero<T>(pub Option<T>);

snowflake_kit_core::__or_zero!(OrZero);

impl<T: Id<Value: Integer>> ToSql for OrZero<T> {
    fn to_sql(&self) -> Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Owned((*self).into()))
    }
}

impl<T: Id<Value: Integer>> FromSql for OrZero<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value {
            ValueRef::Integer(value) => Self::from_i64_or_zero(value).map_err(other),
            found => crate::value::from_sql(found).map(|id| Self(Some(id))),
        }
    }
}

impl<T: Id<Value: Integer>> From<OrZero<T>> for Value {
    fn from(id: OrZero<T>) -> Self {
        Self::Integer(id.get_or_zero().into())
    }
}
