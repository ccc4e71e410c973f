//! Versions of packages in the guide's tables: a program of this repository has each.

use std::collections::BTreeSet;

use super::{GUIDE, is_page};
use crate::files::read;
use crate::locked;
use crate::run::Failed;

/// The versions that no lock file has and no manifest asks for. What is not the name of a package
/// there (PostgreSQL, Node) is not looked at.
pub(super) fn wrong(files: &[String]) -> Result<Vec<String>, Failed> {
    let mut known = BTreeSet::new();
    for file in files {
        if file.ends_with("Cargo.lock") {
            let packages = read(file)?;
            let packages = locked::packages(&packages);
            known.extend(packages.iter().map(|it| (plain(it.name), it.version.to_owned())));
        } else if file.ends_with("Cargo.toml") {
            known.extend(read(file)?.lines().filter_map(asked_for));
        }
    }
    let mut wrong = Vec::new();
    for file in files.iter().filter(|file| is_page(file) && file.starts_with(GUIDE)) {
        for (name, version) in named(&read(file)?) {
            let mut all = known.iter().filter(|(known, _)| *known == plain(&name)).peekable();
            if all.peek().is_some() && !all.any(|(_, known)| is_part(&version, known)) {
                wrong.push(format!("{file}: no program here has {name} {version}"));
            }
        }
    }
    Ok(wrong)
}

/// `sea-orm` and `SeaORM` are one.
fn plain(name: &str) -> String {
    name.to_lowercase().replace(['-', '_'], "")
}

/// The dependency in a line of a manifest.
fn asked_for(line: &str) -> Option<(String, String)> {
    let (name, asked) = line.split_once(" = ")?;
    let asked = asked.split_once("version = ").map_or(asked, |(_, version)| version);
    let version = asked.strip_prefix('"')?.split('"').next()?;
    Some((plain(name), version.trim_start_matches('=').to_owned()))
}

/// Whether a version is another one, or begins it.
fn is_part(version: &str, of: &str) -> bool {
    of.strip_prefix(version).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '-']))
}

/// Each version in the first column of a table, with the last name before it. What is between
/// brackets is read by itself.
fn named(page: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for row in page.lines().filter_map(|line| line.strip_prefix('|')) {
        let cell = row.split('|').next().unwrap_or_default();
        let (inside, outside): (Vec<_>, Vec<_>) =
            cell.split(['(', ')']).enumerate().partition(|(at, _)| at % 2 == 1);
        for part in [outside, inside] {
            let mut name = "";
            for word in part.iter().flat_map(|(_, text)| text.split([' ', ',', ';'])) {
                if word.starts_with(|first: char| first.is_ascii_digit()) {
                    found.push((name.to_owned(), word.to_owned()));
                } else if !matches!(word, "" | "and" | "to") {
                    name = word;
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{asked_for, is_part, named};

    #[test]
    fn versions_are_found_with_their_names() {
        let page =
            "| you use | why |\n|---|---|\n| Sea 2.0, 1.1; b 3 (c 0.4 to 0.6), 7 | d 9 |\ne 5\n";
        let found = named(page);
        let found: Vec<_> =
            found.iter().map(|(name, version)| format!("{name} {version}")).collect();
        assert_eq!(found, ["Sea 2.0", "Sea 1.1", "b 3", "b 7", "c 0.4", "c 0.6"]);
    }

    #[test]
    fn versions_are_those_of_a_program() {
        let asked = |line| asked_for(line).unwrap().1;
        assert_eq!(
            asked("aide = { version = \"=0.16.0-alpha.4\", features = [] }"),
            "0.16.0-alpha.4"
        );
        assert_eq!(asked("dropshot = \"0.18\""), "0.18");
        assert!(is_part("0.1", "0.1.9") && is_part("0.1", "0.1") && !is_part("0.1", "0.18"));
    }
}
