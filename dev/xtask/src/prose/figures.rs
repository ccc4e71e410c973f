//! Times in prose. They come from the reports that programs write, so each is a link to a section of
//! one, in which it stands.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::links::slug;
use super::{is_page, text};
use crate::path::joined;
use crate::run::Failed;

/// The units of times that no clock shows and no setting has: they were measured.
const UNITS: [&str; 2] = ["ns", "µs"];

/// The times that are not in a report. What the benchmarks are to reach stands beside them.
pub(super) fn wrong(files: &[String]) -> Result<Vec<String>, Failed> {
    let mut reports = BTreeMap::new();
    let mut pages = Vec::new();
    for file in files.iter().filter(|file| is_page(file)) {
        if file.starts_with("BENCHMARKS") {
            reports.insert(PathBuf::from(file), sections(&text(file)?));
        } else if !file.starts_with("dev/benches/") {
            pages.push(file);
        }
    }
    let mut wrong = Vec::new();
    for file in pages {
        for figure in figures(&text(file)?) {
            if let Some(what) = fault(Path::new(file), &figure, &reports) {
                wrong.push(format!("{file}: `{} {}` {what}", figure.number, figure.unit));
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
fn figures(page: &str) -> Vec<Figure> {
    let mut figures = Vec::new();
    let mut link = None;
    let mut prose = String::new();
    let mut is_code = false;
    for event in Parser::new(page) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => is_code = true,
            Event::End(TagEnd::CodeBlock) => is_code = false,
            Event::Text(text) if !is_code => prose.push_str(&text),
            Event::SoftBreak => prose.push(' '),
            Event::Start(Tag::Link { dest_url, .. }) => {
                figures.extend(in_prose(&std::mem::take(&mut prose), None));
                link = Some(dest_url.into_string());
            }
            Event::End(TagEnd::Link) => {
                figures.extend(in_prose(&std::mem::take(&mut prose), link.take().as_deref()));
            }
            // Emphasis does not end a sentence, and all else does.
            Event::Start(Tag::Emphasis | Tag::Strong)
            | Event::End(TagEnd::Emphasis | TagEnd::Strong) => {}
            _ => prose.push('\n'),
        }
    }
    figures.extend(in_prose(&prose, None));
    figures
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

    use super::{fault, figures, sections};

    #[test]
    fn times_are_those_of_a_report() {
        let report = "# Report\n\n## Mint one\n\n| | ns |\n|---|---|\n| **kit** | 9.14 |\n";
        let reports = BTreeMap::from([(PathBuf::from("BENCHMARKS.md"), sections(report))]);
        let found = |page: &str| {
            let figures = figures(page);
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
        assert_eq!(figures("`9.1 ns`, 9.1 ms, ns\n\n```\n9.1 ns\n```"), []);
    }
}
