//! What is asked of the table of leases.

use snowflake_kit_lease::__private::record;
use snowflake_kit_lease::__private::table::{TABLE, TableName, as_text, clock, greatest};
use snowflake_kit_lease::table::{Bind, Dialect, Statement};
use snowflake_kit_lease::{LeaseRow, StoreError};

/// All rows, as texts, so that a row is read whatever is in it.
pub(super) fn list(table: &TableName) -> Statement {
    let columns =
        ["space", "node", "token", "until_unix_ms", "claimed_unix_ms", "renewed_unix_ms", "holder"];
    let columns = columns.map(|column| as_text(table.dialect(), column)).join(", ");
    table.statement(&format!("SELECT {columns} FROM {TABLE}"), Vec::new())
}

/// Writes these rows of spaces. No `token` or `until` becomes smaller, even if others write at the same
/// time.
pub(super) fn raise(
    table: &TableName,
    rows: &[(&str, LeaseRow)],
    holder: &str,
) -> Result<Statement, StoreError> {
    let dialect = table.dialect();
    let (now, greatest) = (clock(dialect), greatest(dialect));
    let text = |text: &str| Bind::String(text.to_owned());
    let values = vec![format!("(?, ?, ?, ?, ?, {now}, {now})"); rows.len()].join(", ");
    let mut binds = Vec::with_capacity(5 * rows.len());
    for (space, row) in rows {
        let until = Bind::Integer(record::until(row.until));
        binds.extend([text(record::space(space)?), Bind::Integer(row.node.into())]);
        binds.extend([Bind::Integer(row.token), until, text(&record::holder(holder))]);
    }
    let (alias, conflict, new, old) = match dialect {
        Dialect::Postgres | Dialect::Sqlite => {
            (" AS lease", "ON CONFLICT (space, node) DO UPDATE SET", ["excluded.", ""], "lease.")
        }
        _ => ("", "ON DUPLICATE KEY UPDATE", ["VALUES(", ")"], ""),
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
        "INSERT INTO {TABLE}{alias} (space, node, token, until_unix_ms, holder, claimed_unix_ms, \
         renewed_unix_ms) VALUES {values} {conflict} {}",
        changes.join(", ")
    );
    Ok(table.statement(&sql, binds))
}
