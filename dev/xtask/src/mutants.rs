//! Mutation testing: changes the code in small ways, and says which changes no test notices.
//!
//! What is changed and how the tests run is in `.cargo/mutants.toml`.

use std::fs;

use crate::run::{Failed, cargo, root, run};

const USAGE: &str =
    "usage: cargo xtask mutants [--changed] [--package p]… [--file path]… [--shard k/n]";

/// Runs `cargo mutants` on packages, on files, or on what differs from `main`.
pub(crate) fn mutants(arguments: &[String]) -> Result<(), Failed> {
    let mut passed = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--changed" => passed.extend(["--in-diff".to_owned(), difference()?]),
            "--package" | "--file" | "--shard" => {
                let value = rest.next().ok_or_else(|| Failed(USAGE.to_owned()))?;
                passed.extend([argument.clone(), value.clone()]);
                // What leases ask of minting is tested with them, and what both tell operators
                // with decimal IDs, which have all of it.
                let users = match value.as_str() {
                    "snowflake-mint" => ",snowflake-lease,snowflake-decimal",
                    "snowflake-lease" => ",snowflake-decimal",
                    _ => "",
                };
                if !users.is_empty() {
                    passed.extend(["--test-package".to_owned(), format!("{value}{users}")]);
                }
                if argument == "--shard" {
                    // A shard is of mutants from everywhere, not of a few neighbours.
                    passed.extend(["--sharding", "round-robin"].map(str::to_owned));
                }
            }
            _ => return Err(Failed(USAGE.to_owned())),
        }
    }
    if passed.is_empty() {
        // All of them take days.
        return Err(Failed(USAGE.to_owned()));
    }
    ensure("mutants", "cargo-mutants")?;
    ensure("nextest", "cargo-nextest")?;
    cargo(["mutants", "--output", "target"]).args(passed).run()
}

/// The file of what differs from `main`, committed or not.
fn difference() -> Result<String, Failed> {
    let path = root().join("target/mutants.diff");
    let difference = run("git", ["diff", "--merge-base", "main"]).read()?;
    let file = path.display().to_string();
    fs::write(&path, difference).map_err(|error| Failed(format!("{file}: {error}")))?;
    Ok(file)
}

fn ensure(command: &str, package: &str) -> Result<(), Failed> {
    if cargo([command, "--version"]).works() {
        return Ok(());
    }
    cargo(["install", "--locked", package]).run()
}
