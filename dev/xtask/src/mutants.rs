//! Mutation testing: changes the code in small ways, and says which changes no test notices.
//!
//! What is changed and how the tests run is in `.cargo/mutants.toml`.

use std::fs;

use clap::Args;

use crate::run::{Failed, cargo, root, run};
use crate::wings;

/// On packages, on files, or on what differs from `main`: all of them take days.
#[derive(Args)]
#[group(required = true, multiple = true)]
pub(crate) struct Mutants {
    /// Only what differs from `main`
    #[arg(long)]
    changed: bool,
    /// Only this package
    #[arg(long)]
    package: Vec<String>,
    /// Only this file
    #[arg(long)]
    file: Vec<String>,
    /// Only a part of them, such as `0/40`
    #[arg(long)]
    shard: Option<String>,
}

impl Mutants {
    /// Runs `cargo mutants`.
    pub(crate) fn run(&self) -> Result<(), Failed> {
        let mut passed = Vec::new();
        let mut pass =
            |option: &str, value: &str| passed.extend([option, value].map(str::to_owned));
        if self.changed {
            pass("--in-diff", &difference()?);
        }
        for file in &self.file {
            pass("--file", file);
        }
        for package in &self.package {
            pass("--package", package);
            if let Some(wing) = wings::published().find(|wing| wing.has(package)) {
                let [option, manifest] = wing.manifest();
                pass(&option, &manifest);
                pass("--config", ".cargo/mutants.toml");
            }
            // What leases and decimal IDs ask of minting is tested with them.
            if package == "snowflake-kit-mint" {
                pass(
                    "--test-package",
                    "snowflake-kit-mint,snowflake-kit-lease,snowflake-kit-decimal",
                );
            }
        }
        if let Some(shard) = &self.shard {
            // A shard is of mutants from everywhere, not of a few neighbours.
            pass("--shard", shard);
            pass("--sharding", "round-robin");
        }
        ensure("mutants", "cargo-mutants")?;
        ensure("nextest", "cargo-nextest")?;
        cargo(["mutants", "--output", "target"]).args(passed).run()
    }
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
