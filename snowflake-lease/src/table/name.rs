//! Where the table is.

use std::fmt;

use snowflake_sql::text::quoted;

use super::connection::Connection;
use super::statement::Statement;
use super::{Dialect, DriverError};
use crate::store::StoreError;

/// The name without a schema.
pub(super) const TABLE_NAME: &str = "snowflake_leases";

/// The name of the table in the statements of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableName {
    dialect: Dialect,
    text: String,
}

impl TableName {
    /// The table as a connection sees it by default.
    ///
    /// A [`TableStore`](super::TableStore) does not use this name on PostgreSQL: it looks up the
    /// schema first.
    pub fn new(dialect: Dialect) -> Self {
        let text = match dialect {
            // A temporary table of the name would be found first.
            Dialect::Sqlite => format!("main.{TABLE_NAME}"),
            _ => TABLE_NAME.to_owned(),
        };
        Self { dialect, text }
    }

    /// The table in this schema: on MariaDB and `MySQL` a database, on SQLite only `main`.
    ///
    /// # Errors
    /// [`StoreError`] if no schema can have this name.
    pub fn in_schema(dialect: Dialect, schema: &str) -> Result<Self, StoreError> {
        if dialect == Dialect::Sqlite && schema != "main" {
            return Err(StoreError::new(format!(
                "the schema {schema:?} of the table snowflake_leases"
            ))
            .with_advice("an SQLite database has one schema, so name none, or \"main\""));
        }
        let name = quoted(dialect, schema).map_err(|error| {
            StoreError::new(format!("the schema {schema:?} of the table snowflake_leases: {error}"))
        })?;
        Ok(Self { dialect, text: format!("{name}.{TABLE_NAME}") })
    }

    pub(super) const fn dialect(&self) -> Dialect {
        self.dialect
    }
}

/// As SQL.
impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Why the table cannot be used.
pub(super) enum Unusable {
    Driver(DriverError),
    Several(StoreError),
}

impl From<DriverError> for Unusable {
    fn from(error: DriverError) -> Self {
        Self::Driver(error)
    }
}

/// Finds the table that the connection sees, if there is one.
///
/// A second one of the name is refused. Another role may have planted it, or two programs have
/// created one each. Two processes with different tables would lease the same nodes.
pub(super) async fn find<C: Connection>(connection: &mut C) -> Result<Option<TableName>, Unusable> {
    let dialect = connection.dialect();
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
    let found = connection.rows(Statement { sql: sql.to_owned(), binds: Vec::new() }).await?;
    let mut schemas = found.into_iter().filter_map(|row| row.into_iter().next().flatten());
    let Some(first) = schemas.next() else { return Ok(None) };
    if dialect != Dialect::Postgres {
        return Ok(Some(TableName::new(dialect)));
    }
    if let Some(second) = schemas.next() {
        return Err(Unusable::Several(
            StoreError::new(format!(
                "there are two tables for leases on the search path: {first:?}.{TABLE_NAME} and \
                 {second:?}.{TABLE_NAME}"
            ))
            .with_advice(format!(
                "find out which one the other processes use, and name its schema with \
                 schema({first:?}) or schema({second:?}), or drop the other one",
            )),
        ));
    }
    TableName::in_schema(dialect, &first).map(Some).map_err(Unusable::Several)
}
