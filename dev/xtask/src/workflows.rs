//! The workflows in `.github`, by a linter from npm.

use crate::files::copy;
use crate::npm;
use crate::run::{Failed, run};

const LINT: &str = ".github/lint";

/// Fails on a workflow that GitHub would refuse, and on a step that runs something other than
/// `cargo xtask`.
pub(crate) fn check() -> Result<(), Failed> {
    // Beside the packages that it imports.
    let lint = npm::packages(LINT, "lint-workflows")?.join("lint.mjs");
    copy(format!("{LINT}/lint.mjs"), &lint)?;
    run("node", [lint]).args([".github/workflows"]).run()
}
