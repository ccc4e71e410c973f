//! The table that a connection sees.

use super::Dialect;
use super::name::{TABLE_NAME, TableName};
use super::statement::{Statement, TextRow};
use crate::store::StoreError;

/// The schemas in which the connection sees a table of the name, in their order; at most one row on
/// databases other than PostgreSQL.
pub fn seen(dialect: Dialect) -> Statement {
    let sql = match dialect {
        // Of whatever kind: a view of the name is found as well. All names are qualified, because
        // another role may have planted functions and operators on the search path.
        Dialect::Postgres => {
            "SELECT CAST(space.nspname AS pg_catalog.text) FROM pg_catalog.pg_class AS class, \
             pg_catalog.pg_namespace AS space WHERE class.relname OPERATOR(pg_catalog.=) \
             'snowflake_leases' AND class.relkind OPERATOR(pg_catalog.=) ANY \
             (CAST(ARRAY['r', 'p', 'v', 'm', 'f'] AS pg_catalog.\"char\"[])) AND space.oid OPERATOR(pg_catalog.=) class.relnamespace \
             AND space.nspname OPERATOR(pg_catalog.=) ANY (pg_catalog.current_schemas(true)) \
             ORDER BY pg_catalog.array_position(pg_catalog.current_schemas(true), space.nspname)"
        }
        Dialect::Sqlite => {
            "SELECT name FROM main.sqlite_master WHERE type IN ('table', 'view') AND \
             name = 'snowflake_leases'"
        }
        _ => {
            "SELECT CAST(table_name AS char) FROM information_schema.tables WHERE table_schema = \
             DATABASE() AND table_name = 'snowflake_leases'"
        }
    };
    Statement { sql: sql.to_owned(), binds: Vec::new() }
}

/// The table, if the connection sees one, from the answer to [`seen`].
///
/// # Errors
/// A second table of the name is refused. Another role may have planted it, or two programs have
/// created one each. Two processes with different tables would lease the same nodes.
pub fn named(dialect: Dialect, found: Vec<TextRow>) -> Result<Option<TableName>, StoreError> {
    let mut schemas = found.into_iter().filter_map(|row| row.into_iter().next().flatten());
    let Some(first) = schemas.next() else { return Ok(None) };
    if dialect != Dialect::Postgres {
        return Ok(Some(TableName::new(dialect)));
    }
    if let Some(second) = schemas.next() {
        return Err(StoreError::new(format!(
            "there are two tables for leases on the search path: {first:?}.{TABLE_NAME} and \
             {second:?}.{TABLE_NAME}"
        ))
        .with_advice(format!(
            "find out which one the other processes use, and name its schema with \
             schema({first:?}) or schema({second:?}), or drop the other one",
        )));
    }
    TableName::in_schema(dialect, &first).map(Some)
}
