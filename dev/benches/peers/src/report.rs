//! `BENCHMARKS.md`, for users, and `dev/benches/TARGETS.md`, for maintainers.

use std::fmt::Write as _;

use figures::{Bar, Chart, Spread, figure, machine};

use crate::measure::Measured;
use crate::tables::{Limit, Target};

/// A table that has been measured.
pub struct Result {
    pub key: &'static str,
    pub title: &'static str,
    pub about: &'static str,
    pub unit: &'static str,
    pub note: &'static str,
    pub analysis: &'static str,
    pub targets: Vec<Target>,
    pub is_slow: bool,
    pub measured: Vec<Measured>,
}

/// What became of a target.
struct Outcome {
    /// What was asked for.
    asked: String,
    found: String,
    met: bool,
}

impl Result {
    fn find(&self, name: &str) -> &Measured {
        let mut measured = self.measured.iter();
        measured.find(|one| one.contender.name == name).expect("a target names a contender")
    }

    fn outcomes(&self) -> impl Iterator<Item = (&Target, Outcome)> {
        self.targets.iter().map(|target| {
            let own = self.find(target.contender);
            let outcome = match target.limit {
                Limit::Of(most, peer) => {
                    let Spread { low, median, high } = own.ratio(self.find(peer));
                    Outcome {
                        asked: format!("≤ {most:.2} of {peer}"),
                        found: format!("{median:.2} ({low:.2} to {high:.2})"),
                        met: median <= most,
                    }
                }
                Limit::Units(most) => {
                    let Spread { low, median, high } = own.spread();
                    Outcome {
                        asked: format!("≤ {most} {}", self.unit),
                        found: format!("{} ({} to {})", figure(median), figure(low), figure(high)),
                        met: median <= most,
                    }
                }
            };
            (target, outcome)
        })
    }

    /// For the terminal.
    pub fn text(&self) -> String {
        let mut text = format!("\n{} ({})\n", self.title, self.unit);
        for one in &self.measured {
            let Spread { low, median, high } = one.spread();
            let (name, [low, median, high]) = (one.contender.name, [low, median, high].map(figure));
            let _ = writeln!(text, "  {name:44} {median:>8}   {low} to {high}");
        }
        for (target, Outcome { asked, found, met }) in self.outcomes() {
            let sign = if met { "met" } else { "NOT MET" };
            let _ = writeln!(text, "  {}: {asked}: {found}: {sign}", target.contender);
        }
        text
    }

    /// The chart, the shortest bar first.
    pub fn chart(&self) -> Chart {
        let mut bars: Vec<_> = self
            .measured
            .iter()
            .map(|one| Bar {
                name: one.contender.name.to_owned(),
                kit: one.contender.kit,
                spread: one.spread(),
            })
            .collect();
        bars.sort_by(|a, b| a.spread.median.total_cmp(&b.spread.median));
        Chart::new(self.key.to_owned(), self.title.to_owned(), self.unit, &bars)
    }

    /// The lines of this table in `TARGETS.md`.
    fn rows(&self) -> String {
        let mut rows = String::new();
        for (target, Outcome { asked, found, met }) in self.outcomes() {
            let sign = if met { "met" } else { "**not met**" };
            // `BENCHMARKS.md` has the quartiles.
            let median = found.split(" (").next().unwrap_or_default();
            let name = target.contender.trim_start_matches("kit: ");
            let _ = writeln!(rows, "| {}: {name} | {asked} | {median} | {sign} |", self.title);
        }
        rows
    }

    /// Why it takes what it takes, as a section of `TARGETS.md`.
    fn reasons(&self) -> String {
        match self.analysis.trim() {
            "" => String::new(),
            analysis => format!("\n## {}\n\n{analysis}\n", self.title),
        }
    }

    fn section(&self, markdown: &mut String) {
        let Self { title, about, unit, .. } = self;
        let _ = write!(
            markdown,
            "\n## {title}\n\n{about}\n\n{chart}\n\
             | | {unit} | middle half | of the kit's | what it gives up |\n|---|---|---|---|---|\n",
            chart = self.chart().markdown(),
        );
        let kit = self.measured.iter().find(|one| one.contender.kit);
        for one in &self.measured {
            let Spread { low, median, high } = one.spread();
            let ratio = kit.filter(|_| !one.contender.kit);
            let ratio = ratio.map_or_else(String::new, |kit| figure(one.ratio(kit).median));
            let name = one.contender.name;
            let name = if one.contender.kit { format!("**{name}**") } else { name.to_owned() };
            let [low, median, high] = [low, median, high].map(figure);
            let _ = write!(markdown, "| {name} | {median} | {low} to {high} |");
            for cell in [&*ratio, one.contender.gives_up] {
                let space = if cell.is_empty() { "" } else { " " };
                let _ = write!(markdown, "{space}{cell}{space}|");
            }
            markdown.push('\n');
        }
        if !self.note.is_empty() {
            let _ = write!(markdown, "\n{}\n", self.note.trim());
        }
    }
}

