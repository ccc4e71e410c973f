//! What is asked of a connection.

use diesel::connection::{LoadConnection, TransactionManager as _};
use diesel::deserialize::FromSql;
use diesel::prelude::*;
use diesel::query_builder::QueryFragment;
use diesel::serialize::ToSql;
use diesel::sql_types::{BigInt, HasSqlType, Text};
use snowflake_kit_lease::table::{Statement, TextRow};

use super::query::{Columns, Query, query};

/// A connection that a [`LeaseStore`](super::LeaseStore) can be on: each of
/// Diesel's, and those of other crates for the same backends. There is nothing
/// to implement.
pub trait LeaseConnection: RunsStatements + Send + 'static {}

impl<C: RunsStatements + Send + 'static> LeaseConnection for C {}

/// The methods, and with them the bounds, that no other module needs to see.
pub trait RunsStatements: Sized {
    fn run(&mut self, sql: &str) -> QueryResult<()>;
    fn change(&mut self, statement: Statement) -> QueryResult<u64>;
    fn rows(&mut self, statement: Statement) -> QueryResult<Vec<TextRow>>;
    /// Makes Diesel take it for one that has failed in a transaction.
    fn spoil(&mut self);
}

impl<C, DB> RunsStatements for C
where
    C: Connection<Backend = DB> + LoadConnection,
    DB: diesel::backend::Backend + HasSqlType<BigInt> + HasSqlType<Text> + 'static,
    i64: ToSql<BigInt, DB>,
    String: ToSql<Text, DB> + FromSql<Text, DB>,
    Query<DB>: QueryFragment<DB>,
{
    fn run(&mut self, sql: &str) -> QueryResult<()> {
        self.batch_execute(sql)
    }

    fn change(&mut self, statement: Statement) -> QueryResult<u64> {
        query(statement).execute(self).map(|changed| changed as u64)
    }

    fn rows(&mut self, statement: Statement) -> QueryResult<Vec<TextRow>> {
        let rows: Vec<Columns> = query(statement).load(self)?;
        Ok(rows.into_iter().map(|Columns(row)| row).collect())
    }

    fn spoil(&mut self) {
        C::TransactionManager::transaction_manager_status_mut(self).set_in_error();
    }
}
