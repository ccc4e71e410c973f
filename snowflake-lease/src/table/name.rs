//! Where the table is.

use std::fmt;

use snowflake_kit_sql::text::quoted;

use super::Dialect;
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

    /// What the database speaks.
    pub const fn dialect(&self) -> Dialect {
        self.dialect
    }
}

/// As SQL.
impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
