//! `snowflake completions`.

use std::io::Write;

use clap::Args;
use clap_complete::Shell;

use crate::error::Error;
use crate::parser;

/// Prints the completions of this command for a shell
#[derive(Args)]
#[command(after_long_help = HELP)]
pub(crate) struct Arguments {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

const HELP: &str = "\
Examples:
  $ snowflake completions bash
  $ snowflake completions zsh
  $ snowflake completions fish

Put the output where the shell looks for it:
  bash  ~/.local/share/bash-completion/completions/snowflake
  zsh   _snowflake, in a folder of $fpath
  fish  ~/.config/fish/completions/snowflake.fish";

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Error> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut parser(), "snowflake", &mut script);
    out.write_all(&script).map_err(Error::unwritten)
}
