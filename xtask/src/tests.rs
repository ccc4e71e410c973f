//! The tests.

use crate::run::{Failed, cargo};
use crate::tools;

pub(crate) fn all() -> Result<(), Failed> {
    tools::ensure()?;
    // `cargo nextest` runs test binaries side by side, where it is installed.
    let runner: &[&str] =
        if cargo(["nextest", "--version"]).works() { &["nextest", "run"] } else { &["test"] };
    let targets: &[&str] = if runner.len() == 1 { &["--lib", "--bins", "--tests"] } else { &[] };
    cargo(runner).args(["--locked", "--workspace", "--all-features"]).args(targets).run()?;
    cargo(["test", "--locked", "--workspace", "--all-features", "--doc"]).run()?;
    models()
}

/// The model checker takes the place of the atomics, so it has a build of its
/// own. Every interleaving is run, hence with optimisation.
fn models() -> Result<(), Failed> {
    cargo(["test", "--locked", "--release", "--package", "snowflake-core"])
        .args(["--lib", "--test", "loom", "--target-dir", "target/loom"])
        .env("RUSTFLAGS", "--cfg loom")
        .run()
}
