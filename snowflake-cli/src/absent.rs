//! `snowflake nodes` in a build without its feature.

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

/// This build does not have the subcommand.
#[derive(Debug, thiserror::Error)]
#[error(
    "this build of `snowflake` does not have the command `nodes`, whose database drivers take long \
     to compile: run `cargo install --path snowflake-cli --features nodes` in a clone \
     of its repository"
)]
struct Absent;

impl Cause for Absent {}

pub(crate) fn run() -> Result<(), Error> {
    Err(Absent.into())
}
