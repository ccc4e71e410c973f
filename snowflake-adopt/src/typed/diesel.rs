//! A patch of what `diesel print-schema` writes, which has no setting for the types of columns.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use diffy::{DiffOptions, Patch};
use regex::Regex;
use snowflake_kit_core::Dialect;

use super::Generated;
use crate::catalog::{Column, Counting, Table};
use crate::error::Error;
use crate::files::MARK;
use crate::report::Found;

pub(super) fn files(
    found: &Found<'_>,
    generated: &Generated<'_>,
    out: &Path,
) -> Result<Vec<(PathBuf, String)>, Error> {
    let patch_path = out.join("schema.patch");
    let file = generated.tables.unwrap_or(Path::new("src/schema.rs"));
    let imports = imports(found);
    let string = |text: &str| toml_edit::Value::from(text).to_string();
    let listed: Vec<_> = imports.iter().map(|import| string(import)).collect();
    let settings = format!(
        "# {MARK}: add it to the diesel.toml of the program.\n\n[print_schema]\nfile = {}\n\
         import_types = [{}]\npatch_file = {}\n",
        string(&file.to_string_lossy()),
        listed.join(", "),
        string(&patch_path.to_string_lossy())
    );
    let mut files = vec![(out.join("diesel.toml"), settings)];
    let tables = match fs::read_to_string(file) {
        Ok(tables) => tables,
        // The report says what to do then.
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(files),
        Err(error) => return Err(Error::file(file, &error)),
    };
    let plain = match generated.patch {
        Some(path) => unpatched(&tables, file, path)?,
        None => tables.clone(),
    };
    // Some tables are in the patch of the program alone.
    let mut lacking = missing(&imports, &tables);
    lacking.extend(missing(&imports, &plain));
    let [plain, typed] = [(plain, false), (tables, true)]
        .map(|(text, is_typed)| rewritten(found, &lacking, &text, is_typed));
    let mut options = DiffOptions::new();
    // One line tells the `id` of one table from that of another, and fits when other tables and
    // columns are added.
    options.set_context_len(1).set_original_filename(MARK).set_modified_filename("schema.rs");
    files.push((patch_path, options.create_patch(&plain, &typed).to_string()));
    Ok(files)
}

/// What is printed without the patch of the program.
fn unpatched(tables: &str, file: &Path, of: &Path) -> Result<String, Error> {
    let text = fs::read_to_string(of).map_err(|error| Error::file(of, &error))?;
    let problem = |problem: String| Error::File { path: of.into(), problem };
    let patch = Patch::from_str(&text).map_err(|error| problem(error.to_string()))?;
    diffy::apply(tables, &patch.reverse()).map_err(|_| {
        problem(format!(
            "{} is not what this patch makes: run `diesel print-schema > {0}`, and then this \
             command again",
            file.display()
        ))
    })
}

/// What each table is to import.
fn imports(found: &Found<'_>) -> Vec<String> {
    let keys: BTreeSet<_> = found.decision.kinds.values().map(|kind| kind.diesel()).collect();
    let keys = keys.into_iter().map(|key| format!("snowflake_kit::{key}"));
    let ids = format!("{}::*", found.module);
    ["diesel::sql_types::*".to_owned()].into_iter().chain(keys).chain([ids]).collect()
}

/// The line on which a table begins.
const TABLE: &str = r"(?m)^ +(?:\w+\.)?(\w+) \([^)]*\) \{$";

/// The imports that each table lacks as it is printed. The patch of the program may change others.
fn missing<'a>(imports: &'a [String], printed: &str) -> BTreeMap<String, Vec<&'a str>> {
    let Ok(table) = Regex::new(TABLE) else { return BTreeMap::new() };
    let tables = printed.split("diesel::table! {").filter_map(|block| {
        let is_missing = |import: &&str| !block.contains(&format!("use {import};"));
        let missing = imports.iter().map(String::as_str).filter(is_missing).collect();
        Some((table.captures(block)?[1].to_owned(), missing))
    });
    tables.collect()
}

