//! Migrations of PostgreSQL.

mod session;
mod views;

use snowflake_kit_core::Dialect;
use snowflake_kit_sql::text::{known, literal};

use super::replace::{self, Way};
use super::{Phase, Scope, Statement, named, size};
use crate::catalog::{Catalog, Column, Constraint, Counting};
pub(super) use session::of_psql;
pub(super) use views::{dropped_and_created, views_of_others};

/// So that a statement that waits for a lock does not hold up everything after it for long.
const PATIENCE: &str = "SET LOCAL lock_timeout = '10s'";

pub(super) fn name(name: &str) -> String {
    known(Dialect::Postgres, name)
}

pub(super) fn table(catalog: &Catalog, table: &str) -> String {
    format!("{}.{}", name(&catalog.schema), name(table))
}

/// A text that the catalog has returned, as a string.
pub(super) fn string(text: &str) -> String {
    literal(Dialect::Postgres, text).expect("PostgreSQL has no character 0")
}

fn patience() -> Statement {
    Statement::with_remark(
        "A statement that cannot have its lock within this time fails, and the migration with \
         it: then run it again.",
        PATIENCE,
    )
}

fn begin() -> Vec<Statement> {
    session::begin().into_iter().chain([patience()]).collect()
}

pub(super) fn to_bigint(scope: &Scope<'_>) -> (Vec<Statement>, Vec<Statement>) {
    let (drop, create) = dropped_and_created(scope.catalog, |place| {
        let column = scope.catalog.column(place).filter(|column| scope.has(&place.0, &column.name));
        column.is_some_and(|column| column.is_narrow() || !column.is_integer())
    });
    (
        changed(scope, Way::There, drop.clone(), create.clone()),
        changed(scope, Way::Back, drop, create),
    )
}

/// Another type for columns, between the statements that drop views and those that create them again.
fn changed(
    scope: &Scope<'_>,
    way: Way,
    drop: Vec<Statement>,
    create: Vec<Statement>,
) -> Vec<Statement> {
    let mut statements = begin();
    statements.extend(drop);
    if scope.phase == Phase::Replace {
        let tables: Vec<_> = scope.columns.keys().map(|of| table(scope.catalog, of)).collect();
        statements.push(Statement::new(format!("LOCK TABLE {}", tables.join(", "))));
        statements.extend(replace::before(scope, way));
        statements.extend(foreign_keys(scope).map(|(of, key)| {
            let of = table(scope.catalog, of);
            Statement::new(format!("ALTER TABLE {of} DROP CONSTRAINT {}", name(&key.name)))
        }));
    }
    for (of, columns) in &scope.columns {
        let is_rewritten =
            columns.iter().any(|column| column.counting.is_none() || column.is_narrow());
        let remark = match scope.table(of) {
            Some(of_table) if is_rewritten && way == Way::There => format!(
                "{of}: {}. It is rewritten under ACCESS EXCLUSIVE: until the migration ends, \
                 nothing reads or writes it.",
                size(of_table)
            ),
            _ => String::new(),
        };
        let functions = columns.iter().filter(|column| !column.is_integer());
        statements.extend(functions.map(|column| function(scope, of, column, way)));
        let changes: Vec<_> = columns.iter().flat_map(|column| changes(of, column, way)).collect();
        let of = table(scope.catalog, of);
        let sql = format!("ALTER TABLE {of}\n    {}", changes.join(",\n    "));
        statements.push(Statement::with_remark(remark, sql));
        for column in columns.iter().filter(|column| column.is_narrow()) {
            // Its type need not be that of the column.
            if let (Some(Counting::Sequence(sequence)), Some(kind)) =
                (&column.counting, column.counted_as.as_deref().filter(|kind| *kind != "bigint"))
            {
                let kind = if way == Way::There { "bigint" } else { kind };
                statements.push(Statement::new(format!("ALTER SEQUENCE {sequence} AS {kind}")));
            }
        }
    }
    if scope.phase == Phase::Replace {
        statements.extend(foreign_keys(scope).map(|(of, key)| {
            let (of, constraint) = (table(scope.catalog, of), name(&key.name));
            let definition = &key.definition;
            Statement::new(format!(
                "ALTER TABLE {of} ADD CONSTRAINT {constraint}\n    {definition}"
            ))
        }));
        if way == Way::Back {
            statements.extend(replace::after(scope));
        }
    }
    statements.extend(create);
    statements.push(session::end());
    statements
}

