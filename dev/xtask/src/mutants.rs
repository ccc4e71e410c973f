//! Mutation testing by cargo-mutants: changes the code in small ways, and says which changes no test
//! notices.
//!
//! What is changed and how the tests run is in `.cargo/mutants.toml`. Minting is tested with what asks
//! for it: `--package snowflake-kit-mint --test-package
//! snowflake-kit-mint,snowflake-kit-lease,snowflake-kit-decimal`. A workspace of its own needs
//! `--manifest-path snowflake-adopt/Cargo.toml --config .cargo/mutants.toml`.

use crate::files::write;
use crate::run::{self, Failed, cargo, root};
use crate::task::Given;
use crate::tools;

/// Runs `cargo mutants`, or with `--changed` only on what differs from `main`.
pub(crate) fn run(mut given: Given) -> Result<(), Failed> {
    ["mutants", "nextest"].into_iter().try_for_each(tools::subcommand)?;
    let mut mutants = cargo(["mutants", "--output", "target"]);
    if given.flag("--changed") {
        let path = root().join("target/mutants.diff");
        let difference = run::run("git", ["diff", "--merge-base", "main"]).read()?;
        write(&path, difference)?;
        mutants = mutants.args(["--in-diff".as_ref(), path.as_os_str()]);
    }
    mutants.args(given.all()?).run()
}
