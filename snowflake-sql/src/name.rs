//! Names in SQL: quoted, so that any name is safe.

use snowflake_core::Dialect;

use super::SqlError;

/// Everything that is created, as it is called behind the prefix. The longest
/// of them says how long the prefix may be.
const LONGEST: &str = "last_id_before";

#[derive(Clone, Debug)]
pub(super) struct Names {
    dialect: Dialect,
    schema: Option<String>,
    prefix: String,
}

impl Names {
    #[inline]
    pub(super) fn new(dialect: Dialect) -> Self {
        let schema = match dialect {
            // A function's body finds what has no schema by the search path of
            // whoever calls it.
            Dialect::Postgres => Some("public".to_owned()),
            // Here by the database that the function is in.
            _ => None,
        };
        Self { dialect, schema, prefix: "snowflake_".to_owned() }
    }

    #[inline]
    pub(super) fn with_schema(mut self, schema: &str) -> Result<Self, SqlError> {
        check(self.dialect, schema)?;
        self.schema = Some(schema.to_owned());
        Ok(self)
    }

    #[inline]
    pub(super) fn with_prefix(mut self, prefix: &str) -> Result<Self, SqlError> {
        check(self.dialect, &format!("{prefix}{LONGEST}"))?;
        prefix.clone_into(&mut self.prefix);
        Ok(self)
    }

    /// One of the things that are created.
    #[inline]
    pub(super) fn object(&self, name: &str) -> String {
        self.in_schema(&format!("{}{name}", self.prefix))
    }

    /// The same as a string, for `regclass` and `regprocedure`.
    #[inline]
    pub(super) fn object_literal(&self, name: &str) -> String {
        literal(&self.object(name))
    }

    /// The trigger that fills a column.
    #[inline]
    pub(super) fn trigger(&self, table: &str, column: &str) -> Result<String, SqlError> {
        let name = format!("{}{table}_{column}", self.prefix);
        check(self.dialect, &name)?;
        Ok(self.in_schema(&name))
    }

    /// A table of the user's, in the same schema.
    #[inline]
    pub(super) fn table(&self, table: &str) -> Result<String, SqlError> {
        check(self.dialect, table)?;
        Ok(self.in_schema(table))
    }

    #[inline]
    pub(super) fn column(&self, column: &str) -> Result<String, SqlError> {
        check(self.dialect, column)?;
        Ok(quoted(self.dialect, column))
    }

    /// A role. With MariaDB and MySQL, an account is `user@host`.
    #[inline]
    pub(super) fn role(&self, role: &str) -> Result<String, SqlError> {
        if self.dialect == Dialect::Postgres {
            check(self.dialect, role)?;
            return Ok(quoted(self.dialect, role));
        }
        let (user, host) =
            role.rsplit_once('@').map_or((role, None), |(user, host)| (user, Some(host)));
        // The longest user of MariaDB's, and the longest host of both.
        check_length(self.dialect, user, 128)?;
        let user = quoted(self.dialect, user);
        let Some(host) = host else { return Ok(user) };
        check_length(self.dialect, host, 255)?;
        Ok(format!("{user}@{}", quoted(self.dialect, host)))
    }

    #[inline]
    fn in_schema(&self, name: &str) -> String {
        let name = quoted(self.dialect, name);
        match &self.schema {
            Some(schema) => format!("{}.{name}", quoted(self.dialect, schema)),
            None => name,
        }
    }
}

/// Refuses what the database refuses, and what it would cut without a word.
#[inline]
fn check(dialect: Dialect, name: &str) -> Result<(), SqlError> {
    check_length(dialect, name, if dialect == Dialect::Postgres { 63 } else { 64 })
}

#[inline]
fn check_length(dialect: Dialect, name: &str, max: usize) -> Result<(), SqlError> {
    let (length, unit) = match dialect {
        Dialect::Postgres => (name.len(), "bytes"),
        _ => (name.chars().count(), "characters"),
    };
    let is_name = (1..=max).contains(&length)
        && !name.ends_with(' ')
        && !name.contains(char::is_control)
        // MariaDB and MySQL have names of the basic plane only.
        && (dialect == Dialect::Postgres || name.chars().all(|c| u32::from(c) <= 0xFFFF));
    if is_name { Ok(()) } else { Err(SqlError::Name { name: name.to_owned(), max, unit }) }
}

#[inline]
fn quoted(dialect: Dialect, name: &str) -> String {
    match dialect {
        Dialect::Postgres => format!("\"{}\"", name.replace('"', "\"\"")),
        _ => format!("`{}`", name.replace('`', "``")),
    }
}

/// A string of PostgreSQL, read the same whatever `standard_conforming_strings`
/// is.
#[inline]
pub(super) fn literal(text: &str) -> String {
    let escape = if text.contains('\\') { "E" } else { "" };
    format!("{escape}'{}'", text.replace('\\', "\\\\").replace('\'', "''"))
}

/// A layout's name for comments and messages: nothing in it can end either.
#[inline]
pub(super) fn shown(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    name.chars().take(40).map(plain).collect()
}
