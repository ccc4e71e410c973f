//! Queries for any backend.

use diesel::backend::Backend;
use diesel::deserialize::{FromSql, QueryableByName, Result};
use diesel::query_builder::{BoxedSqlQuery, SqlQuery};
use diesel::row::{Field as _, NamedRow, Row};
use diesel::serialize::ToSql;
use diesel::sql_query;
use diesel::sql_types::{BigInt, HasSqlType, Text};
use snowflake_kit_lease::table::{Bind, Statement, TextRow};

/// A statement with the values of its placeholders.
pub(crate) type Query<DB> = BoxedSqlQuery<'static, DB, SqlQuery>;

pub(crate) fn query<DB>(statement: Statement) -> Query<DB>
where
    DB: Backend + HasSqlType<BigInt> + HasSqlType<Text>,
    i64: ToSql<BigInt, DB>,
    String: ToSql<Text, DB>,
{
    let query = sql_query(statement.sql).into_boxed();
    statement.binds.into_iter().fold(query, |query, bind| match bind {
        Bind::Integer(value) => query.bind::<BigInt, _>(value),
        Bind::String(value) => query.bind::<Text, _>(value),
    })
}

/// All columns of a row.
pub(crate) struct Columns(pub(crate) TextRow);

impl<DB> QueryableByName<DB> for Columns
where
    DB: Backend,
    String: FromSql<Text, DB>,
{
    fn build<'a>(row: &impl NamedRow<'a, DB>) -> Result<Self> {
        let text = |index| match Row::get(row, index) {
            Some(field) => Option::<String>::from_nullable_sql(field.value()),
            None => Ok(None),
        };
        (0..row.field_count()).map(text).collect::<Result<_>>().map(Self)
    }
}
