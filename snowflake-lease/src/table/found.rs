//! The table that a connection finds.

use snowflake_kit_sql::text::{SCHEMA, Unwritable, known, literal, trusted};

use super::Dialect;
use super::name::{TABLE_NAME, TableName};
use super::statement::{Statement, TextRow};
use crate::store::StoreError;

/// What of PostgreSQL has the name, in the schema that was named, or in the kit's and on the search
/// path. All names are qualified, because another role may have planted functions and operators there.
pub(super) fn from(schema: Option<&str>) -> Result<String, Unwritable> {
    let spaces = match schema {
        Some(schema) => format!("ARRAY[{}]", name(schema)?),
        None => {
            format!("pg_catalog.array_append(pg_catalog.current_schemas(true), {})", name(SCHEMA)?)
        }
    };
    Ok(format!(include_str!("from.sql"), spaces = spaces))
}

fn name(schema: &str) -> Result<String, Unwritable> {
    Ok(format!("CAST({} AS pg_catalog.name)", literal(Dialect::Postgres, schema)?))
}

/// Whether such a relation is a table whose rows can be read without running the code of others. The
/// schema's owner counts too, since it may drop the table and put another one there. Who names a schema
/// trusts its owner.
pub(super) fn is_trusted(schema: Option<&str>) -> String {
    let table = trusted("class.relowner");
    let owners = match schema {
        Some(_) => format!("({table} OR class.relowner OPERATOR(pg_catalog.=) space.nspowner)"),
        None => format!("{table} AND {}", trusted("space.nspowner")),
    };
    format!(include_str!("is_table.sql"), owners = owners)
}

/// What a connection finds of the name, as rows for [`named`]; at most one row on databases other than
/// PostgreSQL.
///
/// # Errors
/// [`StoreError`] if no schema can have this name.
pub fn seen(dialect: Dialect, schema: Option<&str>) -> Result<Statement, StoreError> {
    let sql = match dialect {
        Dialect::Postgres => {
            let from = from(schema).map_err(StoreError::new)?;
            format!(include_str!("seen.sql"), trusted = is_trusted(schema), from = from)
        }
        Dialect::Sqlite => "SELECT 'main', CAST(type = 'table' AS text) FROM main.sqlite_master \
                            WHERE type IN ('table', 'view') AND name = 'snowflake_leases'"
            .to_owned(),
        _ => {
            let schema = schema.map(|schema| literal(dialect, schema)).transpose();
            let schema = schema.map_err(StoreError::new)?;
            format!(
                "SELECT CAST(table_schema AS char), CAST(table_type NOT LIKE '%VIEW%' AS char) FROM \
                 information_schema.tables WHERE table_schema = {} AND table_name = \
                 'snowflake_leases'",
                schema.as_deref().unwrap_or("DATABASE()")
            )
        }
    };
    Ok(Statement { sql, binds: Vec::new() })
}

/// The table that was [`seen`].
#[derive(Debug)]
pub struct Found {
    /// Its name.
    pub table: TableName,
    /// How to move it, if each role can use its schema.
    pub advice: Option<String>,
}

/// The table, if there is one, from the answer to [`seen`]: that of `before`, if it is among them.
///
/// # Errors
/// A second table is refused, since two processes with different tables would lease the same nodes.
/// So is a view, and on PostgreSQL whatever else is no table, or belongs to another role, if it is the
/// only one: to read it could run code of that role.
pub fn named(
    dialect: Dialect,
    schema: Option<&str>,
    before: Option<&TableName>,
    seen: Vec<TextRow>,
) -> Result<Option<Found>, StoreError> {
    let text = |row: &TextRow, column| row.get(column).cloned().flatten().unwrap_or_default();
    if dialect != Dialect::Postgres {
        let Some(first) = seen.first() else { return Ok(None) };
        if text(first, 1) != "1" {
            return Err(StoreError::new(format!(
                "{TABLE_NAME} is a view: to read it could run code of another role with the rights of \
                 this role"
            ))
            .with_advice("it must be a table: drop the view"));
        }
        let table = schema.map(|schema| TableName::in_schema(dialect, schema)).transpose()?;
        let table = table.unwrap_or_else(|| TableName::new(dialect));
        return Ok(Some(Found { table, advice: None }));
    }
    let is_trusted = |row: &TextRow| text(row, 1) == "true";
    let is_known = |row: &TextRow| {
        let table = TableName::in_schema(dialect, &text(row, 0));
        is_trusted(row) && table.is_ok_and(|table| Some(&table) == before)
    };
    let there = seen.iter().find(|row| is_known(row)).cloned();
    let mut seen = there.map_or(seen, |row| vec![row]).into_iter();
    let Some(first) = seen.next() else { return Ok(None) };
    let schema = text(&first, 0);
    if let Some(second) = seen.next().filter(is_trusted) {
        let second = text(&second, 0);
        return Err(StoreError::new(format!(
            "there are two tables for leases: {schema:?}.{TABLE_NAME} and {second:?}.{TABLE_NAME}"
        ))
        .with_advice(format!(
            "find out which one the other processes use, and name its schema with \
             schema({schema:?}) or schema({second:?}), or drop the other one",
        )));
    }
    if !is_trusted(&first) {
        let [kind, owner, of_schema] = [2, 3, 4].map(|column| text(&first, column));
        let kind = match &*kind {
            "v" | "m" => "a view",
            "f" => "a foreign table",
            _ => "a table",
        };
        return Err(StoreError::new(format!(
            "{schema:?}.{TABLE_NAME} is {kind} of the role {owner:?}, in a schema of {of_schema:?}: \
             to read it could run their code with the rights of this role"
        ))
        .with_advice(
            "it must be a table, and both owners this role, a role that it is a member of, the owner \
             of the database or a superuser. If the owner is right, name the schema, connect as the \
             owner, or change it with ALTER TABLE … OWNER TO; otherwise drop it",
        ));
    }
    let table = TableName::in_schema(dialect, &schema)?;
    let advice = (text(&first, 5) == "true").then(|| {
        let to = known(dialect, SCHEMA);
        format!(include_str!("move.txt"), schema = schema, table = table, to = to)
    });
    Ok(Some(Found { table, advice }))
}
