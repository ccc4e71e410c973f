//! The constraints of the new columns.

use super::{PATIENCE, Statement, Widening, locks, name, named, wide};

impl Widening<'_> {
    pub(super) fn constrain(&self) -> Vec<Statement> {
        let mut all = vec![Statement::new(PATIENCE)];
        for (of, _, _) in self.tables() {
            let mut changes = Vec::new();
            for (column, wide) in self.swapped(of) {
                let same = name(&named(&format!("{of}_{}", column.name), "_same"));
                let (old, new) = (name(&column.name), name(wide));
                let condition = if column.is_nullable {
                    format!("{new} IS NOT DISTINCT FROM {old}")
                } else {
                    format!("{new} IS NOT NULL AND {new} = {old}")
                };
                changes.push(format!("DROP CONSTRAINT IF EXISTS {same}"));
                changes.push(format!("ADD CONSTRAINT {same} CHECK ({condition}) NOT VALID"));
            }
            all.push(locks(
                "ACCESS EXCLUSIVE, for a change of the catalog",
                format!("ALTER TABLE {}\n    {}", self.table(of), changes.join(",\n    ")),
            ));
        }
        for (of, constraint, definition) in self.constraints() {
            let (table, new) = (self.table(of), name(&wide(&constraint.name)));
            let unchecked = if constraint.is_valid { " NOT VALID" } else { "" };
            let lock = match &constraint.parent {
                Some(parent) => format!("ACCESS EXCLUSIVE, and SHARE ROW EXCLUSIVE on {parent}"),
                None => "ACCESS EXCLUSIVE".to_owned(),
            };
            all.push(locks(
                &format!("{lock}, for a change of the catalog"),
                format!(
                    "ALTER TABLE {table}\n    DROP CONSTRAINT IF EXISTS {new},\n    ADD CONSTRAINT \
                     {new} {definition}{unchecked}"
                ),
            ));
        }
        all
    }

    pub(super) fn validate(&self) -> Vec<Statement> {
        let mut all = Vec::new();
        let mut validate = |of: &str, constraint: &str, lock: &str| {
            let sql =
                format!("ALTER TABLE {} VALIDATE CONSTRAINT {}", self.table(of), name(constraint));
            all.push(locks(lock, sql));
        };
        for (of, _, _) in self.tables() {
            for (column, _) in self.swapped(of) {
                let same = named(&format!("{of}_{}", column.name), "_same");
                validate(of, &same, "SHARE UPDATE EXCLUSIVE");
            }
        }
        for (of, constraint, _) in self.constraints() {
            let lock = match &constraint.parent {
                Some(parent) => format!("SHARE UPDATE EXCLUSIVE, and ROW SHARE on {parent}"),
                None => "SHARE UPDATE EXCLUSIVE".to_owned(),
            };
            if constraint.is_valid {
                validate(of, &wide(&constraint.name), &lock);
            }
        }
        all
    }
}
