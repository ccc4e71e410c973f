//! IDs in queries.

use core::marker::PhantomData;

use diesel::QueryResult;
use diesel::backend::Backend;
use diesel::expression::{
    AppearsOnTable, Expression, SelectableExpression, TypedExpressionType, ValidGrouping,
    is_aggregate,
};
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::serialize::ToSql;
use diesel::sql_types::{HasSqlType, SqlType};

/// An ID in a query: the parameter that it is bound to.
///
/// It is what `posts::id.eq(id)` holds, for an ID or a reference to one. Code
/// that names the types of its queries finds it there, as
/// `dsl::AsExprOf<PostId, BigInt>`.
// Diesel has such a type, `Bound`, for its own values, but keeps it out of its
// public API. This one needs nothing that is not documented.
#[derive(Clone, Copy, Debug)]
pub struct Bind<ST, T> {
    value: T,
    sql_type: PhantomData<ST>,
}

impl<ST, T> Bind<ST, T> {
    /// A parameter of this SQL type with this value.
    #[inline]
    pub const fn new(value: T) -> Self {
        Self { value, sql_type: PhantomData }
    }
}

impl<ST: SqlType + TypedExpressionType, T> Expression for Bind<ST, T> {
    type SqlType = ST;
}

impl<ST, T, DB> QueryFragment<DB> for Bind<ST, T>
where
    DB: Backend + HasSqlType<ST>,
    T: ToSql<ST, DB>,
{
    fn walk_ast<'b>(&'b self, mut pass: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        pass.push_bind_param::<ST, T>(&self.value)
    }
}

// Which ID type it is does not show in the SQL, so it does not ask for another
// prepared statement either.
impl<ST: QueryId, T> QueryId for Bind<ST, T> {
    type QueryId = Bind<ST::QueryId, ()>;

    const HAS_STATIC_QUERY_ID: bool = ST::HAS_STATIC_QUERY_ID;
}

impl<ST, T, QS> AppearsOnTable<QS> for Bind<ST, T> where Self: Expression {}

impl<ST, T, QS> SelectableExpression<QS> for Bind<ST, T> where Self: AppearsOnTable<QS> {}

impl<ST, T, GB> ValidGrouping<GB> for Bind<ST, T> {
    type IsAggregate = is_aggregate::Never;
}
