//! What is to be changed in a database: statements for each dialect, in two migrations.

mod mysql;
mod online;
mod postgres;
mod sqlite;

use std::collections::{BTreeMap, BTreeSet};

use snowflake_kit_core::Dialect;
use snowflake_kit_sql::text::{known, shown};

use crate::catalog::{Catalog, Column, Counting, Table};
use crate::decide::Decision;
use crate::migrations::Migration;
use crate::obstacles::Obstacle;

pub(crate) use online::{Step, steps};

/// A migration.
#[derive(Debug)]
pub(crate) struct Script {
    pub(crate) phase: Phase,
    /// What it changes: a line for each column, which tells a later run.
    pub(crate) covers: Vec<String>,
    /// Whether the framework is to run it in a transaction.
    pub(crate) is_transactional: bool,
    pub(crate) up: Vec<Statement>,
    pub(crate) down: Vec<Statement>,
    /// The tables that it changes.
    pub(crate) tables: BTreeSet<String>,
}

/// What a migration is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    Widen,
    EndCounting,
}

/// A statement, without a semicolon, and what is said about it.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub(crate) remark: String,
    pub(crate) sql: String,
    /// Whether it sets an owner or rights.
    pub(crate) is_right: bool,
}

impl Phase {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Widen => "widen",
            Self::EndCounting => "end_counting",
        }
    }

    fn line(self, table: &str, column: &str) -> String {
        format!("{} {}", self.name(), shown(&format!("{table}.{column}")))
    }

    fn concerns(self, catalog: &Catalog, decision: &Decision, table: &str, of: &Column) -> bool {
        match self {
            Self::Widen if catalog.dialect == Dialect::Sqlite => false,
            Self::Widen => {
                decision.retypes(table, of) || of.counting == Some(Counting::IdentityAlways)
            }
            Self::EndCounting => of.counting.is_some(),
        }
    }
}

impl Statement {
    fn new(sql: impl Into<String>) -> Self {
        Self::with_remark("", sql)
    }

    fn with_remark(remark: impl Into<String>, sql: impl Into<String>) -> Self {
        Self { remark: remark.into(), sql: sql.into(), is_right: false }
    }

    /// One that sets an owner or rights.
    fn right(sql: impl Into<String>) -> Self {
        Self { is_right: true, ..Self::new(sql) }
    }
}

/// What is read to write the statements.
struct Scope<'a> {
    catalog: &'a Catalog,
    decision: &'a Decision,
    /// The columns to change, by their tables.
    columns: BTreeMap<&'a str, Vec<&'a Column>>,
    /// What the first lines of the written migrations say that they change.
    written: &'a BTreeSet<&'a str>,
}

impl Scope<'_> {
    fn table(&self, name: &str) -> Option<&Table> {
        self.catalog.tables.get(name)
    }

    fn has(&self, table: &str, column: &str) -> bool {
        let columns = self.columns.get(table);
        columns.is_some_and(|columns| columns.iter().any(|known| known.name == column))
    }
}

/// The migrations that are missing: those whose columns no written migration has.
pub(crate) fn scripts(
    catalog: &Catalog,
    decision: &Decision,
    migrations: &[Migration],
) -> (Vec<Script>, Vec<Obstacle>) {
    let written: BTreeSet<&str> = migrations
        .iter()
        .filter(|migration| migration.is_ours())
        .flat_map(|migration| migration.text.lines())
        .filter_map(|line| line.trim_start_matches(['/', '-', '!']).strip_prefix(" "))
        .collect();
    let (mut scripts, mut unreadable) = (Vec::new(), Vec::new());
    for phase in [Phase::Widen, Phase::EndCounting] {
        let mut columns: BTreeMap<&str, Vec<&Column>> = BTreeMap::new();
        let mut covers = Vec::new();
        for place in decision.widened() {
            let Some(column) = catalog.column(place) else { continue };
            let mut line = phase.line(&place.0, &column.name);
            let mut is_written = written.contains(line.as_str());
            if phase == Phase::Widen {
                let to = format!("{line} to ");
                match decision.domain(&place.0, &column.name) {
                    Some(domain) => {
                        line = to + domain;
                        is_written = written.contains(line.as_str());
                    }
                    None => is_written |= written.iter().any(|written| written.starts_with(&to)),
                }
            }
            if !phase.concerns(catalog, decision, &place.0, column) || is_written {
                continue;
            }
            if let Some(obstacle) = sqlite::unreadable(catalog, &place.0) {
                unreadable.push(obstacle);
                continue;
            }
            columns.entry(&place.0).or_default().push(column);
            covers.push(line);
        }
        if columns.is_empty() {
            continue;
        }
        let scope = Scope { catalog, decision, columns, written: &written };
        if phase == Phase::Widen {
            covers.extend(postgres::new_domains(&scope).iter().map(|domain| domain_line(domain)));
        }
        let (up, down) = match (catalog.dialect, phase) {
            (Dialect::Postgres, Phase::Widen) => postgres::widen(&scope),
            (Dialect::Postgres, Phase::EndCounting) => postgres::end_counting(&scope),
            (Dialect::Sqlite, _) => sqlite::end_counting(&scope),
            (_, Phase::Widen) => mysql::widen(&scope),
            (_, Phase::EndCounting) => mysql::end_counting(&scope),
        };
        let is_transactional = catalog.dialect == Dialect::Postgres;
        let tables = scope.columns.keys().map(|&table| table.to_owned()).collect();
        scripts.push(Script { phase, covers, is_transactional, up, down, tables });
    }
    (scripts, unreadable)
}

fn domain_line(domain: &str) -> String {
    format!("domain {domain}")
}

/// How large a table is, as far as the database says it.
pub(crate) fn size(table: &Table) -> String {
    const MB: i64 = 1 << 20;
    let bytes = table.bytes.map(|bytes| match bytes / MB {
        0 => "less than 1 MB".to_owned(),
        megabytes @ 1..10_000 => format!("{megabytes} MB"),
        megabytes => format!("{} GB", megabytes / 1024),
    });
    let rows = table.rows.map(|rows| match rows {
        0..1000 => "fewer than 1,000 rows".to_owned(),
        1000..1_000_000 => format!("some {} thousand rows", rows / 1000),
        _ => format!("some {} million rows", rows / 1_000_000),
    });
    let known: Vec<_> = bytes.into_iter().chain(rows).collect();
    known.join(", ")
}

/// Names in quotes, separated by commas.
fn list<'a>(dialect: Dialect, names: impl IntoIterator<Item = &'a String>) -> String {
    let names = names.into_iter().map(|name| known(dialect, name));
    names.collect::<Vec<_>>().join(", ")
}
