//! What a framework takes to give columns their types.

mod diesel;
mod seaorm;

use std::fmt::Write;
use std::path::{Path, PathBuf};

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

/// The files, by where they belong.
pub(crate) fn files(
    orm: Orm,
    found: &Found<'_>,
    generated: &Generated<'_>,
    out: &Path,
) -> Result<Vec<(PathBuf, String)>, Error> {
    match orm {
        Orm::Sqlx => Ok(vec![(out.join("sqlx.toml"), sqlx(found))]),
        Orm::Diesel => diesel::files(found, generated, out),
        Orm::SeaOrm => match generated.entities {
            Some(folder) => seaorm::files(found, folder),
            None => Ok(Vec::new()),
        },
    }
}

/// The overrides of `query!` and `query_as!`.
fn sqlx(found: &Found<'_>) -> String {
    let mut text = format!("# {MARK}: add it to the sqlx.toml of the program.\n");
    // A key of TOML, whatever is in it.
    let quoted = |name: &str| toml_edit::Value::from(name).to_string();
    let mut last = "";
    for ((table, column), owner) in &found.decision.columns {
        if table != last {
            let _ = write!(text, "\n[macros.table-overrides.{}]\n", quoted(table));
            last = table;
        }
        let id = found.settings.ids.get(owner).map_or("", |id| id.name.as_str());
        let _ = writeln!(text, "{} = \"{}::{id}\"", quoted(column), found.module);
    }
    text
}
