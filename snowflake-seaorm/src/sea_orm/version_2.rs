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

/// A UUID as a value.
#[cfg(feature = "uuid")]
pub(super) fn uuid(uuid: uuid::Uuid) -> Value {
    Value::Uuid(Some(uuid))
}

/// The UUID in a value.
#[cfg(feature = "uuid")]
pub(super) fn from_uuid(value: &Value) -> Option<uuid::Uuid> {
    match value {
        Value::Uuid(uuid) => *uuid,
        _ => None,
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
