//! Mutation testing by cargo-mutants: changes the code in small ways, and says which changes no test
//! notices.
//!
//! What is changed and how the tests run is in `.cargo/mutants.toml`. Minting is tested with what asks
//! for it: `--package snowflake-kit-mint --test-package
//! snowflake-kit-mint,snowflake-kit-lease,snowflake-kit-decimal`. A workspace of its own needs
//! `--manifest-path snowflake-adopt/Cargo.toml --config .cargo/mutants.toml`.

use clap::Args;

use crate::files::write;
use crate::run::{Failed, cargo, root, run};
use crate::tools;

#[derive(Args)]
pub(crate) struct Mutants {
    /// Only what differs from `main`: all of them take days
    #[arg(long)]
    changed: bool,
    /// Arguments of `cargo mutants`, such as `--package`, `--file` and `--shard 0/40`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

impl Mutants {
    /// Runs `cargo mutants`.
    pub(crate) fn run(&self) -> Result<(), Failed> {
        ["mutants", "nextest"].into_iter().try_for_each(tools::subcommand)?;
        let mut mutants = cargo(["mutants", "--output", "target"]);
        if self.changed {
            let path = root().join("target/mutants.diff");
            let difference = run("git", ["diff", "--merge-base", "main"]).read()?;
            write(&path, difference)?;
            mutants = mutants.args(["--in-diff".as_ref(), path.as_os_str()]);
        }
        mutants.args(&self.arguments).run()
    }
}
