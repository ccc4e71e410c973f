//! Queries for any backend.

use diesel::backend::Backend;
use diesel::prelude::QueryableByName;
use diesel::query_builder::{BoxedSqlQuery, SqlQuery};
use diesel::serialize::ToSql;
use diesel::sql_query;
use diesel::sql_types::{BigInt, HasSqlType, Nullable, Text};
use snowflake_lease::table::{Bind, Obstacles, Row, Statement};

/// A statement with the values of its placeholders.
pub(super) type Query<DB> = BoxedSqlQuery<'static, DB, SqlQuery>;

pub(super) fn query<DB>(statement: Statement) -> Query<DB>
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

#[derive(QueryableByName)]
pub(super) struct RowColumns {
    #[diesel(sql_type = BigInt)]
    unix_ms: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    node: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    token: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    until_unix_ms: Option<i64>,
}

impl From<RowColumns> for Row {
    fn from(RowColumns { unix_ms, node, token, until_unix_ms }: RowColumns) -> Self {
        Self { unix_ms, node, token, until_unix_ms }
    }
}

#[derive(QueryableByName)]
pub(super) struct ClockColumn {
    #[diesel(sql_type = BigInt)]
    pub(super) unix_ms: i64,
}

#[derive(QueryableByName)]
pub(super) struct SettingColumns {
    #[diesel(sql_type = Nullable<Text>)]
    forgets: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    refuses: Option<String>,
}

impl From<SettingColumns> for Obstacles {
    fn from(SettingColumns { forgets, refuses }: SettingColumns) -> Self {
        Self { forgets, refuses }
    }
}