/// The changes of a column.
fn changes(table: &str, column: &Column, way: Way) -> Vec<String> {
    let alter = format!("ALTER COLUMN {}", name(&column.name));
    let kind = if way == Way::There { "bigint" } else { &column.declared };
    if !column.is_integer() {
        let function = temporary(table, column);
        let default = column.default.as_ref().map(|default| match way {
            Way::There => format!("{alter} DROP DEFAULT"),
            Way::Back => format!("{alter} SET DEFAULT {default}"),
        });
        let change = format!("{alter} TYPE {kind} USING {function}({})", name(&column.name));
        return default.into_iter().chain([change]).collect();
    }
    let mut changes = Vec::new();
    if column.is_narrow() {
        changes.push(format!("{alter} TYPE {kind}"));
    }
    if is_always(column) {
        let counts = if way == Way::There { "BY DEFAULT" } else { "ALWAYS" };
        changes.push(format!("{alter} SET GENERATED {counts}"));
    }
    changes
}

/// A function of this session, since a change of a type may not look into another table by itself.
fn temporary(table: &str, column: &Column) -> String {
    format!("pg_temp.{}", name(&named(&format!("{table}_{}", column.name), "_moved")))
}

fn function(scope: &Scope<'_>, of: &str, column: &Column, way: Way) -> Statement {
    let (takes, returns) = match way {
        Way::There => (column.declared.as_str(), "bigint"),
        Way::Back => ("bigint", column.declared.as_str()),
    };
    let body = format!("SELECT {}", replace::value(scope, of, column, way, "$1"));
    Statement::new(format!(
        "CREATE FUNCTION {}({takes}) RETURNS {returns} LANGUAGE sql AS\n    {}",
        temporary(of, column),
        string(&body)
    ))
}

/// The foreign keys with a column that is replaced, at either end.
fn foreign_keys<'a>(scope: &'a Scope<'_>) -> impl Iterator<Item = (&'a str, &'a Constraint)> {
    let tables = scope.catalog.tables.iter();
    let all =
        tables.flat_map(|(of, table)| table.constraints.iter().map(move |key| (of.as_str(), key)));
    all.filter(|(of, key)| {
        key.parent.is_some() && key.columns.iter().any(|column| scope.has(of, column))
    })
}

pub(super) fn is_always(column: &Column) -> bool {
    column.counting == Some(Counting::IdentityAlways)
}

pub(super) fn end_counting(scope: &Scope<'_>) -> (Vec<Statement>, Vec<Statement>) {
    let (mut up, mut down) = (begin(), begin());
    for (of, columns) in &scope.columns {
        for column in columns {
            let alter = format!(
                "ALTER TABLE {} ALTER COLUMN {}",
                table(scope.catalog, of),
                name(&column.name)
            );
            if let Some(Counting::Sequence(sequence)) = &column.counting {
                let kept = format!(
                    "The sequence {sequence} stays, so that this can be taken back. Drop it when \
                     that is no longer needed."
                );
                up.push(Statement::with_remark(kept, format!("{alter} DROP DEFAULT")));
                let default = format!("nextval({}::regclass)", string(sequence));
                down.push(Statement::new(format!("{alter} SET DEFAULT {default}")));
                continue;
            }
            let Some(sequence) = &column.sequence else { continue };
            let kept = table(scope.catalog, &named(&format!("{of}_{}", column.name), "_counted"));
            up.push(Statement::with_remark(
                format!(
                    "{kept} knows up to where was counted, so that this can be taken back. Drop it when \
                     that is no longer needed."
                ),
                format!("CREATE SEQUENCE {kept} MINVALUE {}", i64::MIN),
            ));
            let known = |to: &str, from: &str| {
                format!("SELECT setval({}, last_value, is_called) FROM {from}", string(to))
            };
            up.push(Statement::new(known(&kept, &sequence.name)));
            up.push(Statement::new(format!("{alter} DROP IDENTITY")));
            let always = match &column.counting {
                Some(Counting::IdentityAlways) => "ALWAYS",
                _ => "BY DEFAULT",
            };
            // As it was, its name included.
            down.push(Statement::new(format!(
                "{alter} ADD GENERATED {always} AS IDENTITY (SEQUENCE NAME {} {})",
                sequence.name, sequence.options
            )));
            down.extend(sequence.rights.iter().map(Statement::new));
            down.push(Statement::with_remark(
                "It goes on where it ended, also after keys of rows that are gone.",
                known(&sequence.name, &kept),
            ));
            down.push(Statement::new(format!("DROP SEQUENCE {kept}")));
        }
    }
    up.push(session::end());
    down.push(session::end());
    (up, down)
}
