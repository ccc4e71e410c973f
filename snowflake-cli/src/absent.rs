//! Subcommands that a build without the feature of their name leaves out.

use std::ffi::OsString;

use clap::Args;

use crate::error::{Cause, Error};

/// Whatever the subcommand would read, `--help` included: the answer is the same error.
#[derive(Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    #[arg(hide = true, allow_hyphen_values = true, trailing_var_arg = true)]
    unread: Vec<OsString>,
}

/// A subcommand that this build does not have.
#[derive(Debug, thiserror::Error)]
#[error(
    "this build of `snowflake` does not have the command `{0}`, whose database drivers take long \
     to compile: run `cargo install snowflake-kit-cli --features {0}`"
)]
struct Absent(&'static str);

impl Cause for Absent {}

pub(crate) fn run(command: &'static str) -> Result<(), Error> {
    Err(Absent(command).into())
}
