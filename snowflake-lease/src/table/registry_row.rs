//! The row that has the registry's identity.

use super::Dialect;
use snowflake_kit_sql::text::literal;

use super::name::TableName;
use crate::record;

/// The statement that gives a registry its identity, unless it has one: a random text, in the row
/// of a space that no application can have.
pub(super) fn insert_identity(dialect: Dialect, table: &str) -> String {
    let random = match dialect {
        Dialect::Postgres => "CAST(pg_catalog.gen_random_uuid() AS pg_catalog.text)",
        Dialect::Sqlite => "lower(hex(randomblob(16)))",
        // `RANDOM_BYTES` is missing before MariaDB 10.10. This is unique, which is enough.
        _ => "UUID()",
    };
    // Without a clock: PostgreSQL's has operators, which have to be qualified here.
    let columns = "space, node, token, until_unix_ms, holder, claimed_unix_ms, renewed_unix_ms";
    let values = format!("{}, 0, 1, 0, {random}, 0, 0", space(dialect));
    let identity = match dialect {
        Dialect::Postgres | Dialect::Sqlite => {
            format!(
                "INSERT INTO {table} ({columns})\nVALUES ({values})\nON CONFLICT (space, node) DO \
                 NOTHING;\n"
            )
        }
        _ => format!("INSERT IGNORE INTO {table} ({columns})\nVALUES ({values});\n"),
    };
    format!(
        "-- The registry's identity, by which processes notice that it is another one.\n{identity}"
    )
}

/// The name of the space, as a string of SQL.
fn space(dialect: Dialect) -> String {
    literal(dialect, record::REGISTRY).expect("a name without special characters")
}

impl TableName {
    /// The registry's identity, as an expression: `NULL` in a table that has none.
    pub(super) fn identity(&self) -> String {
        format!("(SELECT holder FROM {self} WHERE space = {} AND node = 0)", space(self.dialect()))
    }
}
