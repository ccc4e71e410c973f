//! What is asked of a connection.

use diesel::connection::LoadConnection;
use diesel::deserialize::{FromSql, QueryableByName};
use diesel::prelude::*;
use diesel::query_builder::{BoxedSqlQuery, QueryFragment, SqlQuery};
use diesel::serialize::ToSql;
use diesel::sql_query;
use diesel::sql_types::{BigInt, HasSqlType, Nullable, Text};
use snowflake_core::lease::table::{Bind, Row, Settings, Statement};

/// A connection that a [`LeaseStore`](super::LeaseStore) can be on: each of
/// Diesel's, and those of other crates for the same backends. There is nothing
/// to implement.
pub trait LeaseConnection: Sealed + Send + 'static {}

impl<C: Sealed + Send + 'static> LeaseConnection for C {}

/// The methods, and with them the bounds, that nobody else needs to see.
pub trait Sealed: Sized {
    fn run(&mut self, sql: &str) -> QueryResult<()>;
    fn change(&mut self, statement: Statement) -> QueryResult<usize>;
    fn rows(&mut self, statement: Statement) -> QueryResult<Vec<Row>>;
    fn unix_millis(&mut self, statement: Statement) -> QueryResult<i64>;
    fn settings(&mut self, sql: &str) -> QueryResult<Settings>;
}

type Query<C> = BoxedSqlQuery<'static, <C as Connection>::Backend, SqlQuery>;

impl<C> Sealed for C
where
    C: Connection + LoadConnection,
    C::Backend: HasSqlType<BigInt> + HasSqlType<Text> + 'static,
    i64: ToSql<BigInt, C::Backend> + FromSql<BigInt, C::Backend>,
    String: ToSql<Text, C::Backend> + FromSql<Text, C::Backend>,
    Query<C>: QueryFragment<C::Backend>,
{
    fn run(&mut self, sql: &str) -> QueryResult<()> {
        self.batch_execute(sql)
    }

    fn change(&mut self, statement: Statement) -> QueryResult<usize> {
        query::<C>(statement).execute(self)
    }

    fn rows(&mut self, statement: Statement) -> QueryResult<Vec<Row>> {
        let rows: Vec<RowColumns> = query::<C>(statement).load(self)?;
        Ok(rows.into_iter().map(Into::into).collect())
    }

    fn unix_millis(&mut self, statement: Statement) -> QueryResult<i64> {
        query::<C>(statement).get_result(self).map(|ClockColumn { unix_ms }| unix_ms)
    }

    fn settings(&mut self, sql: &str) -> QueryResult<Settings> {
        let sql = sql.to_owned();
        let row = query::<C>(Statement { sql, binds: Vec::new() }).get_result(self)?;
        let SettingColumns { forgets, refuses } = row;
        Ok(Settings { forgets, refuses })
    }
}

fn query<C>(statement: Statement) -> Query<C>
where
    C: Connection,
    C::Backend: HasSqlType<BigInt> + HasSqlType<Text>,
    i64: ToSql<BigInt, C::Backend>,
    String: ToSql<Text, C::Backend>,
{
    let query = sql_query(statement.sql).into_boxed();
    statement.binds.into_iter().fold(query, |query, bind| match bind {
        Bind::Integer(value) => query.bind::<BigInt, _>(value),
        Bind::Text(value) => query.bind::<Text, _>(value),
    })
}

#[derive(QueryableByName)]
struct RowColumns {
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
struct ClockColumn {
    #[diesel(sql_type = BigInt)]
    unix_ms: i64,
}

#[derive(QueryableByName)]
struct SettingColumns {
    #[diesel(sql_type = Nullable<Text>)]
    forgets: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    refuses: Option<String>,
}
