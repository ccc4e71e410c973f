//! The pages of the site, with links that lead to each other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::SOURCES;
use super::documentation::Documentation;
use super::links::{GUIDE, Links, html};
use super::markdown::{Link, linked};
use crate::files::{copy, list, read, write};
use crate::path::joined;
use crate::run::Failed;

/// The table of contents, whose links lead to the files in the repository.
const SUMMARY: &str = "dev/site/SUMMARY.md";

/// The last part of it. The site's search leaves its folder out.
const PROJECT: &str = "# The project";

/// The pages that it may not leave out.
const NEEDED: [&str; 2] = ["snowflake-kit/src/guide/*.md", "*ARCHITECTURE.md"];

/// Writes the sources of the book.
pub(super) fn write_book(folder: &Path, documentation: &Documentation) -> Result<(), Failed> {
    let mut pages = BTreeMap::new();
    let text = read(SUMMARY)?;
    let (users, project) = text.split_at(text.find(PROJECT).unwrap_or(text.len()));
    let mut summary = String::new();
    for (folder, part) in [("", users), ("project/", project)] {
        summary += &linked(part, |to, _| {
            let source = joined(Path::new(SOURCES), to).display().to_string();
            let target = format!("{folder}{}", target(&source));
            pages.insert(source, target.clone());
            Ok(Link::To(target))
        })?;
    }
    if let Some(page) = list(&NEEDED)?.iter().find(|page| !pages.contains_key(*page)) {
        return Err(Failed(format!("{page} is not in {SUMMARY}: give it its place")));
    }
    write(folder.join("SUMMARY.md"), summary)?;
    let targets = pages.iter().map(|(source, target)| (&**source, html(target))).collect();
    let mut files = BTreeSet::new();
    for (source, target) in &pages {
        let resolved = match source.strip_prefix(GUIDE) {
            Some(page) => Some(documentation.links(page)?.into_iter()),
            None => None,
        };
        let mut links = Links { source, target, targets: &targets, resolved, files: &mut files };
        let text = linked(&read(source)?, |to, is_image| links.link(to, is_image))
            .and_then(|text| links.are_used_up().map(|()| text))
            .map_err(|Failed(why)| {
                Failed(format!(
                    "{source}: {why}; if the page has changed since, build the API's documentation \
                     again, without `--keep-api`"
                ))
            })?;
        write(folder.join(target), text)?;
    }
    files.iter().try_for_each(|file| copy(file, folder.join("files").join(file)))
}

/// Where a page has its place: `clients/js/README.md` in `clients-js.md`.
fn target(source: &str) -> String {
    if let Some(page) = source.strip_prefix("snowflake-kit/src/") {
        return page.replace("README", "index");
    }
    if source == "README.md" {
        return "start.md".to_owned();
    }
    let name = source.trim_start_matches("dev/site/").trim_end_matches("/README.md");
    format!("{}.md", name.trim_end_matches(".md").replace('/', "-").to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::target;

    #[test]
    fn each_file_has_a_place() {
        assert_eq!(target("README.md"), "start.md");
        assert_eq!(target("dev/site/index.md"), "index.md");
        assert_eq!(target("snowflake-kit/src/guide/README.md"), "guide/index.md");
        assert_eq!(target("snowflake-kit/src/guide/sql.md"), "guide/sql.md");
        assert_eq!(target("dev/site/playground.md"), "playground.md");
        assert_eq!(target("clients/js/README.md"), "clients-js.md");
        assert_eq!(target("snowflake-lease/ARCHITECTURE.md"), "snowflake-lease-architecture.md");
    }
}
