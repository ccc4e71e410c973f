//! A table of the application's.

use snowflake_kit_core::Dialect;

use crate::text::{Unwritable, qualified};

/// A table of the application's, with or without its schema (in MariaDB and MySQL, its database).
///
/// Without a schema the database finds it as it finds any table: by the search path, or in the
/// current database.
///
/// ```
/// use snowflake_kit_sql::{Dialect, Functions};
/// use snowflake_kit_core::Layout;
///
/// let ids = Functions::new(Dialect::Postgres, Layout::DEFAULT, 5)?.schema("ids")?;
/// let next = r#""ids"."snowflake_next_id"()"#;
/// assert_eq!(
///     ids.fill("users", "id")?,
///     format!(r#"ALTER TABLE "users" ALTER COLUMN "id" SET DEFAULT {next}"#)
/// );
/// assert_eq!(
///     ids.fill(("shop", "users"), "id")?,
///     format!(r#"ALTER TABLE "shop"."users" ALTER COLUMN "id" SET DEFAULT {next}"#)
/// );
/// # Ok::<(), snowflake_kit_sql::SqlError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Table<'a> {
    pub(crate) schema: Option<&'a str>,
    pub(crate) name: &'a str,
}

impl Table<'_> {
    pub(crate) fn quoted(self, dialect: Dialect) -> Result<String, Unwritable> {
        self.beside(dialect, self.name)
    }

    /// Another object in the same schema.
    pub(crate) fn beside(self, dialect: Dialect, name: &str) -> Result<String, Unwritable> {
        qualified(dialect, self.schema, name)
    }
}

impl<'a> From<&'a str> for Table<'a> {
    fn from(name: &'a str) -> Self {
        Self { schema: None, name }
    }
}

impl<'a> From<(&'a str, &'a str)> for Table<'a> {
    /// The schema, and the table.
    fn from((schema, name): (&'a str, &'a str)) -> Self {
        Self { schema: Some(schema), name }
    }
}
