//! Migrations of MariaDB and MySQL.

use std::collections::BTreeSet;
use std::fmt::Write;

use snowflake_kit_sql::text::{known, literal};

use super::replace::{self, Way};
use super::{Phase, Scope, Statement, list, size};
use crate::catalog::{Column, ColumnKind, Counting, ForeignKey};

pub(super) fn to_bigint(scope: &Scope<'_>) -> (Vec<Statement>, Vec<Statement>) {
    (changed(scope, Way::There), changed(scope, Way::Back))
}

/// Another type for columns, between foreign keys that are dropped and added again.
fn changed(scope: &Scope<'_>, way: Way) -> Vec<Statement> {
    let dialect = scope.catalog.dialect;
    let keys = foreign_keys(scope);
    let drop = keys.iter().map(|(table, key)| {
        let (table, key) = (known(dialect, table), known(dialect, &key.name));
        Statement::new(format!("ALTER TABLE {table} DROP FOREIGN KEY {key}"))
    });
    let add = keys.iter().map(|(table, key)| {
        Statement::new(format!(
            "ALTER TABLE {} ADD CONSTRAINT {}\n    FOREIGN KEY ({}) REFERENCES {} ({}) ON DELETE \
             {} ON UPDATE {}",
            known(dialect, table),
            known(dialect, &key.name),
            list(dialect, &key.columns),
            known(dialect, &key.table),
            list(dialect, &key.references),
            key.on_delete,
            key.on_update
        ))
    });
    let mut statements = begin();
    if way == Way::Back && scope.phase != Phase::Replace {
        statements.extend(fits(scope));
    }
    statements.extend(replace::before(scope, way));
    statements.extend(drop);
    for (table, columns) in &scope.columns {
        let change = |declared: &dyn Fn(&Column) -> String| {
            let changes = columns.iter().map(|column| {
                format!("MODIFY {}", definition(scope, column, &declared(column), true))
            });
            // An index that the server has made for a foreign key would get another name when the key is
            // added again: so it is made here.
            let own = keys.iter().filter(|(of, _)| of == table);
            let indexes: BTreeSet<_> = own
                .filter_map(|(_, key)| {
                    let index = known(dialect, key.index.as_ref()?);
                    let of = list(dialect, &key.columns);
                    Some(format!("DROP INDEX {index}, ADD INDEX {index} ({of})"))
                })
                .collect();
            // After the largest key that is there: a minted one that is gone may be remembered.
            let is_counted = columns.iter().any(|column| column.counting.is_some());
            let next = (way == Way::Back && is_counted).then(|| "AUTO_INCREMENT = 1".to_owned());
            let changes = changes.chain(indexes).chain(next).collect::<Vec<_>>().join(",\n    ");
            format!("ALTER TABLE {}\n    {changes}", known(dialect, table))
        };
        let remark = match (way, scope.table(table)) {
            (Way::There, Some(of)) => {
                format!("{table}: {}. It is copied, and cannot be written meanwhile.", size(of))
            }
            _ => String::new(),
        };
        if scope.phase == Phase::Replace {
            // Between the two types, what holds the texts of both.
            let between = change(&|column| {
                if column.kind == ColumnKind::Uuid {
                    return "VARBINARY(40)".to_owned();
                }
                let letters = column.declared.find(" CHARACTER SET ");
                format!("VARCHAR(40){}", letters.map_or("", |from| &column.declared[from..]))
            });
            statements.push(Statement::with_remark(remark.clone(), between));
            statements.push(Statement::new(updated(scope, table, columns, way)));
        }
        statements.push(Statement::with_remark(
            remark,
            change(&|column| match way {
                Way::There => "BIGINT".to_owned(),
                Way::Back => column.declared.clone(),
            }),
        ));
    }
    statements.extend(add);
    if way == Way::Back {
        statements.extend(replace::after(scope));
    }
    statements.push(end());
    statements
}

/// Fails, before anything is changed, if the old types cannot hold a value.
fn fits(scope: &Scope<'_>) -> impl Iterator<Item = Statement> {
    let dialect = scope.catalog.dialect;
    scope.columns.iter().flat_map(move |(table, columns)| {
        let all = |form: &dyn Fn(String, &str) -> String| {
            let each = columns.iter().map(|of| form(known(dialect, &of.name), &of.declared));
            each.collect::<Vec<_>>().join(", ")
        };
        let types = all(&|name, declared| format!("{name} {declared}"));
        let values = all(&|name, _| format!("max({name}) AS {name}"));
        let create = format!(
            "CREATE TEMPORARY TABLE snowflake_fits ({types})\n    SELECT {values} FROM {}",
            known(dialect, table)
        );
        let remark =
            format!("{table}: this fails if a minted ID is there, and nothing has changed.");
        [
            Statement::with_remark(remark, create),
            Statement::new("DROP TEMPORARY TABLE snowflake_fits"),
        ]
    })
}

