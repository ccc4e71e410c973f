//! The text that creates the table, and the text that drops it.

use super::Dialect;
use super::name::{TABLE_NAME, TableName};
use super::registry_row::insert_identity;
use crate::store::StoreError;

/// The text of a migration that creates the table unless it exists, and gives the registry its
/// identity unless it has one. It is two statements. The table is created where the connection
/// creates tables by default.
pub fn up(dialect: Dialect) -> String {
    up_text(dialect, TABLE_NAME)
}

/// As [`up`], in this schema (on MariaDB and `MySQL` a database), which must exist.
///
/// ```
/// use snowflake_kit_lease::table::{self, Dialect};
///
/// let up = table::up_in(Dialect::Postgres, "ids")?;
/// assert!(up.contains("CREATE TABLE IF NOT EXISTS \"ids\".snowflake_leases ("));
/// # Ok::<(), snowflake_kit_lease::StoreError>(())
/// ```
///
/// # Errors
/// [`StoreError`] if no schema can have this name.
pub fn up_in(dialect: Dialect, schema: &str) -> Result<String, StoreError> {
    Ok(up_text(dialect, &TableName::in_schema(dialect, schema)?.to_string()))
}

fn up_text(dialect: Dialect, table: &str) -> String {
    let create = include_str!("up.sql").trim_end().trim_end_matches(';');
    let (operator, end) = match dialect {
        // Another role may have planted operators on the search path, and the role that runs the
        // migration may have more rights than that role.
        Dialect::Postgres => (" OPERATOR(pg_catalog.$) ", ""),
        Dialect::Sqlite => (" $ ", ""),
        // MariaDB and MySQL, as in all such arms here.
        _ => (" $ ", " ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"),
    };
    let mut create = create.to_owned();
    for of_checks in ["<>", ">=", "<="] {
        create = create.replace(&format!(" {of_checks} "), &operator.replace('$', of_checks));
    }
    let create = create.replacen(TABLE_NAME, table, 1);
    format!("{create}{end};\n\n{}", insert_identity(dialect, table))
}

/// Creates the table unless the connection sees one, for programs that mint before the migrations
/// have run, such as one that fills a new database. Several of them may run it at the same time.
/// The migration with the text of [`up`] may run later, and then changes nothing.
///
/// On PostgreSQL it fails if the connection sees two tables of the name: processes could use one
/// each, and mint the same IDs.
///
/// Run it on a connection that is not in a transaction, before you install the lease: the store has
/// its own connection, and sees only what is committed.
///
/// ```
/// use snowflake_kit_lease::table::{self, Dialect};
///
/// assert!(table::create(Dialect::Postgres).contains(&table::up(Dialect::Postgres)));
/// assert_eq!(table::create(Dialect::Sqlite), table::up(Dialect::Sqlite));
/// ```
pub fn create(dialect: Dialect) -> String {
    let up = up(dialect);
    match dialect {
        // If two sessions create a table at the same time, one can fail in PostgreSQL in spite
        // of `IF NOT EXISTS`, after the other has committed: because of an index row, the type
        // of the rows, or the table.
        Dialect::Postgres => format!(
            "DO $create$ DECLARE\n    tables pg_catalog.text[] := ARRAY(\n        SELECT \
             pg_catalog.format('%I.%I', space.nspname, class.relname) FROM pg_catalog.pg_class AS \
             class, pg_catalog.pg_namespace AS space\n        WHERE class.relname \
             OPERATOR(pg_catalog.=) 'snowflake_leases' AND class.relkind OPERATOR(pg_catalog.=) \
             ANY (CAST(ARRAY['r', 'p', 'v', 'm', 'f'] AS pg_catalog.\"char\"[]))\n        AND space.oid \
             OPERATOR(pg_catalog.=) class.relnamespace AND space.nspname OPERATOR(pg_catalog.=) \
             ANY (pg_catalog.current_schemas(true))\n    );\nBEGIN\nIF \
             pg_catalog.cardinality(tables) OPERATOR(pg_catalog.>) 1 THEN\n    RAISE EXCEPTION \
             'there are two tables for leases on the search path: % and %', tables[1], tables[2]\
             \n        USING HINT = 'Find out which one the processes use, and drop the other \
             one.';\nELSIF pg_catalog.cardinality(tables) OPERATOR(pg_catalog.=) 1 THEN\n    \
             RETURN;\nEND IF;\n{up}EXCEPTION WHEN unique_violation OR duplicate_object OR \
             duplicate_table THEN\n    -- Another session has just created it.\nEND $create$;\n"
        ),
        _ => up,
    }
}

/// Drops the table: the text of the migration back, in all dialects. If a process has a lease, or
/// will have one again, this lets two processes mint the same IDs.
pub const DOWN: &str = "DROP TABLE snowflake_leases;\n";
