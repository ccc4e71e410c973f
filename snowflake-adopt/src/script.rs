//! What is to be changed in a database: statements for each dialect, in up to three migrations.

mod mysql;
mod online;
mod postgres;
mod replace;
mod sqlite;

use std::collections::{BTreeMap, BTreeSet};

use snowflake_kit_core::Dialect;
use snowflake_kit_sql::text::{known, max_name_length, shown};

use crate::catalog::{Catalog, Column, Counting, Table};
use crate::decide::Decision;
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
    Replace,
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
            Self::Replace => "replace",
            Self::Widen => "widen",
            Self::EndCounting => "end_counting",
        }
    }

    fn line(self, table: &str, column: &str) -> String {
        format!("{} {}", self.name(), shown(&format!("{table}.{column}")))
    }

    fn concerns(self, dialect: Dialect, of: &Column) -> bool {
        match self {
            Self::Replace => !of.is_integer(),
            Self::Widen if dialect == Dialect::Sqlite => false,
            Self::Widen => of.is_narrow() || of.counting == Some(Counting::IdentityAlways),
            Self::EndCounting => of.counting.is_some(),
        }
    }
}

impl Statement {
    fn new(sql: impl Into<String>) -> Self {
        Self::with_remark("", sql)
    }

    fn with_remark(remark: impl Into<String>, sql: impl Into<String>) -> Self {
        let sql = sql.into();
        // In other statements these words would be in a literal.
        let sets_owner = sql.contains(" OWNER TO ") && !sql.contains('\'');
        Self { remark: remark.into(), is_right: sets_owner || sql.starts_with("GRANT "), sql }
    }
}

/// What is read to write the statements.
struct Scope<'a> {
    catalog: &'a Catalog,
    decision: &'a Decision,
    phase: Phase,
    /// The columns to change, by their tables.
    columns: BTreeMap<&'a str, Vec<&'a Column>>,
}

impl Scope<'_> {
    fn table(&self, name: &str) -> Option<&Table> {
        self.catalog.tables.get(name)
    }

    fn has(&self, table: &str, column: &str) -> bool {
        self.columns.get(table).is_some_and(|of| of.iter().any(|known| known.name == column))
    }

    /// A table, as SQL writes it.
    fn named(&self, table: &str) -> String {
        match self.catalog.dialect {
            Dialect::Postgres => postgres::table(self.catalog, table),
            dialect => known(dialect, table),
        }
    }
}

/// The migrations that are missing: those whose columns no migration that was `written` has.
pub(crate) fn scripts(
    catalog: &Catalog,
    decision: &Decision,
    written: &[String],
) -> (Vec<Script>, Vec<Obstacle>) {
    let written: BTreeSet<&str> = written
        .iter()
        .flat_map(|text| text.lines())
        .filter_map(|line| line.trim_start_matches(['/', '-', '!']).strip_prefix(" "))
        .collect();
    let (mut scripts, mut obstacles) = (Vec::new(), Vec::new());
    for phase in [Phase::Replace, Phase::Widen, Phase::EndCounting] {
        let mut columns: BTreeMap<&str, Vec<&Column>> = BTreeMap::new();
        let mut covers = Vec::new();
        for place in decision.widened() {
            let Some(column) = catalog.column(place) else { continue };
            let line = phase.line(&place.0, &column.name);
            if !phase.concerns(catalog.dialect, column) || written.contains(line.as_str()) {
                continue;
            }
            if let Some(obstacle) = sqlite::unreadable(catalog, &place.0) {
                obstacles.push(obstacle);
                continue;
            }
            columns.entry(&place.0).or_default().push(column);
            covers.push(line);
        }
        if columns.is_empty() {
            continue;
        }
        let scope = Scope { catalog, decision, phase, columns };
        let (up, down) = match (catalog.dialect, phase) {
            (Dialect::Postgres, Phase::EndCounting) => postgres::end_counting(&scope),
            (Dialect::Postgres, _) => postgres::to_bigint(&scope),
            (Dialect::Sqlite, _) => sqlite::copied(&scope),
            (_, Phase::EndCounting) => mysql::end_counting(&scope),
            _ => mysql::to_bigint(&scope),
        };
        obstacles.extend(postgres::views_of_others(catalog, &up));
        let is_transactional = catalog.dialect == Dialect::Postgres;
        let tables = scope.columns.keys().map(|&table| table.to_owned()).collect();
        scripts.push(Script { phase, covers, is_transactional, up, down, tables });
    }
    (scripts, obstacles)
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

/// A new name, which PostgreSQL does not cut. What is left out of a long name is distinguished by a
/// number.
fn named(old: &str, suffix: &str) -> String {
    let most = max_name_length(Dialect::Postgres) - suffix.len();
    if old.len() <= most {
        return format!("{old}{suffix}");
    }
    // FNV-1a: the same in each run.
    let number = old
        .bytes()
        .fold(0x811c_9dc5_u32, |number, byte| (number ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let suffix = format!("_{number:08x}{suffix}");
    let mut end = max_name_length(Dialect::Postgres) - suffix.len();
    while !old.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}{suffix}", &old[..end])
}

/// Names in quotes, separated by commas.
fn list<'a>(dialect: Dialect, names: impl IntoIterator<Item = &'a String>) -> String {
    names.into_iter().map(|name| known(dialect, name)).collect::<Vec<_>>().join(", ")
}
