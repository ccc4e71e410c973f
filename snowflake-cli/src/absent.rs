//! Subcommands that a build without the feature of their name leaves out.

use std::ffi::OsString;

use clap::Args;

/// Whatever the subcommand would read, `--help` included: the answer is the same error.
#[derive(Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    #[arg(hide = true, allow_hyphen_values = true, trailing_var_arg = true)]
    unread: Vec<OsString>,
}
