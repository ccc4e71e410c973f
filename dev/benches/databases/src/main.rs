//! Measures what keys cost in databases.

#![forbid(unsafe_code)]

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use databases::graphs::{self, Shape};
use databases::scale::Scale;
use databases::{Database, Failure, keys, report};

/// What keys cost in databases.
#[derive(Parser)]
struct Arguments {
    /// Rough figures, in half a minute.
    #[arg(long)]
    quick: bool,
    /// Writes the report there.
    #[arg(long)]
    out: Option<PathBuf>,
}

fn main() -> ExitCode {
    match measure(&Arguments::parse()) {
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
    let mut written = String::new();
    let mut write = |text: &str| {
        print!("{text}");
        written += text;
    };
    let load = figures::machine::load();
    write(&report::head(arguments.quick));
    write(report::GRAPHS);
    for database in Database::ALL {
        write(&report::graphs(&graphs::measure(database, Shape::Wide, &scale)?));
    }
    write(report::DEEP_GRAPHS);
    write(&report::graphs(&graphs::measure(Database::Postgres, Shape::Deep, &scale)?));
    write(&report::keys_introduction(scale.cache_kib));
    for database in [Database::Sqlite, Database::Postgres] {
        write(&report::keys(&keys::measure(database, &scale)?));
    }
    write(&report::machine(load));
    match &arguments.out {
        Some(file) => Ok(fs::write(file, written)?),
        None => Ok(()),
    }
}
