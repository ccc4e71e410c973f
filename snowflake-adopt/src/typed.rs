//! What a framework takes to give columns their types.

mod diesel;
mod seaorm;

use std::path::{Path, PathBuf};

use toml_edit::{DocumentMut, Item, Table, value};

use crate::catalog::Place;
use crate::choices::toml_key;
use crate::error::Error;
use crate::files::MARK;
use crate::orm::Orm;
use crate::report::Found;

/// What a program has of its framework.
pub(crate) struct Generated<'a> {
    /// The file that `diesel print-schema` writes.
    pub(crate) tables: Option<&'a Path>,
    /// The patch that it applies so far.
    pub(crate) patch: Option<&'a Path>,
    /// The folder into which `sea-orm-cli` writes entities.
    pub(crate) entities: Option<&'a Path>,
}

/// The files, by where they belong, and what of the program's is left to do by hand.
pub(crate) fn files(
    orm: Orm,
    found: &Found<'_>,
    generated: &Generated<'_>,
    out: &Path,
    by_hand: &mut Vec<(PathBuf, String)>,
) -> Result<Vec<(PathBuf, String)>, Error> {
    match orm {
        Orm::Sqlx => Ok(vec![(out.join("sqlx.toml"), sqlx(found))]),
        Orm::Diesel => diesel::files(found, generated, out),
        Orm::SeaOrm => match generated.entities {
            Some(folder) => seaorm::files(found, folder, by_hand),
            None => Ok(Vec::new()),
        },
    }
}

/// The Rust type of a column with IDs.
fn type_of(found: &Found<'_>, place: &Place, framework: &str) -> String {
    let owner = found.decision.columns.get(place).and_then(|of| found.choices.ids.get(of));
    let id = format!("{}::{}", found.module, owner.map_or("", |id| id.name.as_str()));
    if found.decision.or_zero.contains(place) {
        format!("snowflake_kit::{framework}::OrZero<{id}>")
    } else {
        id
    }
}

/// The overrides of `query!` and `query_as!`.
fn sqlx(found: &Found<'_>) -> String {
    let mut overrides = Table::new();
    overrides.set_implicit(true);
    let views = found.decision.shown.iter();
    let own = found.decision.columns.keys().map(|place| (place, place));
    for ((table, column), place) in own.chain(views) {
        let columns = overrides.entry_format(&toml_key(table)).or_insert(Item::Table(Table::new()));
        if let Some(columns) = columns.as_table_mut() {
            let kind = value(type_of(found, place, "sqlx_0_9"));
            columns.insert_formatted(&toml_key(column), kind);
        }
    }
    let mut document = DocumentMut::new();
    let macros = document.entry("macros").or_insert(Item::Table(Table::new()));
    if let Some(macros) = macros.as_table_mut() {
        macros.set_implicit(true);
        macros.insert("table-overrides", Item::Table(overrides));
    }
    format!("# {MARK}: add it to the sqlx.toml of the program.\n\n{document}")
}