/// `BENCHMARKS.md` with the sections of these tables measured again.
pub fn markdown_with(report: &str, results: &[Result], rounds: usize) -> String {
    results.iter().fold(report.to_owned(), |report, result| {
        let mut section = String::new();
        result.section(&mut section);
        let rounds = if result.is_slow { rounds.min(crate::tables::RARE) } else { rounds };
        let compiler = machine::describe().into_iter().find(|(name, _)| *name == "compiler");
        let compiler = compiler.map(|(_, version)| version).unwrap_or_default();
        let _ =
            writeln!(section, "\nMeasured in a run of its own, {rounds} times, with {compiler}.");
        replaced(&report, &section)
    })
}

/// `TARGETS.md` with what these tables are held to.
pub fn targets_with(report: &str, results: &[Result]) -> String {
    results.iter().fold(report.to_owned(), |report, result| {
        let begin = format!("| {}: ", result.title);
        let mut lines: Vec<_> = report.lines().collect();
        let place = lines.iter().position(|line| line.starts_with(&begin));
        lines.retain(|line| !line.starts_with(&begin));
        let end = lines.iter().rposition(|line| line.starts_with("| ")).map_or(0, |last| last + 1);
        let rows = result.rows();
        let place = place.unwrap_or(end);
        lines.splice(place..place, rows.lines());
        let report = lines.join("\n") + "\n";
        let reasons = result.reasons();
        if reasons.is_empty() { report } else { replaced(&report, &reasons) }
    })
}

/// The whole report. `rounds` is how often each contender had its turn.
pub fn markdown(results: &[Result], rounds: usize, quick: bool) -> String {
    let mut markdown = format!(
        "# Benchmarks\n\n\
         The kit beside its peers. `cargo xtask bench` measures all of it and writes this file.\n\n\
         All contenders of a table are in one program and take turns, a tenth of a millisecond each, \
         {rounds} times ({rare} times where one turn takes long). Figures are medians; the middle \
         half is from the first to the third quartile. A ratio is the median of the ratios of each \
         round. Only ratios carry over to other machines.\n",
        rare = crate::tables::RARE,
    );
    if quick {
        markdown.push_str("\n**This was a quick run: the figures are rough.**\n");
    }
    markdown.push_str("\n| | |\n|---|---|\n");
    for (name, value) in machine::describe() {
        let _ = writeln!(markdown, "| {name} | {value} |");
    }
    let _ = write!(markdown, "\nVersions: {}.\n", versions().join(", "));

    for result in results {
        result.section(&mut markdown);
    }
    markdown
}

/// What the kit is held to, and why it takes what it takes.
pub fn targets(results: &[Result]) -> String {
    let mut markdown = "# Targets\n\n\
        What the hot paths are held to. `cargo xtask bench` writes this file with \
        `BENCHMARKS.md`.\n\n\
        | what | target | measured | |\n|---|---|---|---|\n"
        .to_owned();
    for result in results {
        markdown.push_str(&result.rows());
    }
    for result in results {
        markdown.push_str(&result.reasons());
    }
    markdown
}

/// The report with this section in place of the one that has its first line, or at the end.
fn replaced(report: &str, section: &str) -> String {
    let heading = section.trim_start().lines().next().unwrap_or_default();
    let Some((before, after)) = report.split_once(&format!("\n{heading}\n")) else {
        return format!("{report}{section}");
    };
    let after = after.find("\n## ").map_or("", |next| &after[next..]);
    format!("{before}{section}{after}")
}

/// The versions of what this package names.
fn versions() -> Vec<String> {
    const MANIFEST: &str = include_str!("../Cargo.toml");
    let named = MANIFEST.split("[dependencies]").nth(1).unwrap_or_default();
    let named = named.lines().take_while(|line| !line.starts_with('['));
    let named = named.filter_map(|line| line.split_once(" = ")).map(|(name, _)| name);
    // It draws, and is not measured.
    let named: Vec<_> = named.filter(|name| *name != "figures").collect();
    machine::versions(include_str!("../Cargo.lock"), &named)
}
