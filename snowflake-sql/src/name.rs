//! Names in SQL: quoted, so that any name is safe.

use snowflake_kit_core::Dialect;

use crate::error::SqlError;
use crate::table::Table;
use crate::text::{self, SCHEMA, qualified, quoted};

/// Everything that is created, as it is called after the prefix. The longest
/// of them says how long the prefix may be.
const LONGEST: &str = "last_id_before";

#[derive(Clone, Debug)]
pub(super) struct Names {
    dialect: Dialect,
    schema: Option<String>,
    /// That of the state, if it is another.
    state: Option<String>,
    prefix: String,
}

impl Names {
    pub(super) fn new(dialect: Dialect) -> Self {
        let [schema, state] = match dialect {
            // A function's body finds what has no schema by the search path of
            // the role that calls it.
            Dialect::Postgres => ["public", SCHEMA].map(|schema| Some(schema.to_owned())),
            // Here by the database that the function is in.
            _ => [None, None],
        };
        Self { dialect, schema, state, prefix: "snowflake_".to_owned() }
    }

    pub(super) fn with_schema(mut self, schema: &str) -> Result<Self, SqlError> {
        quoted(self.dialect, schema)?;
        self.schema = Some(schema.to_owned());
        Ok(self)
    }

    pub(super) fn with_state(mut self, schema: &str) -> Result<Self, SqlError> {
        quoted(self.dialect, schema)?;
        self.state = Some(schema.to_owned());
        Ok(self)
    }

    pub(super) fn with_prefix(mut self, prefix: &str) -> Result<Self, SqlError> {
        quoted(self.dialect, &format!("{prefix}{LONGEST}"))?;
        prefix.clone_into(&mut self.prefix);
        Ok(self)
    }

    /// One of the functions that are created.
    pub(super) fn object(&self, name: &str) -> String {
        self.in_schema(self.schema.as_deref(), name)
    }

    /// A part of the state.
    pub(super) fn state(&self, name: &str) -> String {
        self.in_schema(self.state.as_deref().or(self.schema.as_deref()), name)
    }

    /// The schema of the state, in PostgreSQL.
    pub(super) fn state_schema(&self) -> &str {
        self.state.as_deref().unwrap_or(SCHEMA)
    }

    /// A text in which only the names come from others.
    pub(super) fn literal(&self, text: &str) -> String {
        text::literal(self.dialect, text).expect("a name without the character 0")
    }

    /// The trigger that fills a column, in the schema of its table.
    pub(super) fn trigger(&self, table: Table<'_>, column: &str) -> Result<String, SqlError> {
        Ok(table.beside(self.dialect, &format!("{}{}_{column}", self.prefix, table.name))?)
    }

    pub(super) fn column(&self, column: &str) -> Result<String, SqlError> {
        Ok(quoted(self.dialect, column)?)
    }

    /// A role. With MariaDB and MySQL, an account is `user@host`.
    pub(super) fn role(&self, role: &str) -> Result<String, SqlError> {
        if self.dialect == Dialect::Postgres {
            return Ok(quoted(self.dialect, role)?);
        }
        Ok(text::account(self.dialect, role)?)
    }

    fn in_schema(&self, schema: Option<&str>, name: &str) -> String {
        qualified(self.dialect, schema, &format!("{}{name}", self.prefix))
            .expect("the longest one was checked")
    }
}
