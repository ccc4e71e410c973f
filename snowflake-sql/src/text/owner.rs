//! Whose objects a role of PostgreSQL trusts.

use snowflake_kit_core::Dialect;

use super::{Unwritable, literal, quoted};

/// The schema of what the kit keeps in PostgreSQL, unless another one is named.
pub const SCHEMA: &str = "snowflake_kit";

/// Whether what the role of this `oid` owns is trusted, as an expression of PostgreSQL: it is the
/// current role, a role that it is a member of, the owner of the database or a superuser. A superuser
/// counts as a member of each role, so its memberships say nothing.
pub fn trusted(owner: &str) -> String {
    format!(include_str!("trusted.sql"), owner = owner)
}

/// Statements for a block of PL/pgSQL with PostgreSQL's own search path: they create a schema that
/// no other role can use, unless there is one whose owner is [`trusted`].
///
/// # Errors
/// [`Unwritable`] if no schema can have this name.
pub fn own_schema(schema: &str) -> Result<String, Unwritable> {
    let name = quoted(Dialect::Postgres, schema)?;
    let text = literal(Dialect::Postgres, &name)?;
    // With PostgreSQL's own search path, it can be read.
    let trusted = trusted("nspowner").replace("OPERATOR(pg_catalog.=)", "=");
    let trusted = trusted.replace("pg_catalog.", "");
    Ok(format!(include_str!("own_schema.sql"), name = name, text = text, trusted = trusted))
}

/// The statement that lets a session of PostgreSQL read tables alone, if `local` until its
/// transaction ends: a view or a foreign table that has come into the place of a table is refused.
/// Servers before the minor versions of August 2024 do not know the setting. It returns no row.
#[doc(hidden)]
#[macro_export]
macro_rules! tables_alone {
    ($local:literal) => {
        concat!(
            "SELECT WHERE CASE WHEN current_setting('restrict_nonsystem_relation_kind', true) IS \
             NOT NULL THEN set_config('restrict_nonsystem_relation_kind', 'view, foreign-table', ",
            $local,
            ") = '' END"
        )
    };
}
