//! What is asked of a connection.

use diesel::connection::LoadConnection;
use diesel::deserialize::FromSql;
use diesel::prelude::*;
use diesel::query_builder::QueryFragment;
use diesel::serialize::ToSql;
use diesel::sql_types::{BigInt, HasSqlType, Text};
use snowflake_lease::table::{Obstacles, Row, Statement};

use super::query::{ClockColumn, Query, RowColumns, SettingColumns, query};

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
    fn clock(&mut self, statement: Statement) -> QueryResult<i64>;
    fn settings(&mut self, statement: Statement) -> QueryResult<Obstacles>;
}

impl<C, DB> Sealed for C
where
    C: Connection<Backend = DB> + LoadConnection,
    DB: diesel::backend::Backend + HasSqlType<BigInt> + HasSqlType<Text> + 'static,
    i64: ToSql<BigInt, DB> + FromSql<BigInt, DB>,
    String: ToSql<Text, DB> + FromSql<Text, DB>,
    Query<DB>: QueryFragment<DB>,
{
    fn run(&mut self, sql: &str) -> QueryResult<()> {
        self.batch_execute(sql)
    }

    fn change(&mut self, statement: Statement) -> QueryResult<usize> {
        query(statement).execute(self)
    }

    fn rows(&mut self, statement: Statement) -> QueryResult<Vec<Row>> {
        let rows: Vec<RowColumns> = query(statement).load(self)?;
        Ok(rows.into_iter().map(Into::into).collect())
    }

    fn clock(&mut self, statement: Statement) -> QueryResult<i64> {
        query(statement).get_result(self).map(|clock: ClockColumn| clock.unix_ms)
    }

    fn settings(&mut self, statement: Statement) -> QueryResult<Obstacles> {
        query(statement).get_result(self).map(|settings: SettingColumns| settings.into())
    }
}