/// The tables as they are printed after the migrations, with plain or typed columns.
fn rewritten(
    found: &Found<'_>,
    lacking: &BTreeMap<String, Vec<&str>>,
    text: &str,
    is_typed: bool,
) -> String {
    let [Ok(table), Ok(column), Ok(name)] = [
        TABLE,
        r"^( +(\w+) -> )(Nullable<)?((?:Unsigned<)?\w+(?:<\w+>)?)(>*,)$",
        r#"^\s*#\[sql_name = "(.*)"\]$"#,
    ]
    .map(Regex::new) else {
        return text.to_owned();
    };
    let mut lines: Vec<String> = Vec::new();
    let (mut of, mut named) = (String::new(), None);
    let mut tables = table.captures_iter(text);
    let mut missing: Vec<&str> = Vec::new();
    let mut had_imports = false;
    // Tables of another schema are in a module of its name.
    let mut indent = "";
    for line in text.lines() {
        if line.trim_start() == "diesel::table! {" {
            indent = &line[..line.len() - line.trim_start().len()];
            let name = tables.next().map(|parts| parts[1].to_owned());
            missing = name.and_then(|name| lacking.get(&name).cloned()).unwrap_or_default();
            had_imports = false;
        } else if line.trim_start().starts_with("use ") {
            had_imports = true;
        } else if !missing.is_empty() && lines.last().is_some_and(|last| last != line) {
            // The first line after the imports, or after the beginning.
            lines.extend(missing.drain(..).map(|import| format!("{indent}    use {import};")));
            if !had_imports {
                lines.push(String::new());
            }
        }
        if let Some(name) = name.captures(line) {
            named = Some(name[1].to_owned());
        } else if let Some(parts) = table.captures(line) {
            of = named.take().unwrap_or_else(|| parts[1].to_owned());
        } else if let Some(parts) = column.captures(line) {
            let name = named.take().unwrap_or_else(|| parts[2].to_owned());
            let before = || untyped(found.catalog.dialect, &parts[4]).filter(|_| !is_typed);
            let kind = kind(found, &of, &name, is_typed);
            if let Some(kind) = kind.or_else(|| before().map(str::to_owned)) {
                let (open, close) = match parts.get(3) {
                    Some(open) if !is_row_number(found, &of, &name) => (open.as_str(), ">"),
                    _ => ("", ""),
                };
                lines.push(format!("{}{open}{kind}{close},", &parts[1]));
                continue;
            }
        }
        lines.push(line.to_owned());
    }
    lines.push(String::new());
    lines.join("\n")
}

/// The SQL type of a column with IDs, if it is another one than what is printed now.
fn kind(found: &Found<'_>, table: &str, column: &str, is_typed: bool) -> Option<String> {
    let polymorphic = (table.to_owned(), column.to_owned());
    let (table, column) = match found.decision.shown(table, column) {
        Some((_, owner)) if is_typed => {
            let key = found.decision.kinds.get(owner)?.diesel();
            return Some(format!("{key}<{}>", found.choices.ids.get(owner)?.name));
        }
        Some((place, _)) if found.moving.columns.contains_key(place) => (&place.0, &place.1),
        None if found.moving.polymorphic.contains_key(&polymorphic) => {
            (&polymorphic.0, &polymorphic.1)
        }
        _ => return None,
    };
    let of = found.catalog.tables.get(table)?;
    // The names that `diesel print-schema` takes from each database.
    let printed = match found.catalog.dialect {
        Dialect::Sqlite if !is_big(found, table, of, of.column(column)?) => "Integer",
        dialect => untyped(dialect, "Key<")?,
    };
    Some(printed.to_owned())
}

/// What is printed without a patch, of a column that has one of our types by an earlier one.
fn untyped(dialect: Dialect, printed: &str) -> Option<&'static str> {
    let (key, _) = printed.split_once('<')?;
    Some(match (key, dialect) {
        ("Key", Dialect::Postgres) => "Int8",
        ("Key", Dialect::Sqlite) => "BigInt",
        ("Key", _) => "Bigint",
        ("IntegerKey", Dialect::Postgres) => "Int4",
        ("IntegerKey", _) => "Integer",
        ("SmallIntKey", Dialect::Postgres) => "Int2",
        ("SmallIntKey", Dialect::Sqlite) => "SmallInt",
        ("SmallIntKey", _) => "Smallint",
        ("UuidKey", Dialect::Postgres) => "Uuid",
        ("UuidKey", _) => "Binary",
        _ => return None,
    })
}

/// Whether a column is a key of `SQLite` that is printed as nullable, until its table has been
/// copied.
fn is_row_number(found: &Found<'_>, table: &str, column: &str) -> bool {
    let place = (table.to_owned(), column.to_owned());
    let column = found.catalog.column(&place);
    column.is_some_and(|column| column.counting == Some(Counting::RowNumber))
        && found.moving.columns.contains_key(&place)
}

/// Whether a column of `SQLite` is declared as a `BIGINT`, or will be when its table has been
/// copied.
fn is_big(found: &Found<'_>, name: &str, table: &Table, column: &Column) -> bool {
    let is_copied = table.columns.iter().any(|column| {
        column.counting == Some(Counting::RowNumber)
            && found.moving.owner(name, &column.name).is_some()
    });
    let statement = table.statement.as_deref().unwrap_or_default().to_ascii_uppercase();
    let options = statement.rsplit(')').next().unwrap_or_default();
    (is_copied && !options.contains("STRICT"))
        || column.declared.to_ascii_uppercase().contains("BIGINT")
}
