//! The kit beside its peers, measured in one run.
//!
//! `cargo xtask bench` runs it. Arguments: keys of tables, to measure those alone;
//! `--quick` for fewer rounds, and without the tables that take minutes; `--write <folder>` to write
//! `BENCHMARKS.md` and the charts there. With keys, that writes the sections of these tables and
//! leaves the others as they are.

mod ids;
mod measure;
mod report;
mod tables;

use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, fs, io};

use measure::measure;
use tables::{LONG, Make, TABLES};

/// How often each contender has its turn.
const ROUNDS: usize = 1_001;
const QUICK: usize = 51;

fn main() -> ExitCode {
    let known: Vec<&(&str, Make)> = TABLES.iter().chain(LONG).collect();
    let (mut quick, mut folder, mut wanted) = (false, None, Vec::new());
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--quick" => quick = true,
            "--write" => folder = arguments.next().map(PathBuf::from),
            key if known.iter().any(|(known, _)| *known == key) => wanted.push(argument),
            _ => {
                let keys: Vec<_> = known.iter().map(|(key, _)| *key).collect();
                eprintln!("usage: peers [--quick] [--write <folder>] [{}]…", keys.join(" | "));
                return ExitCode::from(2);
            }
        }
    }
    let rounds = if quick { QUICK } else { ROUNDS };
    let results: Vec<_> = known
        .into_iter()
        .filter(|(key, _)| match wanted.as_slice() {
            [] => !quick || TABLES.iter().any(|(short, _)| short == key),
            wanted => wanted.iter().any(|wanted| wanted == key),
        })
        .map(|(key, make)| {
            let table = make();
            let result = report::Result {
                key,
                title: table.title,
                about: table.about,
                unit: table.unit,
                note: table.note,
                analysis: table.analysis,
                targets: table.targets,
                is_slow: table.is_slow,
                measured: measure(
                    table.contenders,
                    if table.is_slow { rounds.min(tables::RARE) } else { rounds },
                ),
            };
            print!("{}", result.text());
            result
        })
        .collect();
    let Some(folder) = folder else { return ExitCode::SUCCESS };
    let written = || -> io::Result<()> {
        let charts = folder.join("dev/benches/charts");
        fs::create_dir_all(&charts)?;
        for chart in results.iter().map(report::Result::chart) {
            fs::write(charts.join(format!("{}.svg", chart.key)), chart.svg)?;
        }
        let targets = folder.join("dev/benches/TARGETS.md");
        let benchmarks = folder.join("BENCHMARKS.md");
        let (held, measured) = if wanted.is_empty() {
            (report::targets(&results), report::markdown(&results, rounds, quick))
        } else {
            let (held, measured) =
                (fs::read_to_string(&targets)?, fs::read_to_string(&benchmarks)?);
            (
                report::targets_with(&held, &results),
                report::markdown_with(&measured, &results, rounds),
            )
        };
        fs::write(targets, held)?;
        fs::write(benchmarks, measured)
    };
    match written() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", folder.display());
            ExitCode::FAILURE
        }
    }
}
