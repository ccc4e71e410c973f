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

use run::{Compiler, Failed};
use task::Given;

fn main() -> ExitCode {
    let (task, given) = Given::read();
    let began = Instant::now();
    restart::start(&task);
    match run(&task, given) {
        Ok(()) => {
            eprintln!("\nxtask {task}: passed in {} s", began.elapsed().as_secs());
            ExitCode::SUCCESS
        }
        Err(Failed(what)) => {
            eprintln!("\nxtask {task}: failed: {what}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a task of those in `tasks.txt`.
fn run(task: &str, given: Given) -> Result<(), Failed> {
    match task {
        "test" => {
            let [offline, all] = given.flags(["--no-install", "--all"])?;
            test(!offline, all)
        }
        "with-databases" => tests::with_databases(&given.all()?),
        "stores" => with_tools(given, tests::stores),
        "servers" => with_tools(given, newest::test),
        "soak" => with_tools(given, tests::soak),
        "fuzz" => fuzz::run(given),
        "mutants" => mutants::run(given),
        "ci" => given.flags(["--no-install"]).and_then(|[offline]| ci(!offline)),
        "site" => {
            let [keep_api, test] = given.flags(["--keep-api", "--test"])?;
            site::site((!keep_api).then_some(Compiler::Rustc), test)
        }
        "weight" => weight::check(given.value("--bless")?.as_deref()),
        "api" => given.flags(["--check"]).and_then(|[check]| api::api(check)),
        "package" => match given.flags(["--no-verify"])? {
            [true] => package::check(),
            [false] => package::build(),
        },
        "release" => release::release(given),
        "locked" => {
            let [bless] = given.flags(["--bless"])?;
            locked::check(bless).and_then(|()| wings::same_versions())
        }
        "versions" => versions::run(&given.all()?),
        "bench" => bench::all(&given.all()?),
        "instructions" => {
            let [bless] = given.flags(["--bless"])?;
            tools::ensure(true).and_then(|()| bench::instructions(bless))
        }
        _ => given.flags([]).and_then(|[]| alone(task)),
    }
}

/// A task without arguments.
fn alone(task: &str) -> Result<(), Failed> {
    match task {
        "quick" => quick(),
        "models" => tests::models(),
        "floors" => floors::check().and_then(|()| statements::check()),
        "prose" => prose::check(),
        "workflows" => workflows::check(),
        "targets" => targets::check().map(|why| warn([why])),
        "minimal-versions" => minimal::check(),
        _ => Err(Failed(format!("there is no task `{task}`: see `cargo xtask help`"))),
    }
}

/// A task that needs Debian packages.
fn with_tools(
    given: Given,
    task: impl FnOnce(&[String]) -> Result<(), Failed>,
) -> Result<(), Failed> {
    let arguments = given.all()?;
    tools::ensure(true)?;
    task(&arguments)
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
