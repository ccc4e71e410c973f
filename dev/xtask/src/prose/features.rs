//! Features of `snowflake-kit` that pages name: they exist.

use super::is_page;
use crate::files::read;
use crate::locked;
use crate::run::Failed;

/// The documentation of the crate, with a table of all features.
const DOCUMENTATION: &str = "snowflake-kit/src/lib.rs";

/// The pages' features that the crate does not have.
pub(super) fn wrong(files: &[String]) -> Result<Vec<String>, Failed> {
    let known = locked::features()?;
    let mut wrong = Vec::new();
    for file in files.iter().filter(|file| is_page(file) || *file == DOCUMENTATION) {
        let page = read(file)?;
        let unknown = named(&page).into_iter().filter(|name| known.iter().all(|it| it != name));
        wrong.extend(unknown.map(|name| format!("{file}: snowflake-kit has no feature `{name}`")));
    }
    Ok(wrong)
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
    use super::named;

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
