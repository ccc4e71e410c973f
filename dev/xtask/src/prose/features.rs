//! Features of `snowflake-kit` that pages name: they exist.

use std::collections::BTreeSet;

use super::{is_page, text};
use crate::run::Failed;

const MANIFEST: &str = "snowflake-kit/Cargo.toml";

/// The documentation of the crate, with a table of all features.
const DOCUMENTATION: &str = "snowflake-kit/src/lib.rs";

/// The pages' features that the crate does not have.
pub(super) fn wrong(files: &[String]) -> Result<Vec<String>, Failed> {
    let manifest = text(MANIFEST)?;
    let known = declared(&manifest);
    let mut wrong = Vec::new();
    for file in files.iter().filter(|file| is_page(file) || *file == DOCUMENTATION) {
        let page = text(file)?;
        let unknown = named(&page).into_iter().filter(|name| !known.contains(name));
        wrong.extend(unknown.map(|name| format!("{file}: snowflake-kit has no feature `{name}`")));
    }
    Ok(wrong)
}

/// The names in the section `[features]`.
fn declared(manifest: &str) -> BTreeSet<&str> {
    let section = manifest.split_once("[features]\n").map_or("", |(_, section)| section);
    let lines = section.lines().take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.split_once(" = ")).map(|(name, _)| name);
    names.filter(|name| !name.starts_with([' ', '#'])).collect()
}

/// The features in dependencies, in `cargo add`, and in the tables that have a column for them.
fn named(page: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut column = None;
    let mut is_table = false;
    for line in page.lines().map(|line| line.strip_prefix("//! ").unwrap_or(line)) {
        if let Some((_, list)) = line.split_once("snowflake-kit --features ") {
            names.extend(list.split(',').map(str::trim));
        }
        if let Some((_, dependency)) = line.split_once("snowflake-kit = {")
            && let Some((_, list)) = dependency.split_once("features = [")
        {
            names.extend(between(list.split(']').next().unwrap_or_default(), '"'));
        }
        let Some(row) = line.strip_prefix('|') else {
            is_table = false;
            continue;
        };
        let mut cells = row.split('|').map(str::trim);
        if is_table {
            let cell = column.and_then(|column| cells.nth(column)).unwrap_or_default();
            // What begins with a hyphen is the end of several names.
            names.extend(between(cell, '`').filter(|name| !name.starts_with('-')));
        } else {
            column = cells
                .position(|cell| cell == "feature" || cell.ends_with("feature of `snowflake-kit`"));
            is_table = true;
        }
    }
    names
}

/// What stands between two of these marks.
fn between(text: &str, mark: char) -> impl Iterator<Item = &str> {
    text.split(mark).skip(1).step_by(2)
}

#[cfg(test)]
mod tests {
    use super::{declared, named};

    #[test]
    fn features_are_read_from_the_manifest() {
        let manifest = "[package]\nname = \"kit\"\n\n[features]\n# One.\ndefault = [\"mint\"]\n\
            sqlx_0_9-lease = [\n    \"dep:sqlx\",\n]\n\n[dependencies]\nserde = \"1\"\n";
        assert!(declared(manifest).into_iter().eq(["default", "sqlx_0_9-lease"]));
    }

    #[test]
    fn features_are_found_in_pages() {
        let page = "cargo add --path ../snowflake-kit --features one,two\n\
            snowflake-kit = { version = \"0.1\", features = [\"three\", \"four\"] }\n\
            sqlx = { version = \"0.9\", features = [\"macros\"] }\n\
            //! | you use | feature |\n//! |---|---|\n//! | `sqlx` | `five`, and with `-lease` |\n\n\
            | you use | why |\n|---|---|\n| `sqlx` | `six` |\n";
        assert_eq!(named(page), ["one", "two", "three", "four", "five"]);
    }
}
