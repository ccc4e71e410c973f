//! Rows that are raised while others write them.

use super::{Bind, Dialect, Statement, clock, greatest, statement, text};
use crate::{LeaseRow, StoreError, record};

/// Writes these rows of spaces. No `token` or `until` becomes smaller, even if others write at the
/// same time.
///
/// # Errors
/// [`StoreError`] if the name of a space is not valid.
pub fn raise(
    dialect: Dialect,
    rows: &[(&str, LeaseRow)],
    holder: &str,
) -> Result<Statement, StoreError> {
    let (now, greatest) = (clock(dialect), greatest(dialect));
    let values = vec![format!("(?, ?, ?, ?, ?, {now}, {now})"); rows.len()].join(", ");
    let mut binds = Vec::with_capacity(5 * rows.len());
    for (space, row) in rows {
        let until = Bind::Integer(record::until(row.until));
        binds.extend([text(record::space(space)?), Bind::Integer(row.node.into())]);
        binds.extend([Bind::Integer(row.token), until, text(&record::holder(holder))]);
    }
    let (conflict, new, old) = match dialect {
        Dialect::Postgres | Dialect::Sqlite => {
            ("ON CONFLICT (space, node) DO UPDATE SET", ["excluded.", ""], "snowflake_leases.")
        }
        _ => ("ON DUPLICATE KEY UPDATE", ["VALUES(", ")"], ""),
    };
    let new = |column: &str| format!("{}{column}{}", new[0], new[1]);
    let raised = |column: &str| format!("{column} = {greatest}({}, {old}{column})", new(column));
    let set = |column: &str| format!("{column} = {}", new(column));
    let changes = [
        raised("token"),
        raised("until_unix_ms"),
        set("holder"),
        set("claimed_unix_ms"),
        set("renewed_unix_ms"),
    ];
    let sql = format!(
        "INSERT INTO snowflake_leases (space, node, token, until_unix_ms, holder, \
         claimed_unix_ms, renewed_unix_ms) VALUES {values} {conflict} {}",
        changes.join(", ")
    );
    Ok(statement(dialect, &sql, binds))
}
