//! The workflows in `.github`, by a linter from npm.

use std::fs;

use crate::run::{Failed, root, run};

const LINT: &str = ".github/lint";

/// Fails on a workflow that GitHub would refuse, and on a step that runs something other than
/// `cargo xtask`.
pub(crate) fn check() -> Result<(), Failed> {
    // A copy, so that the packages do not get into the sources.
    let copy = root().join("target/lint-workflows");
    let failed = |error| Failed(format!("{}: {error}", copy.display()));
    fs::create_dir_all(&copy).map_err(failed)?;
    for file in ["package.json", "package-lock.json", "lint.mjs"] {
        fs::copy(root().join(LINT).join(file), copy.join(file)).map_err(failed)?;
    }
    let copy = copy.display().to_string();
    run("npm", ["ci", "--prefix", &copy, "--ignore-scripts", "--no-audit", "--no-fund"]).run()?;
    run("node", [&format!("{copy}/lint.mjs"), ".github/workflows"]).run()
}
