//! What is different in SeaORM 2.

use std::borrow::Cow;
use std::error::Error;
use std::sync::Arc;

use super::id_column::IdColumn;
use super::sea_orm::sea_query::{Expr, Iden};
use super::sea_orm::{ColumnTrait, EntityTrait, IdenStatic, Value};

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

/// UUIDs out of rows.
#[cfg(feature = "sea_orm_2-uuid")]
pub(super) mod uuids {
    use uuid::Uuid;

    use super::super::sea_orm::{ColIdx, QueryResult, TryGetError, TryGetable};

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
    use super::super::sea_orm::{ColIdx, QueryResult, TryGetError, TryGetable};

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
