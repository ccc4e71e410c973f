//! What a migration sets at its beginning, and sets back at its end.

use snowflake_kit_sql::text::SEARCH_PATH;

use super::super::Statement;

/// Whatever the connection had: a framework may keep the table of its own migrations in a schema
/// of the search path, and use it in the same transaction.
pub(super) fn begin() -> [Statement; 2] {
    [
        Statement::with_remark(
            "All names below are found in pg_catalog, or have a schema: nothing that another role \
             has put into a schema of the search path is run. The path comes back at the end.",
            "SELECT pg_catalog.set_config('snowflake.search_path', \
             pg_catalog.current_setting('search_path'), false)",
        ),
        Statement::new(SEARCH_PATH),
    ]
}

pub(super) fn end() -> Statement {
    Statement::new(
        "SELECT set_config('search_path', current_setting('snowflake.search_path'), false)",
    )
}

/// For a file that `psql` runs in a session of its own, whatever the encoding of the terminal is. A
/// policy that hides rows from the owner is an error.
pub(in crate::script) fn of_psql() -> [Statement; 3] {
    [SEARCH_PATH, "SET client_encoding = 'UTF8'", "SET row_security = off"].map(Statement::new)
}
