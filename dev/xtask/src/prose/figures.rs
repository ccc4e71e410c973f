//! Times in prose. They come from the reports that programs write, so each is a link to a section of
//! one, in which it stands.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::Pages;
use super::page::{Page, slug};
use crate::files::read;
use crate::path::joined;
use crate::run::Failed;

/// The units of times that no clock shows and no setting has: they were measured.
const UNITS: [&str; 2] = ["ns", "µs"];

/// The times that are not in a report. What the benchmarks are to reach stands beside them.
pub(super) fn wrong(pages: &Pages) -> Result<Vec<String>, Failed> {
    let is_report = |file: &Path| file.to_string_lossy().starts_with("BENCHMARKS");
    let mut reports = Reports::new();
    for file in pages.keys().filter(|file| is_report(file)) {
        reports.insert(file.clone(), sections(&read(file)?));
    }
    let mut wrong = Vec::new();
    let has_targets = |file: &Path| file.starts_with("dev/benches");
    for (file, page) in pages.iter().filter(|(file, _)| !is_report(file) && !has_targets(file)) {
        for figure in figures(page) {
            if let Some(what) = fault(file, &figure, &reports) {
                wrong.push(format!(
                    "{}: `{} {}` {what}",
                    file.display(),
                    figure.number,
                    figure.unit
                ));
            }
        }
    }
    Ok(wrong)
}

type Reports = BTreeMap<PathBuf, BTreeMap<String, Vec<f64>>>;

fn fault(file: &Path, figure: &Figure, reports: &Reports) -> Option<String> {
    let Some((path, anchor)) = figure.link.as_deref().and_then(|link| link.split_once('#')) else {
        return Some("was measured, so it is a link to the section of a report".to_owned());
    };
    let target = joined(file.parent().unwrap_or(Path::new("")), path);
    let Some(measured) = reports.get(&target).and_then(|sections| sections.get(anchor)) else {
        return Some(format!("leads to {}#{anchor}, which is not in a report", target.display()));
    };
    let is_there = measured.iter().any(|measured| figure.rounds(*measured));
    (!is_there).then(|| format!("does not stand in {}#{anchor}", target.display()))
}

/// A time in prose, and where the link leads in whose text it stands.
#[derive(Debug, PartialEq)]
struct Figure {
    number: String,
    unit: &'static str,
    link: Option<String>,
}

impl Figure {
    /// Whether a time that was measured is this one, in as many digits.
    fn rounds(&self, measured: f64) -> bool {
        let decimals = self.number.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        format!("{measured:.decimals$}") == self.number
    }
}

/// The times of a page, code left out.
fn figures(page: &Page) -> Vec<Figure> {
    page.prose.iter().flat_map(|(prose, link)| in_prose(prose, link.as_deref())).collect()
}

fn in_prose(prose: &str, link: Option<&str>) -> Vec<Figure> {
    let words: Vec<_> = prose.split_whitespace().collect();
    let after_number = |pair: &[&str]| {
        let unit = pair[1].trim_end_matches(|end: char| !end.is_alphabetic());
        let unit = UNITS.into_iter().find(|known| *known == unit)?;
        let number = pair[0].trim_start_matches(|start: char| !start.is_ascii_digit());
        number.parse::<f64>().ok()?;
        Some(Figure { number: number.to_owned(), unit, link: link.map(str::to_owned) })
    };
    words.windows(2).filter_map(after_number).collect()
}

/// The numbers of each section of a report, by the anchors of their headings.
fn sections(report: &str) -> BTreeMap<String, Vec<f64>> {
    let mut sections = BTreeMap::new();
    let mut heading = String::new();
    for line in report.lines() {
        if let Some(title) = line.strip_prefix('#') {
            heading = slug(title.trim_start_matches('#').trim());
        }
        let words = line.split(|c: char| c.is_whitespace() || c == '|');
        let numbers = words.filter_map(|word| word.parse::<f64>().ok());
        sections.entry(heading.clone()).or_insert_with(Vec::new).extend(numbers);
    }
    sections
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::{Path, PathBuf};

    use super::{Page, fault, figures, sections};

    #[test]
    fn times_are_those_of_a_report() {
        let report = "# Report\n\n## Mint one\n\n| | ns |\n|---|---|\n| **kit** | 9.14 |\n";
        let reports = BTreeMap::from([(PathBuf::from("BENCHMARKS.md"), sections(report))]);
        let found = |page: &str| {
            let figures = figures(&Page::read(page));
            assert_eq!(figures.len(), 1, "{page}: {figures:?}");
            fault(Path::new("README.md"), &figures[0], &reports)
        };
        assert_eq!(found("It takes [9.1 ns](BENCHMARKS.md#mint-one)."), None);
        assert_eq!(found("It takes\n[about 9\nns, at most](BENCHMARKS.md#mint-one)"), None);
        for (page, what) in [
            ("It takes [8.9 ns](BENCHMARKS.md#mint-one).", "does not stand in"),
            ("It takes [9.1 ns](BENCHMARKS.md#other).", "not in a report"),
            ("It takes [9.1 ns](BENCHMARKS.md).", "is a link"),
            ("It takes **9.1** ns, here.", "is a link"),
            ("| time | 9.1 ns |", "is a link"),
        ] {
            assert!(found(page).is_some_and(|fault| fault.contains(what)), "{page}");
        }
        let code = "`9.1 ns`, 9.1 ms, ns\n\n```\n9.1 ns\n```";
        assert_eq!(figures(&Page::read(code)), []);
    }
}
