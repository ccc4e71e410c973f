//! What the files would drop or write over, because it has a name that they give.

use std::collections::BTreeSet;

use super::{Widening, named, wide};
use crate::catalog::Table;

impl Widening<'_> {
    /// What is there of the program's own, by table. The catalog has nothing of these files:
    /// whatever has one of their columns is left out of it.
    pub(super) fn taken(&self) -> Vec<String> {
        let mut taken = Vec::new();
        let mut refuse = |of: &str, what: &str, name: &str| {
            taken.push(format!(
                "{of} needs the name {name} for a while, which {what} has: rename it"
            ));
        };
        for (of, columns, table) in self.tables() {
            for wide in columns.values().filter(|wide| table.column(wide).is_some()) {
                refuse(of, "a column", wide);
            }
            let function = wide(of);
            let is_ours = |body: &str| {
                let mut copied = columns.iter().map(|(old, wide)| Self::copied(old, wide));
                copied.any(|copied| body.contains(&copied))
            };
            let mut routines = self.catalog.routines.iter();
            if routines.any(|routine| routine.name == function && !is_ours(&routine.body)) {
                refuse(of, "a function", &function);
            }
            let names = constraint_names(table);
            let same = columns.keys().map(|column| named(&format!("{of}_{column}"), "_same"));
            let not_null = self.swapped(of).filter_map(|(column, _)| column.not_null.as_deref());
            for name in same.chain(not_null.map(wide)).filter(|name| names.contains(name.as_str()))
            {
                refuse(of, "a constraint", &name);
            }
        }
        let indexes = self.catalog.index_names.iter();
        let indexes: BTreeSet<&str> = indexes.map(|(_, name, _)| name.as_str()).collect();
        for (of, _, index) in self.indexes() {
            let new = wide(&index.name);
            if indexes.contains(new.as_str()) {
                refuse(of, "an index", &new);
            }
        }
        for (of, constraint, _) in self.constraints() {
            let new = wide(&constraint.name);
            let table = self.catalog.tables.get(of);
            if table.is_some_and(|table| constraint_names(table).contains(new.as_str())) {
                refuse(of, "a constraint", &new);
            }
        }
        taken
    }
}

/// The names of a table's constraints, which are apart from those of other tables.
fn constraint_names(table: &Table) -> BTreeSet<&str> {
    let constraints = table.constraints.iter().map(|constraint| constraint.name.as_str());
    let indexes = table.indexes.iter().map(|index| index.name.as_str());
    let not_null = table.columns.iter().filter_map(|column| column.not_null.as_deref());
    constraints.chain(indexes).chain(not_null).collect()
}
