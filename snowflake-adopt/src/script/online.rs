//! The widening of PostgreSQL without a long lock: a second column beside each narrow one, filled
//! while programs run, and put in its place in one short transaction.

mod backfill;
mod constrained;
mod locked;
mod renamed;
mod swap;

use std::collections::{BTreeMap, BTreeSet};

use snowflake_kit_sql::text::dollar_quoted;

use super::postgres::{name, of_psql, string, table};
use super::{Statement, named};
use crate::catalog::{Catalog, Column, Constraint, Counting, Index, Table, UNDER_WAY};
use crate::decide::Decision;
use locked::Locked;
use renamed::renamed;

/// A file of the sequence.
#[derive(Debug)]
pub(crate) struct Step {
    pub(crate) file: &'static str,
    pub(crate) what: &'static str,
    pub(crate) statements: Vec<Statement>,
}

/// Columns that are swapped, by their names, and the new columns beside them.
type Columns = BTreeMap<String, String>;

/// What is swapped, and by which names.
struct Widening<'a> {
    catalog: &'a Catalog,
    decision: &'a Decision,
    tables: BTreeMap<&'a str, Columns>,
    locked: Locked<'a>,
}

/// The last of all triggers: they run in the order of their names, and another one before it may
/// still change the key.
const TRIGGER: &str = "zzz_snowflake_wide";

const PATIENCE: &str = "SET lock_timeout = '5s'";

/// The files, in their order; none if no column is narrow.
///
/// # Errors
/// The tables in which no column can be swapped, and why.
pub(crate) fn steps(catalog: &Catalog, decision: &Decision) -> Result<Vec<Step>, Vec<String>> {
    let widening = Widening::new(catalog, decision);
    if widening.tables.is_empty() {
        let refused = widening.locked.iter().flat_map(|(of, (_, reasons))| {
            reasons.iter().map(move |reason| format!("{of} {reason}"))
        });
        let refused: Vec<_> = refused.collect();
        return if refused.is_empty() { Ok(Vec::new()) } else { Err(refused) };
    }
    let step = |file, what, statements: Vec<_>| {
        let statements = of_psql().into_iter().chain(statements).collect();
        Step { file, what, statements }
    };
    Ok(vec![
        step(
            "1_add.sql",
            "Adds a column beside each narrow one, and a trigger that keeps the two equal. It can \
             be run again.",
            widening.add(),
        ),
        step(
            "2_backfill.sql",
            "Fills the new columns, some pages of a table at a time. It can be run again, and goes \
             on where it ended.",
            widening.backfill(),
        ),
        step(
            "3_index.sql",
            "Builds each index again, for the new columns. It can be run again.",
            widening.index(),
        ),
        step(
            "4_constrain.sql",
            "Adds each constraint again, for the new columns, and one that says that the columns \
             are equal. New rows are checked at once, and those that are there by the next step. \
             It can be run again.",
            widening.constrain(),
        ),
        step("5_validate.sql", "Checks the rows that are there.", widening.validate()),
        step(
            "6_swap.sql",
            "Puts the new columns in the place of the old ones. It is one transaction, which only \
             changes the catalog, and rewrites the tables of which it says so: if it cannot have \
             its locks at once, it fails as a whole. Then run it again.",
            widening.swap(),
        ),
        step(
            "undo.sql",
            "Takes everything back, as long as 6_swap.sql has not run.",
            widening.undo(),
        ),
    ])
}

fn wide(old: &str) -> String {
    named(old, "_wide")
}

fn locks(lock: &str, sql: String) -> Statement {
    Statement::with_remark(format!("Lock: {lock}."), sql)
}

impl<'a> Widening<'a> {
    fn new(catalog: &'a Catalog, decision: &'a Decision) -> Self {
        let (mut tables, mut locked) = (BTreeMap::<&str, Columns>::new(), Locked::new());
        let reasons = locked::reasons(catalog);
        for (of, column) in decision.widened() {
            let place = (of.clone(), column.clone());
            let Some(narrow) = catalog.column(&place).filter(|column| column.is_narrow()) else {
                continue;
            };
            match reasons.get(of.as_str()) {
                Some(reasons) => {
                    let (columns, _) =
                        locked.entry(of).or_insert_with(|| (Vec::new(), reasons.clone()));
                    columns.push(narrow);
                }
                None => {
                    tables.entry(of).or_default().insert(column.clone(), wide(column));
                }
            }
        }
        Self { catalog, decision, tables, locked }
    }

    /// The tables with columns that are swapped.
    fn tables(&self) -> impl Iterator<Item = (&'a str, &Columns, &'a Table)> {
        let catalog = self.catalog;
        self.tables.iter().filter_map(|(&of, columns)| Some((of, columns, catalog.tables.get(of)?)))
    }

    fn table(&self, of: &str) -> String {
        table(self.catalog, of)
    }

    /// The columns of one table that are swapped.
    fn swapped(&self, of: &str) -> impl Iterator<Item = (&'a Column, &String)> {
        let table = self.catalog.tables.get(of);
        let columns = self.tables.get(of).into_iter().flatten();
        columns.filter_map(move |(column, wide)| Some((table?.column(column)?, wide)))
    }

