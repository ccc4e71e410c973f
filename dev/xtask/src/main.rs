//! Chores of the workspace: `cargo xtask <task>`.

#![forbid(unsafe_code)]

mod api;
mod bench;
mod checks;
mod files;
mod floors;
mod fuzz;
mod locked;
mod minimal;
mod mutants;
mod newest;
mod npm;
mod package;
mod path;
mod prose;
mod release;
mod restart;
mod run;
mod servers;
mod site;
mod sources;
mod statements;
mod targets;
mod task;
mod tests;
mod tools;
mod versions;
mod weight;
mod wings;
mod workflows;

use std::process::ExitCode;
use std::time::Instant;

use clap::{CommandFactory, FromArgMatches, Parser};

use run::{Compiler, Failed};
use task::{Bless, Task};

/// Chores of the workspace
#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
struct Command {
    #[command(subcommand)]
    task: Task,
}

fn main() -> ExitCode {
    let matches = Command::command().get_matches();
    let name = matches.subcommand_name().unwrap_or_default();
    let began = Instant::now();
    restart::start(name);
    let command = Command::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match run(&command.task) {
        Ok(()) => {
            eprintln!("\nxtask {name}: passed in {} s", began.elapsed().as_secs());
            ExitCode::SUCCESS
        }
        Err(Failed(what)) => {
            eprintln!("\nxtask {name}: failed: {what}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: &Task) -> Result<(), Failed> {
    match task {
        Task::Quick => quick(),
        Task::Test { install, all } => test(install.installs(), *all),
        Task::WithDatabases { command } => tests::with_databases(command),
        Task::Stores(passed) => with_tools(|| tests::stores(&passed.arguments)),
        Task::Servers(passed) => with_tools(|| newest::test(&passed.arguments)),
        Task::Soak(passed) => with_tools(|| tests::soak(&passed.arguments)),
        Task::Models => tests::models(),
        Task::Fuzz(fuzz) => fuzz.run(),
        Task::Mutants(mutants) => mutants.run(),
        Task::Ci(install) => ci(install.installs()),
        Task::Site { keep_api, test } => site::site((!keep_api).then_some(Compiler::Rustc), *test),
        Task::Floors => floors::check().and_then(|()| statements::check()),
        Task::Weight { bless } => weight::check(bless.as_deref()),
        Task::Api { check } => api::api(*check),
        Task::Package { no_verify: true } => package::check(),
        Task::Package { no_verify: false } => package::build(),
        Task::Prose => prose::check(),
        Task::Release { tag, dry_run } => release::release(tag, *dry_run),
        Task::Workflows => workflows::check(),
        Task::Targets => targets::check().map(|why| warn([why])),
        Task::Locked(Bless { bless }) => {
            locked::check(*bless).and_then(|()| wings::same_versions())
        }
        Task::Versions { names } => versions::run(names),
        Task::MinimalVersions => minimal::check(),
        Task::Bench(passed) => bench::all(&passed.arguments),
        Task::Instructions(Bless { bless }) => with_tools(|| bench::instructions(*bless)),
    }
}

/// A task that needs Debian packages.
fn with_tools(task: impl FnOnce() -> Result<(), Failed>) -> Result<(), Failed> {
    tools::ensure(true)?;
    task()
}

/// Format, floors, lints, and the tests that need nothing but Rust.
fn quick() -> Result<(), Failed> {
    checks::format()?;
    floors::check()?;
    statements::check()?;
    tests::quick()
}

fn test(install: bool, all: bool) -> Result<(), Failed> {
    if !all {
        eprintln!(
            "tests of the kit; `cargo xtask ci` runs those of snowflake-adopt, the showcase, \
             benchmarks, frameworks and site as well"
        );
    }
    tests::all(install, Compiler::Rustc, all)
}

fn ci(install: bool) -> Result<(), Failed> {
    tools::ensure(install)?;
    checks::format()?;
    floors::check()?;
    statements::check()?;
    weight::check(None)?;
    prose::check()?;
    workflows::check()?;
    locked::check(false)?;
    wings::same_versions()?;
    versions::resolve()?;
    checks::lints()?;
    package::check()?;
    let mut unchecked = vec![checks::licences()?];
    // The one compiles, and the other mostly counts, one path after the other.
    tests::task("instructions").beside(|| {
        unchecked.push(api::check(Compiler::Clippy)?);
        unchecked.push(targets::check()?);
        checks::features(Compiler::Clippy)
    })?;
    tests::all(install, Compiler::Clippy, true)?;
    site::site(Some(Compiler::Clippy), true)?;
    // Last, where it is not lost among the tests.
    warn(unchecked);
    Ok(())
}

/// What could not be checked, and why.
fn warn(unchecked: impl IntoIterator<Item = Option<String>>) {
    for why in unchecked.into_iter().flatten() {
        eprintln!("\n{why}");
    }
}
