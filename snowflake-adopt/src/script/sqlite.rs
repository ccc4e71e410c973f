//! Migrations of `SQLite`, which cannot change a column: the table is copied.

use snowflake_core::Dialect;
use sqlparser::ast::{
    ColumnOption, ColumnOptionDef, CreateTable, DataType, Ident, ObjectName, SqliteTableOption,
    Statement as Parsed,
};
use sqlparser::dialect::SQLiteDialect;
use sqlparser::parser::Parser;

use super::{Scope, Statement};
use crate::catalog::{Column, quoted};
use crate::obstacles::Obstacle;

type Scripts = (Vec<Statement>, Vec<Statement>);

pub(super) fn end_counting(scope: &Scope<'_>) -> Result<Scripts, Obstacle> {
    let (mut up, mut down) = (begin(), begin());
    for (&table, columns) in &scope.columns {
        let before = parse(scope, table).ok_or_else(|| unreadable(table))?;
        let mut after = before.clone();
        let is_strict = before.sqlite_table_options.options.contains(&SqliteTableOption::Strict);
        // A strict table has no BIGINT. Only INTEGER is the row number.
        let wide = if is_strict { DataType::Int(None) } else { DataType::BigInt(None) };
        for column in &mut after.columns {
            if scope.decision.owner(table, &column.name.value).is_some() {
                column.data_type = wide.clone();
            }
            if columns.iter().any(|key| is_named(&column.name, key)) {
                stop_counting(&mut column.options);
            }
        }
        up.extend(copy(scope, table, after));
        down.extend(copy(scope, table, before));
    }
    up.extend(end());
    down.extend(end());
    Ok((up, down))
}

fn is_named(name: &Ident, column: &Column) -> bool {
    name.value.eq_ignore_ascii_case(&column.name)
}

fn unreadable(table: &str) -> Obstacle {
    Obstacle::block(
        format!("statement:{table}"),
        format!("the statement that created {table} cannot be read, so no copy can be written"),
        "Write the migration that ends its counting by hand, as the guide shows, and add the table \
         to `leave_out` until it has run.",
    )
}

fn parse(scope: &Scope<'_>, table: &str) -> Option<CreateTable> {
    let sql = scope.table(table)?.statement.as_deref()?;
    match Parser::parse_sql(&SQLiteDialect {}, sql).ok()?.pop()? {
        Parsed::CreateTable(statement) => Some(statement),
        _ => None,
    }
}

/// A key that is not the row number: a row without it is an error.
fn stop_counting(options: &mut Vec<ColumnOptionDef>) {
    options.retain(|option| !matches!(&option.option, ColumnOption::DialectSpecific(_)));
    if !options.iter().any(|option| option.option == ColumnOption::NotNull) {
        options.push(ColumnOptionDef { name: None, option: ColumnOption::NotNull });
    }
}

fn begin() -> Vec<Statement> {
    vec![
        Statement::with_remark(
            "Otherwise dropping the old table deletes the rows that refer to it. That has no \
             effect in a transaction, so this migration begins its own.",
            "PRAGMA foreign_keys = OFF",
        ),
        Statement::with_remark(
            "Views and triggers of other tables are left as they are.",
            "PRAGMA legacy_alter_table = ON",
        ),
        Statement::new("BEGIN IMMEDIATE"),
    ]
}

fn end() -> Vec<Statement> {
    ["COMMIT", "PRAGMA legacy_alter_table = OFF", "PRAGMA foreign_keys = ON"]
        .map(Statement::new)
        .into()
}

/// Puts a table with another definition in the place of one.
fn copy(scope: &Scope<'_>, table: &str, mut definition: CreateTable) -> Vec<Statement> {
    let new = format!("{table}_adopted");
    definition.name = ObjectName::from(vec![Ident::with_quote('"', &new)]);
    let is_stored = |option: &ColumnOptionDef| {
        !matches!(option.option, ColumnOption::Generated { .. } | ColumnOption::Alias(_))
    };
    let columns = definition.columns.iter();
    let columns: Vec<_> = columns
        .filter(|column| column.options.iter().all(is_stored))
        .map(|column| quoted(Dialect::Sqlite, &column.name.value))
        .collect();
    let columns = columns.join(", ");
    let [old, new] = [table, &new].map(|name| quoted(Dialect::Sqlite, name));
    let mut statements = vec![
        Statement::with_remark(format!("{table} is copied."), definition.to_string()),
        Statement::new(format!("INSERT INTO {new} ({columns})\nSELECT {columns} FROM {old}")),
        Statement::new(format!("DROP TABLE {old}")),
        Statement::new(format!("ALTER TABLE {new} RENAME TO {old}")),
    ];
    let belongings = scope.table(table).map(|table| table.belongings.as_slice());
    statements.extend(belongings.unwrap_or_default().iter().map(Statement::new));
    statements
}
