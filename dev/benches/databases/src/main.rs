//! Measures what keys cost in databases.

#![forbid(unsafe_code)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

use clap::{Parser, ValueEnum};
use databases::graphs::{self, Shape};
use databases::report::{self, Section};
use databases::scale::Scale;
use databases::{Database, Failure, keys, typed};

/// What keys cost in databases.
#[derive(Parser)]
struct Arguments {
    /// Rough figures, in half a minute.
    #[arg(long)]
    quick: bool,
    /// Writes the report there, and its charts into `dev/benches/charts` beside it.
    #[arg(long)]
    out: Option<PathBuf>,
    /// What is measured; all by default.
    parts: Vec<Part>,
}

/// A part of the report.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Graphs of rows under minted and counted keys.
    Graphs,
    /// Graphs of five levels, on PostgreSQL.
    Deep,
    /// Snowflakes in an index, beside other keys.
    Keys,
    /// Typed IDs beside integers.
    Typed,
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    // What callgrind is told to run.
    let done = match words.split_first() {
        Some((word, rest)) if word == "once" => {
            databases::install().and_then(|()| typed::run_once(rest))
        }
        _ => measure(&Arguments::parse()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(arguments: &Arguments) -> Result<(), Failure> {
    databases::install()?;
    let scale = if arguments.quick { Scale::QUICK } else { Scale::FULL };
    let is_wanted = |part| arguments.parts.is_empty() || arguments.parts.contains(&part);
    let mut written = Written::default();
    written.text(&report::head(arguments.quick, figures::machine::load()));
    if is_wanted(Part::Graphs) {
        written.text(report::GRAPHS);
        for database in Database::ALL {
            let measured = graphs::measure(database, Shape::Wide, &scale)?;
            written.section(Section::of_graphs(&measured));
        }
    }
    if is_wanted(Part::Deep) {
        written.text(report::DEEP_GRAPHS);
        let measured = graphs::measure(Database::Postgres, Shape::Deep, &scale)?;
        written.section(Section::of_graphs(&measured));
    }
    if is_wanted(Part::Keys) {
        written.text(&report::keys_introduction(scale.cache_kib));
        for database in [Database::Sqlite, Database::Postgres] {
            written.section(Section::of_keys(&keys::measure(database, &scale)?));
        }
    }
    if is_wanted(Part::Typed) {
        written.section(Section::of_typed(&typed::measure(&scale)?));
    }
    match &arguments.out {
        Some(file) => Ok(written.save(file)?),
        None => Ok(()),
    }
}

/// What has been printed.
#[derive(Default)]
struct Written {
    text: String,
    charts: Vec<databases::Chart>,
}

impl Written {
    fn text(&mut self, text: &str) {
        print!("{text}");
        self.text += text;
    }

    fn section(&mut self, section: Section) {
        self.text(&section.text);
        self.charts.extend(section.charts);
    }

    fn save(&self, file: &Path) -> io::Result<()> {
        let folder = file.parent().unwrap_or(Path::new("")).join("dev/benches/charts");
        fs::create_dir_all(&folder)?;
        for chart in &self.charts {
            fs::write(folder.join(format!("{}.svg", chart.key)), &chart.svg)?;
        }
        fs::write(file, &self.text)
    }
}
