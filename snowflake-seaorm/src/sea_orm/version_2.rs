//! What is different in SeaORM 2.

use std::borrow::Cow;
use std::error::Error;
use std::sync::Arc;

use super::id_column::IdColumn;
use super::sea_orm::sea_query::{Expr, Iden};
use super::sea_orm::{ColumnTrait, ColumnType, EntityTrait, IdenStatic, Value};

pub use super::sea_orm::sea_query::postgres_array::NotU8;

/// An expression with a value in it.
pub(super) type Expression = Expr;

/// A column as an expression.
pub(super) const fn expression(expression: Expr) -> Expr {
    expression
}

/// The source of an error.
pub(super) fn shared(error: impl Error + Send + Sync + 'static) -> Arc<dyn Error + Send + Sync> {
    Arc::new(error)
}

/// A value as the column wants it.
pub(super) fn save_as(column: &impl ColumnTrait, value: Expr) -> Expr {
    column.save_as(value)
}

/// An array as the column wants it.
pub(super) fn save_array_as(column: &impl ColumnTrait, array: Value) -> Expr {
    column.save_array_as(Expr::val(array))
}

/// What columns of IDs are, by name.
///
/// SeaORM asks for a column's type with each value that it inserts. A `&str`
/// would be looked through each time for what has to be quoted.
struct BigInt;

impl BigInt {
    const NAME: &str = "bigint";
}

impl Iden for BigInt {
    fn quoted(&self) -> Cow<'static, str> {
        Cow::Borrowed(Self::NAME)
    }

    fn unquoted(&self) -> &str {
        Self::NAME
    }
}

/// The type of columns of IDs.
pub(super) fn bigint() -> ColumnType {
    ColumnType::custom(BigInt)
}

/// What SeaORM does with UUIDs.
#[cfg(feature = "sea_orm_2-uuid")]
pub(super) mod uuids {
    use uuid::Uuid;

    use super::super::sea_orm::sea_query::ArrayType;
    use super::super::sea_orm::{ColIdx, QueryResult, TryGetError, TryGetable, Value};

    pub(crate) const ARRAY: ArrayType = ArrayType::Uuid;

    pub(crate) fn to_value(bits: Option<u128>) -> Value {
        let uuid = bits.map(Uuid::from_u128);
        Value::Uuid(uuid)
    }

    pub(crate) fn from_value(value: &Value) -> Option<u128> {
        let Value::Uuid(uuid) = value else { return None };
        uuid.map(|uuid: Uuid| uuid.as_u128())
    }

    pub(crate) fn get(row: &QueryResult, column: impl ColIdx) -> Result<u128, TryGetError> {
        Uuid::try_get_by(row, column).map(|uuid| uuid.as_u128())
    }

    pub(crate) fn get_all(
        row: &QueryResult,
        column: impl ColIdx,
    ) -> Result<Vec<u128>, TryGetError> {
        let uuids = <Vec<Uuid>>::try_get_by(row, column)?;
        Ok(uuids.into_iter().map(|uuid| uuid.as_u128()).collect())
    }
}

/// Without the feature nothing is a UUID: to SeaORM it is 16 bytes.
#[cfg(not(feature = "sea_orm_2-uuid"))]
pub(super) mod uuids {
    use super::super::sea_orm::sea_query::ArrayType;
    use super::super::sea_orm::{ColIdx, QueryResult, TryGetError, TryGetable, Value};

    pub(crate) const ARRAY: ArrayType = ArrayType::Bytes;

    pub(crate) fn to_value(bits: Option<u128>) -> Value {
        bits.map(|bits| bits.to_be_bytes().to_vec()).into()
    }

    pub(crate) fn from_value(value: &Value) -> Option<u128> {
        let Value::Bytes(Some(bytes)) = value else { return None };
        bytes.as_slice().try_into().map(u128::from_be_bytes).ok()
    }

    pub(crate) fn get(row: &QueryResult, column: impl ColIdx) -> Result<u128, TryGetError> {
        let bytes = <Vec<u8>>::try_get_by(row, column)?;
        // No other length can be an ID either.
        Ok(bytes.try_into().map_or(0, u128::from_be_bytes))
    }

    pub(crate) fn get_all(_: &QueryResult, column: impl ColIdx) -> Result<Vec<u128>, TryGetError> {
        Err(TryGetError::Null(format!("{column:?}, without the feature `sea_orm_2-uuid`")))
    }
}

impl<E: EntityTrait, T> Iden for IdColumn<E, T> {
    fn quoted(&self) -> Cow<'static, str> {
        self.column.quoted()
    }

    fn unquoted(&self) -> &str {
        self.column.unquoted()
    }
}

impl<E: EntityTrait, T: 'static> IdenStatic for IdColumn<E, T> {
    fn as_str(&self) -> &'static str {
        self.column.as_str()
    }
}

#[cfg(feature = "lease")]
pub(super) use lease::{begin, dialect, execute, query_all};

/// Statements of leases.
#[cfg(feature = "lease")]
mod lease {
    use snowflake_kit_core::Dialect;

    use super::super::sea_orm::{
        ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, ExecResult,
        QueryResult, SqliteTransactionMode, Statement, TransactionOptions, TransactionTrait,
    };

    pub(crate) fn dialect(backend: DbBackend) -> Result<Dialect, DbErr> {
        match backend {
            DbBackend::Postgres => Ok(Dialect::Postgres),
            DbBackend::MySql => Ok(Dialect::MySql),
            DbBackend::Sqlite => Ok(Dialect::Sqlite),
            other => Err(DbErr::BackendNotSupported { db: other.as_str(), ctx: "node leases" }),
        }
    }

    pub(crate) async fn execute(
        db: &impl ConnectionTrait,
        statement: Statement,
    ) -> Result<ExecResult, DbErr> {
        db.execute_raw(statement).await
    }

    pub(crate) async fn query_all(
        db: &impl ConnectionTrait,
        statement: Statement,
    ) -> Result<Vec<QueryResult>, DbErr> {
        db.query_all_raw(statement).await
    }

    /// A transaction, which on SQLite writes from its beginning.
    pub(crate) async fn begin(db: &DatabaseConnection) -> Result<DatabaseTransaction, DbErr> {
        let is_sqlite = db.get_database_backend() == DbBackend::Sqlite;
        let sqlite_transaction_mode = is_sqlite.then_some(SqliteTransactionMode::Immediate);
        let options = TransactionOptions { sqlite_transaction_mode, ..Default::default() };
        db.begin_with_options(options).await
    }
}
