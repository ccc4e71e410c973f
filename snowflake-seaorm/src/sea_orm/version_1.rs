//! What is different in SeaORM 1.

use std::error::Error;
use std::fmt;

use super::id_column::IdColumn;
use super::sea_orm::sea_query::{Expr, Iden, SeaRc, SimpleExpr};
use super::sea_orm::{ColumnTrait, ColumnType, EntityTrait, IdenStatic, Value};

pub use super::sea_orm::sea_query::value::with_array::NotU8;

/// An expression with a value in it.
pub(super) type Expression = SimpleExpr;

/// A column as an expression.
pub(super) fn expression(expression: Expr) -> SimpleExpr {
    expression.into()
}

/// The source of an error.
pub(super) fn shared(error: impl Error + Send + Sync + 'static) -> Box<dyn Error + Send + Sync> {
    Box::new(error)
}

/// A value as the column wants it.
pub(super) fn save_as(column: &impl ColumnTrait, value: SimpleExpr) -> SimpleExpr {
    column.save_as(Expr::expr(value))
}

/// An array. Columns have no say in its form here.
pub(super) fn save_array_as(_: &impl ColumnTrait, array: Value) -> SimpleExpr {
    SimpleExpr::Value(array)
}

/// What columns of IDs are, by name.
struct BigInt;

impl Iden for BigInt {
    fn unquoted(&self, s: &mut dyn fmt::Write) {
        let _ = s.write_str("bigint");
    }
}

/// The type of columns of IDs.
pub(super) fn bigint() -> ColumnType {
    ColumnType::Custom(SeaRc::new(BigInt))
}

impl<E: EntityTrait, T> Iden for IdColumn<E, T> {
    fn unquoted(&self, s: &mut dyn fmt::Write) {
        self.column.unquoted(s);
    }
}

impl<E: EntityTrait, T: 'static> IdenStatic for IdColumn<E, T> {
    fn as_str(&self) -> &str {
        self.column.as_str()
    }
}

/// What SeaORM does with UUIDs.
#[cfg(feature = "sea_orm_1-uuid")]
pub(super) mod uuids {
    use uuid::Uuid;

    use super::super::sea_orm::sea_query::ArrayType;
    use super::super::sea_orm::{ColIdx, QueryResult, TryGetError, TryGetable, Value};

    pub(crate) const ARRAY: ArrayType = ArrayType::Uuid;

    pub(crate) fn to_value(bits: Option<u128>) -> Value {
        let uuid = bits.map(Uuid::from_u128);
        Value::Uuid(uuid.map(Box::new))
    }

    pub(crate) fn from_value(value: &Value) -> Option<u128> {
        let Value::Uuid(uuid) = value else { return None };
        uuid.as_deref().copied().map(|uuid: Uuid| uuid.as_u128())
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
#[cfg(not(feature = "sea_orm_1-uuid"))]
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
        Err(TryGetError::Null(format!("{column:?}, without the feature `sea_orm_1-uuid`")))
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
        QueryResult, Statement, TransactionTrait,
    };

    /// Has no effect but the lock: this version cannot say `BEGIN IMMEDIATE`. Without it, a
    /// transaction that reads first fails if another one has written before it writes.
    const LOCK: &str = "UPDATE snowflake_leases SET node = node WHERE 1 = 0";

    #[expect(clippy::unnecessary_wraps, reason = "another version has more databases")]
    pub(crate) fn dialect(backend: DbBackend) -> Result<Dialect, DbErr> {
        match backend {
            DbBackend::Postgres => Ok(Dialect::Postgres),
            DbBackend::MySql => Ok(Dialect::MySql),
            DbBackend::Sqlite => Ok(Dialect::Sqlite),
        }
    }

    pub(crate) async fn execute(
        db: &impl ConnectionTrait,
        statement: Statement,
    ) -> Result<ExecResult, DbErr> {
        db.execute(statement).await
    }

    pub(crate) async fn query_all(
        db: &impl ConnectionTrait,
        statement: Statement,
    ) -> Result<Vec<QueryResult>, DbErr> {
        db.query_all(statement).await
    }

    /// A transaction, which on SQLite writes from its beginning.
    pub(crate) async fn begin(db: &DatabaseConnection) -> Result<DatabaseTransaction, DbErr> {
        let begun = db.begin().await?;
        if db.get_database_backend() == DbBackend::Sqlite {
            match begun.execute_unprepared(LOCK).await {
                // What the operation then finds out is said by its own error.
                Err(error) if !error.to_string().contains("no such table") => return Err(error),
                _ => {}
            }
        }
        Ok(begun)
    }
}
