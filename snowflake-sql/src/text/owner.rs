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

/// The settings with which PostgreSQL gives what other roles may have made as data, if `local` until
/// the transaction ends. They return no row.
///
/// Nothing of the search path is found, as with [`SEARCH_PATH`](super::SEARCH_PATH). A lock that
/// another role holds for as long as it likes is waited for no longer than `$lock`. And tables alone
/// are read: a view or a foreign table that has come into the place of a table is refused. Servers
/// before the minor versions of August 2024 do not know that setting.
#[doc(hidden)]
#[macro_export]
macro_rules! reading {
    (local, $lock:expr) => { $crate::reading!(" LOCAL", "true", $lock) };
    ($lock:expr) => { $crate::reading!("", "false", $lock) };
    ($local:literal, $is_local:literal, $lock:expr) => {
        concat!(
            "SET", $local, " search_path = pg_catalog, pg_temp; \
             SET", $local, " lock_timeout = '", $lock, "s'; \
             SELECT WHERE CASE WHEN current_setting('restrict_nonsystem_relation_kind', true) IS \
             NOT NULL THEN set_config('restrict_nonsystem_relation_kind', 'view, foreign-table', ",
            $is_local, ") = '' END"
        )
    };
}
