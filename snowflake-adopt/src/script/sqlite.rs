//! Migrations of `SQLite`, which cannot change a column: the table is copied.

mod definition;

use snowflake_kit_core::Dialect;
use snowflake_kit_sql::text::{known, literal};

use super::replace::{self, Way};
use super::{Phase, Scope, Statement};
use crate::catalog::{Catalog, Counting, Table};
use crate::obstacles::Obstacle;
use definition::{Change, Definition};

type Scripts = (Vec<Statement>, Vec<Statement>);

pub(super) fn copied(scope: &Scope<'_>) -> Scripts {
    let (mut up, mut down) = (begin(), begin());
    up.extend(replace::before(scope, Way::There));
    down.extend(replace::before(scope, Way::Back));
    let ends_counting = scope.phase == Phase::EndCounting;
    for (&name, columns) in &scope.columns {
        let Some(table) = scope.table(name) else { continue };
        let Some(definition) = parse(table) else { continue };
        // A strict table has no BIGINT. Only INTEGER is the row number.
        let wide = if definition.is_strict { "INT" } else { "BIGINT" };
        let change = |number: usize| {
            let column = &table.columns[number];
            let has_ids = ends_counting && scope.decision.owner(name, &column.name).is_some();
            let is_changed = scope.has(name, &column.name);
            Change {
                kind: (has_ids || is_changed).then_some(wide),
                stops_counting: ends_counting && is_changed,
            }
        };
        // A key that is the row number until then: later the numbers go on beside it, since other
        // things, such as an index of FTS5, know the rows by them.
        let is_counted = columns.iter().any(|key| key.counting == Some(Counting::RowNumber));
        let is_numbered = is_counted || !ends_counting && definition.has_row_numbers;
        let row_number = row_number(table).filter(|_| is_numbered);
        // Keys that are counted on are so from where they were.
        let counter = definition.autoincrement.map(|_| Counter::of(name));
        let kept = counter.iter().map(|counter| Statement::with_remark(REMEMBERED, counter.kept()));
        let restored = counter.iter().flat_map(Counter::restored).map(Statement::new);
        up.extend(kept.clone());
        up.extend(copy(scope, name, table, &definition, row_number, change, Way::There));
        if !ends_counting {
            up.extend(restored.clone());
            down.extend(kept);
        }
        let back = row_number.filter(|_| !ends_counting);
        let same = |_| Change::default();
        down.extend(copy(scope, name, table, &definition, back, same, Way::Back));
        down.extend(restored);
    }
    down.extend(replace::after(scope));
    up.extend(end());
    down.extend(end());
    (up, down)
}

const REMEMBERED: &str = "The counter is kept under another name, so that this can be taken back: it \
                          knows the keys of rows that are gone.";

/// What SQLite remembers of the keys that it has counted, as strings: the names of the table, and of
/// what is kept.
struct Counter {
    table: String,
    kept: String,
}

impl Counter {
    fn of(table: &str) -> Self {
        let string = |text: &str| {
            literal(Dialect::Sqlite, text)
                .expect("the catalog has returned this name in a statement")
        };
        Self { table: string(table), kept: string(&format!("{table} (counted)")) }
    }

    fn kept(&self) -> String {
        format!("UPDATE sqlite_sequence SET name = {} WHERE name = {}", self.kept, self.table)
    }

    fn restored(&self) -> [String; 3] {
        let Self { table, kept } = self;
        let known = format!("SELECT seq FROM sqlite_sequence WHERE name = {kept}");
        [
            format!(
                "UPDATE sqlite_sequence SET seq = max(seq, coalesce(({known}), 0)) WHERE name = {table}"
            ),
            format!(
                "INSERT INTO sqlite_sequence (name, seq)\nSELECT {table}, seq FROM sqlite_sequence WHERE \
                 name = {kept}\n    AND NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = {table})"
            ),
            format!("DELETE FROM sqlite_sequence WHERE name = {kept}"),
        ]
    }
}

/// A table whose statement is not understood: it is left as it is, and all others are planned.
pub(super) fn unreadable(catalog: &Catalog, name: &str) -> Option<Obstacle> {
    let table = catalog.tables.get(name).filter(|_| catalog.dialect == Dialect::Sqlite)?;
    parse(table).is_none().then(|| {
        Obstacle::block(
            format!("statement:{name}"),
            format!("the statement that created {name} cannot be read, so no copy can be written"),
            "Write the migration that ends its counting by hand, as the guide shows, or do not \
             move the table.",
        )
    })
}

fn parse(table: &Table) -> Option<Definition<'_>> {
    Definition::parse(table.statement.as_deref()?, table.columns.len())
}

/// A name of the row number that no column has.
fn row_number(table: &Table) -> Option<&'static str> {
    let is_free =
        |name: &&str| !table.columns.iter().any(|column| column.name.eq_ignore_ascii_case(name));
    ["rowid", "_rowid_", "oid"].into_iter().find(is_free)
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
fn copy(
    scope: &Scope<'_>,
    name: &str,
    table: &Table,
    definition: &Definition<'_>,
    row_number: Option<&str>,
    change: impl Fn(usize) -> Change,
    way: Way,
) -> Vec<Statement> {
    let mut new = format!("{name}_adopted");
    while scope.catalog.tables.contains_key(&new) {
        new.push('_');
    }
    let [old, new] = [name, &new].map(|name| known(Dialect::Sqlite, name));
    let stored: Vec<_> = definition.stored().map(|number| &table.columns[number]).collect();
    let values = stored.iter().map(|column| {
        let value = known(Dialect::Sqlite, &column.name);
        let is_replaced = scope.phase == Phase::Replace && scope.has(name, &column.name);
        let new = || replace::value(scope, name, column, way, &format!("{old}.{value}"));
        if is_replaced { new() } else { value.clone() }
    });
    let columns = super::list(Dialect::Sqlite, stored.iter().map(|column| &column.name));
    let values = values.collect::<Vec<_>>().join(", ");
    let first = row_number.map_or(String::new(), |name| format!("{name}, "));
    let mut statements = vec![
        Statement::with_remark(format!("{name} is copied."), definition.with(&new, change)),
        // A row that a check refuses ends the transaction, and with it the migration.
        Statement::new(format!(
            "INSERT OR ROLLBACK INTO {new} ({first}{columns})\nSELECT {first}{values} FROM {old}"
        )),
        Statement::new(format!("DROP TABLE {old}")),
        Statement::new(format!("ALTER TABLE {new} RENAME TO {old}")),
    ];
    statements.extend(table.belongings.iter().map(Statement::new));
    statements
}
