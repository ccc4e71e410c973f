//! Counting under a domain.

use super::super::{Scope, Statement};
use super::{is_always, name, named, of_identity, string, table};
use crate::catalog::{Column, Counting};

/// The sequence that counts in the place of an identity, which PostgreSQL does not permit on a
/// column with a domain.
pub(super) struct Counter {
    table: String,
    column: String,
    pub(super) sequence: String,
    /// The sequence of the identity, as an expression.
    of_identity: String,
    is_always: bool,
}

impl Counter {
    pub(super) fn of(scope: &Scope<'_>, of: &str, column: &Column) -> Option<Self> {
        scope.decision.domain(of, &column.name)?;
        let (Counting::IdentityAlways | Counting::IdentityByDefault) = column.counting.as_ref()?
        else {
            return None;
        };
        let of_table = table(scope.catalog, of);
        Some(Self {
            of_identity: of_identity(&of_table, column),
            table: of_table,
            column: name(&column.name),
            sequence: table(scope.catalog, &named(&format!("{of}_{}", column.name), "_counter")),
            is_always: is_always(column),
        })
    }

    fn next(sequence: &str) -> String {
        format!("nextval({}::regclass)", string(sequence))
    }

    pub(super) fn before_widening(&self) -> [Statement; 4] {
        let Self { table, column, sequence, of_identity, .. } = self;
        let literal = string(sequence);
        [
            Statement::with_remark(
                "A column with a domain has no identity, so a sequence continues the counting. \
                 No other session may count meanwhile.",
                format!("LOCK TABLE {table}"),
            ),
            Statement::new(format!("CREATE SEQUENCE {sequence}")),
            Statement::new(format!("SELECT setval({literal}, nextval({of_identity}), false)")),
            Statement::new(format!("ALTER TABLE {table} ALTER COLUMN {column} DROP IDENTITY")),
        ]
    }

    pub(super) fn after_widening(&self) -> [Statement; 2] {
        let Self { table, column, sequence, .. } = self;
        let next = Self::next(sequence);
        [
            Statement::new(format!("ALTER TABLE {table} ALTER COLUMN {column} SET DEFAULT {next}")),
            Statement::new(format!("ALTER SEQUENCE {sequence} OWNED BY {table}.{column}")),
        ]
    }

    pub(super) fn stop(&self) -> [Statement; 2] {
        let Self { table, column, sequence, .. } = self;
        [
            Statement::new(format!("ALTER TABLE {table} ALTER COLUMN {column} DROP DEFAULT")),
            Statement::with_remark(
                "Otherwise the column has two sequences when it is an identity again.",
                format!("ALTER SEQUENCE {sequence} OWNED BY NONE"),
            ),
        ]
    }

    pub(super) fn restore(&self) -> [Statement; 3] {
        let Self { table, column, sequence, of_identity, is_always } = self;
        let always = if *is_always { "ALWAYS" } else { "BY DEFAULT" };
        let next = Self::next(sequence);
        [
            Statement::new(format!(
                "ALTER TABLE {table} ALTER COLUMN {column} ADD GENERATED {always} AS IDENTITY"
            )),
            Statement::new(format!("SELECT setval({of_identity}, {next}, false)")),
            Statement::new(format!("DROP SEQUENCE {sequence}")),
        ]
    }
}
