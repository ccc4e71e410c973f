//! `snowflake adopt`: a program of its own, as Cargo and Git have them.

use std::ffi::OsString;
use std::io;
use std::process::{Command, exit};

use clap::Args;

use crate::error::{Cause, Consequence, Error};

/// Compiles drivers of databases and parsers, so it is installed by itself.
const PROGRAM: &str = "snowflake-adopt";

/// Plans the move of an existing database from counted keys to minted IDs, by the program
/// `snowflake-adopt`
#[derive(Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    /// What the program reads; `--help` lists it
    #[arg(allow_hyphen_values = true, trailing_var_arg = true)]
    arguments: Vec<OsString>,
}

#[derive(Debug, thiserror::Error)]
enum NotRun {
    #[error(
        "`snowflake adopt` runs the program `snowflake-adopt`, which is not on the search path: run \
         `cargo install --path snowflake-adopt` in a clone of its repository"
    )]
    NotInstalled,

    #[error("the program `snowflake-adopt` cannot be run: {0}")]
    Refused(io::Error),
}

impl Cause for NotRun {
    fn consequence(&self) -> Consequence {
        match self {
            Self::NotInstalled => Consequence::BadInput,
            Self::Refused(_) => Consequence::Failure,
        }
    }
}

/// Runs it, and ends as it does.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Error> {
    let status = Command::new(PROGRAM).args(&arguments.arguments).status();
    let status = status.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => NotRun::NotInstalled,
        _ => NotRun::Refused(error),
    })?;
    // A signal at the terminal ends this one as well; nothing is left to flush.
    exit(status.code().unwrap_or(1))
}
