//! What is asked of a connection.

use diesel::backend::Backend;
use diesel::deserialize::FromSql;
use diesel::prelude::QueryResult;
use diesel::query_builder::QueryFragment;
use diesel::serialize::ToSql;
use diesel::sql_types::{BigInt, HasSqlType, Text};
use snowflake_kit_lease::table::{Statement, TextRow};

use super::diesel_async::{
    AsyncConnection, AsyncConnectionCore, RunQueryDsl, TransactionManager as _,
};
use crate::lease::query::{Columns, Query, query};

/// A connection that a [`LeaseStore`](super::LeaseStore) can be on:
/// each of `diesel-async`'s. There is nothing to implement.
pub trait LeaseConnection: RunsStatements + Send + 'static {}

impl<C: RunsStatements + Send + 'static> LeaseConnection for C {}

/// The methods, and with them the bounds, that no other module needs to see.
pub trait RunsStatements: Sized {
    fn run(&mut self, sql: &str) -> impl Future<Output = QueryResult<()>> + Send;
    fn change(&mut self, statement: Statement) -> impl Future<Output = QueryResult<u64>> + Send;
    fn rows(
        &mut self,
        statement: Statement,
    ) -> impl Future<Output = QueryResult<Vec<TextRow>>> + Send;
    /// Makes Diesel take it for one that has failed in a transaction.
    fn spoil(&mut self);
}

impl<C, DB> RunsStatements for C
where
    C: AsyncConnection + AsyncConnectionCore<Backend = DB>,
    DB: Backend + HasSqlType<BigInt> + HasSqlType<Text> + 'static,
    i64: ToSql<BigInt, DB>,
    String: ToSql<Text, DB> + FromSql<Text, DB>,
    Query<DB>: QueryFragment<DB>,
{
    async fn run(&mut self, sql: &str) -> QueryResult<()> {
        self.batch_execute(sql).await
    }

    async fn change(&mut self, statement: Statement) -> QueryResult<u64> {
        query(statement).execute(self).await.map(|changed| changed as u64)
    }

    async fn rows(&mut self, statement: Statement) -> QueryResult<Vec<TextRow>> {
        let rows: Vec<Columns> = query(statement).load(self).await?;
        Ok(rows.into_iter().map(|Columns(row)| row).collect())
    }

    fn spoil(&mut self) {
        C::TransactionManager::transaction_manager_status_mut(self).set_in_error();
    }
}