    fn indexes(&self) -> impl Iterator<Item = (&'a str, &Columns, &'a Index)> {
        self.tables().flat_map(|(of, columns, table)| {
            let has = |index: &&Index| index.columns.iter().any(|name| columns.contains_key(name));
            table.indexes.iter().filter(has).map(move |index| (of, columns, index))
        })
    }

    /// The constraints with a column that is swapped, at either end, and how each is defined for
    /// the new columns.
    fn constraints(&self) -> Vec<(&'a str, &'a Constraint, String)> {
        let none = Columns::new();
        let mut all = Vec::new();
        for (of, table) in &self.catalog.tables {
            let own = self.tables.get(of.as_str()).unwrap_or(&none);
            for constraint in &table.constraints {
                let parent = constraint.parent.as_deref();
                let parents = parent.and_then(|parent| self.tables.get(parent)).unwrap_or(&none);
                let concerns = constraint.columns.iter().any(|name| own.contains_key(name))
                    || constraint.parent_columns.iter().any(|name| parents.contains_key(name));
                if concerns {
                    let is_foreign = parent.is_some();
                    let definition = renamed(&constraint.definition, |group, name| match group {
                        0 => None,
                        2 if is_foreign => parents.get(name),
                        _ => own.get(name),
                    });
                    all.push((of.as_str(), constraint, definition));
                }
            }
        }
        all
    }

    fn add(&self) -> Vec<Statement> {
        let mut all = vec![Statement::new(PATIENCE)];
        for (of, columns, _) in self.tables() {
            let (table, function) = (self.table(of), table(self.catalog, &wide(of)));
            let added = columns
                .values()
                .map(|wide| format!("ADD COLUMN IF NOT EXISTS {} bigint", name(wide)));
            let added = added.collect::<Vec<_>>().join(",\n    ");
            let copied = columns.iter().map(|(old, wide)| Self::copied(old, wide));
            let copied = copied.collect::<Vec<_>>().join("\n");
            all.push(Statement::new("BEGIN"));
            all.push(locks(
                "ACCESS EXCLUSIVE, for a change of the catalog",
                format!("ALTER TABLE {table}\n    {added}"),
            ));
            all.extend(columns.values().map(|wide| {
                let remark = string(UNDER_WAY);
                Statement::new(format!("COMMENT ON COLUMN {table}.{} IS {remark}", name(wide)))
            }));
            let body = dollar_quoted(&format!("\nBEGIN\n{copied}\n    RETURN NEW;\nEND "));
            all.push(Statement::new(format!(
                "CREATE OR REPLACE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS {body}"
            )));
            all.push(Statement::new(format!("DROP TRIGGER IF EXISTS {TRIGGER} ON {table}")));
            all.push(Statement::new(format!(
                "CREATE TRIGGER {TRIGGER} BEFORE INSERT OR UPDATE ON {table}\n    FOR EACH ROW \
                 EXECUTE FUNCTION {function}()"
            )));
            all.push(Statement::new("COMMIT"));
        }
        all
    }

    fn copied(old: &str, wide: &str) -> String {
        format!("    NEW.{} := NEW.{};", name(wide), name(old))
    }

    fn index(&self) -> Vec<Statement> {
        let mut all = Vec::new();
        for (_, columns, index) in self.indexes() {
            let new = wide(&index.name);
            let definition = renamed(&index.definition, |group, name| match group {
                0 => None,
                _ => columns.get(name),
            });
            let unique = if index.is_unique { "UNIQUE " } else { "" };
            let qualified = table(self.catalog, &new);
            all.push(Statement::new(format!("DROP INDEX CONCURRENTLY IF EXISTS {qualified}")));
            all.push(locks(
                "SHARE UPDATE EXCLUSIVE. It waits until older transactions have ended",
                format!("CREATE {unique}INDEX CONCURRENTLY {}{definition}", name(&new)),
            ));
        }
        all
    }

    fn undo(&self) -> Vec<Statement> {
        let mut all =
            vec![Statement::new("BEGIN"), Statement::new("SET LOCAL lock_timeout = '5s'")];
        for (of, constraint, _) in self.constraints() {
            let (table, new) = (self.table(of), name(&wide(&constraint.name)));
            all.push(Statement::new(format!(
                "ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {new}"
            )));
        }
        for (of, columns, _) in self.tables() {
            let table = self.table(of);
            all.extend(self.drop_trigger(of));
            let dropped =
                columns.values().map(|wide| format!("DROP COLUMN IF EXISTS {}", name(wide)));
            let dropped = dropped.collect::<Vec<_>>().join(",\n    ");
            all.push(locks("ACCESS EXCLUSIVE", format!("ALTER TABLE {table}\n    {dropped}")));
        }
        all.push(Statement::new("COMMIT"));
        all
    }

    fn drop_trigger(&self, of: &str) -> [Statement; 2] {
        let function = table(self.catalog, &wide(of));
        [
            Statement::new(format!("DROP TRIGGER IF EXISTS {TRIGGER} ON {}", self.table(of))),
            Statement::new(format!("DROP FUNCTION IF EXISTS {function}()")),
        ]
    }
}