/// Puts the new keys, or the old ones, into all rows. A column that shows when a row was changed keeps
/// what it has.
fn updated(scope: &Scope<'_>, table: &str, columns: &[&Column], way: Way) -> String {
    let dialect = scope.catalog.dialect;
    let changes = columns.iter().map(|column| {
        let name = known(dialect, &column.name);
        let of = match way {
            Way::There => name.clone(),
            // A text and a number would be compared as floats.
            Way::Back => format!("CAST({name} AS SIGNED)"),
        };
        format!("{name} = {}", replace::value(scope, table, column, way, &of))
    });
    let touched = scope.table(table).into_iter().flat_map(|of| &of.columns);
    let touched = touched.filter(|column| column.is_touched).map(|column| {
        let name = known(dialect, &column.name);
        format!("{name} = {name}")
    });
    let changes = changes.chain(touched).collect::<Vec<_>>().join(",\n    ");
    format!("UPDATE {} SET\n    {changes}", known(dialect, table))
}

/// Sets how what follows is read, whatever the connection had: a backslash in a string escapes,
/// and a key that is 0 stays 0.
fn begin() -> Vec<Statement> {
    ["SET @snowflake_sql_mode = @@SESSION.sql_mode", SQL_MODE].map(Statement::new).into()
}

/// Strict, so that no value is cut.
const SQL_MODE: &str =
    "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION'";

fn end() -> Statement {
    Statement::new("SET SESSION sql_mode = @snowflake_sql_mode")
}

/// The foreign keys with a column that is changed, at either end.
fn foreign_keys<'a>(scope: &'a Scope<'_>) -> Vec<(&'a str, &'a ForeignKey)> {
    let tables = scope.catalog.tables.iter();
    let keys = tables
        .flat_map(|(name, table)| table.foreign_keys.iter().map(move |key| (name.as_str(), key)));
    keys.filter(|(table, key)| {
        key.columns.iter().any(|column| scope.has(table, column))
            || key.references.iter().any(|column| scope.has(&key.table, column))
    })
    .collect()
}

pub(super) fn end_counting(scope: &Scope<'_>) -> (Vec<Statement>, Vec<Statement>) {
    let dialect = scope.catalog.dialect;
    // The columns keep their type, so what refers to them is not checked again.
    let unchecked = || {
        Statement::with_remark(
            "Otherwise a column that others refer to cannot be changed. Its type stays.",
            "SET foreign_key_checks = 0",
        )
    };
    let (mut up, mut down) = (begin(), begin());
    up.push(unchecked());
    down.push(unchecked());
    for (table, columns) in &scope.columns {
        for column in columns {
            let change = |is_counted| {
                let definition = definition(scope, column, "BIGINT", is_counted);
                let table = known(dialect, table);
                Statement::new(format!("ALTER TABLE {table} MODIFY {definition}"))
            };
            up.push(change(false));
            down.push(change(true));
        }
    }
    for statements in [&mut up, &mut down] {
        statements.extend([Statement::new("SET foreign_key_checks = 1"), end()]);
    }
    (up, down)
}

/// A column of this type, with all else that it has.
fn definition(scope: &Scope<'_>, column: &Column, declared: &str, is_counted: bool) -> String {
    let name = known(scope.catalog.dialect, &column.name);
    let null = if column.is_nullable { "NULL" } else { "NOT NULL" };
    let mut definition = format!("{name} {declared} {null}");
    // One that makes a UUID makes no ID.
    if let Some(default) =
        column.default.as_ref().filter(|_| column.is_integer() || declared == column.declared)
    {
        let _ = write!(definition, " DEFAULT {default}");
    }
    if is_counted && column.counting == Some(Counting::AutoIncrement) {
        definition += " AUTO_INCREMENT";
    }
    if !column.comment.is_empty() {
        let comment = literal(scope.catalog.dialect, &column.comment);
        let comment = comment.expect("MariaDB and MySQL have each character in a string");
        let _ = write!(definition, " COMMENT {comment}");
    }
    definition
}
