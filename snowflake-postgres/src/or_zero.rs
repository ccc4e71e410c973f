//! Columns that hold 0 in place of `NULL`.

use std::error::Error;

use bytes::BytesMut;
use postgres_types::{FromSql, IsNull, ToSql, Type};
use snowflake_kit_core::__private::Width;
use snowflake_kit_core::{Id, Integer, OptionalId, Value as _};

/// An optional ID, in a column that is `NOT NULL` and holds 0 in place of `NULL`.
///
/// Some old schemas, and copies of tables of `ClickHouse`, have such columns.
///
/// ```
/// use snowflake_kit_core::{Id, Snowflake};
/// use snowflake_kit_postgres::OrZero;
/// # use snowflake_kit_derive::SnowflakeId;
///
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// pub struct PostId(Snowflake);
/// # snowflake_kit_postgres::value!(PostId);
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let Ok(url) = std::env::var("SNOWFLAKE_POSTGRES_URL") else { return Ok(()) };
/// # let (client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await?;
/// # tokio::spawn(connection);
/// client
///     .batch_execute("CREATE TEMP TABLE posts (id bigint PRIMARY KEY, reply_to bigint NOT NULL)")
///     .await?;
/// let reply_to: Option<PostId> = None;
/// let insert = "INSERT INTO posts VALUES ($1, $2)";
/// client.execute(insert, &[&PostId::from_i64(5)?, &OrZero(reply_to)]).await?;
///
/// let row = client.query_one("SELECT reply_to FROM posts WHERE reply_to = 0", &[]).await?;
/// let OrZero(found) = row.try_get("reply_to")?;
/// assert_eq!(found, reply_to);
/// # Ok(())
/// # }
/// ```
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

impl<T: Id<Value: Integer>> ToSql for OrZero<T> {
    fn to_sql(
        &self,
        ty: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self.0 {
            Some(id) => crate::value::to_sql(id, ty, out),
            None => match T::Value::WIDTH {
                Width::I16 => 0_i16.to_sql(ty, out),
                Width::I32 => 0_i32.to_sql(ty, out),
                Width::I64 | Width::U128 => 0_i64.to_sql(ty, out),
            },
        }
    }

    fn accepts(ty: &Type) -> bool {
        crate::value::accepts::<T>(ty)
    }

    postgres_types::to_sql_checked!();
}

impl<'a, T: Id<Value: Integer>> FromSql<'a> for OrZero<T> {
    fn from_sql(ty: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        let value = match T::Value::WIDTH {
            Width::I16 => i16::from_sql(ty, raw)?.into(),
            Width::I32 => i32::from_sql(ty, raw)?.into(),
            Width::I64 | Width::U128 => i64::from_sql(ty, raw)?,
        };
        Ok(Self::from_i64_or_zero(value)?)
    }

    fn accepts(ty: &Type) -> bool {
        crate::value::accepts::<T>(ty)
    }
}
